-- Cents that each of some people has paid in at desks and by lists within a day, in all their sessions, since one of these last proved their second factor
-- (`proven`, null where it never did). It is held until the transaction ends: what they pay in elsewhere waits for it and counts it. Where `wait` is false
-- nobody is waited for, and the sum is null where somebody else holds it.
CREATE OR REPLACE FUNCTION paid_in_since_proof(the_school uuid, people uuid[], proven timestamptz[], wait boolean)
RETURNS TABLE (place int, amount bigint) LANGUAGE plpgsql AS $$
DECLARE
  asked record;
BEGIN
  -- In one order, so that no two wait for each other in a circle.
  FOR asked IN SELECT * FROM unnest(people, proven) WITH ORDINALITY AS a (person, since, number) ORDER BY a.person LOOP
    place := asked.number;
    amount := NULL;
    IF wait THEN
      PERFORM pg_advisory_xact_lock(hashtextextended('pays-in:' || asked.person, 0));
    ELSIF NOT pg_try_advisory_xact_lock(hashtextextended('pays-in:' || asked.person, 0)) THEN
      RETURN NEXT; CONTINUE;
    END IF;
    SELECT coalesce(sum(e.amount), 0) INTO amount FROM journal_entries e
    WHERE e.school_id = the_school AND e.by_user = asked.person AND e.kind = 'deposit'
      AND e.at > greatest(clock_timestamp() - interval '1 day', asked.since);
    RETURN NEXT;
  END LOOP;
END $$;
