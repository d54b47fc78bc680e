-- Tries of a PIN or finger that are charged and not judged yet. One counts against the limits for as long as its server may
-- still compare it: while the session that charged it lives, and no longer than the server gives a comparison. What a
-- server that died leaves behind counts for nobody.
CREATE TABLE student_tries (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('pin', 'finger')),
  -- Who enters the PIN.
  user_id uuid,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The database session that charged it; its number alone is given to others later on.
  session int NOT NULL,
  session_since timestamptz NOT NULL,
  PRIMARY KEY (school_id, id)
);
CREATE INDEX student_tries_student ON student_tries (school_id, student_id, kind);
CREATE INDEX student_tries_user ON student_tries (school_id, user_id);
SELECT raise_tenant_wall('student_tries');
GRANT SELECT, INSERT, DELETE ON student_tries TO mfuko_app;
