-- Account by which a payment goes to the student of that number, as payers type it: blanks and hyphens mean nothing, and the school's prefix may stand before it.
CREATE OR REPLACE FUNCTION is_account_of(the_school uuid, the_account text, the_number text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT upper(regexp_replace(the_account, '[\s-]', '', 'g')) IN (
    SELECT the_number UNION ALL SELECT c.prefix || the_number FROM short_codes c WHERE c.school_id = the_school AND c.prefix IS NOT NULL)
$$;
