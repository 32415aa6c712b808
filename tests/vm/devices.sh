#!/bin/bash
# In the VM: buttons, lamps and camera on the kernel's own devices. /share is the repository; its environment lends
# what the VM's Python has not. lgpio makes a pipe in a given folder, which the shared one cannot hold.
set -eu
sim-gpio
cd /share
LG_WD=/tmp PYTHONPATH=/usr/local/lib/python3.11/dist-packages:/share/.venv/lib/python3.11/site-packages \
    python3 -m pytest -s -p no:cacheprovider tests/vm/devices.py tests/hardware/test_gpio.py
