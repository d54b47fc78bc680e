#!/bin/bash
# First process of the PostgreSQL that the recipes build: it makes the cluster at the first start and runs /docker-entrypoint-initdb.d, with the settings and
# the folders of the image that compose.yaml names.
set -euo pipefail

if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chmod 0700 "$PGDATA"
  chmod 3775 /var/run/postgresql
  chown -R postgres "$PGDATA" /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Several options in one setting.
  initdb --username="$POSTGRES_USER" --pwfile=<(echo "$POSTGRES_PASSWORD") $POSTGRES_INITDB_ARGS
  export PGPASSWORD=$POSTGRES_PASSWORD
  pg_ctl --wait -o '-c listen_addresses=' start
  for script in /docker-entrypoint-initdb.d/*.sh; do "$script"; done
  pg_ctl --wait --mode fast stop
  unset PGPASSWORD
fi
exec "$@"
