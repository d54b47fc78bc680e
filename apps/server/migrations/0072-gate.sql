-- Roll calls of an evacuation: who was on campus when it was opened, and whom a marshal has seen since.
CREATE TABLE roll_calls (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  opened_by uuid NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  closed_by uuid,
  closed_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK (num_nulls(closed_by, closed_at) IN (0, 2))
);
CREATE INDEX roll_calls_opened ON roll_calls (school_id, opened_at);
SELECT enable_row_security('roll_calls');
GRANT SELECT, INSERT ON roll_calls TO mfuko_app;
GRANT UPDATE (closed_by, closed_at) ON roll_calls TO mfuko_app;

CREATE TABLE roll_call_expected (
  school_id uuid NOT NULL,
  roll_call_id uuid NOT NULL,
  student_id uuid NOT NULL,
  PRIMARY KEY (school_id, roll_call_id, student_id),
  FOREIGN KEY (school_id, roll_call_id) REFERENCES roll_calls (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX roll_call_expected_student ON roll_call_expected (school_id, student_id);
SELECT enable_row_security('roll_call_expected');
GRANT SELECT, INSERT ON roll_call_expected TO mfuko_app;
SELECT make_append_only('roll_call_expected');

-- Ticks of all marshals, each key once: a device without a network sends them again until they are answered.
CREATE TABLE roll_call_ticks (
  school_id uuid NOT NULL,
  roll_call_id uuid NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
  student_id uuid NOT NULL,
  -- By the device's own clock.
  ticked_at timestamptz NOT NULL,
  -- The marshal, as the device has it.
  marshal text NOT NULL CHECK (length(marshal) BETWEEN 1 AND 120),
  recorded_by uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, roll_call_id, key),
  FOREIGN KEY (school_id, roll_call_id) REFERENCES roll_calls (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX roll_call_ticks_student ON roll_call_ticks (school_id, student_id);
SELECT enable_row_security('roll_call_ticks');
GRANT SELECT, INSERT ON roll_call_ticks TO mfuko_app;
SELECT make_append_only('roll_call_ticks');
