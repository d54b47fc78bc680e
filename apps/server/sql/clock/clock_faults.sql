-- Clock faults of all schools, for transactions of the platform: the function enters one school after the other, as a
-- transaction of that school would, and so needs no rights beyond row-level security.
CREATE OR REPLACE FUNCTION clock_faults(out school_id uuid, out fault jsonb) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  asked_in text := current_setting('app.school_id', true);
  school record;
BEGIN
  FOR school IN SELECT s.id FROM schools s WHERE s.deleted_at IS NULL LOOP
    school_id := school.id;
    PERFORM set_config('app.school_id', school.id::text, true);
    fault := clock_fault(school.id);
    IF fault IS NOT NULL THEN
      RETURN NEXT;
    END IF;
  END LOOP;
  PERFORM set_config('app.school_id', coalesce(asked_in, ''), true);
END $$;
