-- Limit of a key's deposits in one day of the school, in cents, and their sum on the last day on which it made any. The sum is counted in the
-- transaction of each deposit, so that parallel deposits cannot exceed the limit together and no deposit reads the others of its day.
ALTER TABLE api_keys
  ADD COLUMN daily_deposit_limit bigint NOT NULL DEFAULT 50000000 CHECK (daily_deposit_limit > 0),
  ADD COLUMN deposits_day date,
  ADD COLUMN deposited bigint NOT NULL DEFAULT 0;
GRANT UPDATE (daily_deposit_limit, deposits_day, deposited) ON api_keys TO mfuko_app;
