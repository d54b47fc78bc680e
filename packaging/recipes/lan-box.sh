#!/bin/bash
# A school box in its own network with TLS, its first Admin, and a browser outside that signs in, for the recipes. Sourced by `. lan-box.sh`, with WORK
# (a folder) and REPO set: `install_box FILE.deb`, `make_admin`, then `sign_in` as often as there are backup codes.
#
# Needs what box.sh needs, and of Debian: libnss3-tools, chromium.

NAME=mfuko.lan
BOX_IP=192.168.77.10
OUR_IP=192.168.77.1
MACHINE=mfukobox$$
NODE=$REPO/node_modules/.bin/node
NEEDS='adduser caddy systemd-timesyncd libstdc++6'
BOX_UNITS='caddy mfuko'
. "$(dirname "${BASH_SOURCE[0]}")/box.sh"

install_box() {
  cp "$1" "$BOX/root/mfuko.deb"
  # The second line stands for the router's DNS.
  printf '127.0.0.1 localhost\n%s %s\n' $BOX_IP $NAME >"$BOX/etc/hosts"
  boot_box
  local veth
  veth=$(ip -o link | grep -o 've-mfukobox[^@:]*' | head -1)
  ip addr add $OUR_IP/24 dev "$veth"
  ip link set "$veth" up
  box ip addr add $BOX_IP/24 dev host0
  box ip link set host0 up

  say "apt install ./mfuko.deb"
  box apt-get -o Dpkg::Use-Pty=0 install -qy /root/mfuko.deb | tail -15

  say "settings: an account for text messages that this recipe makes up, and no network time"
  box sed -i -e 's/^AFRICASTALKING_USERNAME=.*/AFRICASTALKING_USERNAME=recipe/' -e 's/^AFRICASTALKING_API_KEY=.*/AFRICASTALKING_API_KEY=recipe/' \
    -e 's/^TIME_SERVER=.*/TIME_SERVER=none/' /etc/mfuko/mfuko.env

  say "mfuko tls lan $NAME $BOX_IP"
  box mfuko tls lan $NAME $BOX_IP
  box mfuko status
  local told
  told=$(box mfuko tls ca)
  echo "$told"
  AUTHORITY=$(grep -o '[0-9A-F:]\{95\}' <<<"$told")
}

# What has to be refused.
fails() {
  if "$@"; then echo "should have failed: $*" >&2; exit 1; fi
}

make_admin() {
  say "the first Admin"
  box mfuko admin-create --phone 254711000077 --first Njeri --last Kariuki --backup-codes >"$WORK/codes"
  CODES=$(grep -o '[0-9A-Z]\{4\}-[0-9A-Z]\{4\}' "$WORK/codes" | tr '\n' ' ')
  rm "$WORK/codes"
}

# A browser outside, which trusts the authority that it fetched.
sign_in() {
  say "a browser outside signs in"
  # A number is sent a code every 30 seconds at most.
  local wait=$((${SIGNED_IN_AT:--31} + 31 - SECONDS))
  if [ $wait -gt 0 ]; then sleep $wait; fi
  SIGNED_IN_AT=$SECONDS
  local code=${CODES%% *}
  CODES=${CODES#* }
  rm -rf "$WORK/home"
  mkdir -p "$WORK/home/.pki/nssdb"
  curl -sf "http://$BOX_IP/ca.crt" -o "$WORK/ca.crt"
  [ "$(openssl x509 -in "$WORK/ca.crt" -noout -fingerprint -sha256 | cut -d= -f2)" = "$AUTHORITY" ]
  certutil -d "sql:$WORK/home/.pki/nssdb" -N --empty-password
  "$NODE" "$REPO/packaging/recipes/sign-in.ts" --home "$WORK/home" --name $NAME --ip $BOX_IP --trusted false
  certutil -d "sql:$WORK/home/.pki/nssdb" -A -t C,, -n school -i "$WORK/ca.crt"
  "$NODE" "$REPO/packaging/recipes/sign-in.ts" --home "$WORK/home" --name $NAME --ip $BOX_IP --trusted true --phone 254711000077 --code "$code"
}
