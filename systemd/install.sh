#!/bin/sh
# Installs the app in /opt/companion and starts it with the machine. Run it again to update.
set -eu
if [ "$(id -u)" != 0 ]; then
    echo "This needs the rights of the administrator. Run: sudo systemd/install.sh" >&2
    exit 1
fi
cd "$(dirname "$0")/.."
here=$PWD
cd / # nothing is written into the folder the app is installed from

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq || true
apt-get install -y -qq --no-install-recommends ca-certificates python3 python3-venv systemd \
    libdrm2 libegl1 libgbm1 libgl1 libgl1-mesa-dri libgles2 libglib2.0-0 libmtdev1 >/dev/null

[ -x /opt/companion/bin/pip ] || /usr/bin/python3 -m venv /opt/companion
# Everything that runs here as root is known by its hash: uv and what builds the app by these, the rest by uv.
/usr/bin/python3 "$here/systemd/locked.py" uv hatchling | /opt/companion/bin/pip install --quiet \
    --disable-pip-version-check --require-hashes --only-binary :all: --requirement /dev/stdin
UV_PROJECT_ENVIRONMENT=/opt/companion UV_HTTP_TIMEOUT=180 /opt/companion/bin/uv --system-certs --no-cache \
    sync --quiet --project "$here" --frozen --no-dev --all-extras --no-editable --inexact --compile-bytecode \
    --reinstall-package table-companion --no-build-isolation-package table-companion

install -D -m 644 "$here/systemd/companion.sysusers" /etc/sysusers.d/companion.conf
install -D -m 644 "$here/systemd/companion.service" /etc/systemd/system/companion.service
systemd-sysusers companion.conf
systemctl enable --quiet companion.service
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl restart companion.service
    echo "Table Companion runs and starts with the machine. Its log: journalctl -u companion"
else
    echo "Table Companion is installed and starts with the machine."
fi
