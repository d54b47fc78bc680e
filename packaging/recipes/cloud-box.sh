#!/bin/bash
# A cloud machine from nothing: a clean Debian 12, the package, `mfuko tls cloud NAME`, and Caddy that fetches a certificate by ACME as it would of Let's
# Encrypt, and renews it. The Caddyfile is the one of the package; behind Let's Encrypt's name stands an ACME server of this machine, with certificates
# of minutes. At the end another machine stands in place of the lost one, from a backup.
#
#   packaging/recipes/cloud-box.sh mfuko_VERSION_amd64.deb [FOLDER]
#
# Needs what box.sh and school-day.sh need, and of Debian: pebble, caddy. FOLDER is a new one below /tmp where left out.
set -euo pipefail

DEB=$(realpath "$1")
WORK=${2:-$(mktemp -d /tmp/mfuko-cloud-XXXXXX)}
REPO=$(realpath "$(dirname "$0")/../..")
NAME=mfuko.example.org
PLAIN=$NAME
ENCRYPT=acme-v02.api.letsencrypt.org
BOX_IP=192.168.78.10
OUR_IP=192.168.78.1
# Seconds for which a certificate is good: a third of it before its end Caddy renews it.
GOOD_FOR=180
MACHINE=mfukocloud$$
NEEDS='adduser caddy systemd-timesyncd libstdc++6'
BOX_UNITS='caddy mfuko'
STARTED=
. "$(dirname "$0")/box.sh"
. "$(dirname "$0")/school-day.sh"

say "the internet: a place with the machine's name, and with an ACME server under the name of Let's Encrypt's"
stop_acme() {
  for pid in $STARTED; do kill "$pid" && wait "$pid" || true; done
  STARTED=
}
leave_acme() {
  local code=$?
  stop_acme
  (exit $code) || leave
  leave
}
trap leave_acme EXIT
mkdir -p "/etc/netns/$MACHINE" "$WORK/acme"
printf '127.0.0.1 localhost\n%s %s\n%s %s\n' $BOX_IP $NAME $OUR_IP $ENCRYPT >"/etc/netns/$MACHINE/hosts"
open_outside
cd "$WORK/acme"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out front.pem -days 2 -subj "/CN=$ENCRYPT" \
  -addext "subjectAltName=DNS:$ENCRYPT,DNS:localhost" 2>/dev/null
cat >pebble.json <<END
{"pebble": {"listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000", "certificate": "front.pem", "privateKey": "key.pem",
  "httpPort": 80, "tlsPort": 443, "externalAccountBindingRequired": false, "certificateValidityPeriod": $GOOD_FOR}}
END
# Let's Encrypt's directory has another path.
cat >front.Caddyfile <<END
{
	admin off
	auto_https off
}
https://$ENCRYPT {
	tls $WORK/acme/front.pem $WORK/acme/key.pem
	rewrite /directory /dir
	reverse_proxy https://127.0.0.1:14000 {
		transport http {
			tls_insecure_skip_verify
		}
	}
}
END
start_acme() {
  outside env PEBBLE_VA_NOSLEEP=1 pebble -config "$WORK/acme/pebble.json" >"$WORK/acme/pebble.log" 2>&1 &
  STARTED+=" $!"
  outside env XDG_DATA_HOME="$WORK/acme" XDG_CONFIG_HOME="$WORK/acme" caddy run --config "$WORK/acme/front.Caddyfile" --adapter caddyfile >"$WORK/acme/front.log" 2>&1 &
  STARTED+=" $!"
  until_true outside curl -sf --cacert "$WORK/acme/front.pem" "https://$ENCRYPT/directory"
  outside curl -sf --cacert "$WORK/acme/front.pem" https://localhost:15000/roots/0 >"$WORK/acme/root.pem"
}

unpack_box() {
  cp "$DEB" "$BOX/root/mfuko.deb"
  printf '127.0.0.1 localhost\n%s %s\n%s %s\n' $BOX_IP $NAME $OUR_IP $ENCRYPT >"$BOX/etc/hosts"
  cp front.pem "$BOX/usr/local/share/ca-certificates/front.crt"
  boot_box
  plug_in
  box update-ca-certificates | tail -1
  say "apt install ./mfuko.deb"
  box apt-get -o Dpkg::Use-Pty=0 install -qy /root/mfuko.deb | tail -3
}
unpack_box
fill_in_settings

say "mfuko tls cloud $NAME, while nobody gives certificates"
box mfuko tls cloud $NAME
box mfuko status
if outside curl -sk "https://$NAME/" >/dev/null; then echo "there should be no TLS yet" >&2; exit 1; fi
until_true box sh -c "journalctl -u caddy --no-pager | grep -q 'could not get certificate'"
box sh -c 'mfuko doctor || true' | grep -A1 '^error *TLS'

say "Let's Encrypt is there: a certificate comes"
start_acme
box systemctl restart caddy
page() { outside curl -sf --max-time 10 --cacert "$WORK/acme/root.pem" "https://$NAME/api/health/ready"; }
until_true page
# Short certificates are looked at more often than every ten minutes.
nsenter --target "$LEADER" --net curl -sf -X POST -H 'Content-Type: application/json' -d '{"automation": {"renew_interval": "2s"}}' http://127.0.0.1:2019/config/apps/tls
certificate() { outside sh -c "openssl s_client -connect $BOX_IP:443 -servername $NAME </dev/null 2>/dev/null | openssl x509 -noout -issuer -serial -enddate"; }
certificate | tee "$WORK/first"
grep -q 'Pebble Intermediate' "$WORK/first"
[ "$(outside curl -s -o /dev/null -w '%{http_code} %{redirect_url}' "http://$NAME/app/x")" = "308 https://$NAME/app/x" ]

# The browser trusts the ACME server's root, as browsers do Let's Encrypt's.
trust() { certutil -d "sql:$WORK/home/.pki/nssdb" -A -t C,, -n acme -i "$WORK/acme/root.pem"; }
make_admin
sign_in
gate check-in
verify_all

say "renewed twice, and no call is lost meanwhile"
for turn in 1 2; do
  BEFORE=$(certificate | grep serial)
  CALLS=0
  while [ "$(certificate | grep serial)" = "$BEFORE" ]; do
    page >/dev/null
    CALLS=$((CALLS + 1))
    [ $CALLS -lt 2000 ]
    sleep 0.2
  done
  page
  certificate | grep -E 'serial|notAfter'
  echo "$CALLS calls, none lost"
done

say "nobody gives certificates any more: the one that is there serves on"
stop_acme
page
box systemctl restart caddy
until_true page

say "the machine is lost, and another one stands in its place, with a certificate of its own"
open_backups
box mfuko backup
carry_away
lose_box
unpack_box
bring_back
start_acme
box mfuko tls cloud $NAME
until_true page
verify_all
# Her finger is known, by the keys and the pictures of the backup.
gate check-out
say "done"
