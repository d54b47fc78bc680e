-- Account by which a payment goes to the student of that number, as payers type it: blanks and hyphens mean nothing, and a prefix of
-- the school may stand before it, one too that it has given up: guardians go on to type it.
CREATE OR REPLACE FUNCTION is_account_of(the_school uuid, the_account text, the_number text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT upper(regexp_replace(the_account, '[\s-]', '', 'g')) IN (
    SELECT the_number UNION ALL SELECT p.prefix || the_number FROM account_prefixes p WHERE p.school_id = the_school)
$$;
