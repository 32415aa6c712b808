#!/bin/bash
# install.sh SUITE FOLDER [ARCHITECTURE]
#
# Makes a Debian (bookworm, trixie) for ARCHITECTURE (arm64 unless said) in FOLDER, under emulation where the computer
# is another, installs the app in it by systemd/install.sh as on a Raspberry Pi, and lets `companion doctor` look.
# Says how long each step took; ends with 1 where one failed. Needs root, the network, about 2 GB and up to an hour.
# Not run by `make test`. FOLDER stays, with what doctor said in FOLDER/srv/doctor.json; a second call begins after Debian.
set -eu
suite=$1 root=$(realpath -m "$2") architecture=${3:-arm64}
mirror=${MIRROR:-http://deb.debian.org/debian}
source=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)

if [ -z "${BOX_INSIDE:-}" ]; then # mounts of its own, which end with it
    BOX_INSIDE=1 exec unshare --mount --propagation private "$0" "$@"
fi

for package in debootstrap qemu-user-static; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || apt-get install -y -qq "$package"
done
formats=/proc/sys/fs/binfmt_misc
if [ "$architecture" = arm64 ] && [ "$(uname -m)" != aarch64 ] && [ ! -e $formats/qemu-aarch64 ]; then
    [ -e $formats/register ] || mount -t binfmt_misc binfmt_misc $formats
    cat /usr/lib/binfmt.d/qemu-aarch64.conf >$formats/register
fi

timed() { # timed NAME COMMAND...: runs it; its output is shown where it fails
    local began=$SECONDS name=$1 rc=0
    shift
    "$@" >"$root.log" 2>&1 || rc=$?
    printf '%-12s %-14s rc %d  %d s\n' "$suite" "$name" "$rc" $((SECONDS - began))
    [ "$rc" = 0 ] || { tail -30 "$root.log" >&2; exit 1; }
}
inside() {
    chroot "$root" env -i HOME=/srv LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin PIP_DEFAULT_TIMEOUT=180 \
        PIP_CERT=/etc/ssl/certs/ca-certificates.crt "$@"
}

if [ ! -e "$root/srv/.made" ]; then
    timed debootstrap debootstrap --arch="$architecture" --variant=minbase --include=ca-certificates \
        "$suite" "$root" "$mirror"
    touch "$root/srv/.made"
fi
cp /etc/resolv.conf /etc/hosts "$root/etc/"
find /usr/local/share/ca-certificates -name '*.crt' -exec cp -t "$root/usr/local/share/ca-certificates/" {} + # a proxy's
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for device in null zero full random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir -p "$root/dev/shm"
ln -sf /proc/self/fd "$root/dev/fd"
ln -sf /proc/self/fd/0 "$root/dev/stdin"
inside update-ca-certificates >/dev/null 2>&1
rm -rf "$root/srv/companion"
git clone -q "$source" "$root/srv/companion"

timed install.sh inside /srv/companion/systemd/install.sh
timed doctor inside sh -c 'cd /srv && /opt/companion/bin/companion doctor --json >doctor.json; [ $? -le 1 ]'
inside /opt/companion/bin/companion --version
python3 -c '
import json, sys
for check in json.load(open(sys.argv[1])):
    if check["state"] == "failed" or check["check"] in ("python", "gpiozero", "pins"):
        print("  ", *check.values(), sep="  ")
' "$root/srv/doctor.json"
