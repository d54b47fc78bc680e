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
. "$(dirname "$0")/lan-box.sh"

install_box "$DEB"
box stat -c '%A %U:%G %n' /etc/mfuko/mfuko.env /var/lib/mfuko /usr/lib/mfuko/bin/node
box systemd-analyze verify /lib/systemd/system/mfuko.service
make_admin
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
[ "$(grep -c '^warning' <<<"$SAID")" = "$(grep -cE '^warning  (clock|SMS gateway|alarms|M-Pesa|backup):' <<<"$SAID")" ]
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
