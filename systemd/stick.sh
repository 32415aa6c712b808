#!/bin/sh
# Mounts the partition of a USB stick below /media with the name that people gave it, for the user of the app; FAT,
# exFAT and NTFS know no owners. Called as: stick.sh mount sda1, stick.sh unmount sda1.
set -eu
device=/dev/$2
place=${MEDIA:-/media}/$2

disk_of() { # the whole disk of a partition; a disk without partitions is its own
    lsblk -dno PKNAME "$1" 2>/dev/null | grep . || basename "$1"
}

unmount() { # also after the stick was pulled out
    for folder in "$place"/*; do
        [ ! -d "$folder" ] || umount -l "$folder" 2>/dev/null || true
        rmdir "$folder" 2>/dev/null || true
    done
    rmdir "$place" 2>/dev/null || true
}

case $1 in
mount)
    for point in / /boot /boot/firmware; do # the system itself may be on USB
        source=$(findmnt -nvo SOURCE "$point" || true)
        if [ -n "$source" ] && [ "$(disk_of "$source")" = "$(disk_of "$device")" ]; then exit 0; fi
    done
    if findmnt -no TARGET -S "$device" >/dev/null; then exit 0; fi # a desktop, or /etc/fstab
    unmount # what a power cut left behind
    type=$(lsblk -dno FSTYPE "$device")
    name=$(lsblk -dno LABEL "$device" | LC_ALL=C tr -cd '[:alnum:] _-' | sed 's/^ *//; s/ *$//' | cut -c 1-40)
    options=nosuid,nodev,noexec,noatime,uid=$(id -u companion),gid=$(id -g companion),umask=077
    case $type in
    vfat) options=$options,flush ;; # written at once, not half a minute later
    ntfs) type=ntfs3 ;;
    esac
    mkdir -p "$place/${name:-USB}"
    mount -t "$type" -o "$options" "$device" "$place/${name:-USB}"
    ;;
unmount) unmount ;;
*) exit 2 ;;
esac
