#!/bin/bash
# service.sh [CASE…]: all of them unless named
#
# In the VM: the app as a real service under systemd, and what happens when it is killed, hangs, crashes, has no disk
# or is updated to a version that does not start. One line a case: what happened and how many seconds it took.
set -u
# shellcheck source=tests/vm/install.sh
. /share/tests/vm/install.sh
failed=0

report() { # report NAME EXPECTED FOUND SECONDS
    local result=passed
    [ "$2" = "$3" ] || { result=FAILED; failed=1; }
    printf '%-22s %-7s %s (%s s)\n' "$1" "$result" "$3" "$4"
}

at=$(now)
/opt/companion/switch.sh 1
report started 0 $? "$(since "$at")"
[ "$(shown ActiveState)" = active ] || journalctl -u companion --no-pager | tail -20

killed() {
    pid=$(shown MainPID); at=$(now)
    kill -9 "$pid"
    until_active 60; report killed 0 $? "$(since "$at")"
}

hung() {
    pid=$(shown MainPID); at=$(now)
    kill -STOP "$pid"
    until_active 90; report hung 0 $? "$(since "$at")"
    report "  by the watchdog" 1 "$(journalctl -u companion --no-pager | grep -c 'Watchdog timeout')" 0
}

crashed() { # killed twice as soon as the start has left its mark, as by a driver, then ended by a mistake
    systemctl stop companion.service
    make_version 1 'n=$(($(cat crashes 2>/dev/null || echo 0) + 1)); echo $n >crashes
[ "$n" -gt 2 ] || (until grep -q "\"unfinished\": $n" "$MARK"; do sleep 0.2; done; kill -9 $$) 2>/dev/null &
[ "$n" != 3 ] || PYTHONPATH=/opt/companion/lib exec /usr/bin/python3 -c "from companion.app import game_loader
game_loader.check = lambda: 1 // 0
from companion.cli import main
main()" "$@"'
    pid=0; at=$(now)
    systemctl start --no-block companion.service
    until_active 180; report "crashed at start" 0 $? "$(since "$at")"
    report "  starts" 4 "$(cat $state/crashes)" 0
    report "  safe mode, why" "3 ZeroDivisionError" \
        "$(sed -n 's/.*"unfinished": \([0-9]*\), "why": "\([A-Za-z]*\):.*/\1 \2/p' "$mark")" 0
    rm -f "$mark"
    make_version 1
}

updated() {
    at=$(now)
    make_version 2 "exit 1"
    /opt/companion/switch.sh 2 2>/dev/null
    report "broken update" 1 $? "$(since "$at")"
    report "  taken back" "back 1 2" "$(cat /opt/companion/update-result)" 0
    pid=0; until_active 60; report "  the old one runs" 0 $? "$(since "$at")"
}

full() { # no byte is left beside what people have played
    systemctl stop companion.service
    cp -a $state /run/kept
    mount -t tmpfs -o size=$(($(du -sk /run/kept | cut -f 1) + 300))k,mode=700,uid=companion tmpfs $state
    cp -a /run/kept/. $state
    dd if=/dev/zero of=$state/full bs=1k 2>/dev/null
    at=$(now)
    systemctl reset-failed companion.service 2>/dev/null
    systemctl start companion.service
    report "disk full" active "$(shown ActiveState)" "$(since "$at")"
    journalctl -u companion --no-pager -n 9 -o cat | cut -c 1-160
}

touched() { # a choice is touched where its colour is seen, on the first page of a new table
    modprobe uinput
    mkfifo /run/touches
    python3 /share/tests/vm/touchscreen.py </run/touches &
    exec 9>/run/touches
    sleep 1
    pid=0
    systemctl restart companion.service
    until_active 60
    at=$(now)
    (cd /share && python3 -m tests.vm.picture 0 f0a422) >&9
    for _ in $(seq $((50 * slower))); do
        [ -s $state/.local/state/table-companion/preferences.json ] && break
        sleep 0.1
    done
    report touched 0 $? "$(since "$at")"
    find $state -name preferences.json -exec head -c 300 {} \;
    exec 9>&-
}

[ $# -gt 0 ] || set -- touched killed hung crashed updated full
for case in "$@"; do "$case"; done
exit $failed
