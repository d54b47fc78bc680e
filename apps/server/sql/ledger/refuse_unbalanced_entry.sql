-- Double entry: the legs of a journal entry are two or more, begin with leg 1 and sum to zero.
CREATE OR REPLACE FUNCTION refuse_unbalanced_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_entry uuid;
  legs record;
BEGIN
  IF TG_TABLE_NAME = 'journal_entries' THEN the_entry := NEW.id; ELSE the_entry := NEW.entry_id; END IF;
  SELECT count(*) AS number, min(leg) AS first, sum(amount) AS total INTO legs
  FROM postings WHERE school_id = NEW.school_id AND entry_id = the_entry;
  IF legs.number < 2 OR legs.first <> 1 OR legs.total <> 0 THEN
    RAISE EXCEPTION 'the legs of a movement must sum to zero' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
