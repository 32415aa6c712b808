#!/bin/sh
# Removes the app and its service. Your games stay in /var/lib/companion.
set -eu
if [ "$(id -u)" != 0 ]; then
    echo "This needs the rights of the administrator. Run: sudo systemd/uninstall.sh" >&2
    exit 1
fi
if [ -d /run/systemd/system ]; then
    systemctl disable --quiet --now companion-boot.service companion.service 2>/dev/null || true
else
    systemctl disable --quiet companion-boot.service companion.service 2>/dev/null || true
fi
rm -f /etc/systemd/system/companion.service /etc/systemd/system/companion-news.service \
    /etc/systemd/system/companion-update.service /etc/systemd/system/companion-boot.service \
    /etc/systemd/system/companion-wifi@.service /etc/systemd/system/companion-stick@.service \
    /etc/sysusers.d/companion.conf /etc/polkit-1/rules.d/50-companion.rules \
    /etc/udev/rules.d/70-companion.rules /etc/udev/rules.d/99-companion-stick.rules \
    /etc/modprobe.d/companion-country.conf /etc/NetworkManager/dnsmasq-shared.d/companion-probes.conf
rm -rf /opt/companion
[ ! -d /run/systemd/system ] || systemctl daemon-reload
echo "Table Companion is removed. Your games are still in /var/lib/companion; delete that folder if you are done."
