-- Exeats: leave that the office grants a student to go out, until when, and what became of it.
ALTER TABLE schools ADD COLUMN require_exeat boolean NOT NULL DEFAULT false;

CREATE TABLE exeats (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  leaves_from timestamptz NOT NULL,
  return_by timestamptz NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  -- With whom the student goes: one of the student's collectors, as they were called then.
  collector_id uuid,
  goes_with text CHECK (length(goes_with) BETWEEN 1 AND 170),
  granted_by uuid NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  cancelled_by uuid,
  cancelled_at timestamptz,
  cancel_reason text CHECK (length(cancel_reason) BETWEEN 1 AND 200),
  -- The passages by which it was used and ended.
  out_event uuid,
  out_at timestamptz,
  in_event uuid,
  returned_at timestamptz,
  -- When the office was told that the student is not back.
  overdue_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK (return_by > leaves_from),
  CHECK (num_nulls(collector_id, goes_with) IN (0, 2)),
  CHECK (num_nulls(cancelled_by, cancelled_at, cancel_reason) IN (0, 3)),
  CHECK (num_nulls(out_event, out_at) IN (0, 2)),
  CHECK (num_nulls(in_event, returned_at) IN (0, 2)),
  -- Only who went out comes back, and leave that was used is not taken back.
  CHECK (returned_at IS NULL OR out_at IS NOT NULL),
  CHECK (cancelled_at IS NULL OR out_at IS NULL)
);
CREATE INDEX exeats_student ON exeats (school_id, student_id, leaves_from);
CREATE INDEX exeats_open ON exeats (school_id, return_by) WHERE cancelled_at IS NULL AND returned_at IS NULL;
SELECT enable_row_security('exeats');
-- One look finds who is not back, in all schools.
CREATE POLICY platform_reads ON exeats FOR SELECT
  USING (COALESCE(current_setting('app.scope', true) = 'platform', false));
GRANT SELECT, INSERT, DELETE ON exeats TO mfuko_app;
-- A pass that was granted never changes: it is cancelled, and another granted.
GRANT UPDATE (cancelled_by, cancelled_at, cancel_reason, out_event, out_at, in_event, returned_at, overdue_at) ON exeats TO mfuko_app;
