-- Messages that did not arrive, which are counted on every screen: a school writes tens of thousands a month, and few of them fail.
CREATE INDEX sms_messages_not_arrived ON sms_messages (school_id, created_at) WHERE state IN ('undelivered', 'failed');
