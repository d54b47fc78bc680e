-- Short codes: each belongs to one school, as paybill or as till, so that what is paid to it is pulled by one school.
CREATE TABLE short_codes (
  code text PRIMARY KEY CHECK (code <> ''),
  school_id uuid NOT NULL REFERENCES schools (id)
);
CREATE INDEX short_codes_school ON short_codes (school_id);
INSERT INTO short_codes (code, school_id)
  SELECT code, school_id FROM payment_configs, unnest(ARRAY[short_code, lnm_short_code]) AS code
  ORDER BY updated_at ON CONFLICT DO NOTHING;
-- The key holds over all schools; a school sees its own codes.
SELECT enable_row_security('short_codes');
GRANT SELECT, INSERT, DELETE ON short_codes TO mfuko_app;
