#!/bin/bash
# A cloud machine from nothing: a clean Debian 12, the package, `mfuko tls cloud NAME`, and Caddy that fetches a certificate by ACME as it would of Let's
# Encrypt, and renews it. The Caddyfile is the one of the package; behind Let's Encrypt's name stands an ACME server of this machine, with certificates
# of minutes.
#
#   packaging/recipes/cloud-box.sh mfuko_VERSION_amd64.deb [FOLDER]
#
# Needs what box.sh needs, and of Debian: pebble, caddy, curl, openssl, libnss3-tools, chromium. FOLDER is a new one below /tmp where left out.
set -euo pipefail

DEB=$(realpath "$1")
WORK=${2:-$(mktemp -d /tmp/mfuko-cloud-XXXXXX)}
REPO=$(realpath "$(dirname "$0")/../..")
NODE=$REPO/node_modules/.bin/node
NAME=mfuko.example.org
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
NET=$MACHINE

say "the internet: a place with the machine's name, and with an ACME server under the name of Let's Encrypt's"
leave_net() {
  local code=$?
  for pid in $STARTED; do kill "$pid" && wait "$pid" || true; done
  ip netns delete $NET 2>/dev/null || true
  rm -rf "/etc/netns/$NET"
  (exit $code) || leave
  leave
}
trap leave_net EXIT
mkdir -p "/etc/netns/$NET" "$WORK/acme"
printf '127.0.0.1 localhost\n%s %s\n%s %s\n' $BOX_IP $NAME $OUR_IP $ENCRYPT >"/etc/netns/$NET/hosts"
ip netns add $NET
ip -n $NET link set lo up
outside() { ip netns exec $NET "$@"; }
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

cp "$DEB" "$BOX/root/mfuko.deb"
printf '127.0.0.1 localhost\n%s %s\n%s %s\n' $BOX_IP $NAME $OUR_IP $ENCRYPT >"$BOX/etc/hosts"
cp front.pem "$BOX/usr/local/share/ca-certificates/front.crt"
boot_box
VETH=$(ip -o link | grep -o 've-mfukocloud[^@:]*' | head -1)
ip link set "$VETH" netns $NET
ip -n $NET addr add $OUR_IP/24 dev "$VETH"
ip -n $NET link set "$VETH" up
box ip addr add $BOX_IP/24 dev host0
box ip link set host0 up
box update-ca-certificates | tail -1

say "apt install ./mfuko.deb, settings"
box apt-get -o Dpkg::Use-Pty=0 install -qy /root/mfuko.deb | tail -3
box sed -i -e 's/^AFRICASTALKING_USERNAME=.*/AFRICASTALKING_USERNAME=recipe/' -e 's/^AFRICASTALKING_API_KEY=.*/AFRICASTALKING_API_KEY=recipe/' \
  -e 's/^TIME_SERVER=.*/TIME_SERVER=none/' /etc/mfuko/mfuko.env

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

say "a browser that trusts the ACME server's root signs in"
CODE=$(box mfuko admin-create --phone 254711000077 --first Njeri --last Kariuki --backup-codes | grep -om1 '[0-9A-Z]\{4\}-[0-9A-Z]\{4\}')
rm -rf "$WORK/home"
mkdir -p "$WORK/home/.pki/nssdb"
certutil -d "sql:$WORK/home/.pki/nssdb" -N --empty-password
certutil -d "sql:$WORK/home/.pki/nssdb" -A -t C,, -n acme -i "$WORK/acme/root.pem"
outside "$NODE" "$REPO/packaging/recipes/sign-in.ts" --home "$WORK/home" --name $NAME --ip $BOX_IP --plain $NAME --trusted true --phone 254711000077 --code "$CODE"

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
for pid in $STARTED; do kill "$pid" && wait "$pid" || true; done
STARTED=
page
box systemctl restart caddy
until_true page
say "done"
