-- Schools: counties (reference), schools, their payment configuration, fees and classes.

CREATE TABLE counties (
  id uuid PRIMARY KEY,
  code smallint NOT NULL UNIQUE,
  name text NOT NULL UNIQUE
);
GRANT SELECT ON counties TO mfuko_app;

-- The 47 counties of the First Schedule to the Constitution of Kenya, by their official codes.
INSERT INTO counties (id, code, name)
SELECT ('00000000-0000-7000-8000-0000000000' || lpad(to_hex(code), 2, '0'))::uuid, code, name
FROM unnest(ARRAY[
  'Mombasa', 'Kwale', 'Kilifi', 'Tana River', 'Lamu', 'Taita-Taveta', 'Garissa', 'Wajir', 'Mandera', 'Marsabit',
  'Isiolo', 'Meru', 'Tharaka-Nithi', 'Embu', 'Kitui', 'Machakos', 'Makueni', 'Nyandarua', 'Nyeri', 'Kirinyaga',
  'Murang''a', 'Kiambu', 'Turkana', 'West Pokot', 'Samburu', 'Trans Nzoia', 'Uasin Gishu', 'Elgeyo-Marakwet', 'Nandi',
  'Baringo', 'Laikipia', 'Nakuru', 'Narok', 'Kajiado', 'Kericho', 'Bomet', 'Kakamega', 'Vihiga', 'Bungoma', 'Busia',
  'Siaya', 'Kisumu', 'Homa Bay', 'Migori', 'Kisii', 'Nyamira', 'Nairobi City'
]) WITH ORDINALITY AS county (name, code);

CREATE TABLE schools (
  id uuid PRIMARY KEY,
  county_id uuid NOT NULL REFERENCES counties,
  code text NOT NULL,
  official_name text NOT NULL,
  short_name text NOT NULL,
  po_box text,
  town text NOT NULL,
  logo bytea,
  app_id text NOT NULL UNIQUE,
  token_hash bytea NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  time_zone text NOT NULL DEFAULT 'Africa/Nairobi',
  -- 'school': the school certifies that it holds the guardians' consent forms.
  consent_policy text NOT NULL DEFAULT 'student' CHECK (consent_policy IN ('student', 'school')),
  -- The most that one journal entry may be, in cents.
  entry_limit bigint NOT NULL DEFAULT 2000000 CHECK (entry_limit > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX schools_code ON schools (lower(code)) WHERE deleted_at IS NULL;
SELECT enable_row_security('schools', true, 'id');
CREATE POLICY platform_registers ON schools
  USING (current_setting('app.scope', true) = 'platform') WITH CHECK (current_setting('app.scope', true) = 'platform');
GRANT SELECT, INSERT, UPDATE ON schools TO mfuko_app;

-- Tables below this feature that belong to a school.
ALTER TABLE school_keys ADD FOREIGN KEY (school_id) REFERENCES schools;
ALTER TABLE sms_settings ADD FOREIGN KEY (school_id) REFERENCES schools;

CREATE TABLE payment_configs (
  school_id uuid PRIMARY KEY REFERENCES schools,
  contact_name text NOT NULL,
  contact_number text NOT NULL,
  contact_email text NOT NULL,
  short_code text NOT NULL,
  lnm_short_code text NOT NULL,
  initiator text NOT NULL,
  api_user text NOT NULL,
  -- Part of the paths that M-Pesa calls: the school's id, so that a callback finds its school, and 256 random bits.
  -- Hexadecimal makes none of the words that M-Pesa refuses in an address.
  hook_secret text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT payment_configs_hook_secret CHECK (hook_secret ~ '^[0-9a-f]{96}$')
);
SELECT enable_row_security('payment_configs', true);
GRANT SELECT, INSERT, UPDATE ON payment_configs TO mfuko_app;

CREATE TABLE payment_secrets (
  school_id uuid NOT NULL REFERENCES schools,
  name text NOT NULL,
  sealed bytea NOT NULL,
  last4 text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL,
  PRIMARY KEY (school_id, name)
);
SELECT enable_row_security('payment_secrets');
GRANT SELECT, INSERT, UPDATE ON payment_secrets TO mfuko_app;

-- The platform's fee on a kind of journal entry: fixed cents, plus basis points of the amount, at most the cap. None: no fee.
CREATE TABLE fee_rules (
  school_id uuid NOT NULL REFERENCES schools,
  kind text NOT NULL CHECK (kind IN ('cash-out', 'collection', 'canteen')),
  fixed bigint NOT NULL DEFAULT 0 CHECK (fixed >= 0),
  basis_points int NOT NULL DEFAULT 0 CHECK (basis_points BETWEEN 0 AND 10000),
  cap bigint CHECK (cap >= 0),
  PRIMARY KEY (school_id, kind)
);
SELECT enable_row_security('fee_rules');
GRANT SELECT, INSERT, UPDATE, DELETE ON fee_rules TO mfuko_app;

CREATE TABLE classes (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX classes_name ON classes (school_id, lower(name)) WHERE deleted_at IS NULL;
SELECT enable_row_security('classes');
GRANT SELECT, INSERT, UPDATE ON classes TO mfuko_app;
