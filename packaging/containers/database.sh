#!/bin/bash
# The first start of the database: the owner of Mfuko's data, who is no superuser, and the role that backups read as.
set -euo pipefail

psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner="$OWNER_PASSWORD" --set backup="$BACKUP_PASSWORD" <<'SQL'
CREATE ROLE mfuko_owner LOGIN CREATEROLE PASSWORD :'owner';
CREATE DATABASE mfuko OWNER mfuko_owner;
CREATE ROLE mfuko_backup LOGIN BYPASSRLS IN ROLE pg_read_all_data PASSWORD :'backup';
SQL
