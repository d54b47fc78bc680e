-- Messages: text messages on their way out, their reports and costs, announcements of a school. Costs are in
-- ten-thousandths of a shilling, as the provider reports them.

-- A message belongs to a school, or with the nil id to the platform. Its number and text are sealed, and wiped once it has
-- been sent or has grown too old.
CREATE TABLE sms_messages (
  school_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  id uuid NOT NULL,
  to_sealed bytea,
  text_sealed bytea,
  -- Ends of the number, 2547…678: after a failure somebody can ask its owner.
  to_masked text,
  to_hash bytea,
  kind text NOT NULL,
  language text CHECK (language IN ('en', 'sw')),
  segments smallint NOT NULL DEFAULT 1 CHECK (segments >= 1),
  -- Subject, short, as the message names it.
  about text,
  -- Goes forwards only, in this order; the last four are ends. `stopped`: not sent, since the month's money was spent.
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'sent', 'submitted', 'buffered', 'delivered', 'undelivered', 'failed', 'stopped')),
  state_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text,
  provider_id text,
  -- Latest next look at a waiting message, whatever became of its job. While it is being sent: until then nobody else may.
  next_try_at timestamptz NOT NULL DEFAULT clock_timestamp() + interval '2 minutes',
  tries int NOT NULL DEFAULT 0 CHECK (tries >= 0),
  -- Tries after which nobody knew if the message had been taken.
  unsure_tries int NOT NULL DEFAULT 0 CHECK (unsure_tries >= 0),
  -- Cost, and the month in which it was counted. Null: not counted yet.
  cost bigint CHECK (cost >= 0),
  month date,
  -- Chain of recipients: the first message goes to one guardian, the second to the next, and there is no third.
  chain_id uuid NOT NULL DEFAULT gen_random_uuid(),
  turn smallint NOT NULL DEFAULT 1 CHECK (turn IN (1, 2)),
  next_sealed bytea,
  -- Origin: the journal entry of a receipt, the announcement, the message that this one repeats.
  entry_id uuid,
  announcement_id uuid,
  again_of uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX sms_messages_once_a_turn ON sms_messages (school_id, chain_id, turn);
CREATE UNIQUE INDEX sms_messages_one_receipt ON sms_messages (school_id, entry_id)
  WHERE entry_id IS NOT NULL AND turn = 1 AND again_of IS NULL;
CREATE UNIQUE INDEX sms_messages_one_announcement ON sms_messages (school_id, announcement_id, to_hash)
  WHERE announcement_id IS NOT NULL AND turn = 1 AND again_of IS NULL;
CREATE UNIQUE INDEX sms_messages_again_once ON sms_messages (school_id, again_of) WHERE again_of IS NOT NULL;
CREATE INDEX sms_messages_newest ON sms_messages (school_id, created_at);
CREATE INDEX sms_messages_failed ON sms_messages (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX sms_messages_waiting ON sms_messages (next_try_at) WHERE state = 'waiting';
-- A delivery report names nothing but the provider's id.
CREATE INDEX sms_messages_provider ON sms_messages (provider_id) WHERE provider_id IS NOT NULL;
SELECT enable_row_security('sms_messages', true);
GRANT SELECT, INSERT, UPDATE ON sms_messages TO mfuko_app;

-- Delivery reports of the provider: each status of a message counts once.
CREATE TABLE sms_reports (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  message_id uuid NOT NULL,
  status text NOT NULL CHECK (length(status) BETWEEN 1 AND 40),
  reason text CHECK (length(reason) BETWEEN 1 AND 60),
  network text CHECK (length(network) BETWEEN 1 AND 10),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, message_id) REFERENCES sms_messages (school_id, id),
  CONSTRAINT sms_reports_once UNIQUE (school_id, message_id, status)
);
SELECT enable_row_security('sms_reports');
GRANT SELECT, INSERT ON sms_reports TO mfuko_app;
SELECT make_append_only('sms_reports');

-- Settings of a school: its receipts, and the most that it spends a month on messages that are not urgent. Without a row:
-- all receipts, and KES 5,000.
CREATE TABLE sms_settings (
  school_id uuid NOT NULL PRIMARY KEY,
  cash_out boolean NOT NULL DEFAULT true,
  collection boolean NOT NULL DEFAULT true,
  refund boolean NOT NULL DEFAULT true,
  cap bigint NOT NULL DEFAULT 50000000 CHECK (cap >= 0)
);
SELECT enable_row_security('sms_settings');
GRANT SELECT, INSERT, UPDATE ON sms_settings TO mfuko_app;

-- Costs of a month: always the sum over its messages. The row is locked to hold the cap.
CREATE TABLE sms_months (
  school_id uuid NOT NULL,
  month date NOT NULL,
  cost bigint NOT NULL DEFAULT 0 CHECK (cost >= 0),
  messages int NOT NULL DEFAULT 0 CHECK (messages >= 0),
  -- Time at which the staff were told that the cap is reached.
  told_at timestamptz,
  PRIMARY KEY (school_id, month)
);
SELECT enable_row_security('sms_months');
GRANT SELECT, INSERT, UPDATE ON sms_months TO mfuko_app;

CREATE TABLE announcements (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  text_en text CHECK (length(text_en) BETWEEN 1 AND 480),
  text_sw text CHECK (length(text_sw) BETWEEN 1 AND 480),
  -- Null: all guardians of the school.
  class_id uuid,
  class_name text,
  recipients int NOT NULL CHECK (recipients >= 1),
  by_user uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Time at which the last of its messages had been written down.
  spread_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK (text_en IS NOT NULL OR text_sw IS NOT NULL)
);
CREATE INDEX announcements_newest ON announcements (school_id, created_at);
SELECT enable_row_security('announcements');
GRANT SELECT, INSERT ON announcements TO mfuko_app;
GRANT UPDATE (spread_at) ON announcements TO mfuko_app;

-- Opt-outs: numbers, as keyed hashes, whose owners told the provider that they want no more messages of ours.
CREATE TABLE sms_opt_outs (
  phone_hash bytea NOT NULL PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, DELETE ON sms_opt_outs TO mfuko_app;

-- State of the gateway, one row.
CREATE TABLE sms_gateway (
  one boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
  -- Until then only urgent messages are handed to the provider, and why: no money there, or it does not know us.
  stopped_until timestamptz,
  why text,
  -- Outage: since when the gateway has not been reached; null: it answers.
  away_since timestamptz,
  -- Probes since then, and the time of the next one.
  probes int NOT NULL DEFAULT 0,
  probe_at timestamptz,
  CONSTRAINT sms_gateway_probed CHECK ((away_since IS NULL) = (probe_at IS NULL))
);
INSERT INTO sms_gateway DEFAULT VALUES;
GRANT SELECT, UPDATE ON sms_gateway TO mfuko_app;

-- Alerts of an outage: the one that the staff of a school, or with the nil id the platform's Admins, have been told of, and
-- the number of messages given up since they were told of such.
CREATE TABLE sms_outage_alerts (
  school_id uuid NOT NULL PRIMARY KEY,
  -- The outage that they know of, by its beginning.
  outage timestamptz,
  expired int NOT NULL DEFAULT 0 CHECK (expired >= 0),
  -- Time at which the first of these was given up.
  expired_since timestamptz,
  CHECK ((expired = 0) = (expired_since IS NULL))
);
SELECT enable_row_security('sms_outage_alerts', true);
GRANT SELECT, INSERT, UPDATE ON sms_outage_alerts TO mfuko_app;
