-- What staff are told of without having asked, who has read it, and what search by a misspelt name stands on.

CREATE TABLE notices (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  -- What makes a notice that is told twice one: a job may run again.
  key uuid NOT NULL,
  kind text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('info', 'warning', 'urgent')),
  subject_kind text,
  subject_id text CHECK (length(subject_id) BETWEEN 1 AND 100),
  -- What the text names. Never a phone number, PIN or other secret.
  params jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  CHECK ((subject_kind IS NULL) = (subject_id IS NULL))
);
CREATE UNIQUE INDEX notices_key ON notices (school_id, key);
CREATE INDEX notices_subject ON notices (school_id, kind, subject_id, at);
SELECT raise_tenant_wall('notices');
GRANT SELECT, INSERT, DELETE ON notices TO mfuko_app;

-- One row for each person and notice that they have read or cleared; for everybody else it stays.
CREATE TABLE notice_reads (
  school_id uuid NOT NULL,
  user_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, user_id, notice_id),
  FOREIGN KEY (school_id, notice_id) REFERENCES notices (school_id, id) ON DELETE CASCADE
);
CREATE INDEX notice_reads_notice ON notice_reads (school_id, notice_id);
SELECT raise_tenant_wall('notice_reads');
GRANT SELECT, INSERT, DELETE ON notice_reads TO mfuko_app;

-- When a device was heard of last, to the minute, and when its silence was told. Apart from the devices, so that the gate
-- never waits for an edit.
CREATE TABLE device_sights (
  school_id uuid NOT NULL,
  device_id uuid NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  silence_told_at timestamptz,
  PRIMARY KEY (school_id, device_id),
  FOREIGN KEY (school_id, device_id) REFERENCES devices (school_id, id)
);
SELECT raise_tenant_wall('device_sights');
GRANT SELECT, INSERT, UPDATE ON device_sights TO mfuko_app;

-- Names however they are spelt. A trusted extension: the owner of the database may make it. Its operators cannot use an
-- index below row-level security, which lets only leakproof ones come before its own check, so that a school is read
-- through and each name is compared. These indexes hold all that is compared, side by side by school.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX students_searched ON students (school_id, names, admission_number, class_id, status, id)
  WHERE deleted_at IS NULL;
CREATE INDEX guardians_searched ON guardians (school_id, mobile_number, student_id, id) WHERE deleted_at IS NULL;
