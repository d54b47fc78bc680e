#!/bin/bash
# A school box from nothing: a clean Debian 12, the package, TLS in its own network, the first Admin, and a browser outside that signs in.
#
#   packaging/recipes/school-box.sh mfuko_VERSION_amd64.deb [FOLDER]
#
# Needs what box.sh needs, and of Debian: libnss3-tools, chromium. FOLDER is a new one below /tmp where left out.
set -euo pipefail

DEB=$(realpath "$1")
WORK=${2:-$(mktemp -d /tmp/mfuko-box-XXXXXX)}
REPO=$(realpath "$(dirname "$0")/../..")
NAME=mfuko.lan
BOX_IP=192.168.77.10
OUR_IP=192.168.77.1
MACHINE=mfukobox$$
NODE=$REPO/node_modules/.bin/node
NEEDS='adduser caddy systemd-timesyncd libstdc++6'
BOX_UNITS='caddy mfuko'
. "$(dirname "$0")/box.sh"

cp "$DEB" "$BOX/root/mfuko.deb"
# The second line stands for the router's DNS.
printf '127.0.0.1 localhost\n%s %s\n' $BOX_IP $NAME >"$BOX/etc/hosts"

boot_box
VETH=$(ip -o link | grep -o 've-mfukobox[^@:]*' | head -1)
ip addr add $OUR_IP/24 dev "$VETH"
ip link set "$VETH" up
box ip addr add $BOX_IP/24 dev host0
box ip link set host0 up

say "apt install ./mfuko.deb"
box apt-get -o Dpkg::Use-Pty=0 install -qy /root/mfuko.deb | tail -15
box stat -c '%A %U:%G %n' /etc/mfuko/mfuko.env /var/lib/mfuko /usr/lib/mfuko/bin/node
box systemd-analyze verify /lib/systemd/system/mfuko.service

say "settings: an account for text messages that this recipe makes up, and no network time"
box sed -i -e 's/^AFRICASTALKING_USERNAME=.*/AFRICASTALKING_USERNAME=recipe/' -e 's/^AFRICASTALKING_API_KEY=.*/AFRICASTALKING_API_KEY=recipe/' \
  -e 's/^TIME_SERVER=.*/TIME_SERVER=none/' /etc/mfuko/mfuko.env

say "mfuko tls lan $NAME $BOX_IP"
box mfuko tls lan $NAME $BOX_IP
box mfuko status
TOLD=$(box mfuko tls ca)
echo "$TOLD"
AUTHORITY=$(grep -o '[0-9A-F:]\{95\}' <<<"$TOLD")

say "the first Admin"
box mfuko admin-create --phone 254711000077 --first Njeri --last Kariuki --backup-codes >"$WORK/codes"
CODES=$(grep -o '[0-9A-Z]\{4\}-[0-9A-Z]\{4\}' "$WORK/codes" | tr '\n' ' ')
rm "$WORK/codes"

say "a browser outside, which trusts the authority that it fetched"
sign_in() {
  local code=${CODES%% *}
  CODES=${CODES#* }
  rm -rf "$WORK/home"
  mkdir -p "$WORK/home/.pki/nssdb"
  curl -sf "http://$BOX_IP/ca.crt" -o "$WORK/ca.crt"
  [ "$(openssl x509 -in "$WORK/ca.crt" -noout -fingerprint -sha256 | cut -d= -f2)" = "$AUTHORITY" ]
  certutil -d "sql:$WORK/home/.pki/nssdb" -N --empty-password
  "$NODE" "$REPO/packaging/recipes/sign-in.ts" --home "$WORK/home" --name $NAME --ip $BOX_IP --trusted false
  certutil -d "sql:$WORK/home/.pki/nssdb" -A -t C,, -n school -i "$WORK/ca.crt"
  "$NODE" "$REPO/packaging/recipes/sign-in.ts" --home "$WORK/home" --name $NAME --ip $BOX_IP --trusted true --phone 254711000077 --code "$code"
}
sign_in

say "nothing of the authority but its certificate is sent"
for path in /root.key /intermediate.key /ca.crt/../root.key /ca.crt/root.key '/ca.crt/%2e%2e/root.key' /pki/authorities/local/root.key; do
  for origin in "http://$BOX_IP" "https://$BOX_IP" "https://$NAME"; do
    if curl -sk --path-as-is --resolve "$NAME:443:$BOX_IP" "$origin$path" | grep -q "PRIVATE KEY"; then
      echo "$origin$path sends a private key" >&2
      exit 1
    fi
  done
done

say "the tools"
box mfuko audit-verify
box mfuko ledger-verify

say "the server is killed, and comes back"
box sh -c 'kill -KILL $(grep -l "server/src/main[.]ts" /proc/[0-9]*/cmdline | cut -d/ -f3)'
until_true box mfuko status
say "everything is killed, and comes back"
box systemctl kill --signal=SIGKILL mfuko
until_true box mfuko status

say "the package is installed again, as at an upgrade: settings and data stay"
BEFORE=$(box sha256sum /etc/mfuko/mfuko.env)
box apt-get -o Dpkg::Use-Pty=0 install -qy --reinstall /root/mfuko.deb | tail -3
until_true box mfuko status
[ "$BEFORE" = "$(box sha256sum /etc/mfuko/mfuko.env)" ]
sign_in

say "a backup behind the walls of the unit, restored on trial"
box install -d -m 0700 -o mfuko -g mfuko /mnt/mfuko-backup/backups
box mfuko backup --make-key | box sh -c 'umask 077; cat >/var/tmp/key.txt; chown mfuko /var/tmp/key.txt'
box grep -q AGE-SECRET-KEY /var/tmp/key.txt
box sed -i 's|^# BACKUP_TO=.*|BACKUP_TO=/mnt/mfuko-backup/backups|' /etc/mfuko/mfuko.env
box systemctl restart mfuko
mapfile -t WALLS < <(sed -nE '/^\[Service\]/,/^\[Install\]/{/^(User|Group|WorkingDirectory|StateDirectory|ReadWritePaths|UMask|NoNew|Protect|Private|Restrict|Lock|SystemCall|Capability)/p}' "$REPO/packaging/mfuko.service" | sed 's/^/--property=/')
box systemd-run --quiet --wait --pipe "${WALLS[@]}" /usr/lib/mfuko/bin/node --env-file=/etc/mfuko/mfuko.env /usr/lib/mfuko/apps/server/src/backup.ts
box sh -c 'ls -l /mnt/mfuko-backup/backups/*.age'
box mfuko backup

say "mfuko doctor: warnings of what this network has not, and no error"
# Exit code and output of the doctor; both are wanted.
doctor() { SAID=$(box mfuko doctor) && CODE=0 || CODE=$?; }
doctor
echo "$SAID"
[ "$CODE" = 1 ]
[ "$(grep -c '^warning' <<<"$SAID")" = "$(grep -cE '^warning  (clock|SMS gateway|M-Pesa|backup):' <<<"$SAID")" ]
say "the doctor names each mistake that is made"
must_find() {
  doctor
  if [ "$CODE" != 2 ] || ! grep "^error" <<<"$SAID"; then echo "$SAID"; return 1; fi
  [ "$(grep -c '^error' <<<"$SAID")" = "$(grep -c "^error    $1" <<<"$SAID")" ]
}
box chmod 0644 /etc/mfuko/mfuko.env
must_find settings:
box chmod 0640 /etc/mfuko/mfuko.env
box systemctl stop caddy
must_find TLS:
box systemctl start caddy
box chmod 0755 /var/lib/mfuko
must_find 'data folder:'
box chmod 0700 /var/lib/mfuko
box sed -i 's/^AFRICASTALKING_API_KEY=.*/AFRICASTALKING_API_KEY=/' /etc/mfuko/mfuko.env
must_find settings:
box sed -i 's/^AFRICASTALKING_API_KEY=.*/AFRICASTALKING_API_KEY=recipe/' /etc/mfuko/mfuko.env
box mv /mnt/mfuko-backup/backups /mnt/mfuko-backup/away
must_find backup:
box mv /mnt/mfuko-backup/away /mnt/mfuko-backup/backups
doctor
[ "$CODE" = 1 ]
[ "$(box mfuko doctor --json | grep -c '"check"')" -gt 15 ]

say "the data is lost, and restored from the backup"
box systemctl stop mfuko
box mv /var/lib/mfuko /root/lost
box install -d -m 0700 -o mfuko -g mfuko /var/lib/mfuko
box sh -c 'mfuko restore "$(ls /mnt/mfuko-backup/backups/*.age | tail -1)" --identity /var/tmp/key.txt'
box systemctl start mfuko
box mfuko status
box mfuko audit-verify
sign_in

say "removed and purged: the data is kept, and the settings with the master key"
box apt-get -o Dpkg::Use-Pty=0 purge -qy mfuko | tail -4
box test -d /var/lib/mfuko/postgres -a -e /etc/mfuko/mfuko.env
say "done"
