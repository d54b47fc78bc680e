#!/bin/bash
# What people do at a box, for the recipes: the first Admin, browsers outside that sign in, a finger at the gate, a backup that is carried away and restored.
# Sourced after box.sh, with REPO, NAME and BOX_IP set, and PLAIN where the plain address is a name; the recipe defines `trust`, which puts into the
# home of a new browser what it trusts.
#
# Needs of Debian: libnss3-tools, openssl, curl, chromium.

NODE=$REPO/node_modules/.bin/node
PHONE=254711000077
MOUNT=/mnt/mfuko-backup

fill_in_settings() {
  say "settings: an account for text messages that this recipe makes up, and no network time"
  box sed -i -e 's/^AFRICASTALKING_USERNAME=.*/AFRICASTALKING_USERNAME=recipe/' -e 's/^AFRICASTALKING_API_KEY=.*/AFRICASTALKING_API_KEY=recipe/' \
    -e 's/^TIME_SERVER=.*/TIME_SERVER=none/' /etc/mfuko/mfuko.env
}

make_admin() {
  say "the first Admin"
  box mfuko admin-create --phone $PHONE --first Njeri --last Kariuki --backup-codes >"$WORK/codes"
  CODES=$(grep -o '[0-9A-Z]\{4\}-[0-9A-Z]\{4\}' "$WORK/codes" | tr '\n' ' ')
  rm "$WORK/codes"
}

# visit PROGRAM [OPTION…]: a browser that was never here, which signs in by the next backup code.
visit() {
  local program=$1
  shift
  # A number is sent a code every 30 seconds at most; browsers start quicker or slower.
  local wait=$((${SIGNED_IN_AT:--35} + 35 - SECONDS))
  if [ $wait -gt 0 ]; then sleep $wait; fi
  local code=${CODES%% *}
  CODES=${CODES#* }
  rm -rf "$WORK/home"
  mkdir -p "$WORK/home/.pki/nssdb"
  certutil -d "sql:$WORK/home/.pki/nssdb" -N --empty-password
  trust
  SIGNED_IN_AT=$SECONDS
  outside "$NODE" "$REPO/packaging/recipes/$program.ts" --home "$WORK/home" --name $NAME --ip $BOX_IP --plain "${PLAIN:-}" --phone $PHONE --code "$code" "$@"
}

sign_in() {
  say "a browser outside signs in"
  visit sign-in --trusted true
}

# gate check-in|check-out|check-in-again
gate() {
  say "a browser outside signs in, and a finger is laid on the reader: $1"
  visit gate --do "$1" --secret "$WORK/secret"
}

verify_all() {
  say "both verifiers"
  box mfuko audit-verify
  box mfuko ledger-verify
}

# A key for backups, which leaves the machine, and their folder.
open_backups() {
  box install -d -m 0700 -o mfuko -g mfuko $MOUNT/backups
  box mfuko backup --make-key | box sh -c 'umask 077; cat >/var/tmp/key.txt; chown mfuko /var/tmp/key.txt'
  box grep -q AGE-SECRET-KEY /var/tmp/key.txt
  box sed -i "s|^# BACKUP_TO=.*|BACKUP_TO=$MOUNT/backups|" /etc/mfuko/mfuko.env
  box systemctl restart mfuko
}

# What is kept away from the machine: the newest backup, its key, and the settings.
carry_away() {
  mkdir -p "$WORK/away"
  cp -p "$(ls "$BOX$MOUNT/backups/"*.age | tail -1)" "$WORK/away/backup.age"
  cp -p "$BOX/var/tmp/key.txt" "$WORK/away/key.txt"
  cp -p "$BOX/etc/mfuko/mfuko.env" "$WORK/away/mfuko.env"
}

# On a machine that has the package and was not started: as docs/operations.md tells it, "Restore after the machine is lost".
bring_back() {
  say "the settings and the backup, on the new machine"
  box test ! -e /var/lib/mfuko/postgres
  box cp -p /etc/mfuko/mfuko.env /etc/mfuko/mfuko.env.as-it-came
  box install -d -m 0700 -o mfuko -g mfuko $MOUNT/backups
  box tee /etc/mfuko/mfuko.env <"$WORK/away/mfuko.env" >/dev/null
  box install -m 0600 -o mfuko -g mfuko /dev/stdin /var/tmp/key.txt <"$WORK/away/key.txt"
  box install -m 0600 -o mfuko -g mfuko /dev/stdin $MOUNT/backups/backup.age <"$WORK/away/backup.age"
  box mfuko restore $MOUNT/backups/backup.age --identity /var/tmp/key.txt
  box rm /var/tmp/key.txt
}
