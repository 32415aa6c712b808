#!/bin/bash
# screens.sh [NUMBER…]: all combinations unless numbered
#
# In the VM: the app's start on every kind of screen, see screens.py.
set -u
# shellcheck source=tests/vm/install.sh
. /share/tests/vm/install.sh
plymouth-set-default-theme spinner
install -D -m 644 /opt/companion/versions/1/systemd/companion.service /etc/systemd/system/companion.service
ln -sfn versions/1 /opt/companion/current
systemctl daemon-reload
cd /share && PYTHONPATH=/opt/companion/lib:/share exec python3 -m tests.vm.screens "$@"
