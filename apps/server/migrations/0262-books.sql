-- Slips of transfers are compared by their letters and digits since, like those of deposits: a slip stored as FT-1 would be booked once
-- more as FT1. Of several that become alike, one takes the key. What is not plain ASCII stays as it is.
ALTER TABLE bank_transfers NO FORCE ROW LEVEL SECURITY;
UPDATE bank_transfers t SET slip = k.key
FROM (
  SELECT school_id, id, key, row_number() OVER (PARTITION BY school_id, key ORDER BY slip <> key, at, id) AS place
  FROM (
    SELECT school_id, id, slip, at, upper(regexp_replace(slip, '[^0-9A-Za-z]', '', 'g')) AS key
    FROM bank_transfers WHERE slip ~ '^[ -~]+$' AND decision IS DISTINCT FROM 'rejected'
  ) open
) k
WHERE t.school_id = k.school_id AND t.id = k.id AND k.place = 1 AND k.key NOT IN ('', t.slip);
ALTER TABLE bank_transfers FORCE ROW LEVEL SECURITY;
