-- Session: passkeys (WebAuthn) as a second factor, beside the authenticator or without one.

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  -- As the passkey calls itself. Nobody else's answers for it.
  credential_id bytea NOT NULL UNIQUE,
  -- Public key (COSE): no secret.
  public_key bytea NOT NULL,
  -- Of the last signature. A passkey that counts never shows a lower one; one that does not count stays at 0.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz,
  -- Its counter went back: somebody may hold a copy. It proves nothing any more.
  stopped_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);
GRANT SELECT, INSERT, UPDATE (counter, last_used_at, stopped_at), DELETE ON passkeys TO mfuko_app;

-- Questions to passkeys that wait for their answer, which takes them away.
CREATE TABLE passkey_questions (
  -- Keyed hash of the challenge.
  challenge_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('register', 'sign-in', 'step-up')),
  -- Keyed hash of the session, or of the request for a sign-in code, that it was asked in.
  bound_to bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX passkey_questions_at ON passkey_questions (at);
GRANT SELECT, INSERT, DELETE ON passkey_questions TO mfuko_app;
