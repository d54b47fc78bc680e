-- Payments by state, and STK pushes by status, of the last 24 hours and of all schools, for transactions of the platform: the function
-- enters one school after the other, as a transaction of that school would, and so needs no rights beyond row-level security.
CREATE OR REPLACE FUNCTION count_payments(out what text, out state text, out payments int) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  asked_in text := current_setting('app.school_id', true);
  since timestamptz := clock_timestamp() - interval '24 hours';
  school record;
BEGIN
  FOR school IN SELECT s.id FROM schools s WHERE s.deleted_at IS NULL LOOP
    PERFORM set_config('app.school_id', school.id::text, true);
    RETURN QUERY SELECT 'payment', p.state, count(*)::int FROM payments p
      WHERE p.school_id = school.id AND p.paid_at >= since GROUP BY p.state;
    RETURN QUERY SELECT 'stk-push', p.status, count(*)::int FROM stk_pushes p
      WHERE p.school_id = school.id AND p.requested_at >= since GROUP BY p.status;
  END LOOP;
  PERFORM set_config('app.school_id', coalesce(asked_in, ''), true);
END $$;
