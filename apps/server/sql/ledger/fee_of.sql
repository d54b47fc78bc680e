-- Platform fee of an amount, in cents: 0 for a kind of journal entry without a rule.
CREATE OR REPLACE FUNCTION fee_of(the_school uuid, the_kind text, the_amount bigint) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT COALESCE(
    (SELECT least(fixed + round(the_amount * basis_points / 10000.0)::bigint, COALESCE(cap, 9223372036854775807))
     FROM fee_rules WHERE school_id = the_school AND kind = the_kind), 0);
$$;
