-- Presences of an account: from when to when it was heard by the server, without a minute of silence between; of the last eight days.
CREATE TABLE account_presences (
  user_id uuid NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, begun_at),
  CHECK (last_at >= begun_at)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON account_presences TO mfuko_app;
