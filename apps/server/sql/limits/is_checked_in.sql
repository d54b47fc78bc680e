-- Check-in: true for a student whose newest gate event is a check-in of today.
CREATE OR REPLACE FUNCTION is_checked_in(the_school uuid, the_student uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM gate_states g JOIN schools s ON s.id = g.school_id
    WHERE g.school_id = the_school AND g.student_id = the_student AND g.kind = 'in'
      AND (g.since AT TIME ZONE s.time_zone)::date = (clock_timestamp() AT TIME ZONE s.time_zone)::date)
$$;
