#!/bin/bash
# The containers go from one release to the next on the same volumes: settings, keys and data stay, migrations run; the way back is refused in words that
# say what to do and changes nothing, and forward again all is as before.
#
#   packaging/recipes/compose-upgrade.sh OLD.oci.tar NEW.oci.tar PUBLIC_KEY [FOLDER]
#
# NEW has the higher version, and migrations that OLD has not. Needs what compose.sh tells of. FOLDER is a new one below /tmp where left out; with KEEP=1
# it stays.
set -euo pipefail

OLD=$(realpath "$1")
NEW=$(realpath "$2")
KEY=$(realpath "$3")
WORK=${4:-$(mktemp -d /tmp/mfuko-compose-XXXXXX)}
REPO=$(realpath "$(dirname "$0")/../..")
. "$(dirname "$0")/compose-box.sh"

demand_programs
start_docker
make_images
load_image "$OLD" "$KEY"
make_settings
fill_in_settings
compose up -d
until_healthy
make_admin
gate check-in
# Keys and settings, as they lie on the volumes and beside the file.
kept() { sha256sum "$PLACE"/{mfuko,database}.env | cut -d' ' -f1; in_container mfuko sh -c 'sha256sum /var/lib/mfuko/keys/*'; }
BEFORE=$(kept)
version() { in_container mfuko mfuko version; }
FROM=$(version)
# go_to VERSION: as the page has it.
go_to() {
  sed -i "s/^MFUKO_VERSION=.*/MFUKO_VERSION=$1/" "$PLACE/.env"
  compose up -d
}

say "a backup, then the new release"
in_container mfuko mfuko backup --make-key >/dev/null
load_image "$NEW" "$KEY"
go_to "$VERSION"
until_healthy
TO=$(version)
echo "$FROM -> $TO"
dpkg --compare-versions "${TO##* }" gt "${FROM##* }"
said mfuko '^Migrated to '
[ "$BEFORE" = "$(kept)" ]
in_container mfuko mfuko audit-verify
in_container mfuko mfuko ledger-verify
gate check-out

say "back to the old release: refused by the server, in words, and nothing is changed"
go_to "$(basename "$OLD" | sed -E 's/^mfuko_([0-9.]+)_.*/\1/')"
until_true said mfuko 'Start the newer version that ran here before'
compose logs --no-color mfuko 2>&1 | grep -m1 'does not know: it is newer'
fails healthy mfuko

say "forward again"
go_to "$VERSION"
until_healthy
[ "$BEFORE" = "$(kept)" ]
in_container mfuko mfuko audit-verify
gate check-in-again
say "done"
