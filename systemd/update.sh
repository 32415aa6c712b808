#!/bin/sh
# Fetches what is new into the folder the app was installed from, and installs it. The folder's owner fetches: git
# refuses the administrator a folder of somebody else's, and the owner could not fetch after him.
set -eu
base=${COMPANION_BASE:-/opt/companion}
source=$(cat "$base/source")
owner=$(stat -c %U "$source")
rm -f "$base/update-result"
# shellcheck disable=SC2016  # the owner's shell fills in $0
if runuser -l "$owner" -s /bin/sh -c 'git -C "$0" pull --quiet --ff-only' "$source" &&
    "$source/systemd/install.sh"; then
    exit 0
fi
# A version that was installed and does not start has been told about by switch.sh.
[ -e "$base/update-result" ] || echo offline >"$base/update-result"
exit 1
