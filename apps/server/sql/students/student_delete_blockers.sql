-- Delete blockers of a student: records that must be kept. Such a student may leave, but not be deleted.
CREATE OR REPLACE FUNCTION student_delete_blockers(the_school uuid, the_student uuid) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  needs text[] := '{}';
BEGIN
  IF EXISTS (SELECT 1 FROM accounts WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'money'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM gate_events WHERE school_id = the_school AND student_id = the_student)
     OR EXISTS (SELECT 1 FROM bus_events WHERE school_id = the_school AND student_id = the_student)
     OR EXISTS (SELECT 1 FROM gate_exceptions WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'attendance'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM meals WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'meals'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM student_items WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'items'::text;
  END IF;
  RETURN needs;
END $$;
