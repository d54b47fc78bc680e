-- Takes back whole journal entries: the same legs with their signs turned, under the lock of the wallet. The fee is given back
-- with them. What came in can only be taken back as long as the wallet still holds it. Of each: the `id` of the reversal, the
-- entry that it `reverses`, by_user, reason, token, longitude, latitude. Money that came or went by M-Pesa is not undone by a
-- word, since it stays where it is: what came in goes to suspense. What was paid for an item goes back by its pieces and in no
-- other way, or a reversal and a return would give the same money back twice.
-- With `take_back` whoever paid a deposit in, or handed a meal out (the entry's kind it is), takes it back within 60 seconds; asked again, the first answer comes again.
-- Answers each by its place in the list, from 1 on, with its outcome: 'moved', 'insufficient' (with the balance), 'not-found',
-- 'same-person', 'not-proposed' (of what came by M-Pesa, which nobody else has proposed), 'already-reversed', 'by-return', or 'not-reversible' (a reversal, a refund, what no student owns); of `take_back`
-- also 'not-own', 'too-late' or 'repeated'.
CREATE OR REPLACE FUNCTION reverse_journal_entries(the_school uuid, reversals json)
RETURNS TABLE (place int, outcome text, entry_id uuid, student uuid, balance bigint, token text, at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  asked record;
  was journal_entries%ROWTYPE;
  wallet accounts%ROWTYPE;
  entry journal_entries%ROWTYPE;
  slip receipts%ROWTYPE;
  legs postings[];
BEGIN
  FOR asked IN
    SELECT r.*
    FROM ROWS FROM (json_to_recordset(reversals) AS (
      id uuid, reverses uuid, by_user uuid, reason text, token text, longitude double precision, latitude double precision,
      take_back text
    )) WITH ORDINALITY AS r
    -- Wallets are locked in the order of their students' ids.
    ORDER BY (SELECT m.student_id FROM journal_entries m WHERE m.school_id = the_school AND m.id = r.reverses), r.ordinality
  LOOP
    place := asked.ordinality;
    entry_id := NULL; student := NULL; balance := NULL; token := NULL; at := NULL;
    SELECT * INTO was FROM journal_entries m WHERE m.school_id = the_school AND m.id = asked.reverses;
    outcome := CASE
      WHEN was.id IS NULL THEN 'not-found'
      WHEN was.kind <> asked.take_back THEN 'not-reversible'
      WHEN asked.take_back IS NOT NULL AND was.by_user IS DISTINCT FROM asked.by_user THEN 'not-own'
      WHEN was.kind IN ('item', 'item-return') THEN 'by-return'
      WHEN was.kind NOT IN ('deposit', 'collection', 'cash-out', 'canteen') THEN 'not-reversible'
      WHEN was.by_user = asked.by_user AND asked.take_back IS NULL THEN 'same-person' END;
    IF outcome IS NOT NULL THEN
      RETURN NEXT; CONTINUE;
    END IF;
    IF asked.take_back IS NULL THEN
      PERFORM require_two_hands(was.by_user, asked.by_user);
    END IF;
    student := was.student_id;
    SELECT * INTO wallet FROM accounts a WHERE a.school_id = the_school AND a.id = was.student_id FOR UPDATE;
    IF wallet.closed THEN
      -- Its student was erased.
      outcome := 'not-found';
      RETURN NEXT; CONTINUE;
    END IF;
    PERFORM 1 FROM journal_entries m WHERE m.school_id = the_school AND m.reverses = was.id;
    IF FOUND THEN
      outcome := 'already-reversed';
      IF asked.take_back IS NOT NULL THEN
        SELECT 'repeated', v.id, coalesce(p.balance_after, wallet.balance), r.token, v.at INTO outcome, entry_id, balance, token, at
        FROM journal_entries v
        LEFT JOIN postings p ON p.school_id = v.school_id AND p.entry_id = v.id AND p.account_id = wallet.id
        JOIN receipts r ON r.school_id = v.school_id AND r.entry_id = v.id
        WHERE v.school_id = the_school AND v.reverses = was.id AND v.by_user = asked.by_user;
        outcome := coalesce(outcome, 'already-reversed');
      END IF;
      RETURN NEXT; CONTINUE;
    END IF;
    -- Money that a guardian has paid leaves the wallet on the word of two people: one has proposed it, another takes it back.
    IF was.kind = 'collection' THEN
      outcome := coalesce((
        SELECT CASE WHEN p.by_user = asked.by_user THEN 'same-person' ELSE 'proposed' END FROM reversal_proposals p
        WHERE p.school_id = the_school AND p.entry_id = was.id AND p.decision IS NULL), 'not-proposed');
      IF outcome <> 'proposed' THEN
        RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    IF asked.take_back IS NOT NULL AND clock_timestamp() > was.at + interval '60 seconds' THEN
      outcome := 'too-late';
      RETURN NEXT; CONTINUE;
    END IF;
    SELECT wallet.balance - p.amount INTO balance FROM postings p
    WHERE p.school_id = the_school AND p.entry_id = was.id AND p.account_id = wallet.id;
    -- Of a meal that the school has paid for nothing left the wallet.
    balance := coalesce(balance, wallet.balance);
    IF balance < 0 THEN
      outcome := 'insufficient';
      balance := wallet.balance;
      RETURN NEXT; CONTINUE;
    END IF;

    outcome := 'moved';
    entry_id := asked.id;
    token := asked.token;
    at := clock_timestamp();
    entry := NULL;
    entry.school_id := the_school;
    entry.id := asked.id;
    entry.kind := 'reversal';
    entry.student_id := was.student_id;
    entry.amount := was.amount;
    entry.fee := was.fee;
    entry.reference := asked.reason;
    entry.by_user := asked.by_user;
    entry.at := at;
    entry.reverses := was.id;
    entry.longitude := asked.longitude;
    entry.latitude := asked.latitude;
    legs := ARRAY(SELECT jsonb_populate_record(p, jsonb_build_object(
        'entry_id', asked.id, 'amount', -p.amount, 'at', entry.at,
        'account_id', CASE a.kind WHEN 'till' THEN till_of_reversal(the_school, a.id, asked.by_user)
                                  WHEN 'm-pesa' THEN suspense_of_reversal(the_school, a.id, was.id, asked.id)
                                  ELSE a.id END,
        'position', CASE a.id WHEN wallet.id THEN wallet.newest_position + 1 END,
        'balance_after', CASE a.id WHEN wallet.id THEN reverse_journal_entries.balance END))
      FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
      WHERE p.school_id = the_school AND p.entry_id = was.id);
    slip := NULL;
    slip.school_id := the_school;
    slip.entry_id := asked.id;
    slip.token := asked.token;
    PERFORM write_journal_entries(ARRAY[entry], legs, ARRAY[slip]);
    RETURN NEXT;
  END LOOP;
END $$;
