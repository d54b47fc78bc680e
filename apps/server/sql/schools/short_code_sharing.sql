-- Sharing of a short code: who has it, since when, and by which prefixes its payments are told apart. Prefixes that were given up
-- stand there too, and so do those of schools that collect by another code now (`claimed_at` is null).
CREATE OR REPLACE FUNCTION short_code_sharing(asked text)
RETURNS TABLE (school_id uuid, claimed_at timestamptz, prefix text, present boolean) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.short_code', asked, true);
  RETURN QUERY
    SELECT coalesce(c.school_id, p.school_id), c.claimed_at, p.prefix, coalesce(p.prefix = c.prefix, false)
    FROM short_codes c FULL JOIN account_prefixes p ON p.code = c.code AND p.school_id = c.school_id
    WHERE coalesce(c.code, p.code) = asked
    ORDER BY c.claimed_at, 1, 3;
  PERFORM set_config('app.short_code', '', true);
END $$;
