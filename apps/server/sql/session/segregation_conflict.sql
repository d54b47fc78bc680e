-- Segregation of duties: the reason for which two accounts count as one person, null where they are two. One has made the other, which nobody else has
-- confirmed, or has set its number within 30 days; the second one was made by somebody within a day; or both were made by the same and
-- nobody has confirmed either.
CREATE OR REPLACE FUNCTION segregation_conflict(first_person uuid, second_person uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT CASE WHEN t.by_user IN (first_person, second_person) AND t.confirmed_by IS NULL THEN t.why ELSE 'new' END FROM account_ties t
     WHERE (t.user_id = second_person AND t.by_user = first_person OR t.user_id = first_person AND t.by_user = second_person)
         AND (t.why = 'made' AND t.confirmed_by IS NULL OR t.why = 'number' AND t.at > clock_timestamp() - interval '30 days')
       OR t.user_id = second_person AND t.why = 'made' AND t.at > clock_timestamp() - interval '1 day'
     ORDER BY (t.by_user IN (first_person, second_person) AND t.confirmed_by IS NULL) DESC
     LIMIT 1),
    -- Two that one person has made are told apart by nobody yet but that person.
    (SELECT 'maker' FROM account_ties a
     JOIN account_ties b ON b.by_user = a.by_user AND b.user_id = second_person AND b.why = 'made' AND b.confirmed_by IS NULL
     WHERE a.user_id = first_person AND a.why = 'made' AND a.confirmed_by IS NULL AND first_person <> second_person
       AND (a.until_confirmed OR b.until_confirmed OR greatest(a.at, b.at) > clock_timestamp() - interval '7 days')
     LIMIT 1))
$$;
