-- Limits: the most that goes out altogether by a PIN that the office has set, of the school only.
ALTER TABLE pocket_limits
  ADD COLUMN first_pin bigint CHECK (first_pin >= 0),
  ADD CONSTRAINT pocket_limits_first_pin CHECK (scope = 'school' OR first_pin IS NULL);
