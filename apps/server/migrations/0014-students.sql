-- Students who leave, come back or are taken off the list, and consent that is withdrawn.

ALTER TABLE students ADD COLUMN left_at timestamptz;

-- A student with what the office and the page of the student want to know. Deleted ones are in it, so that the answer to
-- a deletion can be read from it. The view runs with the rights of whoever reads it.
CREATE VIEW student_details WITH (security_invoker = true) AS
SELECT s.school_id,
       s.id,
       s.admission_number,
       s.names,
       s.class_id,
       c.name AS class_name,
       s.status,
       s.left_at,
       s.created_at,
       s.deleted_at,
       s.pin_hash IS NOT NULL AS has_pin,
       l.pin_locked_until,
       EXISTS (SELECT 1 FROM fingerprints f WHERE f.school_id = s.school_id AND f.student_id = s.id) AS has_fingerprint,
       coalesce(a.balance, 0)::bigint AS balance,
       g.kind AS gate_kind,
       g.since AS gate_since,
       b.kind AS bus_kind,
       b.since AS bus_since,
       v.plate AS bus_plate
FROM students s
JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
LEFT JOIN student_locks l ON l.school_id = s.school_id AND l.student_id = s.id
LEFT JOIN accounts a ON a.school_id = s.school_id AND a.student_id = s.id AND a.kind = 'wallet'
LEFT JOIN gate_states g ON g.school_id = s.school_id AND g.student_id = s.id
LEFT JOIN bus_states b ON b.school_id = s.school_id AND b.student_id = s.id
LEFT JOIN buses v ON v.school_id = b.school_id AND v.id = b.bus_id;
GRANT SELECT ON student_details TO mfuko_app;

-- What refers to a student and must be kept: such a student may leave, but not be deleted.
CREATE FUNCTION what_needs_student(the_school uuid, the_student uuid) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  needs text[] := '{}';
BEGIN
  IF EXISTS (SELECT 1 FROM accounts WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'money'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM gate_events WHERE school_id = the_school AND student_id = the_student)
     OR EXISTS (SELECT 1 FROM bus_events WHERE school_id = the_school AND student_id = the_student)
     OR EXISTS (SELECT 1 FROM oddities WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'attendance'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM meals WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'meals'::text;
  END IF;
  -- A table of a later migration.
  IF to_regclass('public.student_items') IS NOT NULL THEN
    IF EXISTS (SELECT 1 FROM student_items WHERE school_id = the_school AND student_id = the_student) THEN
      needs := needs || 'items'::text;
    END IF;
  END IF;
  RETURN needs;
END $$;

-- Behind that rule: a first payment or meal that comes while the student is being deleted waits for it, and is refused.
-- Whoever tries again finds no such student.
CREATE FUNCTION refuse_deleted_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM students WHERE school_id = NEW.school_id AND id = NEW.student_id AND deleted_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the student was deleted meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER student_is_there BEFORE INSERT ON accounts
  FOR EACH ROW WHEN (NEW.student_id IS NOT NULL) EXECUTE FUNCTION refuse_deleted_student();
CREATE TRIGGER student_is_there BEFORE INSERT ON meal_counts FOR EACH ROW EXECUTE FUNCTION refuse_deleted_student();

-- A guardian who takes the consent back, whether it was recorded here or lies with the school on paper.
CREATE TABLE consent_withdrawals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('fingerprint')),
  withdrawn_by text NOT NULL CHECK (length(withdrawn_by) BETWEEN 1 AND 120),
  relation text NOT NULL CHECK (length(relation) BETWEEN 1 AND 60),
  -- Impressions that were erased with it.
  erased smallint NOT NULL CHECK (erased >= 0),
  recorded_by uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX consent_withdrawals_student ON consent_withdrawals (school_id, student_id, purpose);
SELECT raise_tenant_wall('consent_withdrawals');
GRANT SELECT, INSERT ON consent_withdrawals TO mfuko_app;
SELECT make_append_only('consent_withdrawals');
