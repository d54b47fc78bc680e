-- M-Pesa's tokens: asking for one ends the one before, so all servers of an installation use the same. Rows of the platform alone.
CREATE TABLE payment_tokens (
  school_id uuid NOT NULL,
  -- Digest of the provider's address, consumer key and consumer secret.
  credentials bytea NOT NULL,
  -- Number of tokens so far; 0: none yet.
  version bigint NOT NULL DEFAULT 0,
  -- Token, sealed under the installation's key.
  sealed bytea,
  renew_at timestamptz,
  dies_at timestamptz,
  -- The server that is asking for the next one, until it has had its time.
  claim uuid,
  claimed_until timestamptz,
  PRIMARY KEY (school_id, credentials)
);
SELECT enable_row_security('payment_tokens');
GRANT SELECT, INSERT, UPDATE, DELETE ON payment_tokens TO mfuko_app;
