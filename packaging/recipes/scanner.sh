#!/bin/bash
# The scanner service from nothing: a clean Debian 12, the package, libfprint's virtual reader behind the walls of the unit, and a page that scans.
#
#   packaging/recipes/scanner.sh mfuko-scanner_VERSION_amd64.deb [FOLDER]
#
# Needs what box.sh needs. FOLDER is a new one below /tmp where left out.
set -euo pipefail

DEB=$(realpath "$1")
WORK=${2:-$(mktemp -d /tmp/mfuko-box-XXXXXX)}
REPO=$(realpath "$(dirname "$0")/../..")
MACHINE=mfukoscan$$
NODE=$REPO/node_modules/.bin/node
NEEDS='adduser libfprint-2-2 gir1.2-fprint-2.0 python3-gi libstdc++6 udev'
BOX_UNITS=mfuko-scanner
. "$(dirname "$0")/box.sh"
cp "$DEB" "$BOX/root/scanner.deb"
boot_box

SETTINGS=/etc/mfuko-scanner/mfuko-scanner.env
RULES=/etc/udev/rules.d/70-mfuko-scanner.rules
# The page's side, and the finger's, from outside: in the network of the box, with the files of this machine.
page() { nsenter --target "$LEADER" --net -- "$NODE" "$REPO/packaging/recipes/scan.ts" --origin https://mfuko.lan --socket "/proc/$LEADER/root/run/mfuko-scanner/image.sock" "$@"; }
must_fail() { if "$@" >/dev/null 2>&1; then echo "this should have failed: $*" >&2; exit 1; fi; }
helper() { pgrep --ns "$LEADER" --nslist pid -f libfprint-helper | head -1; }

say "apt install ./scanner.deb"
box apt-get -o Dpkg::Use-Pty=0 install -qy /root/scanner.deb | tail -5
box systemd-analyze verify /lib/systemd/system/mfuko-scanner.service
until_true box systemctl is-active mfuko-scanner
box journalctl -u mfuko-scanner -n 3 --no-pager -o cat
box stat -c '%A %U:%G %n' $SETTINGS $RULES
box grep -c GROUP= $RULES
box grep -A1 '# uru4000' $RULES
[ -z "$(box find /usr/lib/mfuko-scanner -name '*simulator*' -o -name '*tray*' -o -name synthetic)" ]
box systemd-analyze security --no-pager mfuko-scanner | tail -1

say "settings: the address of the console, and the virtual reader of libfprint in place of one of USB"
box sed -i -e 's|^# SCANNER_ORIGINS=.*|SCANNER_ORIGINS=https://mfuko.lan|' $SETTINGS
box mkdir -p /etc/systemd/system/mfuko-scanner.service.d
printf '[Service]\nRuntimeDirectory=mfuko-scanner\nEnvironment=FP_VIRTUAL_IMAGE=/run/mfuko-scanner/image.sock\n' | box tee /etc/systemd/system/mfuko-scanner.service.d/virtual.conf >/dev/null
box systemctl daemon-reload
box systemctl restart mfuko-scanner

say "a page that scans, and one of another site that may not"
until_true page
page
page --origin https://evil.example --refused

say "the key that captures are signed with is the service's alone, and stays"
KEY=/var/lib/mfuko-scanner/capture.key
box stat -c '%A %U:%G %n' $KEY
[ "$(box stat -c '%a %U' $KEY)" = "600 mfuko-scanner" ]
SIGNED=$(box sha256sum $KEY)

say "the helper is killed under a page that waits, and the page goes on"
page --kill "$(helper)"
box journalctl -u mfuko-scanner --no-pager -o cat | grep 'helper ended (SIGKILL)'

say "the service is killed, and everything of it, and comes back"
box sh -c 'kill -KILL $(systemctl show -P MainPID mfuko-scanner)'
until_true page
box systemctl kill --signal=SIGKILL mfuko-scanner
until_true page

say "the service hangs, and the watchdog ends it"
box mkdir -p /etc/systemd/system/mfuko-scanner.service.d
printf '[Service]\nWatchdogSec=6\n' | box tee /etc/systemd/system/mfuko-scanner.service.d/watchdog.conf >/dev/null
box systemctl daemon-reload
box systemctl restart mfuko-scanner
HUNG=$(box systemctl show -P MainPID mfuko-scanner)
box systemctl kill --signal=SIGSTOP --kill-whom=main mfuko-scanner
until_true box sh -c "[ \$(systemctl show -P MainPID mfuko-scanner) != $HUNG ] && systemctl is-active mfuko-scanner"
until_true page
box rm /etc/systemd/system/mfuko-scanner.service.d/watchdog.conf

say "no picture, and no core, is on its disk, and nothing of a finger in its journal"
[ -z "$(box find / -xdev \( -name 'core*' -o -name '*.png' \) -newer $RULES -type f -not -path '/proc/*')" ]
box journalctl -u mfuko-scanner --no-pager -o cat | awk 'length > 300 { exit 1 }'

say "refused settings are said, and not started again and again"
box sed -i 's/^SCANNER_PORT=.*/SCANNER_PORT=80x/' $SETTINGS
must_fail box systemctl restart mfuko-scanner
box journalctl -u mfuko-scanner -n 20 --no-pager -o cat | grep 'SCANNER_PORT is no whole number'
box sed -i 's/^SCANNER_PORT=.*/SCANNER_PORT=8080/' $SETTINGS
box systemctl restart mfuko-scanner

say "the package is installed again, as at an upgrade: settings stay, and it runs"
BEFORE=$(box sha256sum $SETTINGS)
box apt-get -o Dpkg::Use-Pty=0 install -qy --reinstall /root/scanner.deb | tail -2
until_true page
[ "$BEFORE" = "$(box sha256sum $SETTINGS)" ]
[ "$SIGNED" = "$(box sha256sum $KEY)" ]

say "the library is set up anew, and with it the rule"
box rm $RULES
box apt-get -o Dpkg::Use-Pty=0 install -qy --reinstall libfprint-2-2 | tail -1
box grep -q 'idProduct}=="000a"' $RULES

say "removed: settings stay; purged: nothing does"
box apt-get -o Dpkg::Use-Pty=0 remove -qy mfuko-scanner | tail -1
box test -e $SETTINGS -a ! -e $RULES
must_fail box systemctl is-active mfuko-scanner
box rm -r /etc/systemd/system/mfuko-scanner.service.d
box apt-get -o Dpkg::Use-Pty=0 purge -qy mfuko-scanner | tail -1
[ -z "$(box sh -c 'ls -d /etc/mfuko-scanner /var/lib/mfuko-scanner /usr/lib/mfuko-scanner /usr/share/doc/mfuko-scanner 2>/dev/null; getent passwd mfuko-scanner')" ]
say "done"
