-- School account of a kind, made at its first use.
CREATE OR REPLACE FUNCTION school_account(the_school uuid, the_kind text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  found_id uuid;
BEGIN
  SELECT id INTO found_id FROM accounts
  WHERE school_id = the_school AND kind = the_kind AND student_id IS NULL AND user_id IS NULL;
  IF found_id IS NULL THEN
    INSERT INTO accounts (school_id, id, kind) VALUES (the_school, gen_random_uuid(), the_kind) ON CONFLICT DO NOTHING;
    SELECT id INTO found_id FROM accounts
    WHERE school_id = the_school AND kind = the_kind AND student_id IS NULL AND user_id IS NULL;
  END IF;
  RETURN found_id;
END $$;
