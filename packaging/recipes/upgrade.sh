#!/bin/bash
# A school box goes from one release to the next: settings, keys and data stay, migrations run, a browser signs in as before; the way back is refused
# with words that say what to do, and harms nothing; a machine that loses its power in the middle of it ends well.
#
#   packaging/recipes/upgrade.sh OLD.deb NEW.deb [FOLDER]
#
# NEW has the higher version, and migrations that OLD has not. Needs what lan-box.sh needs. FOLDER is a new one below /tmp where left out.
set -euo pipefail

OLD=$(realpath "$1")
NEW=$(realpath "$2")
WORK=${3:-$(mktemp -d /tmp/mfuko-upgrade-XXXXXX)}
REPO=$(realpath "$(dirname "$0")/../..")
. "$(dirname "$0")/lan-box.sh"

install_box "$OLD"
make_admin
sign_in
cp "$OLD" "$BOX/root/old.deb"
cp "$NEW" "$BOX/root/new.deb"
# Keys and settings, and the people with what they did.
kept() { box sh -c 'sha256sum /etc/mfuko/mfuko.env /var/lib/mfuko/keys/* /etc/caddy/Caddyfile'; }
BEFORE=$(kept)
FROM=$(box dpkg-query -W -f '${Version}' mfuko)

say "the power goes while the new release is unpacked"
box sh -c 'apt-get -o Dpkg::Use-Pty=0 install -qy /root/new.deb >/var/tmp/apt.log 2>&1' &
INSTALLING=$!
until_true box sh -c 'find /usr/lib/mfuko -name "*.dpkg-new" | grep -q .'
for program in dpkg apt-get; do kill -KILL $(pgrep -x "$program" --ns "$LEADER" --nslist pid); done
fails wait "$INSTALLING"
fails [ "$(box dpkg-query -W -f '${Status}' mfuko)" = 'install ok installed' ]

say "dpkg is told to go on, and the release is installed"
box dpkg --configure -a || true
box apt-get -o Dpkg::Use-Pty=0 install -qy /root/new.deb | tail -5
until_true box mfuko status
TO=$(box dpkg-query -W -f '${Version}' mfuko)
echo "$FROM -> $TO"
dpkg --compare-versions "$TO" gt "$FROM"
[ "$BEFORE" = "$(kept)" ]
sign_in
box mfuko audit-verify
box mfuko ledger-verify

say "back to the old release: refused by the server, in words, and nothing is changed"
box apt-get -o Dpkg::Use-Pty=0 install -qy --allow-downgrades /root/old.deb >"$WORK/back.log" 2>&1 || true
until_true box sh -c 'journalctl -u mfuko --no-pager -n 60 | grep "Start the newer version that ran here before"'
box sh -c 'journalctl -u mfuko --no-pager -n 60 | grep -m1 "does not know: it is newer"'
fails box mfuko status

say "forward again"
box apt-get -o Dpkg::Use-Pty=0 install -qy /root/new.deb | tail -3
until_true box mfuko status
[ "$BEFORE" = "$(kept)" ]
sign_in
say "done"
