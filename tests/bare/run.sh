#!/bin/bash
# run.sh [RELEASE...]: bookworm and trixie (Debian 12 and 13) unless named
#
# Runs the README's commands and systemd/install.sh in Debian systems that have nothing but git and make, with a clone
# of the commit that is checked out. A package that every developer's computer happens to have is missing there.
# Checkout and installation each have a system of their own: what one installs must not hide what the other lacks.
# Needs root. The host lends its configuration of apt and pip, its certificates and its name servers.
# Environment: ARGS (for make test), MIRROR (Debian's, the host's unless set).
# Prints one line per step; the output is in build/bare/RELEASE.log. build/bare/RELEASE.base is kept from run to run;
# delete it to get Debian's current packages.
set -Eeuo pipefail
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "This needs the rights of the administrator. Run: sudo make test-bare" >&2; exit 1; }
work=$PWD/build/bare
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
failed=0
mkdir -p "$work"

lent_settings() { env | grep -E '^(PIP|UV)_[A-Z_]+=|^(https?|no|all)_proxy=|^(HTTPS?|NO|ALL)_PROXY=' || true; }

mirror() { # mirror: the host's first archive of Debian itself
    echo "${MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m 1 'debian/*$' ||
        echo http://deb.debian.org/debian)}"
}

build_base() { # build_base RELEASE
    command -v debootstrap >/dev/null || apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
    rm -rf "$work/$1.new"
    debootstrap --variant=minbase --include=git,make --keyring="$keyring" "$1" "$work/$1.new" "$(mirror)"
    mv "$work/$1.new" "$work/$1.base"
}

lend() { # lend RELEASE: how the host reaches Debian's archive and the package index
    local file
    printf 'deb %s %s main\n' "$(mirror)" "$1" "$(mirror)" "$1-updates" >"$root/etc/apt/sources.list"
    apt-config dump | grep -E '^Acquire::(https?|Check)' >"$root/etc/apt/apt.conf.d/90lent" || true
    for file in /etc/pip.conf /etc/xdg/pip "$HOME/.config/pip" /usr/local/share/ca-certificates /etc/resolv.conf; do
        [ ! -e "$file" ] || (cd / && cp -rL --parents "${file#/}" "$root")
    done
}

fresh_system() { # fresh_system RELEASE: $root, with a clone in /srv/table-companion
    root=$work/$1
    rm -rf "$root"
    cp -a "$work/$1.base" "$root"
    ln -sf pts/ptmx "$root/dev/ptmx"
    lend "$1"
    git -c safe.directory='*' clone --quiet --depth 1 "file://$PWD" "$root/srv/table-companion"
}

inside() { # inside COMMAND: in $root, with mounts and processes that end with it however it ends
    local lent
    mapfile -t lent < <(lent_settings)
    # shellcheck disable=SC2016  # the inner shell expands them
    unshare --mount --pid --ipc --fork --kill-child bash -c '
        set -e
        cd "$1"
        mount -t proc proc proc
        mount -t sysfs -o ro sysfs sys
        mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
        mount -t tmpfs tmpfs dev/shm
        mount -t tmpfs tmpfs run
        chroot . env -i HOME="$HOME" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${@:3}" \
            sh -c "cd /srv/table-companion && $2" </dev/null
        exit $?' inside "$root" "$1" "${lent[@]}"
}

step() { # step RELEASE COMMAND...
    local began=$SECONDS result=passed log=$work/$1.log
    local -i from
    from=$(($(wc -l <"$log") + 1))
    echo "== ${*:2}" >>"$log"
    "${@:2}" >>"$log" 2>&1 || { result=FAILED; failed=1; }
    printf '%-9s %-7s %4s s  %s\n' "$1" "$result" $((SECONDS - began)) "${*: -1}"
    [ "$result" = passed ] || tail -n "+$from" "$log" | tail -n 40
}

[ $# -gt 0 ] || set -- bookworm trixie
for release in "$@"; do
    : >"$work/$release.log"
    [ -d "$work/$release.base" ] || step "$release" build_base "$release"

    fresh_system "$release"
    step "$release" inside "make demo FAST=1"
    step "$release" inside "nice -n 10 make test ARGS='-rs ${ARGS:-}'"

    fresh_system "$release"
    step "$release" inside "systemd/install.sh"
    step "$release" inside "systemd-analyze verify --man=no companion.service companion-news.service companion-update.service companion-wifi@BR.service"
    step "$release" inside "/opt/companion/bin/companion demo --fast"
    step "$release" inside "systemd/uninstall.sh && ! ls /opt/companion 2>/dev/null"
    rm -rf "$root"
done
exit $failed
