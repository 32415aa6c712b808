#!/bin/sh
# Fetches what is new into the folder the app was installed from, and installs it.
set -eu
base=${COMPANION_BASE:-/opt/companion}
source=$(cat "$base/source")
if ! git -C "$source" pull --quiet --ff-only; then
    echo offline >"$base/update-result"
    exit 1
fi
exec "$source/systemd/install.sh"
