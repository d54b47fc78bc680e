-- Two people: refuses where the accounts are in one hand. One has made the other, or has set its number within 30 days; or the
-- second one was made by somebody within a day, or both by the same within seven. Every rule of a second person meets here.
CREATE OR REPLACE FUNCTION require_two_hands(first_person uuid, second_person uuid)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  because text;
BEGIN
  SELECT CASE WHEN t.by_user IN (first_person, second_person) THEN t.why ELSE 'new' END INTO because FROM account_ties t
  WHERE (t.user_id = second_person AND t.by_user = first_person OR t.user_id = first_person AND t.by_user = second_person)
      AND (t.why = 'made' OR t.at > clock_timestamp() - interval '30 days')
    OR t.user_id = second_person AND t.why = 'made' AND t.at > clock_timestamp() - interval '1 day'
  ORDER BY t.by_user IN (first_person, second_person) DESC
  LIMIT 1;
  IF because IS NULL THEN
    -- Two that one person has just made are told apart by nobody yet but that person.
    SELECT 'maker' INTO because FROM account_ties a
    JOIN account_ties b ON b.by_user = a.by_user AND b.user_id = second_person AND b.why = 'made'
    WHERE a.user_id = first_person AND a.why = 'made' AND first_person <> second_person
      AND greatest(a.at, b.at) > clock_timestamp() - interval '7 days'
    LIMIT 1;
  END IF;
  IF because IS NOT NULL THEN
    RAISE EXCEPTION 'the two accounts are in one hand' USING ERRCODE = 'MF422', DETAIL = because;
  END IF;
END $$;
