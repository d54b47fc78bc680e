#!/bin/bash
# A school box from nothing: a clean Debian 12, the package, TLS in its own network, the first Admin, a browser outside that signs in, a student who is
# enrolled and checked in by finger, a backup, and another machine in place of the lost one, which knows her finger.
#
#   packaging/recipes/school-box.sh mfuko_VERSION_amd64.deb [FOLDER]
#
# Needs what lan-box.sh needs. FOLDER is a new one below /tmp where left out.
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
gate check-in

say "nothing of the authority but its certificate is sent"
for path in /root.key /intermediate.key /ca.crt/../root.key /ca.crt/root.key '/ca.crt/%2e%2e/root.key' /pki/authorities/local/root.key; do
  for origin in "http://$BOX_IP" "https://$BOX_IP" "https://$NAME"; do
    if outside curl -sk --path-as-is --resolve "$NAME:443:$BOX_IP" "$origin$path" | grep -q "PRIVATE KEY"; then
      echo "$origin$path sends a private key" >&2
      exit 1
    fi
  done
done

verify_all

say "the server is killed, and comes back"
box sh -c 'kill -KILL $(grep -l "server/src/main[.]ts" /proc/[0-9]*/cmdline | cut -d/ -f3)'
until_true box mfuko status
say "everything is killed, and comes back"
KILLED=$(box systemctl show -P MainPID mfuko)
# It answers with an error where a process of them ended meanwhile.
box systemctl kill --signal=SIGKILL mfuko || true
another_runs() { ! box systemctl show -P MainPID mfuko | grep -qx "0\|$KILLED"; }
until_true another_runs
until_true box mfuko status

say "the package is installed again, as at an upgrade: settings and data stay"
BEFORE=$(box sha256sum /etc/mfuko/mfuko.env)
box apt-get -o Dpkg::Use-Pty=0 install -qy --reinstall /root/mfuko.deb | tail -3
until_true box mfuko status
[ "$BEFORE" = "$(box sha256sum /etc/mfuko/mfuko.env)" ]

say "a backup behind the walls of the unit, restored on trial"
open_backups
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
[ "$(grep -c '^warning' <<<"$SAID")" = "$(grep -cE '^warning  (clock|SMS gateway|alarms|M-Pesa|collection|backup):' <<<"$SAID")" ]
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

say "the machine is lost, and another one stands in its place"
carry_away
# After the backup: what the new machine does not know.
gate check-out
lose_box
unpack_box "$DEB"
bring_back
open_tls
verify_all
# Her finger is known, by the keys and the pictures of the backup; by it she is still in school.
gate check-out

say "removed and purged: the data is kept, and the settings with the master key"
box apt-get -o Dpkg::Use-Pty=0 purge -qy mfuko | tail -4
box test -d /var/lib/mfuko/postgres -a -e /etc/mfuko/mfuko.env
say "done"
