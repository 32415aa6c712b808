#!/bin/bash
# image.sh [-m virt|raspi3b] [-c CUTS] [-s SECONDS] [FOLDER]: boots the card that `make image` built in FOLDER
# (build/image) under qemu until the app reports ready, and takes a picture of the screen.
#   -m  the machine (virt). virt has a virtio screen, on which the start page must be. raspi3b is the board itself, as
#       far as qemu knows it: no VideoCore for the driver vc4, and Debian's arm64 kernel is built without the simpledrm
#       and vkms that could stand in. So the console is on the screen there, and the app must wait for a better one.
#   -c  first end qemu this many times at a random moment, as a power cut of the whole machine, always with the same card
#   -s  the latest moment of a cut (90)
# Environment: LIMIT (seconds of one boot, 900), SEED (of the moments, 1), SMP (processors, 4).
# Prints the seconds to ready; MACHINE.console and MACHINE.ppm are in FOLDER/boot. Ends with 1 where the app is not
# ready in time or the screen is empty.
set -Eeuo pipefail
machine=virt cuts=0 latest=90
while getopts m:c:s: option; do
    case $option in
    m) machine=$OPTARG ;;
    c) cuts=$OPTARG ;;
    s) latest=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
folder=$(realpath -m "${1:-build/image}")
[ -s "$folder/companion.img" ] || {
    echo "image.sh: $folder/companion.img: expected the card, found none; make it first: make image (needs root)" >&2
    exit 1
}
boot=$folder/boot card=$boot/$machine.qcow2
LIMIT=${LIMIT:-900} SMP=${SMP:-4} RANDOM=${SEED:-1}
mkdir -p "$boot"

for program in qemu-system-aarch64:qemu-system-arm qemu-img:qemu-utils mcopy:mtools fdtput:device-tree-compiler \
    socat:socat; do
    command -v "${program%:*}" >/dev/null || apt-get install -y -qq --no-install-recommends "${program#*:}" >/dev/null
done

taken() { mcopy -n -o -i "$folder/companion.img@@4M" "::$1" "$boot/"; } # from the firmware's partition
for file in $(mdir -b -i "$folder/companion.img@@4M" | sed -n 's|^::/||; /^\(vmlinuz\|initrd.img\)-/p') \
    bcm2837-rpi-3-b.dtb; do
    taken "$file"
done
kernel=$(ls "$boot"/vmlinuz-*) initrd=$(ls "$boot"/initrd.img-*)
arguments="root=UUID=7ab1e003-0000-4000-8000-000000000003 rw fsck.repair=yes rootwait net.ifnames=0 panic=-1
    systemd.show_status=1 systemd.journald.forward_to_console=1"
options=(-smp "$SMP" -m 1G -kernel "$kernel" -initrd "$initrd" -display none -no-reboot
    -monitor "unix:$boot/$machine.monitor,server,nowait")
case $machine in
virt)
    options+=(-M virt -cpu cortex-a53 -drive "file=$card,if=virtio,cache=writeback" -device virtio-rng-pci
        -device "virtio-gpu-pci,xres=800,yres=480" -serial "file:$boot/$machine.console" -append "$arguments console=ttyAMA0")
    ;;
raspi3b)
    # The firmware, which qemu has not, tells the kernel where the picture lies.
    dtb=$boot/with-screen.dtb
    cp "$boot/bcm2837-rpi-3-b.dtb" "$dtb"
    node=/chosen/framebuffer@3c100000
    fdtput "$dtb" -t u /chosen '#address-cells' 1
    fdtput "$dtb" -t u /chosen '#size-cells' 1
    fdtput "$dtb" /chosen ranges
    fdtput "$dtb" -c "$node"
    fdtput "$dtb" -t s "$node" compatible simple-framebuffer
    fdtput "$dtb" -t x "$node" reg 3c100000 177000
    fdtput "$dtb" -t u "$node" width 800
    fdtput "$dtb" -t u "$node" height 480
    fdtput "$dtb" -t u "$node" stride 3200
    fdtput "$dtb" -t s "$node" format x8r8g8b8
    options+=(-M raspi3b -dtb "$dtb" -drive "file=$card,if=sd,cache=writeback" -serial null
        -serial "file:$boot/$machine.console" -global bcm2835-fb.xres=800 -global bcm2835-fb.yres=480
        -global bcm2835-fb.bpp=32 -global bcm2835-fb.pixo=0
        -append "$arguments console=ttyS1,115200 modprobe.blacklist=vc4") # qemu has no VideoCore for vc4 to drive
    ;;
*) exit 2 ;;
esac

begin() { # begin: one start of the machine
    rm -f "$boot/$machine.monitor"
    : >"$boot/$machine.console"
    qemu-system-aarch64 "${options[@]}" </dev/null >"$boot/$machine.qemu" 2>&1 &
    qemu=$!
}

cut_off() { ! kill -KILL "$qemu" 2>/dev/null || wait "$qemu" 2>/dev/null || true; }

ask() { echo "$1" | socat -t 5 - "unix-connect:$boot/$machine.monitor" >/dev/null; }

ready() { grep -aq 'Started .*companion.service' "$boot/$machine.console"; }

colours() { # of the picture: a screen with a page on it has dozens
    python3 -c 'import sys; data = open(sys.argv[1], "rb").read().split(b"255\n", 1)[1]
print(len({data[at:at + 3] for at in range(0, len(data), 3)}))' "$1" 2>/dev/null || echo 0
}

qemu-img create -q -f qcow2 -b "$folder/companion.img" -F raw "$card"
trap 'cut_off; rm -f "$boot/$machine.monitor"' EXIT
for ((n = 1; n <= cuts; n++)); do
    begin
    moment=$((RANDOM % latest + 1))
    sleep "$moment"
    ready && state='ready' || state='starting'
    cut_off
    echo "cut $n of $cuts after $moment s, $state"
done

began=$SECONDS seen=0
begin
while kill -0 "$qemu" 2>/dev/null && [ $((SECONDS - began)) -lt "$LIMIT" ] && ! ready; do sleep 1; done
took=$((SECONDS - began))
if ! ready; then
    echo "$machine: not ready after $took s; the end of $boot/$machine.console:" >&2
    tail -n 20 "$boot/$machine.console" >&2
    exit 1
fi
case $machine in virt) least=10 ;; *) least=2 ;; esac
for ((n = 0; n < 30 && seen < least; n++)); do # an emulated machine draws its first picture slowly
    sleep 2
    ask "screendump $boot/$machine.ppm"
    sleep 1
    seen=$(colours "$boot/$machine.ppm")
done
echo "$machine: ready after $took s, $seen colours on the screen, card $(du -h "$folder/companion.img" | cut -f1)"
[ "$seen" -ge "$least" ]
