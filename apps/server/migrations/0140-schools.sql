-- Short codes that several schools share on purpose: each of them has a prefix, with which the accounts of its payments begin.
ALTER TABLE short_codes DROP CONSTRAINT short_codes_pkey;
ALTER TABLE short_codes ADD PRIMARY KEY (code, school_id);
ALTER TABLE short_codes ADD COLUMN prefix text
  CONSTRAINT short_codes_prefix CHECK (prefix ~ '^[A-Z0-9]{2,8}$' AND prefix ~ '[A-Z]');
-- The first to claim a code of several takes in what bears nobody's prefix.
ALTER TABLE short_codes ADD COLUMN claimed_at timestamptz NOT NULL DEFAULT clock_timestamp();
GRANT UPDATE (prefix) ON short_codes TO mfuko_app;
-- A transaction that names a code sees who shares it, and no other code of theirs (short_code_sharing, share_short_code).
CREATE POLICY shared_code ON short_codes FOR SELECT USING (code = current_setting('app.short_code', true));

-- Account prefixes: every one that a school ever had at a code. None of them becomes another school's: guardians go on to type it.
CREATE TABLE account_prefixes (
  code text NOT NULL,
  prefix text NOT NULL,
  school_id uuid NOT NULL REFERENCES schools (id),
  PRIMARY KEY (code, prefix)
);
CREATE INDEX account_prefixes_school ON account_prefixes (school_id);
SELECT enable_row_security('account_prefixes');
CREATE POLICY shared_code ON account_prefixes FOR SELECT USING (code = current_setting('app.short_code', true));
GRANT SELECT, INSERT ON account_prefixes TO mfuko_app;
SELECT make_append_only('account_prefixes');

CREATE TRIGGER share AFTER INSERT OR UPDATE ON short_codes FOR EACH ROW EXECUTE FUNCTION share_short_code();
