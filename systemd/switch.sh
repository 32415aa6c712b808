#!/bin/sh
# switch.sh VERSION: start a version of the app out of /opt/companion/versions. If any step fails, or the version does
# not report ready, the one before is started again, with its own unit. These two are kept, older ones are removed.
# switch.sh --boot: check the version that the last switch.sh started, before the app starts with the machine.
#
# Until the switch is over the mark "on-trial" says "trial NEW OLD": a power cut then takes NEW back at the next boot.
# Afterwards it says "ready NEW OLD": the next boot compares NEW's files with its manifest, for disks that lose what
# they have confirmed. Every file is whole or not there at all: written beside its place, synced, renamed.
set -eu
base=${COMPANION_BASE:-/opt/companion}
units=${COMPANION_UNITS:-/etc/systemd/system}
mark=$base/on-trial

current() {
    basename "$(readlink "$base/current" || true)"
}

write() { # write PLACE WORD…
    place=$1
    shift
    echo "$*" >"$place.next" && sync "$place.next" && mv -f "$place.next" "$place" && sync "$base"
}

tell() {
    write "$base/update-result" "$@"
}

seal() { # seal VERSION: its manifest, and all its files, are on the disk
    (cd "$base/versions/$1" &&
        find . -type f ! -path ./manifest ! -path ./manifest.next -exec sha256sum {} + >manifest.next &&
        sync -f . && mv -f manifest.next manifest && sync . ..)
}

whole() { # whole VERSION: its files are as they were sealed; versions before had no manifest
    (cd "$base/versions/$1" 2>/dev/null && [ -s systemd/companion.service ] &&
        { [ ! -e manifest ] || sha256sum --check --strict --status manifest 2>/dev/null; })
}

point() {
    ln -sfn "versions/$1" "$base/current.next" && mv -Tf "$base/current.next" "$base/current" && sync "$base"
}

unit() {
    unit=$units/companion.service
    cmp -s "$base/versions/$1/systemd/companion.service" "$unit" && return
    install -D -m 644 "$base/versions/$1/systemd/companion.service" "$unit.next" && sync "$unit.next" &&
        mv -f "$unit.next" "$unit" && sync "$units"
}

has_systemd() {
    [ -d "${COMPANION_SYSTEMD:-/run/systemd/system}" ]
}

starts() {
    has_systemd || return 0
    systemctl daemon-reload
    systemctl reset-failed companion.service 2>/dev/null || true
    systemctl restart companion.service || return 1 # returns once the app has reported ready, or has not
    case $(systemctl show companion.service --property=StatusText --value) in
    "cannot start"*) return 1 ;; # the screen says why
    esac
}

back() { # back NEW OLD: NEW goes before OLD's unit is written, which needs room on a disk that may be full
    point "$2" && rm -rf "$base/versions/$1" "$mark.next" "$base/update-result.next" && unit "$2"
}

settle() { # the mark has done its work
    rm -f "$mark" && sync "$base"
}

boot() {
    read -r state new old <"$mark" || return 0
    if { [ "$state" = ready ] && whole "$new"; } || [ -z "$old" ] || ! whole "$old"; then
        settle
        return
    fi
    back "$new" "$old"
    if has_systemd; then systemctl daemon-reload; fi
    tell cut "$old" "$new" || true
    settle
    echo "The update to $new was cut short; $old runs again." >&2
}

if [ "$1" = --boot ]; then
    [ ! -e "$mark" ] || boot
    exit
fi

new=$1
old=$(current)
[ "$old" != "$new" ] || old=
began=$(date +%s)
if seal "$new" && write "$mark" trial "$new" "$old" && point "$new" && unit "$new" && starts &&
    tell ready "$new" $(($(date +%s) - began)) && write "$mark" ready "$new" "$old"; then
    for version in "$base"/versions/*; do
        case $(basename "$version") in "$new" | "$old") ;; *) rm -rf "$version" ;; esac
    done
    exit 0
fi
if [ -z "$old" ]; then
    tell failed "$new"
    echo "$new does not start, and there is none before it. Look why: journalctl -u companion" >&2
    exit 1
fi
switched=$(current)
back "$new" "$old"
[ "$switched" = "$old" ] || starts || true
tell back "$old" "$new"
settle
echo "$new does not start; $old runs again. Look why: journalctl -u companion" >&2
exit 1
