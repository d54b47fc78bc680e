#!/bin/bash
# A reader for tablets, from nothing: a clean Debian 12 as the mini computer, with the package and libfprint's virtual reader, and in another network a
# tablet's Chromium that trusts the root certificate, is paired by the code, scans, and is hung up on once it is unpaired.
#
#   packaging/recipes/lan-reader.sh mfuko-scanner_VERSION_amd64.deb [FOLDER]
#
# Needs what box.sh needs, and of Debian: chromium, libnss3-tools, openssl. FOLDER is a new one below /tmp where left out.
set -euo pipefail

DEB=$(realpath "$1")
WORK=${2:-$(mktemp -d /tmp/mfuko-box-XXXXXX)}
REPO=$(realpath "$(dirname "$0")/../..")
MACHINE=mfukolan$$
NODE=$REPO/node_modules/.bin/node
BOX_IP=192.168.78.10
OUR_IP=192.168.78.1
NEEDS='adduser libfprint-2-2 gir1.2-fprint-2.0 python3-gi libstdc++6 udev'
BOX_UNITS=mfuko-scanner
. "$(dirname "$0")/box.sh"
cp "$DEB" "$BOX/root/scanner.deb"
open_outside
boot_box
plug_in

SETTINGS=/etc/mfuko-scanner/mfuko-scanner.env
UNIT=/etc/systemd/system/mfuko-scanner.service.d
URL=wss://$BOX_IP:8443
tablet() { outside "$NODE" "$REPO/packaging/recipes/tablet.ts" --url $URL --name mfuko.lan --socket "/proc/$LEADER/root/run/mfuko-scanner/image.sock" "$@"; }
reach() { outside timeout 5 bash -c "exec 3<>/dev/tcp/$BOX_IP/$1" 2>/dev/null; }
must_fail() { if "$@" >/dev/null 2>&1; then echo "this should have failed: $*" >&2; exit 1; fi; }
start() { box systemctl daemon-reload; box systemctl restart mfuko-scanner; until_true box grep -q ':1F90' /proc/net/tcp; }
new_code() { box mfuko-scanner pair | grep -o '[0-9]\{4\} [0-9]\{4\}' | tr -d ' '; }

say "apt install ./scanner.deb, and the console's address"
box apt-get -o Dpkg::Use-Pty=0 install -qy /root/scanner.deb | tail -2
box sed -i -e 's|^# SCANNER_ORIGINS=.*|SCANNER_ORIGINS=https://mfuko.lan|' $SETTINGS
box mkdir -p $UNIT
printf '[Service]\nEnvironment=FP_VIRTUAL_IMAGE=/run/mfuko-scanner/image.sock\n' | box tee $UNIT/virtual.conf >/dev/null
start
must_fail reach 8443
must_fail reach 8080
must_fail box mfuko-scanner pair
box mfuko-scanner pair || true

say "SCANNER_LAN alone opens nothing: the walls of the unit stand"
box sed -i -e "s|^# SCANNER_LAN=.*|SCANNER_LAN=$BOX_IP|" $SETTINGS
start
until_true box grep -qi ':20FB' /proc/net/tcp /proc/net/tcp6
# A kernel without BPF for control groups, as in a container within another, has no such walls: systemd says so in its journal.
if box systemd-run --quiet --wait -p IPAddressDeny=any bash -c 'exec 3<>/dev/tcp/127.0.0.1/8080'; then
  echo "this kernel filters no addresses for a unit: NOT TRIED"
else
  must_fail reach 8443
fi

say "opened to private networks by the file that comes along; the other port stays shut"
box install -D -m 644 /usr/lib/mfuko-scanner/lan.conf $UNIT/lan.conf
start
until_true reach 8443
must_fail reach 8080
box journalctl -u mfuko-scanner -n 6 --no-pager -o cat
[ "$(box stat -c '%a %U' /run/mfuko-scanner/control.sock)" = "600 mfuko-scanner" ]

say "a browser that does not trust the root certificate speaks with nobody"
mkdir -p "$WORK/home/.pki/nssdb" "$WORK/other/.pki/nssdb"
for home in home other; do certutil -d "sql:$WORK/$home/.pki/nssdb" -N --empty-password; done
tablet --home "$WORK/home" --do scan --expect 1006

say "the root certificate, compared by its fingerprint, as a technician does"
box mfuko-scanner certificate >"$WORK/reader-ca.crt"
outside curl -sfk "https://$BOX_IP:8443/ca.crt" -o "$WORK/fetched.crt"
TOLD=$(box mfuko-scanner certificate | tail -1 | cut -d' ' -f2)
[ "$(openssl x509 -in "$WORK/fetched.crt" -noout -fingerprint -sha256 | cut -d= -f2)" = "$TOLD" ]
for home in home other; do certutil -d "sql:$WORK/$home/.pki/nssdb" -A -t C,, -n reader -i "$WORK/reader-ca.crt"; done

say "before it is paired, and with a wrong code, a tablet gets nothing"
tablet --home "$WORK/home" --do scan --expect 4401
tablet --home "$WORK/home" --do pair --code 12345678 --expect 4410

say "paired by the code, it scans"
CODE=$(new_code)
tablet --home "$WORK/home" --do pair --code "$CODE" --expect picture
box mfuko-scanner tablets
tablet --home "$WORK/other" --do pair --code "$CODE" --expect 4410

say "its browser is started again, and so is the mini computer's service: it scans by its key alone"
tablet --home "$WORK/home" --do scan --expect picture
start
until_true reach 8443
tablet --home "$WORK/home" --do scan --expect picture
tablet --home "$WORK/other" --do scan --expect 4401

say "unpaired while it is connected"
tablet --home "$WORK/home" --do hold --expect 4401 >"$WORK/hold.log" 2>&1 &
HELD=$!
until_true grep -q proven "$WORK/hold.log"
box mfuko-scanner tablets | grep connected
box mfuko-scanner unpair "$(box mfuko-scanner tablets | cut -c1-8)"
wait $HELD
cat "$WORK/hold.log"
tablet --home "$WORK/home" --do scan --expect 4401
box mfuko-scanner tablets

say "no code is in the log or on the disk"
must_fail box sh -c "journalctl -u mfuko-scanner --no-pager -o cat | grep -e $CODE -e 12345678"
must_fail box grep -rq "$CODE" /var/lib/mfuko-scanner
box journalctl -u mfuko-scanner --no-pager -o cat | grep -i tablet

say "purged: nothing is left open"
box apt-get -o Dpkg::Use-Pty=0 purge -qy mfuko-scanner | tail -1
box test ! -e $UNIT/lan.conf -a ! -e /var/lib/mfuko-scanner
say "done"
