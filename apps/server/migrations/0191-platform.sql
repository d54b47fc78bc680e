-- Roots of keys that outlive the master key, each sealed under it (platform/crypto/digest-root.ts). Without a row the master key is the root.
CREATE TABLE key_roots (
  name text PRIMARY KEY CHECK (name = 'digests'),
  sealed bytea NOT NULL CHECK (length(sealed) > 0),
  rotated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON key_roots TO mfuko_app;
