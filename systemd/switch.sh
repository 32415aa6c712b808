#!/bin/sh
# switch.sh VERSION: start a version of the app out of /opt/companion/versions. Where it does not report ready, the
# one before is started again, with its own unit. These two are kept, older ones are removed.
set -eu
base=${COMPANION_BASE:-/opt/companion}
units=${COMPANION_UNITS:-/etc/systemd/system}
new=$1
old=$(basename "$(readlink "$base/current" || true)")

point() {
    ln -sfn "versions/$1" "$base/current.next"
    mv -Tf "$base/current.next" "$base/current"
    install -D -m 644 "$base/current/systemd/companion.service" "$units/companion.service"
}

starts() {
    [ -d "${COMPANION_SYSTEMD:-/run/systemd/system}" ] || return 0
    systemctl daemon-reload
    systemctl reset-failed companion.service 2>/dev/null || true
    systemctl restart companion.service || return 1 # returns once the app has reported ready, or has not
    case $(systemctl show companion.service --property=StatusText --value) in
    "cannot start"*) return 1 ;; # the screen says why
    esac
}

tell() {
    echo "$*" >"$base/update-result.next"
    mv -f "$base/update-result.next" "$base/update-result"
}

began=$(date +%s)
point "$new"
if starts; then
    tell ready "$new" $(($(date +%s) - began))
    for version in "$base"/versions/*; do
        case $(basename "$version") in "$new" | "$old") ;; *) rm -rf "$version" ;; esac
    done
    exit 0
fi
if [ -z "$old" ] || [ "$old" = "$new" ]; then
    tell failed "$new"
    echo "$new does not start, and there is none before it. Look why: journalctl -u companion" >&2
    exit 1
fi
point "$old"
starts || true
tell back "$old" "$new"
rm -rf "$base/versions/$new"
echo "$new does not start; $old runs again. Look why: journalctl -u companion" >&2
exit 1
