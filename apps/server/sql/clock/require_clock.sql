-- Clock fault: stops the transaction.
CREATE OR REPLACE FUNCTION require_clock(the_school uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  fault jsonb := clock_fault(the_school);
BEGIN
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault ->> 'message' USING ERRCODE = 'MF503', DETAIL = (fault - ARRAY['message', 'nowText', 'thanText'])::text;
  END IF;
END $$;
