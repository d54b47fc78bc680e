-- Diagnosis: the last check of how each school collects by M-Pesa.

CREATE TABLE payment_checks (
  school_id uuid PRIMARY KEY REFERENCES schools,
  -- The run, which the question for the balance bears in its address.
  id uuid NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  outcome text CHECK (outcome IN ('passed', 'partly', 'failed')),
  -- Steps in their order, each with its state, what it found, and facts for the words. Never a secret.
  steps jsonb NOT NULL,
  -- The last ten starts: how often it may be asked.
  starts timestamptz[] NOT NULL DEFAULT '{}',
  passed_at timestamptz,
  -- Keyed digest of an initiator and credential that M-Pesa refused: three refusals lock the operator, so it is not asked again by itself.
  refused bytea,
  -- Day on which the API operator's password was set, and when that was told: a credential that is saved later makes it unknown.
  password_set_on date,
  password_told_at timestamptz,
  CHECK ((finished_at IS NULL) = (outcome IS NULL)),
  CHECK ((password_set_on IS NULL) = (password_told_at IS NULL))
);
SELECT enable_row_security('payment_checks', true);
GRANT SELECT, INSERT, UPDATE ON payment_checks TO mfuko_app;

-- Address of the server that was registered with M-Pesa, without the secret part; null where that was before it was kept.
ALTER TABLE provider_registrations ADD COLUMN registered_url text;
