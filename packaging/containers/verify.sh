#!/bin/bash
# Tells whether an image is the one that was signed: ./verify.sh mfuko_VERSION_amd64.oci.tar PUBLIC_KEY
set -euo pipefail

DIGEST=$1.digest
openssl pkeyutl -verify -rawin -pubin -inkey "$2" -in "$DIGEST" -sigfile "$DIGEST.sig" >/dev/null || {
  echo "$DIGEST was not signed with the key that belongs to $2." >&2
  exit 1
}
# Of the archive itself; what the file beside it says is only compared.
FOUND=$(skopeo inspect --format '{{.Digest}}' "oci-archive:$1")
[ "$FOUND" = "$(cat "$DIGEST")" ] || { echo "$1 is another image ($FOUND) than the one that was signed." >&2; exit 1; }
echo "$FOUND is the image that was signed."
