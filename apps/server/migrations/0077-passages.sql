-- Passages that a guardian wishes to hear of by SMS: in and out at the gate, on and off a bus. None unless they ask for it.
ALTER TABLE guardians ADD COLUMN notify text[] NOT NULL DEFAULT '{}' CHECK (notify <@ ARRAY['in', 'out', 'on', 'off']);

-- The passage that a message tells of: each phone hears of it once, however often the job runs.
ALTER TABLE sms_messages ADD COLUMN passage_id uuid;
CREATE UNIQUE INDEX sms_messages_passage ON sms_messages (school_id, passage_id, to_hash) WHERE passage_id IS NOT NULL;
