#!/bin/sh
# Fetches what is new without installing it, and writes for the screen what the changelog has more than that of the
# version that runs: "new" and its lines, "same", or "offline". The folder's owner fetches, as in update.sh.
set -eu
base=${COMPANION_BASE:-/opt/companion}
source=$(cat "$base/source")
owner=$(stat -c %U "$source")

fetched() {
    # shellcheck disable=SC2016  # the owner's shell fills in $@
    runuser -l "$owner" -s /bin/sh -c 'git -C "$0" "$@"' "$source" "$@"
}
tell() {
    cat >"$base/news.next"
    mv -f "$base/news.next" "$base/news"
}

if ! fetched fetch --quiet; then
    echo offline | tell
    exit 0
fi
runs=$(cat "$base/current/commit" 2>/dev/null || fetched rev-parse HEAD)
if [ "$runs" = "$(fetched rev-parse '@{upstream}')" ]; then
    echo same | tell
    exit 0
fi
{
    echo new
    fetched diff --no-ext-diff --no-color --unified=0 "$runs" '@{upstream}' -- CHANGELOG.md |
        sed -n 's/^+\([^+].*\)/\1/p' | head -n 200
} | tell
