# shellcheck shell=bash
# To be sourced in the VM: puts the app of /share there as a service, not started yet; its environment (.venv, Python
# 3.11) lends what the VM's own Python has not. A computer emulated on a busy one may be given SLOWER times as long (5).
slower=${SLOWER:-5}
pid=0 # no process that must be another later
state=/var/lib/companion
mark=$state/.local/state/table-companion/starting.json

now() { cut -d ' ' -f 1 /proc/uptime; }
since() { echo "$1 $(now)" | awk '{printf "%.1f", $2 - $1}'; }
shown() { systemctl show companion.service --property="$1" --value; }
until_active() { # until_active SECONDS: 0 once the service is ready with another process than $pid
    for _ in $(seq $((5 * slower * $1))); do
        [ "$(shown ActiveState)" = active ] && [ "$(shown MainPID)" != "$pid" ] && return 0
        sleep 0.2
    done
    return 1
}
make_version() { # make_version NAME [BROKEN]
    version=/opt/companion/versions/$1
    mkdir -p "$version/bin" "$version/systemd"
    cp /share/systemd/companion.service "$version/systemd/"
    cat >"$version/bin/companion" <<EOF
#!/bin/sh
MARK=$mark
${2:-}
PYTHONPATH=/opt/companion/lib exec /usr/bin/python3 -m companion "\$@"
EOF
    chmod +x "$version/bin/companion"
}

mkdir -p /opt/companion/lib
site=/share/.venv/lib/python3.11/site-packages
for name in companion hardware ui vision; do cp -r --preserve=timestamps "/share/$name" /opt/companion/lib/; done
rm -rf /opt/companion/lib/ui/gallery
for name in annotated_types cffi click cryptography defusedxml fontTools fpdf packaging PIL pillow.libs platformdirs pydantic \
    pydantic_core segno systemd_watchdog tomlkit typing_extensions.py typing_inspection; do
    cp -r --preserve=timestamps "$site/$name" /opt/companion/lib/
done
cp "$site"/_cffi_backend*.so /opt/companion/lib/
install -m 755 /share/systemd/switch.sh /opt/companion/
install -D -m 644 /share/systemd/companion.sysusers /etc/sysusers.d/companion.conf
for group in gpio render; do getent group $group >/dev/null || groupadd -r $group; done
systemd-sysusers companion.conf
mkdir -p /etc/systemd/system/companion.service.d
printf '[Service]\nTimeoutStartSec=%d\n' $((120 * slower)) >/etc/systemd/system/companion.service.d/emulated.conf
make_version 1
python3 -m compileall -q /opt/companion/lib >/dev/null 2>&1
