# shellcheck shell=sh disable=SC2034  # news.sh and update.sh read this file and use what it says
# The folder the app was installed from, and what in it may be installed. The folder's owner fetches: git refuses the
# administrator a folder of somebody else's, and the owner could not fetch after him.
base=${COMPANION_BASE:-/opt/companion}
source=$(cat "$base/source")
owner=$(stat -c %U "$source")
signers=$base/allowed_signers # ssh-keygen(1), ALLOWED SIGNERS

as_owner() {
    # shellcheck disable=SC2016  # the owner's shell fills in $@
    runuser -l "$owner" -s /bin/sh -c 'git -C "$0" "$@"' "$source" "$@"
}

verifies() {
    [ -e "$signers" ]
}

newest() { # without signers the newest commit, else the newest tag up to it
    if verifies; then
        as_owner describe --abbrev=0 '@{upstream}'
    else
        as_owner rev-parse '@{upstream}'
    fi
}

verified() { # verified TAG: signed by a key of the file; keys of another kind, which it cannot name, do not count
    as_owner -c gpg.format=ssh -c gpg.ssh.program=ssh-keygen -c gpg.ssh.allowedSignersFile="$signers" \
        -c gpg.openpgp.program=false -c gpg.x509.program=false verify-tag "$1" >/dev/null 2>&1
}
