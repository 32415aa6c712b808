#!/bin/sh
# Fetches what is new into the folder the app was installed from, and installs it. If the installation has a file of
# allowed signers, only a tag that one of them has signed; it is verified before anything of it runs.
set -eu
# shellcheck source=systemd/source.sh
. "$(dirname "$0")/source.sh"
rm -f "$base/update-result"

fail() {
    # A version that was installed and does not start has been told about by switch.sh.
    [ -e "$base/update-result" ] || echo "$*" >"$base/update-result"
    exit 1
}

as_owner fetch --quiet || fail offline
name=$(newest 2>/dev/null) || fail unsigned
wanted=$(as_owner rev-parse "$name") # a tag may be moved meanwhile, what it was cannot
if verifies && ! verified "$wanted"; then
    fail unsigned "$name"
fi
as_owner merge --quiet --ff-only "$wanted" || fail offline
if verifies && ! { [ "$(as_owner rev-parse HEAD)" = "$(as_owner rev-parse "$wanted^{commit}")" ] &&
    [ -z "$(as_owner status --porcelain --untracked-files=no)" ]; }; then
    fail unsigned "$name" # the folder holds more than what was signed
fi
"$source/systemd/install.sh" || fail offline
