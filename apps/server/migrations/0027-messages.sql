-- Text messages whole: whose they are, where they are, what they cost, who gets them next where the first cannot be
-- reached; receipts to guardians; announcements of a school. Costs are in ten-thousandths of a shilling, as they are told.

-- The language in which a guardian is written to.
ALTER TABLE guardians ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'sw'));

-- A message belongs to a school, or with the nil id to the platform.
ALTER TABLE sms_messages ADD COLUMN school_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE sms_messages DROP CONSTRAINT sms_messages_pkey, ADD PRIMARY KEY (school_id, id);
ALTER TABLE sms_messages
  -- Only ever forwards, in this order; the last four are ends. `stopped`: it was not sent, since the month's money was spent.
  ADD COLUMN state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'sent', 'submitted', 'buffered', 'delivered', 'undelivered', 'failed', 'stopped')),
  ADD COLUMN state_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN to_hash bytea,
  ADD COLUMN language text CHECK (language IN ('en', 'sw')),
  ADD COLUMN segments smallint NOT NULL DEFAULT 1 CHECK (segments >= 1),
  -- Whom it is about, short, as the message says it.
  ADD COLUMN about text,
  ADD COLUMN provider_id text,
  -- What it was counted at, and in which month. Null: not counted yet.
  ADD COLUMN cost bigint CHECK (cost >= 0),
  ADD COLUMN month date,
  -- The first of a chain goes to one guardian, the second to the next: there is no third.
  ADD COLUMN chain_id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN turn smallint NOT NULL DEFAULT 1 CHECK (turn IN (1, 2)),
  ADD COLUMN next_sealed bytea,
  -- What it is the receipt of, which announcement it is part of, which message it repeats.
  ADD COLUMN movement_id uuid,
  ADD COLUMN announcement_id uuid,
  ADD COLUMN again_of uuid;
UPDATE sms_messages SET state = CASE WHEN failed_at IS NOT NULL THEN 'failed' ELSE 'sent' END,
  state_at = coalesce(failed_at, sent_at) WHERE failed_at IS NOT NULL OR sent_at IS NOT NULL;
CREATE UNIQUE INDEX sms_messages_once_a_turn ON sms_messages (school_id, chain_id, turn);
CREATE UNIQUE INDEX sms_messages_one_receipt ON sms_messages (school_id, movement_id)
  WHERE movement_id IS NOT NULL AND turn = 1 AND again_of IS NULL;
CREATE UNIQUE INDEX sms_messages_one_announcement ON sms_messages (school_id, announcement_id, to_hash)
  WHERE announcement_id IS NOT NULL AND turn = 1 AND again_of IS NULL;
CREATE UNIQUE INDEX sms_messages_again_once ON sms_messages (school_id, again_of) WHERE again_of IS NOT NULL;
CREATE INDEX sms_messages_newest ON sms_messages (school_id, created_at);
-- A delivery report names nothing but the provider's id.
CREATE INDEX sms_messages_provider ON sms_messages (provider_id) WHERE provider_id IS NOT NULL;
SELECT raise_tenant_wall('sms_messages', true);

-- What the provider told of a message. Each of its words counts once.
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
SELECT raise_tenant_wall('sms_reports');
GRANT SELECT, INSERT ON sms_reports TO mfuko_app;
SELECT make_append_only('sms_reports');

-- Which receipts a school sends, and what it may spend a month on what is not urgent. Without a row: all, and KES 5,000.
CREATE TABLE sms_settings (
  school_id uuid NOT NULL PRIMARY KEY REFERENCES schools,
  cash_out boolean NOT NULL DEFAULT true,
  collection boolean NOT NULL DEFAULT true,
  refund boolean NOT NULL DEFAULT true,
  cap bigint NOT NULL DEFAULT 50000000 CHECK (cap >= 0)
);
SELECT raise_tenant_wall('sms_settings');
GRANT SELECT, INSERT, UPDATE ON sms_settings TO mfuko_app;

-- What the messages of a month have cost: always the sum over its messages. The row is locked to hold the cap.
CREATE TABLE sms_months (
  school_id uuid NOT NULL,
  month date NOT NULL,
  cost bigint NOT NULL DEFAULT 0 CHECK (cost >= 0),
  messages int NOT NULL DEFAULT 0 CHECK (messages >= 0),
  -- When the staff were told that the cap is reached.
  told_at timestamptz,
  PRIMARY KEY (school_id, month)
);
SELECT raise_tenant_wall('sms_months');
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
  -- When the last of its messages had been written down.
  spread_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK (text_en IS NOT NULL OR text_sw IS NOT NULL)
);
CREATE INDEX announcements_newest ON announcements (school_id, created_at);
SELECT raise_tenant_wall('announcements');
GRANT SELECT, INSERT ON announcements TO mfuko_app;
GRANT UPDATE (spread_at) ON announcements TO mfuko_app;

-- Numbers, as keyed hashes, whose owners told the provider that they want nothing more of us.
CREATE TABLE sms_opt_outs (
  phone_hash bytea NOT NULL PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, DELETE ON sms_opt_outs TO mfuko_app;

-- Until when nothing but what is urgent is handed to the provider, and why: no money there, or it does not know us.
CREATE TABLE sms_gateway (
  one boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
  stopped_until timestamptz,
  why text
);
INSERT INTO sms_gateway DEFAULT VALUES;
GRANT SELECT, UPDATE ON sms_gateway TO mfuko_app;

-- Has a guardian told of a movement, if and only if the transaction commits. One statement for those who move money: what
-- is written, and to whom, is worked out by the job. Nothing is done where the school wants no such receipts, or where the
-- student has no guardian.
CREATE FUNCTION receipt_later(the_school uuid, the_movement uuid, the_kind text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  the_receipt text := CASE the_kind WHEN 'refund-paid' THEN 'refund' ELSE the_kind END;
BEGIN
  IF NOT coalesce((SELECT CASE the_receipt WHEN 'cash-out' THEN s.cash_out WHEN 'collection' THEN s.collection
                                           WHEN 'refund' THEN s.refund ELSE false END
                   FROM sms_settings s WHERE s.school_id = the_school), the_receipt IN ('cash-out', 'collection', 'refund')) THEN
    RETURN;
  END IF;
  PERFORM 1 FROM movements m
  JOIN guardians g ON g.school_id = m.school_id AND g.student_id = m.student_id AND g.deleted_at IS NULL
  WHERE m.school_id = the_school AND m.id = the_movement;
  IF FOUND THEN
    PERFORM enqueue_job('write-receipt', json_build_object('schoolId', the_school, 'movementId', the_movement),
                        to_timestamp(0), 12);
  END IF;
END $$;
