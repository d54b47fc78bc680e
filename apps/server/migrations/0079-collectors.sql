-- Collectors: who may collect a child, who must not, and with whom each child went.
ALTER TABLE schools ADD COLUMN require_collector boolean NOT NULL DEFAULT false;

CREATE TABLE collectors (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  relation text NOT NULL CHECK (length(relation) BETWEEN 1 AND 40),
  mobile_number text,
  valid_until date,
  -- Why the person must not collect; null where they may.
  blocked_reason text CHECK (length(blocked_reason) BETWEEN 1 AND 200),
  added_by uuid NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed_by uuid,
  removed_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK (num_nulls(removed_by, removed_at) IN (0, 2))
);
CREATE INDEX collectors_student ON collectors (school_id, student_id) WHERE removed_at IS NULL;
SELECT enable_row_security('collectors');
GRANT SELECT, INSERT, DELETE ON collectors TO mfuko_app;
-- A person's row never changes: another one is added.
GRANT UPDATE (removed_by, removed_at) ON collectors TO mfuko_app;

-- Students who may go home by themselves although the school asks for a collector.
CREATE TABLE leaves_alone (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  set_by uuid NOT NULL,
  PRIMARY KEY (school_id, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
SELECT enable_row_security('leaves_alone');
GRANT SELECT, INSERT, DELETE ON leaves_alone TO mfuko_app;

CREATE TABLE collector_codes (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  -- For whom the guardian gives the code.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  phone_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  sent_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX collector_codes_phone ON collector_codes (school_id, phone_hash, created_at);
CREATE UNIQUE INDEX collector_codes_live ON collector_codes (school_id, student_id) WHERE ended_at IS NULL;
SELECT enable_row_security('collector_codes');
GRANT SELECT, INSERT, UPDATE, DELETE ON collector_codes TO mfuko_app;

-- With whom a child went, by the passage: name and relation as they were then.
CREATE TABLE releases (
  school_id uuid NOT NULL REFERENCES schools,
  event_id uuid NOT NULL,
  student_id uuid NOT NULL,
  way text NOT NULL CHECK (way IN ('collector', 'code', 'alone', 'word')),
  collector_id uuid,
  name text,
  relation text,
  released_by uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (school_id, event_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX releases_student ON releases (school_id, student_id, at);
SELECT enable_row_security('releases');
GRANT SELECT, INSERT ON releases TO mfuko_app;
SELECT make_append_only('releases');
SELECT make_blankable('releases', 'name', 'relation');
