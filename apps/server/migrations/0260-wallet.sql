-- Slips are compared by their letters and digits since: a slip stored as FT-1 would be paid in once more as FT1.
-- Of two that were taken apart before, the later one gets the next number. What was erased, or is not plain ASCII, stays as it is.
ALTER TABLE bank_slips NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_slips DISABLE TRIGGER append_only;
UPDATE bank_slips b SET slip = k.key, number = k.number
FROM (
  SELECT m.school_id, m.slip, m.number AS former, m.key,
         coalesce((SELECT max(o.number) FROM bank_slips o WHERE o.school_id = m.school_id AND o.slip = m.key), 0)
         + row_number() OVER (PARTITION BY m.school_id, m.key ORDER BY m.number, m.slip) AS number
  FROM (
    SELECT school_id, slip, number, upper(regexp_replace(slip, '[^0-9A-Za-z]', '', 'g')) AS key
    FROM bank_slips WHERE slip ~ '^[ -~]+$' AND slip ~ '[^0-9A-Za-z]'
  ) m WHERE m.key <> ''
) k
WHERE b.school_id = k.school_id AND b.slip = k.slip AND b.number = k.former;
ALTER TABLE bank_slips ENABLE TRIGGER append_only;
ALTER TABLE bank_slips FORCE ROW LEVEL SECURITY;
