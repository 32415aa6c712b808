#!/bin/bash
# build.sh [FOLDER]: a card for the Raspberry Pi 3 and 4 in FOLDER (build/image): companion.img, 4 GiB
#
# Debian 13 for arm64, from Debian's packages alone, with the commit that is checked out installed by install.sh.
# The same commit and packages give the same image, byte for byte. What it consists of stands beside it:
# companion.packages (Debian's, with versions) and companion.sha256.
# Needs root, on a Debian or Ubuntu that lets qemu-user-static run programs for arm64.
# Environment: SNAPSHOT (a moment at snapshot.debian.org, 20260801T000000Z), MIRROR (Debian's), KEY (a public SSH key
# for root; without one nobody can log in). FOLDER/base.tar, Debian without the app, is kept from run to run; delete
# it to get Debian's current packages.
# shellcheck disable=SC2016  # dpkg-query and other shells expand what is in single quotes
set -Eeuo pipefail
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "This needs the rights of the administrator. Run: sudo make image" >&2; exit 1; }
here=$PWD/systemd/image
work=$(realpath -m "${1:-build/image}")
root=$work/root
mirror=${SNAPSHOT:+http://snapshot.debian.org/archive/debian/$SNAPSHOT}
mirror=${MIRROR:-${mirror:-http://deb.debian.org/debian}}
SOURCE_DATE_EPOCH=$(git -c safe.directory='*' log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC PATH=$PATH:/usr/sbin
umask 022

# What names the partitions: the same on every card, or no two images would be equal.
disk_id=0x7ab1e001
firmware_id=7ab1e002
root_id=7ab1e003-0000-4000-8000-000000000003
data_id=7ab1e004-0000-4000-8000-000000000004
declare -A first=([firmware]=4 [root]=260 [data]=3844) length=([firmware]=256 [root]=3584 [data]=252) # MiB, of 4096

step() { printf '%4s s  %s\n' "$SECONDS" "$*"; }

prepare() {
    local missing=() program
    for program in mmdebstrap:mmdebstrap qemu-aarch64-static:qemu-user-static mkfs.vfat:dosfstools mcopy:mtools sfdisk:fdisk \
        arch-test:arch-test update-binfmts:binfmt-support; do
        command -v "${program%:*}" >/dev/null || missing+=("${program#*:}")
    done
    [ ${#missing[@]} = 0 ] || apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || update-binfmts --enable qemu-aarch64
    mkdir -p "$work/archives"
}

build_base() {
    mmdebstrap --mode=root --architectures=arm64 --variant=minbase --components='main non-free-firmware' \
        --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Retries "3"' \
        --dpkgopt=force-confold --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        --skip=download/empty --skip=essential/unlink --skip=cleanup/apt/cache \
        --setup-hook='mkdir -p "$1/var/cache/apt/archives"' \
        --setup-hook="cp -al '$work/archives/.' \"\$1/var/cache/apt/archives/\" || true" \
        --essential-hook="$here/native.sh \"\$1\"" \
        --essential-hook="cp -r '$here/files/.' \"\$1\"" \
        --include="$(sed 's/#.*//' "$here/packages" | xargs | tr ' ' ,)" \
        --customize-hook="cp -n \"\$1\"/var/cache/apt/archives/*.deb '$work/archives/' || true" \
        --customize-hook='rm -f "$1"/var/cache/apt/archives/*.deb' \
        trixie "$work/base.new.tar" "$mirror" >"$work/base.log" 2>&1 || { tail -20 "$work/base.log" >&2; exit 1; }
    mv "$work/base.new.tar" "$work/base.tar"
}

inside() { # inside COMMAND…: in $root, with mounts and processes that end with it however it ends
    unshare --mount --pid --ipc --fork --kill-child bash -c '
        set -e
        cd "$1"
        mount -t proc proc proc
        mount -t sysfs -o ro sysfs sys
        mount -t devtmpfs dev dev || mount --rbind /dev dev
        mount -t tmpfs tmpfs run
        cp -L /etc/resolv.conf etc/resolv.conf
        cp -L /etc/ssl/certs/ca-certificates.crt run/certificates
        chroot . env -i HOME=/root TZ=UTC LC_ALL=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            DEBIAN_FRONTEND=noninteractive SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" PYC_INVALIDATION_MODE=UNCHECKED_HASH \
            CFLAGS=-g0 LDFLAGS=-Wl,--build-id=none \
            SSL_CERT_FILE=/run/certificates PIP_CERT=/run/certificates "${@:2}" </dev/null
        ' inside "$root" "$@"
}

install_app() {
    local clone=$root/opt/table-companion origin
    origin=$(git config --get remote.origin.url || true)
    git -c safe.directory='*' -c pack.threads=1 clone --quiet --depth 1 --no-checkout "file://$PWD" "$clone"
    git -C "$clone" archive HEAD | tar -C "$clone" -x
    git -C "$clone" read-tree HEAD # an index without the times of this disk
    # One branch, whatever the state of this repository: the clone of a detached HEAD takes any branch's name.
    rm -rf "$clone"/.git/{config,logs,hooks,packed-refs,refs}
    mkdir -p "$clone"/.git/refs/{heads,tags}
    git -c safe.directory='*' rev-parse HEAD >"$clone/.git/refs/heads/main"
    echo 'ref: refs/heads/main' >"$clone/.git/HEAD"
    git -C "$clone" config core.repositoryformatversion 0
    if [ -n "$origin" ]; then
        git -C "$clone" remote add -m main origin "$origin"
        git -C "$clone" config branch.main.remote origin
        git -C "$clone" config branch.main.merge refs/heads/main
    fi
    chown -R root:root "$clone"
    cp "$work"/archives/*.deb "$root/var/cache/apt/archives/" 2>/dev/null || true
    inside /opt/table-companion/systemd/install.sh >"$work/install.log" 2>&1 ||
        { tail -20 "$work/install.log" >&2; exit 1; }
    cp -n "$root"/var/cache/apt/archives/*.deb "$work/archives/" 2>/dev/null || true
    inside systemctl enable --quiet companion-grow.service NetworkManager.service systemd-timesyncd.service
}

tidy() { # what differs from build to build, or belongs to one machine
    inside dpkg-query -W -f '${Package} ${Version}\n' >"$work/companion.packages"
    "$here/native.sh" -r "$root"
    (cd "$root" && rm -rf etc/resolv.conf var/lib/apt/lists/* var/cache/apt/* etc/dpkg/dpkg.cfg.d/99mmdebstrap \
        tmp/* var/tmp/* var/log/* var/cache/ldconfig/aux-cache var/cache/debconf/*-old run/* \
        var/lib/dpkg/*-old var/lib/dbus/machine-id etc/apt/apt.conf.d/99mmdebstrap etc/*- etc/ssh/ssh_host_* root/.cache \
        opt/companion/update-result var/lib/systemd/random-seed var/lib/systemd/catalog/database etc/.pwd.lock)
    : >"$root/etc/machine-id" # made at the first boot
    echo companion >"$root/etc/hostname"
    printf 'deb http://deb.debian.org/debian %s main non-free-firmware\n' trixie trixie-updates \
        >"$root/etc/apt/sources.list"
    echo 'deb http://deb.debian.org/debian-security trixie-security main non-free-firmware' >>"$root/etc/apt/sources.list"
    printf '%-40s %-20s %-5s %s\n' \
        "UUID=$root_id" / ext4 'noatime,errors=remount-ro 0 1' \
        "UUID=7AB1-E002" /boot/firmware vfat 'noatime,umask=0077 0 2' \
        "UUID=$data_id" /var/lib/companion ext4 'noatime,nosuid,nodev,x-systemd.growfs 0 2' >"$root/etc/fstab"
    inside systemctl disable --quiet ssh.service
    if [ -n "${KEY:-}" ]; then
        install -D -m 600 "$KEY" "$root/root/.ssh/authorized_keys"
        inside systemctl enable --quiet ssh.service
    fi
    find "$root" -xdev -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

filesystem() { # filesystem NAME UUID FOLDER: ext4 of a folder, made by the mke2fs of the card itself (1.47.2 or newer)
    local file=$work/$1.part
    rm -f "$file" && truncate -s "${length[$1]}M" "$file"
    mkdir -p "$work/tools" && mount --bind "$root" "$work/tools" && mount --bind "$work" "$work/tools/mnt" &&
        mount -t proc proc "$work/tools/proc"
    chroot "$work/tools" mke2fs -q -F -t ext4 -m 1 -L "companion-$1" -U "$2" \
        -E "hash_seed=$2,lazy_itable_init=0,lazy_journal_init=0,root_owner=0:0" -d "/mnt/$3" "/mnt/$1.part"
    umount "$work/tools/proc" "$work/tools/mnt" "$work/tools"
}

assemble() {
    local image=$work/companion.img.new name
    rm -rf "$work/firmware" "$work/data" "$work/firmware.part"
    mv "$root/boot/firmware" "$work/firmware"
    mkdir -p "$root/boot/firmware" "$work/data"
    touch -d "@$SOURCE_DATE_EPOCH" "$root/boot/firmware" "$root/boot" "$work/data"
    truncate -s "${length[firmware]}M" "$work/firmware.part"
    mkfs.vfat -F 32 -n FIRMWARE --invariant -i "$firmware_id" "$work/firmware.part" >/dev/null
    (cd "$work/firmware" && find . -mindepth 1 -type d -printf '::%P\n' | sort |
        xargs -r mmd -i "$work/firmware.part" && find . -type f -printf '%P\n' | sort |
        while read -r name; do mcopy -m -i "$work/firmware.part" "$name" "::$name"; done)
    filesystem root "$root_id" root
    filesystem data "$data_id" data
    rm -f "$image" && truncate -s 4096M "$image"
    sfdisk --quiet "$image" <<-E
	label: dos
	label-id: $disk_id
	start=${first[firmware]}MiB, size=${length[firmware]}MiB, type=c, bootable
	start=${first[root]}MiB, size=${length[root]}MiB, type=83
	start=${first[data]}MiB, size=${length[data]}MiB, type=83
	E
    for name in firmware root data; do
        dd if="$work/$name.part" of="$image" bs=1M seek="${first[$name]}" conv=notrunc,sparse status=none
        rm "$work/$name.part"
    done
    mv "$image" "$work/companion.img"
    (cd "$work" && sha256sum companion.img >companion.sha256)
}

prepare
[ -s "$work/base.tar" ] || { step "Debian from $mirror"; build_base; }
step "Debian unpacked"
rm -rf "$root" && mkdir -p "$root" && tar -C "$root" --xattrs --xattrs-include='*' -xf "$work/base.tar"
step "the app"
install_app
tidy
step "the card"
assemble
step "$work/companion.img: $(du -h --apparent-size "$work/companion.img" | cut -f1), $(du -h "$work/companion.img" | cut -f1) of it written"
