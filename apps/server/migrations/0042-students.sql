-- Money holds: ways to a student's money that were changed, and since when. Cash by them waits (schools.hold_after_change_hours).
CREATE TABLE money_holds (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  -- `pin`, `finger:<which>`, or `phone:<keyed digest of the number>`. `fingers` tells that the student was enrolled once.
  means text NOT NULL CHECK (means ~ '^(pin|fingers|finger:[a-z-]+|phone:[0-9a-f]+)$'),
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, student_id, means),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
SELECT enable_row_security('money_holds');
GRANT SELECT, INSERT ON money_holds TO mfuko_app;
GRANT UPDATE (since) ON money_holds TO mfuko_app;
INSERT INTO money_holds (school_id, student_id, means, since)
  SELECT DISTINCT school_id, student_id, 'fingers', '-infinity'::timestamptz FROM fingerprints;
