#!/bin/sh
# native.sh ROOT: lends a system for other processors this machine's own programs for what takes long: emulated they
# take ten times as long. They lie where programs are looked for first; native.sh -r ROOT takes them away.
set -eu
if [ "$1" = -r ]; then
    rm -rf "${2:?}/lib64" "$2/usr/lib64" "$2/usr/lib/$(uname -m)-linux-gnu" "$2"/usr/local/sbin/*
    exit
fi
[ "$(uname -m)" != aarch64 ] || exit 0
mkdir -p "$1/usr/lib64" "$1/usr/local/sbin"
ln -sfn usr/lib64 "$1/lib64"
for name in dpkg-deb dpkg-split rm tar zstd cp mkdir mv ln chmod chown cat sed; do
    program=$(command -v "$name") || continue
    cp -L "$program" "$1/usr/local/sbin/"
    for library in $(ldd "$program" | grep -o '/[^ ]*'); do
        cp -L --parents "$library" "$1/"
    done
done
