#!/bin/bash
# A school whose tablet has its reader at a mini computer, both from their packages: a clean Debian 12 with the server and the scanner service, TLS in its own
# network, and outside a tablet's Chromium that trusts both roots, is paired under This Device, enrols a student there, turns another finger away, and
# checks the student in; with the browser's data gone it is told nothing until it is paired anew.
#
#   packaging/recipes/school-reader.sh mfuko_VERSION_amd64.deb mfuko-scanner_VERSION_amd64.deb [FOLDER]
#
# Needs what lan-box.sh needs. FOLDER is a new one below /tmp where left out.
set -euo pipefail

DEB=$(realpath "$1")
SCANNER_DEB=$(realpath "$2")
WORK=${3:-$(mktemp -d /tmp/mfuko-box-XXXXXX)}
REPO=$(realpath "$(dirname "$0")/../..")
MORE_NEEDS='libfprint-2-2 gir1.2-fprint-2.0 python3-gi udev'
MORE_UNITS=mfuko-scanner
. "$(dirname "$0")/lan-box.sh"
UNIT=/etc/systemd/system/mfuko-scanner.service.d

say "the server, which is told the reader's address"
install_box "$DEB"
box sed -i "s|^# READER_ORIGINS=.*|READER_ORIGINS=wss://$BOX_IP:8443|" /etc/mfuko/mfuko.env
box systemctl restart mfuko
until_true box mfuko status
outside curl -sk --resolve "$NAME:443:$BOX_IP" -o /dev/null -D - "https://$NAME/" | grep -i content-security-policy | grep -q "wss://$BOX_IP:8443"
make_admin

say "apt install ./scanner.deb, opened to the network, with the console's address"
cp "$SCANNER_DEB" "$BOX/root/scanner.deb"
box apt-get -o Dpkg::Use-Pty=0 install -qy /root/scanner.deb | tail -2
box sed -i -e "s|^# SCANNER_ORIGINS=.*|SCANNER_ORIGINS=https://$NAME|" -e "s|^# SCANNER_LAN=.*|SCANNER_LAN=$BOX_IP|" /etc/mfuko-scanner/mfuko-scanner.env
box install -D -m 644 /usr/lib/mfuko-scanner/lan.conf $UNIT/lan.conf
printf '[Service]\nEnvironment=FP_VIRTUAL_IMAGE=/run/mfuko-scanner/image.sock\n' | box tee $UNIT/virtual.conf >/dev/null
box systemctl daemon-reload
box systemctl restart mfuko-scanner
until_true outside timeout 5 bash -c "exec 3<>/dev/tcp/$BOX_IP/8443"
box mfuko-scanner certificate >"$WORK/reader-ca.crt"

new_code() { box mfuko-scanner pair | grep -o '[0-9]\{4\} [0-9]\{4\}' | tr -d ' '; }
# at_the_reader check-in|check-out|check-in-again: as gate, with the reader of the mini computer.
at_the_reader() {
  say "a tablet outside is paired, and a finger is laid on the mini computer's reader: $1"
  visit gate --do "$1" --secret "$WORK/secret" --pair "$(new_code)" --socket "/proc/$LEADER/root/run/mfuko-scanner/image.sock"
  box mfuko-scanner tablets
}
at_the_reader check-in
at_the_reader check-out
[ "$(box mfuko-scanner tablets | grep -c '^[0-9A-Za-z_-]\{8\} ')" = 2 ]
verify_all
say "done"
