#!/bin/bash
# The containers of packaging/containers by their compose file, with Docker: from the archive of the image to a browser outside that signs in over TLS, a
# student who is enrolled and checked in by finger, a backup, everything lost and restored, both verifiers content.
#
#   packaging/recipes/compose.sh mfuko_VERSION_amd64.oci.tar PUBLIC_KEY [FOLDER]
#
# Needs root, and of Debian: docker.io, docker-compose (or the plugin of Docker that is newer), skopeo, mmdebstrap, libnss3-tools, chromium. The daemon is
# one of the recipe's own in a network of its own, so no port, image or container of this machine is touched. PostgreSQL's and Caddy's images are built
# here under the names that compose.yaml has: the PostgreSQL that comes with the package, and Debian's Caddy. FOLDER is a new one below /tmp where left
# out; with KEEP=1 it stays. BASE names a Debian with those packages that was made before.
set -euo pipefail

ARCHIVE=$(realpath "$1")
KEY=$(realpath "$2")
WORK=${3:-$(mktemp -d /tmp/mfuko-compose-XXXXXX)}
REPO=$(realpath "$(dirname "$0")/../..")
. "$(dirname "$0")/compose-box.sh"

demand_programs
start_docker
make_images
load_image "$ARCHIVE" "$KEY"

say "without settings it says so"
[ -n "$(compose config 2>&1 | grep 'run ./make-settings.sh first')" ]

make_settings
say "docker compose up: without an account for text messages it refuses, in words"
compose up -d
until_true said mfuko '^Refusing to start in production: '
compose logs mfuko 2>&1 | grep -m1 'Refusing'

fill_in_settings
compose up -d
until_healthy

say "what runs: ports, users, walls"
compose ps
[ "$(docker ps --format '{{.Ports}}' | grep -o '0.0.0.0:[0-9]*' | sort -u | tr '\n' ' ')" = '0.0.0.0:443 0.0.0.0:80 ' ]
[ "$(in_container mfuko id -u)" = 10001 ]
for service in database mfuko caddy; do
  fails in_container $service touch /usr/x
  [ "$(in_container $service sh -c 'sed -n "s/^NoNewPrivs:\s*//p" /proc/1/status')" = 1 ]
done
[ "$(in_container mfuko sed -n 's/^CapEff:\s*//p' /proc/1/status)" = 0000000000000000 ]
# No network but its own loopback.
[ "$(in_container database sh -c 'ls /sys/class/net')" = lo ]
fails in_container mfuko touch /run/postgresql/x

make_admin
gate check-in
say "no page of the metrics for whoever comes through Caddy"
[ "$(outside curl -s -o /dev/null -w '%{http_code}' --cacert "$WORK/ca.crt" --resolve "$NAME:443:$BOX_IP" "https://$NAME/metrics")" = 404 ]

say "the doctor: warnings of what this network has not, and no error"
in_container mfuko mfuko doctor >"$WORK/doctor.log" && CODE=0 || CODE=$?
cat "$WORK/doctor.log"
[ $CODE = 1 ]

say "a backup, restored on trial"
in_container mfuko mfuko backup --make-key | grep -o 'AGE-SECRET-KEY-[0-9A-Z]*' >"$WORK/key.txt"
install -d -m 0700 -o 10001 -g 10001 "$WORK/backup/backups"
in_container mfuko mfuko backup --to /mnt/mfuko-backup/backups

say "the server is killed, and comes back; then the daemon and all"
started() { docker inspect --format '{{.State.StartedAt}}' "$(compose ps -q mfuko)"; }
BEFORE=$(started)
kill -KILL "$(docker inspect --format '{{.State.Pid}}' "$(compose ps -q mfuko)")"
again() { [ "$(started)" != "$BEFORE" ]; }
until_true again
until_healthy
stop_docker
start_docker
until_healthy
gate check-out

say "everything is lost but the backup and the settings"
compose down -v
[ -z "$(docker volume ls -q)" ]
install -m 0600 -o 10001 -g 10001 "$WORK/key.txt" "$WORK/backup/key.txt"
compose up -d database
until_true healthy database
compose run --rm mfuko mfuko restore "/mnt/mfuko-backup/backups/$(ls "$WORK/backup/backups" | grep '\.age$' | tail -1)" --identity /mnt/mfuko-backup/key.txt
compose up -d
until_healthy
rm "$WORK/backup/key.txt"
in_container mfuko mfuko audit-verify
in_container mfuko mfuko ledger-verify
# Her finger is known, by the keys and the pictures of the backup; by it she is still in school.
gate check-out
compose down
say "done"
