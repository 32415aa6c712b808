#!/bin/sh
# native.sh ROOT: puts this machine's own shell and unpackers in place of those of a system for other processors.
# Scripts of packages start them thousands of times, and emulated they take ten times as long.
# native.sh -r ROOT: puts back what was there.
set -eu
if [ "$1" = -r ]; then
    [ -e "$2/usr/lib64/lent" ] || exit 0
    find "$2/usr/bin" -name '*.emulated' | while read -r file; do mv -f "$file" "${file%.emulated}"; done
    rm -rf "${2:?}/lib64" "$2/usr/lib64" "$2/usr/lib/$(uname -m)-linux-gnu"
    exit
fi
[ "$(uname -m)" != aarch64 ] || exit 0
mkdir -p "$1/usr/lib64"
ln -sfn usr/lib64 "$1/lib64"
for name in dash dpkg-deb dpkg-split rm tar zstd cp mkdir mv ln chmod chown cat sed find \
    grep test readlink mktemp touch sort; do
    program=$(readlink -f "/usr/bin/$name") place=$1/usr/bin/$name
    if [ ! -x "$place" ] || [ -e "$place.emulated" ]; then continue; fi
    for library in $(ldd "$program" | grep -o '/[^ ]*'); do
        [ -e "$1$library" ] || cp -L --parents "$library" "$1/" # one that is in use stays as it is
    done
    cp -p "$place" "$place.emulated"
    cp -L "$program" "$place.lent"
    mv -f "$place.lent" "$place"
done
: >"$1/usr/lib64/lent"
