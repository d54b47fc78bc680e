-- A second provider takes what the first one surely refused (decision 160).
-- The provider that may have a message: noted before each try, and taken away where that one surely has it not.
ALTER TABLE sms_messages ADD COLUMN handed_to smallint CHECK (handed_to IN (1, 2));
ALTER TABLE sms_messages NO FORCE ROW LEVEL SECURITY;
UPDATE sms_messages SET handed_to = 1 WHERE state = 'waiting' AND tries > 0;
ALTER TABLE sms_messages FORCE ROW LEVEL SECURITY;

-- The first provider fails, and messages go by the second: since when, for which trouble, and when the first is looked at again.
ALTER TABLE sms_gateway
  ADD COLUMN first_fails_since timestamptz,
  ADD COLUMN first_again_at timestamptz,
  ADD COLUMN first_trouble text,
  ADD COLUMN first_why text,
  ADD CONSTRAINT sms_gateway_first CHECK ((first_fails_since IS NULL) = (first_again_at IS NULL));
