#!/bin/bash
# boot.sh [-s SHARE] [-g] [-k] COMMAND...
#
# Boots a small Debian 12 under qemu (systemd, GPIO lines, a V4L2 camera, uinput, a watchdog), runs COMMAND in it as
# root with the folder SHARE (the present one unless said) at /share, powers off and ends with COMMAND's status.
#   -g  an 800x480 screen (KMS/DRM)      -k  the VM's console and journal on stderr afterwards
# Environment: LAB (cache, ~/.cache/table-vm), SOURCES (apt sources of the VM, the host's), MEM (MiB), SMP, LIMIT (s),
#   CPU, PIPS (wheels in it), PKGS (more Debian packages in it), APPEND (kernel arguments), QEMU_EXTRA.
# Ends with 124 after LIMIT, 125 where the VM ended without a status (crash, watchdog), 126 where it cannot be built.
# The first time it builds kernel module, initrd and image, which needs root and about 800 MB; later it only boots.
set -Eeuo pipefail
LAB=${LAB:-${XDG_CACHE_HOME:-$HOME/.cache}/table-vm}
SOURCES=${SOURCES:-/etc/apt/sources.list.d/debian.sources}
MEM=${MEM:-1024} SMP=${SMP:-2} LIMIT=${LIMIT:-300} CPU=${CPU:-Nehalem} # -cpu max: software GL is four times slower
PIPS=${PIPS:-kivy==2.3.1 opencv-python-headless==5.0.0.93 gpiozero lgpio==0.2.2.0 rpi-lgpio pyserial}
PKGS=${PKGS:-}
modules='virtio_pci virtio_blk ext4 9p 9pnet_virtio overlay vivid uinput configfs gpio-sim softdog i6300esb virtio_gpu vkms
    vgem virtio_input evdev virtio_rng virtio_console autofs4 fuse loop tun cdc-acm ftdi_sio ch341 cp210x'
programs="systemd-sysv udev dbus kmod python3 iproute2 procps gpiod v4l-utils evtest socat plymouth plymouth-themes
    libgl1 libgl1-mesa-dri libgles2 libegl1 libgbm1 libmtdev1 ca-certificates $PKGS"
SHARE=$PWD GPU='' SHOWLOG=''
while getopts s:gk option; do
    case $option in
    s) SHARE=$(realpath "$OPTARG") ;;
    g) GPU='-device virtio-gpu-pci,xres=800,yres=480' ;;
    k) SHOWLOG=1 ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { sed -n '2s/^# /usage: /p' "$0" >&2; exit 2; }
mkdir -p "$LAB"
log=$LAB/build.log

step() { echo "boot.sh: $*" >&2; }

need() { # need PACKAGE...: install those that are missing
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} = 0 ] && return
    step "apt install ${missing[*]}"
    apt-get update -qq >>"$log" 2>&1
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1
}

build_kernel() { # Debian's kernel, and gpio-sim and vkms, which Debian leaves out, built beside it
    need qemu-system-x86 e2fsprogs busybox-static kmod cpio gcc make mmdebstrap xz-utils linux-source-6.1
    local package kernel module driver='linux-source-6.1'
    package=$(apt-cache depends linux-image-amd64 | awk '/Depends:/{print $2; exit}')
    kernel=${package#linux-image-}
    need "linux-headers-$kernel"
    rm -rf "$LAB/k"
    mkdir -p "$LAB/k/deb" "$LAB/k/gpio"
    cd "$LAB/k"
    step "kernel $kernel"
    (cd deb && apt-get download "$package" >>"$log" 2>&1)
    dpkg-deb -x deb/*.deb x
    step "gpio-sim.ko"
    tar -C gpio -xf /usr/src/linux-source-6.1.tar.xz --strip-components=1 --occurrence=1 \
        $driver/drivers/gpio/gpio-sim.c $driver/drivers/gpio/gpiolib.h $driver/kernel/irq/irq_sim.c
    cp gpio/drivers/gpio/gpio-sim.c gpio/gpio-sim-main.c
    cp gpio/drivers/gpio/gpiolib.h gpio/
    sed 's/irq_to_desc(irqnum)/irq_data_to_desc(irq_get_irq_data(irqnum))/' gpio/kernel/irq/irq_sim.c \
        >gpio/irq_sim.c # irq_to_desc is not for modules
    printf 'obj-m := gpio-sim.o\ngpio-sim-y := gpio-sim-main.o irq_sim.o\n' >gpio/Makefile
    make -C "/lib/modules/$kernel/build" M="$PWD/gpio" modules >>"$log" 2>&1
    step "vkms.ko"
    tar -xf /usr/src/linux-source-6.1.tar.xz --strip-components=4 $driver/drivers/gpu/drm/vkms
    make -C "/lib/modules/$kernel/build" M="$PWD/vkms" CONFIG_DRM_VKMS=m modules >>"$log" 2>&1
    for module in gpio/gpio-sim.ko vkms/vkms.ko; do
        strip -g $module
        install -D $module "x/lib/modules/$kernel/extra/${module##*/}"
    done
    depmod -b x "$kernel"
    mkdir -p "m/lib/modules/$kernel"
    for module in $modules; do
        files_of x "$module"
    done | awk '!seen[$0]++' | while read -r file; do install -D "$file" "m/${file#"$PWD"/x/}"; done
    cp x/lib/modules/"$kernel"/modules.{order,builtin,builtin.modinfo} "m/lib/modules/$kernel/"
    depmod -b m "$kernel"
    step "initrd"
    mkdir -p initrd/{bin,dev,proc,newroot,lib}
    cp /bin/busybox initrd/bin/
    cat >initrd/init <<'E'
#!/bin/busybox sh
B=/bin/busybox; $B mount -t devtmpfs dev /dev
for module in $($B cat /lib/order); do $B insmod /lib/$module; done
i=0; while [ ! -b /dev/vda ] && [ $i -lt 100 ]; do $B usleep 50000; i=$((i+1)); done
$B mount -t ext4 -o noatime /dev/vda /newroot || exec $B poweroff -f
$B mount --move /dev /newroot/dev
exec $B switch_root /newroot /lib/systemd/systemd
E
    chmod +x initrd/init
    for module in virtio_pci virtio_blk ext4; do files_of m "$module"; done | awk '!seen[$0]++' |
        while read -r file; do
            strip -g -o "initrd/lib/${file##*/}" "$file"
            echo "${file##*/}" >>initrd/lib/order
        done
    (cd initrd && find . | cpio -o -H newc --quiet | gzip -1) >"$LAB/initrd.gz"
    cp x/boot/vmlinuz-"$kernel" "$LAB/vmlinuz"
    rm -rf x/lib x/boot deb initrd
    cd "$LAB"
}

files_of() { # files_of ROOT MODULE: the files of a module and of all it needs, first those to load first
    modprobe -d "$PWD/$1" -S "$kernel" --show-depends "$2" 2>>"$log" | awk '$1=="insmod"{print $2}' || true
}

build_root() {
    need mmdebstrap e2fsprogs python3-pip
    local root=$LAB/rootfs platforms=() unit
    for platform in manylinux_2_34 manylinux_2_28 manylinux_2_27 manylinux_2_17 manylinux2014; do
        platforms+=(--platform "${platform}_x86_64")
    done
    rm -rf "$root"
    step "Debian"
    mmdebstrap --variant=minbase --mode=root --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        --include="$(tr -s ' \n' , <<<"$programs" | sed 's/,*$//')" \
        bookworm "$root" "$SOURCES" >>"$log" 2>&1
    step "wheels"
    # shellcheck disable=SC2086  # a list of words
    python3 -m pip install -q --root-user-action=ignore --target "$root/usr/local/lib/python3.11/dist-packages" \
        --only-binary=:all: --implementation cp --python-version 3.11 "${platforms[@]}" $PIPS >>"$log" 2>&1
    cp -a "$LAB/k/m/lib/modules" "$root/lib/"
    echo lab >"$root/etc/hostname"
    echo 0123456789abcdef0123456789abcdef >"$root/etc/machine-id"
    printf 'configfs\ngpio-sim\nuinput\n' >"$root/etc/modules-load.d/lab.conf"
    echo 'options vivid n_devs=1 node_types=0x1' >"$root/etc/modprobe.d/vivid.conf"
    for unit in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service \
        fstrim.timer getty@tty1.service serial-getty@ttyS0.service systemd-pstore.service \
        systemd-journal-flush.service systemd-random-seed.service systemd-update-utmp.service \
        systemd-update-utmp-runlevel.service systemd-binfmt.service proc-sys-fs-binfmt_misc.automount \
        systemd-timesyncd.service systemd-networkd.service systemd-resolved.service; do
        ln -sf /dev/null "$root/etc/systemd/system/$unit"
    done
    ln -sf /lib/systemd/system/multi-user.target "$root/etc/systemd/system/default.target"
    cat >"$root/etc/systemd/system/lab-run.service" <<'E'
[Unit]
Description=Run the command handed over by boot.sh
After=basic.target sys-kernel-config.mount
Wants=sys-kernel-config.mount
[Service]
Type=exec
Environment=HOME=/root PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
ExecStart=/usr/local/sbin/lab-run
StandardInput=null
[Install]
WantedBy=multi-user.target
E
    cat >"$root/usr/local/sbin/lab-run" <<'E'
#!/bin/bash
i=0; while [ ! -e /dev/virtio-ports/out ] && [ $i -lt 200 ]; do sleep 0.05; i=$((i+1)); done
exec >/dev/virtio-ports/out 2>&1
mkdir -p /share /run/ctl
options=trans=virtio,version=9p2000.L,msize=262144
mount -t 9p -o $options,cache=none ctl /run/ctl && mount -t 9p -o $options,cache=mmap share /share ||
    systemctl poweroff -f -f
cd /share; bash /run/ctl/cmd; echo $? > /run/ctl/rc
[ -e /run/ctl/log ] && journalctl -b --no-pager > /run/ctl/journal
sync; exec systemctl poweroff -f -f >/dev/null 2>&1
E
    # A chip of 58 lines like a Raspberry Pi 4's; driven in the VM through /run/simgpio/sim_gpioN/{value,pull}.
    cat >"$root/usr/local/sbin/sim-gpio" <<'E'
#!/bin/sh -e
modprobe gpio-sim; mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/pi; mkdir -p $chip/bank0
echo 58 > $chip/bank0/num_lines; echo pinctrl-bcm2711 > $chip/bank0/label; echo 1 > $chip/live
ln -sfn /sys/devices/platform/$(cat $chip/dev_name)/$(cat $chip/bank0/chip_name) /run/simgpio
(cat /proc/cpuinfo; printf 'Hardware\t: BCM2835\nRevision\t: c03115\nModel\t\t: Raspberry Pi 4 Model B Rev 1.5\n') \
    > /run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo
E
    chmod +x "$root"/usr/local/sbin/*
    mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
    ln -sf /etc/systemd/system/lab-run.service "$root/etc/systemd/system/multi-user.target.wants/lab-run.service"
    rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/*
    step "disk image"
    mke2fs -q -F -t ext4 -O ^has_journal -m 0 -d "$root" "$LAB/root.tmp" 2G >>"$log" 2>&1
    mv "$LAB/root.tmp" "$LAB/root.img"
    rm -rf "$root"
}

exec 9>"$LAB/lock"
flock 9
trap 'echo "boot.sh: cannot be built, see $log" >&2; tail -5 "$log" >&2; exit 126' ERR
if [ "$(cat "$LAB/holds" 2>/dev/null)" != "$modules $programs $PIPS" ]; then # built for another list, or never
    rm -f "$LAB"/{vmlinuz,root.img}
    echo "$modules $programs $PIPS" >"$LAB/holds"
fi
if [ ! -s "$LAB/vmlinuz" ] || [ ! -s "$LAB/initrd.gz" ]; then build_kernel; fi
if [ ! -s "$LAB/root.img" ]; then build_root; fi
need qemu-system-x86
trap - ERR
exec 9>&-

accelerator=tcg,thread=multi
if [ -w /dev/kvm ] && { [ -e /sys/module/kvm_intel ] || [ -e /sys/module/kvm_amd ]; }; then
    accelerator=kvm CPU=host
fi
control=$(mktemp -d)
qemu=''
trap '[ -z "$qemu" ] || kill "$qemu" 2>/dev/null; rm -rf "$control"' EXIT # timeout hands the signal on
trap 'exit 130' INT
trap 'exit 143' TERM HUP
mkfifo "$control/out"
printf '%q ' "$@" >"$control/cmd"
[ -z "$SHOWLOG" ] || : >"$control/log"
set +e
cat "$control/out" & # qemu opens its /dev/stdout anew: a file would be written from its start
reader=$!
# shellcheck disable=SC2086  # lists of words
timeout "$LIMIT" qemu-system-x86_64 -accel $accelerator -cpu "$CPU" -smp "$SMP" -m "$MEM" -M q35 -nodefaults -vga none \
    -display none -monitor none -no-reboot -serial file:"$control/console" \
    -kernel "$LAB/vmlinuz" -initrd "$LAB/initrd.gz" \
    -append "console=ttyS0 quiet panic=-1 mitigations=off nokaslr audit=0 systemd.show_status=0 ${APPEND:-}" \
    -drive file="$LAB/root.img",format=raw,if=virtio,snapshot=on,cache=unsafe -device virtio-rng-pci \
    -fsdev local,id=s,path="$SHARE",security_model=none,multidevs=remap -device virtio-9p-pci,fsdev=s,mount_tag=share \
    -fsdev local,id=c,path="$control",security_model=none -device virtio-9p-pci,fsdev=c,mount_tag=ctl \
    -device virtio-serial-pci -chardev file,id=o,path=/dev/stdout,append=on -device virtserialport,chardev=o,name=out \
    $GPU ${QEMU_EXTRA:-} </dev/null >"$control/out" &
qemu=$!
wait "$qemu"
ended=$?
qemu=''
wait "$reader"
[ -z "$SHOWLOG" ] || cat "$control/console" "$control/journal" >&2
[ -s "$control/rc" ] && exit "$(cat "$control/rc")"
[ "$ended" = 124 ] && exit 124
tail -5 "$control/console" >&2
exit 125
