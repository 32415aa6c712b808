#!/bin/sh
# Installs the app in /opt/companion and starts it with the machine. Run it again to update: the version before is
# kept, and runs again if the new one does not report ready or a power cut ends the update.
set -eu
# The libraries that the app needs are not made for 32 bits.
if [ "$(getconf LONG_BIT 2>/dev/null || echo 64)" = 32 ]; then
    echo "Table Companion needs a 64-bit system, found $(dpkg --print-architecture 2>/dev/null || uname -m) with 32 bits." \
        "Install the 64-bit Raspberry Pi OS or Debian." >&2
    exit 1
fi
if [ "$(id -u)" != 0 ]; then
    echo "This needs the rights of the administrator. Run: sudo systemd/install.sh" >&2
    exit 1
fi
cd "$(dirname "$0")/.."
here=$PWD
cd / # nothing is written into the folder the app is installed from

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq || true
apt-get install -y -qq --no-install-recommends ca-certificates dnsmasq-base git iw openssh-client polkitd python3 \
    python3-venv rfkill systemd libdrm2 libegl1 libgbm1 libgl1 libgl1-mesa-dri libgles2 libglib2.0-0 libmtdev1 >/dev/null

base=/opt/companion
name=$(date -u ${SOURCE_DATE_EPOCH:+-d "@$SOURCE_DATE_EPOCH"} +%Y%m%d-%H%M%S)
version=$base/versions/$name
mkdir -p "$base/versions"
trap 'rm -rf "$version"' EXIT # unless it is whole
/usr/bin/python3 -m venv "$version"
# Everything that runs here as root is known by its hash: uv and what builds the app by these, the rest by uv.
/usr/bin/python3 "$here/systemd/locked.py" uv hatchling | "$version/bin/pip" install --quiet \
    --disable-pip-version-check --require-hashes --only-binary :all: --requirement /dev/stdin
UV_PROJECT_ENVIRONMENT=$version UV_HTTP_TIMEOUT=180 "$version/bin/uv" --system-certs --no-cache \
    sync --quiet --project "$here" --frozen --no-dev --all-extras --no-editable --inexact --compile-bytecode \
    --no-build-isolation-package table-companion
# uv notes when it built the app, and no other file differs from build to build
rm "$version"/lib/python3*/site-packages/table_companion-*.dist-info/uv_cache.json
sed -i '/uv_cache.json/d' "$version"/lib/python3*/site-packages/table_companion-*.dist-info/RECORD

# The index has no lgpio built for Python 3.13. Raspberry Pi OS has, and of the system's packages only that one is
# lent; Debian has none, so a board with pins builds it there, with the C library in it (PYPI=1).
pins() { # lgpio leaves a pipe where it is imported
    LG_WD=$version "$version/bin/python" -c 'import lgpio' 2>/dev/null
}
if ! pins && apt-get install -y -qq --no-install-recommends python3-lgpio >/dev/null 2>&1; then
    site=$("$version/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    ln -sf /usr/lib/python3/dist-packages/lgpio.py /usr/lib/python3/dist-packages/_lgpio*.so "$site/"
fi
if ! pins && [ "$(uname -m)" = aarch64 ] && apt-get install -y -qq --no-install-recommends \
    gcc libc6-dev python3-dev python3-setuptools swig >/dev/null; then
    /usr/bin/python3 "$here/systemd/locked.py" lgpio | PYPI=1 PYTHONPATH=/usr/lib/python3/dist-packages \
        "$version/bin/pip" install --quiet --disable-pip-version-check --no-build-isolation --no-binary :all: \
        --require-hashes --requirement /dev/stdin || true
    pins || echo "lgpio could neither be had nor built: buttons and lamps at the pins will not work." >&2
fi
rm -f "$version"/.lgd-nfy*

put() { # put MODE FILE PLACE: whole or not at all, through a power cut too
    install -D -m "$1" "$here/systemd/$2" "$3.next"
    sync "$3.next"
    mv -f "$3.next" "$3"
    sync "$(dirname "$3")"
}
install -D -m 644 "$here/systemd/companion.service" "$version/systemd/companion.service"
put 644 companion.sysusers /etc/sysusers.d/companion.conf
put 644 companion-stick.rules /etc/udev/rules.d/99-companion-stick.rules
put 644 companion.rules /etc/polkit-1/rules.d/50-companion.rules
put 644 companion-probes.conf /etc/NetworkManager/dnsmasq-shared.d/companion-probes.conf
put 644 companion.udev /etc/udev/rules.d/70-companion.rules
for unit in companion-boot.service companion-news.service companion-stick@.service companion-update.service \
    companion-wifi@.service; do
    put 644 "$unit" "/etc/systemd/system/$unit"
done
for script in news.sh source.sh stick.sh switch.sh update.sh wifi.sh; do
    put 755 "$script" "$base/$script"
done
git -c safe.directory="$here" -C "$here" rev-parse HEAD >"$version/commit" 2>/dev/null || rm -f "$version/commit"
echo "$here" >"$base/source"
systemd-sysusers companion.conf
[ ! -d /run/systemd/system ] || systemctl daemon-reload
if [ -S /run/udev/control ]; then # what is plugged in already is found, too
    udevadm control --reload
    udevadm trigger --subsystem-match=usb --subsystem-match=tty
    udevadm trigger --subsystem-match=block --action=change
fi
trap - EXIT
"$base/switch.sh" "$name"
if [ -e "$base/pyvenv.cfg" ]; then # how versions before were installed
    (cd "$base" && rm -rf .lock bin include lib lib64 share pyvenv.cfg)
fi
ln -sfn current/bin "$base/bin"
systemctl enable --quiet companion-boot.service companion.service
if [ -d /run/systemd/system ]; then
    echo "Table Companion runs and starts with the machine. Its log: journalctl -u companion"
else
    echo "Table Companion is installed and starts with the machine."
fi
