#!/bin/sh
# Fetches what is new without installing it, and writes for the screen what the changelog has more than that of the
# version that runs: "new" ("new verified" if its signature was) and its lines, "same", "unsigned TAG" or "offline".
set -eu
# shellcheck source=systemd/source.sh
. "$(dirname "$0")/source.sh"

tell() {
    cat >"$base/news.next"
    mv -f "$base/news.next" "$base/news"
}

if ! as_owner fetch --quiet; then
    echo offline | tell
    exit 0
fi
runs=$(cat "$base/current/commit" 2>/dev/null || as_owner rev-parse HEAD)
name=$(newest 2>/dev/null || true)
if [ -n "$name" ] && as_owner merge-base --is-ancestor "$name^{commit}" "$runs"; then
    echo same | tell
    exit 0
fi
how=new
if verifies; then
    if [ -z "$name" ] || ! verified "$name"; then
        echo "unsigned $name" | tell
        exit 0
    fi
    how="new verified"
fi
{
    echo "$how"
    as_owner diff --no-ext-diff --no-color --unified=0 "$runs" "$name^{commit}" -- CHANGELOG.md |
        sed -n 's/^+\([^+].*\)/\1/p' | head -n 200
} | tell
