#!/bin/bash
# Point-in-time recovery of an outside database, as docs/operations.md tells it, on Debian's PostgreSQL (apt install postgresql) with its own
# pg_basebackup: archive, base backup, damage, recovery. Run as root from the repository; it leaves nothing behind.
#   packaging/recipes/point-in-time.sh
set -euo pipefail

HERE=$(cd "$(dirname "$0")/../.." && pwd)
NODE=$(readlink -f "$HERE/node_modules/.bin/node")
BIN=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
WORLD=$(mktemp -d)
LIVE=$WORLD/live ARCHIVE=$WORLD/archive
export PATH="$BIN:$PATH" PGHOST=$WORLD PGPORT=54329 PGUSER=postgres PGDATABASE=postgres

as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups --no-new-privs "$@"; }
wal() { local tool=$1; shift; as_postgres "$NODE" "$HERE/apps/server/src/wal-$tool.ts" "$@"; }
say() { echo "== $*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }
stop() { as_postgres pg_ctl --pgdata="$LIVE" --mode=fast stop >/dev/null 2>&1 || true; }
trap 'stop; rm -rf "$WORLD"' EXIT

start() { as_postgres pg_ctl --pgdata="$LIVE" --log="$WORLD/log" --timeout=120 --wait start >/dev/null; }
# Started is said before the recovery is over; false where it ends instead.
recover() {
  start 2>/dev/null || return 1
  while pg_ctl_says status; do
    [[ $(sql 'SELECT pg_is_in_recovery()' 2>/dev/null) == f ]] && return
    sleep 0.2
  done
  return 1
}
pg_ctl_says() { as_postgres pg_ctl --pgdata="$LIVE" "$1" >/dev/null; }
sql() { as_postgres psql --no-psqlrc --quiet --tuples-only --no-align --command="$1"; }
# Until PostgreSQL has archived the segment that is open now.
archive_all() {
  local segment
  segment=$(sql 'SELECT pg_walfile_name(pg_switch_wal())')
  for _ in $(seq 300); do
    [[ ! $(sql 'SELECT last_archived_wal FROM pg_stat_archiver') < $segment ]] && return
    sleep 0.2
  done
  fail "$segment was not archived: $(tail -3 "$WORLD/log")"
}

chown postgres:postgres "$WORLD"
as_postgres mkdir -m 700 "$ARCHIVE"
read -r IDENTITY RECIPIENT < <(as_postgres "$NODE" --input-type=module -e "
  import { makePair } from '$HERE/apps/server/src/platform/backup/age-keys.ts';
  const { identity, recipient } = await makePair();
  console.log(identity, recipient)")
as_postgres sh -c "umask 077; echo $IDENTITY >$WORLD/key.txt"

say "A database that archives its log ($(postgres --version))"
as_postgres initdb --pgdata="$LIVE" --auth=peer --no-sync >/dev/null
cat >>"$LIVE/postgresql.conf" <<CONF
listen_addresses = ''
port = $PGPORT
unix_socket_directories = '$WORLD'
archive_mode = on
archive_command = '$NODE $HERE/apps/server/src/wal-archive.ts --to $ARCHIVE --recipient $RECIPIENT %p %f'
archive_timeout = 60s
CONF
start
sql 'CREATE TABLE lines (id int PRIMARY KEY, words text)'

say "A base backup by pg_basebackup"
wal base --to "$ARCHIVE" --recipient "$RECIPIENT"

say "Work, a moment that somebody notes, more work, and the damage"
sql "INSERT INTO lines SELECT i, md5(i::text) FROM generate_series(1, 200000) i"
sql 'SELECT pg_switch_wal()' >/dev/null
sql "INSERT INTO lines VALUES (0, 'before')"
NOTED=$(sql 'SELECT clock_timestamp()')
sql "INSERT INTO lines VALUES (-1, 'after')"
sql "DELETE FROM lines WHERE id > 10"
archive_all
say "Archived: $(find "$ARCHIVE/wal" -name '*.age' | wc -l) files, $(du -sm "$ARCHIVE/wal" | cut -f1) MB"
cp -a "$ARCHIVE" "$WORLD/copy"
stop
rm -rf "$LIVE/base" "$LIVE/pg_wal"
mv "$LIVE" "$WORLD/broken"

say "Recovery to $NOTED"
wal restore --from "$ARCHIVE" --identity "$WORLD/key.txt" --into "$LIVE" --to-time "$NOTED"
recover || fail "it did not recover: $(tail -5 "$WORLD/log")"
[[ $(sql 'SELECT count(*) FROM lines') == 200001 ]] || fail "there are $(sql 'SELECT count(*) FROM lines') rows"
[[ $(sql "SELECT count(*) FROM lines WHERE words = 'after'") == 0 ]] || fail 'what came after the moment is there'
[[ $(sql 'SHOW archive_mode') == off ]] || fail 'what was recovered archives beside the original'
grep -o 'recovery stopping before commit.*' "$WORLD/log"

say "It archives again, on a timeline of its own"
sql 'ALTER SYSTEM RESET archive_mode' && sql 'ALTER SYSTEM RESET hot_standby' && sql 'ALTER SYSTEM RESET restore_command'
stop && start
sql "INSERT INTO lines VALUES (-2, 'recorded on')"
wal base --to "$ARCHIVE" --recipient "$RECIPIENT" --keep 1
ls "$ARCHIVE/wal"

say "A program that is cut off leaves no base backup"
if wal base --to "$ARCHIVE" --recipient "$RECIPIENT" -- sh -c 'pg_basebackup -D - -Ft -X none -c fast | head -c 1000000; exit 1'; then fail 'half a base backup was taken for one'; fi
[[ $(ls "$ARCHIVE/base" | wc -l) == 1 ]] || fail "there are other files: $(ls "$ARCHIVE/base")"

say "Another key, and a segment that is lost: PostgreSQL does not start"
for what in key segment; do
  stop; rm -rf "$LIVE"; : >"$WORLD/log"; chown postgres: "$WORLD/log"
  wal restore --from "$WORLD/copy" --identity "$WORLD/key.txt" --into "$LIVE" --to-time "$NOTED" >/dev/null
  if [[ $what == key ]]; then
    as_postgres "$NODE" --input-type=module -e "
      import { makePair } from '$HERE/apps/server/src/platform/backup/age-keys.ts';
      console.log((await makePair()).identity)" >"$WORLD/other.txt"
    sed -i "s|$WORLD/key.txt|$WORLD/other.txt|" "$LIVE/postgresql.auto.conf"
  else
    LOST=$(find "$WORLD/copy/wal" -name '0000*-*.age' -printf '%f\n' | grep -E '^[0-9A-F]{24}-' | sort | tail -2 | head -1)
    find "$WORLD/copy" -name "$LOST" -delete
  fi
  if recover; then fail "it started, and the $what is not the right one"; fi
  grep -E 'key does not open|is missing in the archive' "$WORLD/log" || fail "its log does not say why: $(tail -5 "$WORLD/log")"
done
say "All as it should be."
