-- Repeated payment in: why the same amount is not paid in again, as refused_by_rule has it, or null. The same is the same user, student,
-- amount, channel and reference within ten minutes, unless it was reversed. Asked under the lock of the wallet, for those who want to be
-- asked: two tabs of one desk hold the same form.
CREATE OR REPLACE FUNCTION refused_as_repeated(
  the_school uuid, the_entry_kind text, the_student uuid, the_amount bigint, counter_kind text, the_user uuid, the_reference text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  first record;
  minutes int;
BEGIN
  SELECT e.id, e.at, r.token, s.names, s.admission_number INTO first
  FROM journal_entries e
  JOIN postings p ON p.school_id = e.school_id AND p.entry_id = e.id AND p.leg = 2
  JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
  JOIN receipts r ON r.school_id = e.school_id AND r.entry_id = e.id
  JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
  WHERE e.school_id = the_school AND e.student_id = the_student AND e.at > clock_timestamp() - interval '10 minutes'
    AND e.at <= clock_timestamp() + clock_tolerance()
    AND e.by_user = the_user AND e.kind = the_entry_kind AND e.amount = the_amount
    AND e.reference IS NOT DISTINCT FROM the_reference
    -- A till that was closed since held cash, as the cash desk does.
    AND CASE a.kind WHEN 'cash-desk' THEN 'till' ELSE a.kind END = counter_kind
    AND NOT EXISTS (SELECT 1 FROM journal_entries v WHERE v.school_id = e.school_id AND v.reverses = e.id)
  ORDER BY e.at DESC LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  minutes := greatest(floor(extract(epoch FROM clock_timestamp() - first.at) / 60), 0);
  RETURN jsonb_build_object(
    'problem', 'wallet.deposit-repeated',
    'message', format('You paid in KES %s for %s %s.', to_char(the_amount / 100.0, 'FM999,999,990.00'), first.names,
                      CASE minutes WHEN 0 THEN 'a moment ago' WHEN 1 THEN '1 minute ago' ELSE minutes || ' minutes ago' END),
    'detail', jsonb_build_object(
      'amount', round(the_amount / 100.0, 2), 'admissionNumber', first.admission_number, 'names', first.names, 'minutes', minutes,
      'receipt', jsonb_build_object('sysid', first.id, 'token', first.token,
        'date', to_char(first.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))));
END $$;
