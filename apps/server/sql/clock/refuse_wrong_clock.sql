-- Clock of a journal entry: checked once for each statement, whatever way the journal entry comes in. A journal entry that is dated back into
-- a closed day is refused whatever the clock says.
CREATE OR REPLACE FUNCTION refuse_wrong_clock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made record;
  correction clock_corrections%ROWTYPE;
BEGIN
  FOR made IN SELECT m.school_id, min(m.at) AS oldest, max(m.at) AS newest FROM made_entries m GROUP BY m.school_id LOOP
    PERFORM require_clock(made.school_id);
    SELECT * INTO correction FROM clock_corrections c WHERE c.school_id = made.school_id;
    PERFORM 1 FROM (
      SELECT d.ends FROM book_days d WHERE d.school_id = made.school_id ORDER BY d.number DESC LIMIT 1
    ) AS closed
    WHERE made.oldest < closed.ends
      AND (correction.until IS NULL OR made.oldest < correction.begins OR closed.ends > correction.until);
    IF FOUND THEN
      RAISE EXCEPTION 'a closed day takes no movement' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF made.newest <= correction.until THEN
      -- Never waited for: whoever holds the row writes nearly the same moment.
      UPDATE clock_corrections c SET newest = made.newest
      WHERE c.school_id = made.school_id AND c.newest < made.newest AND c.school_id IN (
        SELECT l.school_id FROM clock_corrections l WHERE l.school_id = made.school_id FOR UPDATE SKIP LOCKED);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
