-- Moments: columns say who was notified, reported, or answered. A challenge is what WebAuthn calls what a passkey signs, and the
-- provider whose place another takes is the primary one.
ALTER TABLE alarms RENAME COLUMN told_at TO notified_at;
ALTER TABLE attendance_notices RENAME COLUMN told_at TO notified_at;
ALTER TABLE attendance_notices RENAME COLUMN arrival_told_at TO arrival_notified_at;
ALTER TABLE sms_months RENAME COLUMN told_at TO notified_at;
ALTER TABLE payment_checks RENAME COLUMN password_told_at TO password_reported_at;
ALTER TABLE payments RENAME COLUMN told_at TO reported_at;
ALTER TABLE provider_balances RENAME COLUMN told_at TO answered_at;
ALTER INDEX alarms_told RENAME TO alarms_raised;
ALTER INDEX provider_balances_told RENAME TO provider_balances_answered;

ALTER TABLE passkey_questions RENAME TO passkey_challenges;
ALTER TABLE passkey_challenges RENAME CONSTRAINT passkey_questions_pkey TO passkey_challenges_pkey;
ALTER TABLE passkey_challenges RENAME CONSTRAINT passkey_questions_purpose_check TO passkey_challenges_purpose_check;
ALTER INDEX passkey_questions_at RENAME TO passkey_challenges_at;

ALTER TABLE sms_gateway RENAME COLUMN why TO stop_reason;
ALTER TABLE sms_gateway RENAME COLUMN away_since TO unreachable_since;
ALTER TABLE sms_gateway RENAME COLUMN first_fails_since TO primary_failing_since;
ALTER TABLE sms_gateway RENAME COLUMN first_again_at TO primary_retry_at;
ALTER TABLE sms_gateway RENAME COLUMN first_trouble TO primary_failure;
ALTER TABLE sms_gateway RENAME COLUMN first_why TO primary_reason;
ALTER TABLE sms_gateway RENAME CONSTRAINT sms_gateway_first TO sms_gateway_primary;
