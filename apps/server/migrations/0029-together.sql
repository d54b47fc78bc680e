-- Deposits that are made at once, moved together: what one costs beside its rows (statements, constraints made ready, a
-- commit) is paid for all.

-- A deposit that nothing stands against, with the wallet held and its next balance known.
CREATE TYPE deposit_in_hand AS (
  place int, movement uuid, student uuid, counter uuid, amount bigint, fee bigint, balance bigint, posting_position bigint,
  by_user uuid, reference text, token text, long double precision, lat double precision
);

-- Moves those of the deposits that `move_pocket_money` would move one by one, with their rows of the audit trail, and answers
-- them by their places. What is left out is not refused by that: it is for whoever asks to record it alone and hear why.
-- Left out is what a rule forbids, whose key has been used, and whatever would have to wait: a wallet that is locked, or
-- made with this deposit. So nobody waits here for another's wallet, in whatever order wallets are locked elsewhere. No two
-- may be of one student.
CREATE FUNCTION deposit_together(
  the_school uuid, keys text[], movements uuid[], numbers text[], amounts bigint[], counters text[], users uuid[],
  texts text[], tokens text[], longs double precision[], lats double precision[], audits uuid[]
) RETURNS TABLE (place int, balance bigint, fee bigint, at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  most bigint;
  charged boolean;
  moved_at timestamptz;
  moving deposit_in_hand[];
BEGIN
  SELECT movement_limit INTO most FROM schools WHERE id = the_school;
  SELECT EXISTS (SELECT FROM fee_rules f WHERE f.school_id = the_school AND f.kind = 'deposit') INTO charged;
  WITH held AS MATERIALIZED (
    SELECT asked.*, s.id AS student, w.balance, w.newest_position,
           CASE WHEN charged THEN least(fee_of(the_school, 'deposit', asked.amount), asked.amount - 1) ELSE 0 END AS fee,
           -- Only a till is somebody's own.
           CASE asked.counter WHEN 'till' THEN asked.by_user END AS till_of
    FROM unnest(keys, movements, numbers, amounts, counters, users, texts, tokens, longs, lats)
      WITH ORDINALITY AS asked (key, movement, number, amount, counter, by_user, reference, token, long, lat, place)
    -- One look at an index for each, whatever the planner believes of the tables.
    CROSS JOIN LATERAL (
      SELECT id FROM students
      WHERE school_id = the_school AND admission_number = asked.number AND status = 'active' AND deleted_at IS NULL
      FOR KEY SHARE SKIP LOCKED
    ) AS s
    CROSS JOIN LATERAL (
      SELECT a.balance, a.newest_position FROM accounts a WHERE a.school_id = the_school AND a.id = s.id
      FOR UPDATE SKIP LOCKED
    ) AS w
    WHERE asked.amount <= most
      AND NOT EXISTS (SELECT 1 FROM idempotency_keys k WHERE k.school_id = the_school AND k.key = asked.key)
  ), places AS MATERIALIZED (
    SELECT counter, till_of, counter_account(the_school, 'deposit', counter, till_of) AS account
    FROM held GROUP BY counter, till_of
  )
  SELECT array_agg(ROW(
      held.place, held.movement, held.student, places.account,
      held.amount, held.fee, held.balance + held.amount - held.fee, held.newest_position + 1,
      held.by_user, held.reference, held.token, held.long, held.lat)::deposit_in_hand)
      -- Here, and not in a WHERE, which might be looked at before the wallets are held.
      FILTER (WHERE refused_by_rule(the_school, 'deposit', held.student, held.amount, held.by_user, NULL) IS NULL)
    INTO moving
  FROM held JOIN places ON places.counter = held.counter AND places.till_of IS NOT DISTINCT FROM held.till_of;
  IF moving IS NULL THEN
    RETURN;
  END IF;

  moved_at := clock_timestamp();
  UPDATE accounts a SET balance = m.balance, newest_position = m.posting_position
  FROM unnest(moving) m
  WHERE a.school_id = the_school AND a.id = m.student AND a.id = ANY (ARRAY(SELECT each.student FROM unnest(moving) each));
  INSERT INTO movements (school_id, id, kind, student_id, amount, fee, reference, by_user, at, longitude, latitude)
  SELECT the_school, m.movement, 'deposit', m.student, m.amount, m.fee, m.reference, m.by_user, moved_at, m.long, m.lat
  FROM unnest(moving) m;
  INSERT INTO postings (school_id, movement_id, leg, account_id, amount, at, position, balance_after)
  SELECT the_school, m.movement, legs.leg, legs.account, legs.amount, moved_at, legs.position, legs.balance
  FROM unnest(moving) m
  CROSS JOIN LATERAL (VALUES
    (1::smallint, m.student, m.amount - m.fee, m.posting_position, m.balance),
    (2::smallint, m.counter, -m.amount, NULL, NULL),
    (3::smallint, CASE WHEN m.fee > 0 THEN house_account(the_school, 'platform-fees') END, m.fee, NULL, NULL)
  ) AS legs (leg, account, amount, position, balance)
  WHERE legs.amount <> 0;
  INSERT INTO receipts (school_id, movement_id, token) SELECT the_school, m.movement, m.token FROM unnest(moving) m;
  INSERT INTO audit_events (school_id, id, actor_id, action, subject_kind, subject_id, detail)
  SELECT the_school, audits[m.place], m.by_user, 'wallet.deposit', 'student', m.student, jsonb_build_object('movement', m.movement)
  FROM unnest(moving) m;
  RETURN QUERY SELECT m.place, m.balance, m.fee, moved_at FROM unnest(moving) m;
END $$;
