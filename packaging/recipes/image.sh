#!/bin/bash
# The image of the server from its archive: signature, contents, and the containers of packaging/containers as far as they run without their daemon:
# the image behind the walls of compose.yaml, a real PostgreSQL at its socket, and Caddy in a network of its own.
#
#   packaging/recipes/image.sh mfuko_VERSION_amd64.oci.tar PUBLIC_KEY [FOLDER]
#
# Needs root, and of Debian: skopeo, umoci, runc, jq, postgresql, caddy, libnss3-tools, chromium. No port of this machine is touched. FOLDER is a new one
# below /tmp where left out; with KEEP=1 it stays.
set -euo pipefail

ARCHIVE=$(realpath "$1")
KEY=$(realpath "$2")
WORK=${3:-$(mktemp -d /tmp/mfuko-image-XXXXXX)}
REPO=$(realpath "$(dirname "$0")/../..")
NODE=$REPO/node_modules/.bin/node
NAME=mfuko.lan
# As compose.yaml has them.
CADDY_IP=172.30.83.2
SERVER_IP=172.30.83.3
ID=mfuko$$
PG=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
CADDY=
DATABASE=
mkdir -p "$WORK"
chmod 0755 "$WORK"

say() { printf '\n== %s\n' "$*"; }
stop_database() {
  # Its own process, not the shell that waits for it.
  if [ -n "$DATABASE" ]; then kill -INT "$(head -1 "$WORK/database/pg/postmaster.pid")" && wait "$DATABASE"; fi
  DATABASE=
}
leave() {
  local code=$?
  [ $code = 0 ] || tail -n 25 "$WORK"/*.log || true
  runc --root "$WORK/runc" delete --force $ID >/dev/null 2>&1 || true
  if [ -n "$CADDY" ]; then kill "$CADDY" && wait "$CADDY" || true; fi
  stop_database || true
  ip netns delete ${ID}c 2>/dev/null || true
  ip netns delete ${ID}s 2>/dev/null || true
  rm -rf "/etc/netns/${ID}c" "/etc/netns/${ID}s"
  if [ "${KEEP:-}" != 1 ]; then rm -rf --one-file-system "$WORK"; fi
  exit $code
}
trap leave EXIT
until_true() {
  for _ in $(seq 240); do if "$@" >/dev/null 2>&1; then return 0; fi; sleep 0.5; done
  echo "not within two minutes: $*" >&2
  return 1
}
must_fail() { if "$@" >/dev/null 2>&1; then echo "this should have failed: $*" >&2; exit 1; fi; }

say "the signature, and an archive that is another"
VERIFY=$REPO/packaging/containers/verify.sh
"$VERIFY" "$ARCHIVE" "$KEY"
mkdir "$WORK/forged"
cp "$ARCHIVE" "$ARCHIVE.digest" "$ARCHIVE.digest.sig" "$WORK/forged"
FORGED=$WORK/forged/$(basename "$ARCHIVE")
# Another image under the same name, with the digest that was signed.
tar -x -C "$WORK/forged" -f "$FORGED" index.json oci-layout blobs
MANIFEST=$(jq -r '.manifests[0].digest | sub("sha256:"; "")' "$WORK/forged/index.json")
jq -c '.annotations.forged = "yes"' "$WORK/forged/blobs/sha256/$MANIFEST" >"$WORK/forged/manifest"
OTHER=$(sha256sum "$WORK/forged/manifest" | cut -d' ' -f1)
mv "$WORK/forged/manifest" "$WORK/forged/blobs/sha256/$OTHER"
jq -c --arg digest "sha256:$OTHER" --argjson size "$(stat -c %s "$WORK/forged/blobs/sha256/$OTHER")" '.manifests[0] += {digest: $digest, size: $size}' \
  "$WORK/forged/index.json" >"$WORK/forged/index.new"
mv "$WORK/forged/index.new" "$WORK/forged/index.json"
tar -c -C "$WORK/forged" -f "$FORGED" index.json oci-layout blobs
must_fail "$VERIFY" "$FORGED" "$KEY"
echo "sha256:$OTHER" >"$FORGED.digest"
must_fail "$VERIFY" "$FORGED" "$KEY"
rm -r "$WORK/forged"

say "its files: no tests, no packages of whoever works on it, no repository, no keys"
skopeo copy --quiet "oci-archive:$ARCHIVE" "oci:$WORK/layout:mfuko"
umoci unpack --image "$WORK/layout:mfuko" "$WORK/bundle"
FILES=$WORK/bundle/rootfs
du -sh "$FILES" | cut -f1
[ -z "$(find "$FILES" \( -name .git -o -name '*.test.ts' -o -name '*.testkit.ts' -o -name '*.env' -o -name vitest -o -name typescript -o -name playwright-core -o -path '*/apps/simulators' -o -path '*/apps/scanner' \) -print)" ]
[ -z "$(find "$FILES/var/lib/mfuko" "$FILES/mnt" -type f)" ]
[ -e "$FILES/usr/lib/mfuko/apps/web/dist/index.html" ]
[ "$(jq -r .bomFormat "$FILES/usr/share/doc/mfuko/sbom.cdx.json")" = CycloneDX ]
[ -z "$(find "$FILES" -perm /6000 -user 10001)" ]
[ "$(stat -c '%a %u' "$FILES/var/lib/mfuko" "$FILES/var/lib/mfuko/keys" "$FILES/mnt/mfuko-backup" | sort -u)" = "700 10001" ]

say "keys and settings"
cp "$REPO"/packaging/containers/{make-settings.sh,mfuko.env.template} "$WORK"
"$WORK/make-settings.sh" https://$NAME "$(jq -r .version "$REPO/package.json")" internal
must_fail "$WORK/make-settings.sh" https://$NAME 9.9.9
[ "$(stat -c %a "$WORK/mfuko.env" "$WORK/database.env" "$WORK/.env" | sort -u)" = 600 ]

say "a PostgreSQL that answers at its socket alone"
DATABASE_ENV=$(cat "$WORK/database.env")
install -d -o postgres "$WORK/socket" "$WORK/database"
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups env -i PATH="$PG:/usr/bin:/bin" LANG=C.UTF-8 PGHOST="$WORK/socket" $DATABASE_ENV "$@"; }
start_database() {
  as_postgres bash -c 'initdb --pgdata="$1" --username=postgres --pwfile=<(echo "$POSTGRES_PASSWORD") --auth=scram-sha-256 --locale=C.UTF-8 --data-checksums' - "$WORK/database/pg" >"$WORK/initdb.log"
  as_postgres postgres -D "$WORK/database/pg" -c listen_addresses= -c unix_socket_directories="$WORK/socket" 2>"$WORK/postgres.log" &
  DATABASE=$!
  until_true as_postgres pg_isready -q
  as_postgres env PGPASSWORD="$(sed -n 's/^POSTGRES_PASSWORD=//p' "$WORK/database.env")" bash "$REPO/packaging/containers/database.sh"
}
start_database

# Walls of compose.yaml: its root cannot be written, no capability, no new privileges, its own network. ENV are lines NAME=value.
container() {
  local env=$1
  shift
  jq --arg env "$env" --argjson args "$(printf '%s\0' "$@" | jq -Rs 'split("\u0000") - [""]')" --arg work "$WORK" --arg net "/var/run/netns/${ID}s" '
    .process.terminal = false | .root.readonly = true | .process.noNewPrivileges = true
    | .process.capabilities = {bounding: [], effective: [], inheritable: [], permitted: [], ambient: []}
    | .process.env += ($env | split("\n") | map(select(test("^[A-Z_]+=.")))) | if $args == [] then . else .process.args = $args end
    | .linux.namespaces |= map(if .type == "network" then .path = $net else . end) | del(.linux.resources, .process.rlimits)
    | .mounts |= map(select(.destination | test("^/(var/lib/mfuko|mnt|sys/fs/cgroup)") | not))
    | .mounts += [
        {destination: "/tmp", type: "tmpfs", source: "tmpfs", options: ["nosuid", "nodev", "noexec"]},
        {destination: "/etc/hosts", type: "bind", source: "/etc/netns/\($net | split("/")[-1])/hosts", options: ["rbind", "ro"]},
        {destination: "/var/lib/mfuko", type: "bind", source: "\($work)/data", options: ["rbind"]},
        {destination: "/var/lib/mfuko/keys", type: "bind", source: "\($work)/keys", options: ["rbind"]},
        {destination: "/mnt/mfuko-backup", type: "bind", source: "\($work)/backup", options: ["rbind"]},
        {destination: "/run/postgresql", type: "bind", source: "\($work)/socket", options: ["rbind", "ro"]}]' \
    "$WORK/bundle/config.orig" >"$WORK/bundle/config.json"
  runc --root "$WORK/runc" run --bundle "$WORK/bundle" $ID
}
inside() { runc --root "$WORK/runc" exec $ID "$@"; }
empty_volumes() {
  rm -rf "$WORK/data" "$WORK/keys"
  install -d -m 0700 -o 10001 -g 10001 "$WORK/data" "$WORK/data/keys" "$WORK/keys"
}
COMPOSED="HOST=0.0.0.0
PORT=4000
PUBLIC_URL=https://$NAME
TRUSTED_PROXY=$CADDY_IP
HOOKS_TRUSTED_PROXY=$CADDY_IP"
settings() { grep -v '^#' "$WORK/mfuko.env"; echo "$COMPOSED"; }
start_server() {
  container "$(settings)" >"$WORK/server.log" 2>&1 &
  SERVER=$!
  until_true inside mfuko status
}
stop_server() {
  runc --root "$WORK/runc" kill $ID TERM
  wait "$SERVER"
  grep -q '^Stopping' "$WORK/server.log"
}
mv "$WORK/bundle/config.json" "$WORK/bundle/config.orig"
install -d -m 0700 -o 10001 -g 10001 "$WORK/backup" "$WORK/backup/backups"
empty_volumes

say "a network with a place for Caddy, and one for the server"
for end in c s; do
  mkdir -p "/etc/netns/$ID$end"
  printf '127.0.0.1 localhost\n%s mfuko\n%s %s\n' $SERVER_IP $CADDY_IP $NAME >"/etc/netns/$ID$end/hosts"
  ip netns add $ID$end
  ip -n $ID$end link set lo up
done
ip -n ${ID}c link add caddy0 type veth peer name server0 netns ${ID}s
ip -n ${ID}c addr add $CADDY_IP/24 dev caddy0
ip -n ${ID}s addr add $SERVER_IP/24 dev server0
ip -n ${ID}c link set caddy0 up
ip -n ${ID}s link set server0 up

say "without keys it refuses, with 78 and the reason"
container "$COMPOSED" >"$WORK/refused.log" 2>&1 && CODE=0 || CODE=$?
cat "$WORK/refused.log"
[ $CODE = 78 ]
grep -q '^Refusing to start in production: ' "$WORK/refused.log"

say "with the settings it becomes healthy"
sed -i -e 's/^AFRICASTALKING_USERNAME=.*/AFRICASTALKING_USERNAME=recipe/' -e 's/^AFRICASTALKING_API_KEY=.*/AFRICASTALKING_API_KEY=recipe/' \
  -e 's/^TIME_SERVER=.*/TIME_SERVER=none/' "$WORK/mfuko.env"
start_server
inside mfuko status
inside mfuko version
inside id -u
must_fail inside touch /usr/lib/mfuko/x /x
inside grep -E '^(CapEff|NoNewPrivs)' /proc/1/status

say "Caddy in front of it, and a browser that signs in"
XDG_DATA_HOME="$WORK/caddy" XDG_CONFIG_HOME="$WORK/caddy" PUBLIC_URL=https://$NAME TLS_ISSUER=internal \
  ip netns exec ${ID}c caddy run --config "$REPO/packaging/containers/Caddyfile" --adapter caddyfile >"$WORK/caddy.log" 2>&1 &
CADDY=$!
AUTHORITY=$WORK/caddy/caddy/pki/authorities/local/root.crt
through() { ip netns exec ${ID}c curl -sSf --max-time 20 --cacert "$AUTHORITY" "https://$NAME$1" "${@:2}"; }
until_true through /api/health/ready
through / -L | grep -o '<title>.*</title>'
[ "$(ip netns exec ${ID}c curl -s --max-time 20 -o /dev/null -w '%{http_code}' --cacert "$AUTHORITY" "https://$NAME/metrics")" = 404 ]
CODES=$(inside mfuko admin-create --phone 254711000077 --first Njeri --last Kariuki --backup-codes | grep -o '[0-9A-Z]\{4\}-[0-9A-Z]\{4\}')
SIGNED_IN=-60
sign_in() {
  # A phone is sent a code once in half a minute.
  while [ $((SECONDS - SIGNED_IN)) -lt 35 ]; do sleep 1; done
  SIGNED_IN=$SECONDS
  local code=${CODES%%$'\n'*}
  CODES=${CODES#*$'\n'}
  rm -rf "$WORK/home"
  mkdir -p "$WORK/home/.pki/nssdb"
  certutil -d "sql:$WORK/home/.pki/nssdb" -N --empty-password
  certutil -d "sql:$WORK/home/.pki/nssdb" -A -t C,, -n school -i "$AUTHORITY"
  ip netns exec ${ID}c "$NODE" "$REPO/packaging/recipes/sign-in.ts" --home "$WORK/home" --name $NAME --ip $CADDY_IP --trusted true --phone 254711000077 --code "$code"
}
sign_in
for host in $CADDY_IP $NAME; do ip netns exec ${ID}c curl -sSf --max-time 20 "http://$host/ca.crt" | cmp - "$AUTHORITY"; done
for path in /root.key /intermediate.key /ca.crt/../root.key /ca.crt/root.key '/ca.crt/%2e%2e/root.key' /pki/authorities/local/root.key; do
  for origin in http://$CADDY_IP http://$NAME https://$NAME; do
    if ip netns exec ${ID}c curl -skL --max-time 20 --path-as-is "$origin$path" | grep "PRIVATE KEY"; then exit 1; fi
  done
done

say "the doctor: warnings of what this network has not, and no error"
inside mfuko doctor >"$WORK/doctor.log" && CODE=0 || CODE=$?
cat "$WORK/doctor.log"
[ $CODE = 1 ]
inside mfuko audit-verify
inside mfuko ledger-verify

say "a backup, restored on trial"
(umask 077; inside mfuko backup --make-key | grep -o 'AGE-SECRET-KEY-[0-9A-Z]*' >"$WORK/backup/key.txt")
chown 10001 "$WORK/backup/key.txt"
inside mfuko backup --to /mnt/mfuko-backup/backups
ls -l "$WORK/backup/backups" | grep -o 'mfuko-.*[.]age'

say "told to stop, it stops in order; started again, the data is there"
stop_server
start_server
sign_in
stop_server

say "everything is lost but the backup and the settings"
stop_database
rm -rf "$WORK/database/pg"
empty_volumes
start_database
container "$(settings)" sh -c 'mfuko restore "$(ls /mnt/mfuko-backup/backups/*.age | tail -1)" --identity /mnt/mfuko-backup/key.txt'
start_server
inside mfuko audit-verify
inside mfuko ledger-verify
sign_in
stop_server
say "done"
