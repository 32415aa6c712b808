#!/bin/sh
# Switches the Wi-Fi on: wifi.sh COUNTRY sets the radio law of a country first, wifi.sh 00 keeps the present one.
# Raspberry Pi OS blocks the radio until a country is set.
set -eu
country=${1:-}
case $country in
00) ;;
[A-Z][A-Z])
    if command -v raspi-config >/dev/null; then
        raspi-config nonint do_wifi_country "$country"
    else
        iw reg set "$country"
        echo "options cfg80211 ieee80211_regdom=$country" >"${MODPROBE_D:-/etc/modprobe.d}/companion-country.conf"
    fi
    ;;
*)
    echo "wifi.sh: expected a country as two capital letters or 00, found: $country" >&2
    exit 64
    ;;
esac
rfkill unblock wifi
exec nmcli radio wifi on
