#!/bin/bash
# Makes the keys and settings of an installation in containers, once:
#
#   ./make-settings.sh https://mfuko.county.go.ke VERSION [acme|internal]
#
# Writes beside itself: .env (address and version, no secret), database.env and mfuko.env (secrets). It never writes over one.
set -euo pipefail
cd "$(dirname "$0")"
umask 077

[[ ${1:-} =~ ^https://[a-z0-9.-]+$ && ${2:-} =~ ^[0-9]+\.[0-9]+\.[0-9]+$ && ${3:-acme} =~ ^(acme|internal)$ ]] || {
  echo 'Say: ./make-settings.sh https://NAME VERSION [acme|internal]' >&2
  exit 2
}
for file in .env database.env mfuko.env; do
  [ ! -e "$file" ] || { echo "$file is there already. Keys beside data are never made anew: they would open nothing of it." >&2; exit 1; }
done

secret() { head -c "$1" /dev/urandom | base64 -w 0 | tr '+/' '-_' | tr -d '='; }
OWNER=$(secret 24)
BACKUP=$(secret 24)

cat >database.env.new <<END
POSTGRES_USER=postgres
POSTGRES_PASSWORD=$(secret 24)
OWNER_PASSWORD=$OWNER
BACKUP_PASSWORD=$BACKUP
END
sed -e "s|^MASTER_KEY=.*|MASTER_KEY=$(head -c 32 /dev/urandom | base64 -w 0)|" -e "s|^APP_WIRE_KEY=.*|APP_WIRE_KEY=$(secret 12)|" \
  -e "s|^DATABASE_URL=.*|DATABASE_URL=postgresql://mfuko_owner:$OWNER@localhost/mfuko?host=/run/postgresql|" \
  -e "s|^BACKUP_DATABASE_URL=.*|BACKUP_DATABASE_URL=postgresql://mfuko_backup:$BACKUP@localhost/mfuko?host=/run/postgresql|" \
  mfuko.env.template >mfuko.env.new
cat >.env.new <<END
PUBLIC_URL=$1
MFUKO_VERSION=$2
TLS_ISSUER=${3:-acme}
END
for file in database.env mfuko.env .env; do mv "$file.new" "$file"; done
echo 'Written: .env, database.env, mfuko.env. Copy all three to paper or a stick that is locked away, then fill in mfuko.env.'
