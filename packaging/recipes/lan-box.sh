#!/bin/bash
# A school box in its own network with TLS, its first Admin, and a browser outside that signs in, for the recipes. Sourced by `. lan-box.sh`, with WORK
# (a folder) and REPO set: `install_box FILE.deb`, `make_admin`, then `sign_in` and `gate` as often as there are backup codes.
#
# Needs what box.sh and school-day.sh need. MORE_NEEDS are packages that the box gets besides.

NAME=mfuko.lan
BOX_IP=192.168.77.10
OUR_IP=192.168.77.1
MACHINE=mfukobox$$
NEEDS="adduser caddy systemd-timesyncd libstdc++6 ${MORE_NEEDS:-}"
BOX_UNITS="caddy mfuko ${MORE_UNITS:-}"
. "$(dirname "${BASH_SOURCE[0]}")/box.sh"
. "$(dirname "${BASH_SOURCE[0]}")/school-day.sh"
open_outside

# unpack_box FILE.deb: a machine that is switched on, with the package as it comes.
unpack_box() {
  cp "$1" "$BOX/root/mfuko.deb"
  # The second line stands for the router's DNS.
  printf '127.0.0.1 localhost\n%s %s\n' $BOX_IP $NAME >"$BOX/etc/hosts"
  boot_box
  plug_in
  say "apt install ./mfuko.deb"
  box apt-get -o Dpkg::Use-Pty=0 install -qy /root/mfuko.deb | tail -15
}

open_tls() {
  say "mfuko tls lan $NAME $BOX_IP"
  box mfuko tls lan $NAME $BOX_IP
  box mfuko status
  local told
  told=$(box mfuko tls ca)
  echo "$told"
  AUTHORITY=$(grep -o '[0-9A-F:]\{95\}' <<<"$told")
}

install_box() {
  unpack_box "$1"
  fill_in_settings
  open_tls
}

# The browser trusts the authority that it fetched, and shows no page before.
trust() {
  outside curl -sf "http://$BOX_IP/ca.crt" -o "$WORK/ca.crt"
  [ "$(openssl x509 -in "$WORK/ca.crt" -noout -fingerprint -sha256 | cut -d= -f2)" = "$AUTHORITY" ]
  outside "$NODE" "$REPO/packaging/recipes/sign-in.ts" --home "$WORK/home" --name $NAME --ip $BOX_IP --trusted false
  certutil -d "sql:$WORK/home/.pki/nssdb" -A -t C,, -n school -i "$WORK/ca.crt"
  # The root of a reader's mini computer, where there is one.
  if [ -e "$WORK/reader-ca.crt" ]; then certutil -d "sql:$WORK/home/.pki/nssdb" -A -t C,, -n reader -i "$WORK/reader-ca.crt"; fi
}

# What has to be refused.
fails() {
  if "$@"; then echo "should have failed: $*" >&2; exit 1; fi
}
