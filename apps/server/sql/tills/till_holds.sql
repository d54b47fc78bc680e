-- Cash in a till, in cents. Accounts that the school holds are below zero in the books.
CREATE OR REPLACE FUNCTION till_holds(the_school uuid, the_till uuid) RETURNS bigint LANGUAGE sql AS $$
  SELECT COALESCE(-sum(amount), 0)::bigint FROM postings WHERE school_id = the_school AND account_id = the_till;
$$;
