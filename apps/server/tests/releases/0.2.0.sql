-- A database of release 0.2.0 with a small school in it. Written by npm run db:release, and never edited.
BEGIN;
SET LOCAL check_function_bodies = off;
-- Balances of a school by kind of account, in cents: wallets by their balances, the school's own accounts by the newest closed
-- day as it was amended and the postings since.
CREATE OR REPLACE FUNCTION book_balances(the_school uuid) RETURNS TABLE (kind text, balance bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  closed record;
BEGIN
  SELECT book_closing(the_school, d.number) AS closing, d.ends INTO closed
  FROM book_days d WHERE d.school_id = the_school ORDER BY d.number DESC LIMIT 1;
  RETURN QUERY
  SELECT a.kind, sum(a.balance)::bigint FROM accounts a WHERE a.school_id = the_school AND a.kind = 'wallet' GROUP BY a.kind
  UNION ALL
  SELECT each.kind, coalesce((closed.closing ->> each.kind)::bigint, 0) + sum(each.since)::bigint
  FROM (
    SELECT a.kind, (
      SELECT coalesce(sum(p.amount), 0) FROM postings p
      WHERE p.school_id = the_school AND p.account_id = a.id AND p.position IS NULL
        AND p.at >= coalesce(closed.ends, '-infinity')) AS since
    FROM accounts a WHERE a.school_id = the_school AND a.kind <> 'wallet'
  ) AS each GROUP BY each.kind;
END $$;
-- Closing balances of a day by kind of account, in cents, with amendments: journal entries that were put into that day or the days
-- before it after it had been closed.
CREATE OR REPLACE FUNCTION book_closing(the_school uuid, the_number int) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(sums.kind, sums.cents), '{}')
  FROM (
    SELECT each.kind, sum(each.cents)::bigint AS cents
    FROM (
      SELECT c.key AS kind, c.value::bigint AS cents
      FROM book_days d CROSS JOIN LATERAL jsonb_each_text(d.closing) AS c
      WHERE d.school_id = the_school AND d.number = the_number
      UNION ALL
      SELECT c.key, c.value::bigint
      FROM book_amendments a JOIN book_days d ON d.school_id = a.school_id AND d.day = a.day
      CROSS JOIN LATERAL jsonb_each_text(a.change) AS c
      WHERE a.school_id = the_school AND a.newest >= the_number AND d.number <= the_number
    ) AS each GROUP BY each.kind
  ) AS sums
$$;
-- Clock fault of a school: {"why": "release" | "network" | "movement" | "closed-day", "now", "than", "offsetMs", and in words
-- "nowText", "thanText", "message"}; null for a clock that may be right. Reads a few rows by their indexes.
CREATE OR REPLACE FUNCTION clock_fault(the_school uuid) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  here timestamptz := clock_timestamp();
  why text;
  than timestamptz;
  correction clock_corrections%ROWTYPE;
  network clock_checks%ROWTYPE;
  away interval;
  zone text;
BEGIN
  SELECT * INTO network FROM clock_checks;
  -- Older than an hour it tells nothing, and one of the future was made before the clock was set.
  IF network.checked_at NOT BETWEEN here - interval '1 hour' AND here + clock_tolerance() THEN
    network := NULL;
  END IF;
  SELECT * INTO correction FROM clock_corrections c WHERE c.school_id = the_school;
  IF here < released_at() THEN
    why := 'release';
    than := released_at();
  ELSIF abs(network.offset_ms) > extract(epoch FROM clock_network_tolerance()) * 1000 THEN
    why := 'network';
    away := make_interval(secs => network.offset_ms / 1000.0);
    than := here - away;
  ELSE
    why := 'movement';
    SELECT m.at INTO than FROM journal_entries m WHERE m.school_id = the_school ORDER BY m.at DESC LIMIT 1;
    IF than <= correction.until THEN
      than := correction.newest;
    END IF;
    IF than IS NULL OR than <= here + clock_tolerance() THEN
      why := 'closed-day';
      SELECT d.ends INTO than FROM book_days d WHERE d.school_id = the_school ORDER BY d.number DESC LIMIT 1;
      IF than IS NULL OR than <= here OR than <= correction.until THEN
        RETURN NULL;
      END IF;
    END IF;
  END IF;
  SELECT time_zone INTO zone FROM schools WHERE id = the_school;
  zone := coalesce(zone, 'Africa/Nairobi');
  RETURN jsonb_build_object('why', why, 'now', here, 'than', than, 'offsetMs', network.offset_ms,
    'nowText', to_char(here AT TIME ZONE zone, 'DD/MM/YYYY HH24:MI'), 'thanText', to_char(than AT TIME ZONE zone, 'DD/MM/YYYY HH24:MI'),
    'message', format(
    'The clock of this computer says %s, but %s. Set the clock, then try again. Nothing was recorded.',
    to_char(here AT TIME ZONE zone, 'FMDD Mon YYYY HH24:MI'),
    format(CASE why
      WHEN 'release' THEN 'this software was made on %s'
      WHEN 'network' THEN 'by the network it is %s'
      WHEN 'movement' THEN 'money was recorded on %s'
      ELSE 'the day that ended on %s is closed already' END,
      to_char(than AT TIME ZONE zone, 'FMDD Mon YYYY HH24:MI'))));
END $$;
-- Clock faults of all schools, for transactions of the platform: the function enters one school after the other, as a
-- transaction of that school would, and so needs no rights beyond row-level security.
CREATE OR REPLACE FUNCTION clock_faults(out school_id uuid, out fault jsonb) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  asked_in text := current_setting('app.school_id', true);
  school record;
BEGIN
  FOR school IN SELECT s.id FROM schools s WHERE s.deleted_at IS NULL LOOP
    school_id := school.id;
    PERFORM set_config('app.school_id', school.id::text, true);
    fault := clock_fault(school.id);
    IF fault IS NOT NULL THEN
      RETURN NEXT;
    END IF;
  END LOOP;
  PERFORM set_config('app.school_id', coalesce(asked_in, ''), true);
END $$;
-- Network tolerance: how far the clock may be from the network's time. Half of the time that a day stays open after its end,
-- so that no journal entry recorded within it comes into a closed day.
CREATE OR REPLACE FUNCTION clock_network_tolerance() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '5 minutes' $$;
-- Clock tolerance: a clock stepped by its time service, or a replica that takes over, may be a little behind the newest
-- journal entry. Less than the 10 seconds of a double press, and far less than the 10 minutes that a day stays open after its end.
CREATE OR REPLACE FUNCTION clock_tolerance() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '5 seconds' $$;
-- Clock of a journal entry: checked once for each statement, whatever way the journal entry comes in. A journal entry that is dated back into
-- a closed day is refused whatever the clock says.
CREATE OR REPLACE FUNCTION refuse_wrong_clock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made record;
  correction clock_corrections%ROWTYPE;
BEGIN
  FOR made IN SELECT m.school_id, min(m.at) AS oldest, max(m.at) AS newest FROM made_entries m GROUP BY m.school_id LOOP
    PERFORM require_clock(made.school_id);
    SELECT * INTO correction FROM clock_corrections c WHERE c.school_id = made.school_id;
    PERFORM 1 FROM (
      SELECT d.ends FROM book_days d WHERE d.school_id = made.school_id ORDER BY d.number DESC LIMIT 1
    ) AS closed
    WHERE made.oldest < closed.ends
      AND (correction.until IS NULL OR made.oldest < correction.begins OR closed.ends > correction.until);
    IF FOUND THEN
      RAISE EXCEPTION 'a closed day takes no movement' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF made.newest <= correction.until THEN
      -- Never waited for: whoever holds the row writes nearly the same moment.
      UPDATE clock_corrections c SET newest = made.newest
      WHERE c.school_id = made.school_id AND c.newest < made.newest AND c.school_id IN (
        SELECT l.school_id FROM clock_corrections l WHERE l.school_id = made.school_id FOR UPDATE SKIP LOCKED);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
-- Release date: the newest package of this release came out then, so a clock that says less is wrong. A release sets it anew.
CREATE OR REPLACE FUNCTION released_at() RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$ SELECT timestamptz '2026-09-24 00:00:00+00' $$;
-- Clock fault: stops the transaction.
CREATE OR REPLACE FUNCTION require_clock(the_school uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  fault jsonb := clock_fault(the_school);
BEGIN
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault ->> 'message' USING ERRCODE = 'MF503', DETAIL = (fault - ARRAY['message', 'nowText', 'thanText'])::text;
  END IF;
END $$;
-- Platform fee of an amount, in cents: 0 for a kind of journal entry without a rule.
CREATE OR REPLACE FUNCTION fee_of(the_school uuid, the_kind text, the_amount bigint) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT COALESCE(
    (SELECT least(fixed + round(the_amount * basis_points / 10000.0)::bigint, COALESCE(cap, 9223372036854775807))
     FROM fee_rules WHERE school_id = the_school AND kind = the_kind), 0);
$$;
-- Moves pocket money: into wallets (`direction` 1) or out of them (-1), each against one of the school's accounts. Wallets are
-- locked in the order of their students' ids, and what is decided is decided under that lock, so that two moves of one
-- student never see the same balance. Amounts are cents. Of each move:
--   id, token   of the journal entry and of its receipt, new ones
--   student     or `number`, the admission number of an active student
--   counter     the kind of the school's account; `till` is the open till of `by_user`, or the cash desk
--   once        no idempotency key came along: the same by the same user within 10 seconds is a double press
--   key         a move whose key has been answered is left out; for those who take their keys after the move
-- A fee is taken on top of what goes out, and out of what comes in: of that it always leaves a cent.
-- Where `wait` is false nobody is waited for: left out is a wallet or student that somebody else holds, and a wallet that
-- is not there yet. So such lists cannot wait for each other in a circle, in whatever order wallets are locked elsewhere.
-- Answers each move by its place in the list, from 1 on, with its outcome: 'moved', 'repeated' (with the first entry),
-- 'over-limit' (with the limit), 'not-active', 'refused' (with why), 'insufficient' (with the balance), or 'left-out'.
-- What is refused does not keep the others from moving: the caller rolls back where it wants all or none.
CREATE OR REPLACE FUNCTION move_pocket_money(the_school uuid, moves json, wait boolean DEFAULT true)
RETURNS TABLE (place int, outcome text, entry_id uuid, student uuid, balance bigint, fee bigint, token text, at timestamptz,
               most bigint, why jsonb) LANGUAGE plpgsql AS $$
DECLARE
  asked record;
  active boolean;
  wallet record;
  previous uuid;
  charged text[];
  seat text;
  seats jsonb := '{}';
  entry journal_entries%ROWTYPE;
  leg postings%ROWTYPE;
  slip receipts%ROWTYPE;
  entries journal_entries[] := '{}';
  legs postings[] := '{}';
  slips receipts[] := '{}';
BEGIN
  SELECT s.entry_limit INTO most FROM schools s WHERE s.id = the_school;
  SELECT array_agg(f.kind) INTO charged FROM fee_rules f WHERE f.school_id = the_school;
  FOR asked IN
    SELECT listed.*, m.*
    FROM ROWS FROM (json_to_recordset(moves) AS (
      id uuid, kind text, student uuid, number text, direction int, amount bigint, counter text, by_user uuid, method text,
      reference text, item uuid, token text, longitude double precision, latitude double precision, once boolean, key text
    )) WITH ORDINALITY AS m
    CROSS JOIN LATERAL (SELECT
      -- One look at an index for each, whatever the planner believes of the tables.
      coalesce(m.student, (SELECT s.id FROM students s WHERE s.school_id = the_school AND s.admission_number = m.number
                                                         AND s.deleted_at IS NULL)) AS holder,
      (m.key IS NOT NULL AND EXISTS (SELECT 1 FROM idempotency_keys k WHERE k.school_id = the_school AND k.key = m.key))
        AS answered) AS listed
    ORDER BY listed.holder, m.ordinality
  LOOP
    place := asked.ordinality;
    student := asked.holder;
    entry_id := NULL; balance := NULL; fee := NULL; token := NULL; at := NULL; why := NULL;
    IF student = previous THEN
      -- The rules and the balance of the next move count what the one before has moved.
      PERFORM write_journal_entries(entries, legs, slips);
      entries := '{}'; legs := '{}'; slips := '{}';
    END IF;
    previous := student;
    IF asked.answered THEN
      outcome := 'left-out';
      RETURN NEXT; CONTINUE;
    END IF;
    -- Limit of the school: a collection was paid already, and a refund goes back to a guardian, so neither is limited.
    IF asked.amount > most AND asked.kind NOT IN ('collection', 'refund', 'refund-failed') THEN
      outcome := 'over-limit';
      RETURN NEXT; CONTINUE;
    END IF;
    -- Between the proof of a student and this the office may have been at work.
    IF asked.kind IN ('deposit', 'cash-out', 'canteen', 'item') THEN
      IF wait THEN
        SELECT s.status = 'active' AND s.deleted_at IS NULL INTO active FROM students s
        WHERE s.school_id = the_school AND s.id = asked.holder FOR KEY SHARE;
      ELSE
        SELECT s.status = 'active' AND s.deleted_at IS NULL INTO active FROM students s
        WHERE s.school_id = the_school AND s.id = asked.holder FOR KEY SHARE SKIP LOCKED;
      END IF;
      IF active IS NOT TRUE THEN
        outcome := 'not-active';
        RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    LOOP
      IF wait THEN
        SELECT a.balance, a.newest_position INTO wallet FROM accounts a
        WHERE a.school_id = the_school AND a.id = asked.holder FOR UPDATE;
      ELSE
        SELECT a.balance, a.newest_position INTO wallet FROM accounts a
        WHERE a.school_id = the_school AND a.id = asked.holder FOR UPDATE SKIP LOCKED;
      END IF;
      EXIT WHEN FOUND OR NOT wait;
      INSERT INTO accounts (school_id, id, kind, student_id, balance)
      VALUES (the_school, asked.holder, 'wallet', asked.holder, 0) ON CONFLICT DO NOTHING;
    END LOOP;
    IF wallet.balance IS NULL THEN
      outcome := 'left-out';
      RETURN NEXT; CONTINUE;
    END IF;
    IF asked.once THEN
      -- By a clock that went back no less than by one that goes on. A move that is further in the future is none of a
      -- moment ago; the clock stops what comes then.
      SELECT 'repeated', e.id, p.balance_after, e.fee, r.token, e.at INTO outcome, entry_id, balance, fee, token, at
      FROM journal_entries e
      JOIN postings p ON p.school_id = e.school_id AND p.entry_id = e.id AND p.account_id = asked.holder
      JOIN receipts r ON r.school_id = e.school_id AND r.entry_id = e.id
      WHERE e.school_id = the_school AND e.student_id = asked.holder AND e.at > clock_timestamp() - interval '10 seconds'
        AND e.at <= clock_timestamp() + clock_tolerance()
        AND e.by_user = asked.by_user AND e.kind = asked.kind AND e.amount = asked.amount
        AND e.method IS NOT DISTINCT FROM asked.method AND e.item IS NOT DISTINCT FROM asked.item
      ORDER BY e.at DESC LIMIT 1;
      IF FOUND THEN
        RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    why := refused_by_rule(the_school, asked.kind, asked.holder, asked.amount, asked.by_user, asked.method);
    IF why IS NOT NULL THEN
      outcome := 'refused';
      RETURN NEXT; CONTINUE;
    END IF;
    fee := CASE WHEN asked.kind = ANY (charged) THEN fee_of(the_school, asked.kind, asked.amount) ELSE 0 END;
    IF asked.direction = 1 THEN
      fee := least(fee, asked.amount - 1);
    END IF;
    balance := wallet.balance + asked.direction * asked.amount - fee;
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
    entry.kind := asked.kind;
    entry.student_id := asked.holder;
    entry.amount := asked.amount;
    entry.fee := fee;
    entry.method := asked.method;
    entry.reference := asked.reference;
    entry.item := asked.item;
    entry.by_user := asked.by_user;
    entry.at := at;
    entry.longitude := asked.longitude;
    entry.latitude := asked.latitude;
    entries := entries || entry;
    leg := NULL;
    leg.school_id := the_school;
    leg.entry_id := asked.id;
    leg.at := at;
    leg.leg := 1;
    leg.account_id := asked.holder;
    leg.amount := balance - wallet.balance;
    leg.position := wallet.newest_position + 1;
    leg.balance_after := balance;
    legs := legs || leg;
    -- Asked for once in a list: of most moves the account is the same, and only a till is somebody's own.
    seat := concat(asked.counter, CASE asked.counter WHEN 'till' THEN asked.by_user END);
    IF seats ->> seat IS NULL THEN
      seats := seats || jsonb_build_object(seat, counter_account(the_school, asked.kind, asked.counter, asked.by_user));
    END IF;
    leg.leg := 2;
    leg.account_id := seats ->> seat;
    leg.amount := -asked.direction * asked.amount;
    leg.position := NULL;
    leg.balance_after := NULL;
    legs := legs || leg;
    IF fee > 0 THEN
      leg.leg := 3;
      leg.account_id := school_account(the_school, 'platform-fees');
      leg.amount := fee;
      legs := legs || leg;
    END IF;
    slip := NULL;
    slip.school_id := the_school;
    slip.entry_id := asked.id;
    slip.token := asked.token;
    slips := slips || slip;
    RETURN NEXT;
  END LOOP;
  PERFORM write_journal_entries(entries, legs, slips);
END $$;
-- Moves money between two of the school's own accounts: what `gains` gains the cents, what `loses` loses them. For what the
-- school holds (cash desk, tills, M-Pesa) minus is more. Of each: id, kind, amount, by_user, reference; `gains` and `loses`
-- as a kind of account, or `gains_till` and `loses_till` as the id of a till; `student` where it is about one.
CREATE OR REPLACE FUNCTION move_school_money(the_school uuid, moves json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  asked record;
  entry journal_entries%ROWTYPE;
  leg postings%ROWTYPE;
  entries journal_entries[] := '{}';
  legs postings[] := '{}';
BEGIN
  FOR asked IN
    SELECT m.* FROM json_to_recordset(moves) AS m (
      id uuid, kind text, student uuid, gains text, gains_till uuid, loses text, loses_till uuid, amount bigint, by_user uuid,
      reference text)
  LOOP
    entry := NULL;
    entry.school_id := the_school;
    entry.id := asked.id;
    entry.kind := asked.kind;
    entry.student_id := asked.student;
    entry.amount := asked.amount;
    entry.fee := 0;
    entry.reference := asked.reference;
    entry.by_user := asked.by_user;
    entry.at := clock_timestamp();
    entries := entries || entry;
    leg := NULL;
    leg.school_id := the_school;
    leg.entry_id := asked.id;
    leg.at := entry.at;
    leg.leg := 1;
    leg.account_id := coalesce(asked.gains_till, school_account(the_school, asked.gains));
    leg.amount := asked.amount;
    legs := legs || leg;
    leg.leg := 2;
    leg.account_id := coalesce(asked.loses_till, school_account(the_school, asked.loses));
    leg.amount := -asked.amount;
    legs := legs || leg;
  END LOOP;
  PERFORM write_journal_entries(entries, legs, '{}');
END $$;
-- Double entry: the legs of a journal entry are two or more, begin with leg 1 and sum to zero.
CREATE OR REPLACE FUNCTION refuse_unbalanced_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_entry uuid;
  legs record;
BEGIN
  IF TG_TABLE_NAME = 'journal_entries' THEN the_entry := NEW.id; ELSE the_entry := NEW.entry_id; END IF;
  SELECT count(*) AS number, min(leg) AS first, sum(amount) AS total INTO legs
  FROM postings WHERE school_id = NEW.school_id AND entry_id = the_entry;
  IF legs.number < 2 OR legs.first <> 1 OR legs.total <> 0 THEN
    RAISE EXCEPTION 'the legs of a movement must sum to zero' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
-- Wallet balance: the newest posting states it and follows from the posting before. A balance without a posting does not
-- commit.
CREATE OR REPLACE FUNCTION refuse_unposted_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before bigint := 0;
BEGIN
  IF NEW.newest_position > 1 THEN
    SELECT balance_after INTO before FROM postings
    WHERE school_id = NEW.school_id AND account_id = NEW.id AND position = NEW.newest_position - 1;
  END IF;
  IF NEW.newest_position > 0 THEN
    PERFORM 1 FROM postings
    WHERE school_id = NEW.school_id AND account_id = NEW.id AND position = NEW.newest_position
      AND balance_after = NEW.balance AND amount = NEW.balance - before;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  ELSIF NEW.balance = 0 THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'a wallet holds what its postings say' USING ERRCODE = 'integrity_constraint_violation';
END $$;
-- Takes back whole journal entries: the same legs with their signs turned, under the lock of the wallet. The fee is given back
-- with them. What came in can only be taken back as long as the wallet still holds it. Of each: the `id` of the reversal, the
-- entry that it `reverses`, by_user, reason, token, longitude, latitude. Money that came or went by M-Pesa is not undone by a
-- word, since it stays where it is: what came in goes to suspense. What was paid for an item goes back by its pieces and in no
-- other way, or a reversal and a return would give the same money back twice.
-- Answers each by its place in the list, from 1 on, with its outcome: 'moved', 'insufficient' (with the balance), 'not-found',
-- 'same-person', 'already-reversed', 'by-return', or 'not-reversible' (a reversal, a refund, what no student owns).
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
      id uuid, reverses uuid, by_user uuid, reason text, token text, longitude double precision, latitude double precision
    )) WITH ORDINALITY AS r
    -- Wallets are locked in the order of their students' ids.
    ORDER BY (SELECT m.student_id FROM journal_entries m WHERE m.school_id = the_school AND m.id = r.reverses), r.ordinality
  LOOP
    place := asked.ordinality;
    entry_id := NULL; student := NULL; balance := NULL; token := NULL; at := NULL;
    SELECT * INTO was FROM journal_entries m WHERE m.school_id = the_school AND m.id = asked.reverses;
    outcome := CASE
      WHEN was.id IS NULL THEN 'not-found'
      WHEN was.kind IN ('item', 'item-return') THEN 'by-return'
      WHEN was.kind NOT IN ('deposit', 'collection', 'cash-out', 'canteen') THEN 'not-reversible'
      WHEN was.by_user = asked.by_user THEN 'same-person' END;
    IF outcome IS NOT NULL THEN
      RETURN NEXT; CONTINUE;
    END IF;
    student := was.student_id;
    SELECT * INTO wallet FROM accounts a WHERE a.school_id = the_school AND a.id = was.student_id FOR UPDATE;
    PERFORM 1 FROM journal_entries m WHERE m.school_id = the_school AND m.reverses = was.id;
    IF FOUND THEN
      outcome := 'already-reversed';
      RETURN NEXT; CONTINUE;
    END IF;
    SELECT wallet.balance - p.amount INTO balance FROM postings p
    WHERE p.school_id = the_school AND p.entry_id = was.id AND p.account_id = wallet.id;
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
-- School account of a kind, made at its first use.
CREATE OR REPLACE FUNCTION school_account(the_school uuid, the_kind text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  found_id uuid;
BEGIN
  SELECT id INTO found_id FROM accounts
  WHERE school_id = the_school AND kind = the_kind AND student_id IS NULL AND user_id IS NULL;
  IF found_id IS NULL THEN
    INSERT INTO accounts (school_id, id, kind) VALUES (the_school, gen_random_uuid(), the_kind) ON CONFLICT DO NOTHING;
    SELECT id INTO found_id FROM accounts
    WHERE school_id = the_school AND kind = the_kind AND student_id IS NULL AND user_id IS NULL;
  END IF;
  RETURN found_id;
END $$;
-- Check-in: true for a student whose newest gate event is a check-in of today.
CREATE OR REPLACE FUNCTION is_checked_in(the_school uuid, the_student uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM gate_states g JOIN schools s ON s.id = g.school_id
    WHERE g.school_id = the_school AND g.student_id = the_student AND g.kind = 'in'
      AND (g.since AT TIME ZONE s.time_zone)::date = (clock_timestamp() AT TIME ZONE s.time_zone)::date)
$$;
-- Approval that a cash-out would use: the smallest that is large enough. It is good for 30 minutes, by the clock of the
-- transaction, so that an approval found here is still there when the cash-out has been written.
CREATE OR REPLACE FUNCTION live_approval(the_school uuid, the_student uuid, the_user uuid, the_amount bigint) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT id FROM cash_approvals
  WHERE school_id = the_school AND student_id = the_student AND asked_by = the_user AND amount >= the_amount
    AND decision = 'approved' AND entry_id IS NULL AND decided_at > now() - interval '30 minutes'
  ORDER BY amount, id LIMIT 1
$$;
-- Limits that count for a student: of each kind the strictest, its origin (of two equal ones the wider), and how much of it is
-- used up by now. Days and weeks are the school's own, a week begins on Monday. Reversed journal entries do not count.
CREATE OR REPLACE FUNCTION pocket_limits_of(the_school uuid, the_student uuid)
RETURNS TABLE (rule text, most bigint, set_by text, used bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
  WITH strictest AS (
    SELECT DISTINCT ON (v.rule) v.rule, v.most, l.scope
    FROM students s
    JOIN pocket_limits l ON l.school_id = s.school_id AND l.subject_id IN (s.school_id, s.class_id, s.id)
    CROSS JOIN LATERAL (VALUES
      ('no-cash', CASE WHEN l.no_cash THEN 0::bigint END), ('on-campus', CASE WHEN l.on_campus THEN 0::bigint END),
      ('cash-outs', l.cash_outs_day::bigint), ('cash-out', l.cash_out), ('day', l.cash_day), ('week', l.cash_week),
      ('spending', l.spending_day), ('approval', l.approval_above)) AS v (rule, most)
    WHERE s.school_id = the_school AND s.id = the_student AND v.most IS NOT NULL
    ORDER BY v.rule, v.most, array_position(ARRAY['school', 'class', 'student', 'guardian'], l.scope)
  ), begins AS (
    SELECT date_trunc('day', z.here) AT TIME ZONE z.zone AS today, date_trunc('week', z.here) AT TIME ZONE z.zone AS week
    FROM (SELECT time_zone AS zone, clock_timestamp() AT TIME ZONE time_zone AS here FROM schools WHERE id = the_school) AS z
  ), gone AS (
    SELECT coalesce(sum(m.amount) FILTER (WHERE m.kind = 'cash-out'), 0)::bigint AS week,
           coalesce(sum(m.amount) FILTER (WHERE m.kind = 'cash-out' AND m.at >= begins.today), 0)::bigint AS today,
           count(*) FILTER (WHERE m.kind = 'cash-out' AND m.at >= begins.today) AS times,
           -- Pieces that went back today give their money back to the day on which they were bought.
           coalesce(sum(m.amount - coalesce((
             SELECT sum(r.amount) FROM journal_entries r
             WHERE r.school_id = m.school_id AND r.student_id = m.student_id AND r.at >= begins.today
               AND r.kind = 'item-return' AND r.item = m.item AND m.kind = 'item'), 0))
             FILTER (WHERE m.kind <> 'cash-out' AND m.at >= begins.today), 0)::bigint AS spent
    FROM begins
    JOIN journal_entries m ON m.school_id = the_school AND m.student_id = the_student AND m.at >= begins.week
    WHERE m.kind IN ('cash-out', 'canteen', 'item')
      AND NOT EXISTS (SELECT 1 FROM journal_entries b WHERE b.school_id = m.school_id AND b.reverses = m.id)
  )
  SELECT s.rule, s.most, s.scope,
         CASE s.rule WHEN 'cash-outs' THEN gone.times WHEN 'day' THEN gone.today WHEN 'week' THEN gone.week
                     WHEN 'spending' THEN gone.spent ELSE 0 END
  FROM strictest s CROSS JOIN gone;
END $$;
-- Spending rules of the school and wishes of guardians: {"problem", "message", "detail"} of the rule that forbids a journal entry,
-- or null. Asked under the lock of the wallet.
CREATE OR REPLACE FUNCTION refused_by_rule(
  the_school uuid, the_entry_kind text, the_student uuid, the_amount bigint, the_user uuid, the_method text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  broken record;
  whose text;
  room text;
BEGIN
  IF the_entry_kind NOT IN ('cash-out', 'canteen', 'item') THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM pocket_limits WHERE school_id = the_school LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- Order: a rule that no smaller amount would satisfy comes first, then the limit that leaves the least, so that the amount
  -- told to be left can be paid out. An approval is asked for only if it would help.
  SELECT l.rule, l.most, l.set_by, greatest(l.most - l.used, 0) AS left INTO broken
  FROM pocket_limits_of(the_school, the_student) AS l
  WHERE (l.rule = 'spending') = (the_entry_kind <> 'cash-out') AND CASE l.rule
    WHEN 'no-cash' THEN true
    WHEN 'on-campus' THEN NOT is_checked_in(the_school, the_student)
    WHEN 'cash-outs' THEN l.used >= l.most
    WHEN 'approval' THEN the_amount > l.most AND live_approval(the_school, the_student, the_user, the_amount) IS NULL
    ELSE the_amount > l.most - l.used END
  ORDER BY CASE l.rule WHEN 'no-cash' THEN 1 WHEN 'on-campus' THEN 2 WHEN 'cash-outs' THEN 3 WHEN 'approval' THEN 5 ELSE 4 END,
           greatest(l.most - l.used, 0)
  LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  whose := CASE broken.set_by WHEN 'school' THEN 'set by the school' WHEN 'class' THEN 'set for the class'
                              WHEN 'student' THEN 'set for this student' ELSE 'the guardian''s wish' END;
  room := 'KES ' || to_char(broken.left / 100.0, 'FM999,999,990.00');
  RETURN jsonb_build_object(
    'problem', CASE broken.rule
      WHEN 'no-cash' THEN 'wallet.no-cash' WHEN 'on-campus' THEN 'wallet.not-on-campus'
      WHEN 'cash-outs' THEN 'wallet.too-many-cash-outs' WHEN 'cash-out' THEN 'wallet.over-cash-out-limit'
      WHEN 'day' THEN 'wallet.over-day-limit' WHEN 'week' THEN 'wallet.over-week-limit'
      WHEN 'spending' THEN 'wallet.over-spending-limit' ELSE 'wallet.needs-approval' END,
    'message', format(CASE broken.rule
      WHEN 'no-cash' THEN 'No cash is paid out to this student (%2$s).'
      WHEN 'on-campus' THEN 'Cash is paid out only to students who are checked in today (%2$s).'
      WHEN 'cash-outs' THEN 'This student has had as many cash-outs today as are allowed: %4$s (%2$s).'
      WHEN 'cash-out' THEN 'More than one cash-out may be: KES %1$s (%2$s).'
      WHEN 'day' THEN 'Over what may be paid out in a day: KES %1$s (%2$s). Left today: %3$s.'
      WHEN 'week' THEN 'Over what may be paid out in a week: KES %1$s (%2$s). Left this week: %3$s.'
      WHEN 'spending' THEN 'Over what may be spent in a day: KES %1$s (%2$s). Left today: %3$s.'
      ELSE 'A cash-out above KES %1$s needs the approval of a second person (%2$s).' END,
      to_char(broken.most / 100.0, 'FM999,999,990.00'), whose, room, broken.most),
    'detail', jsonb_build_object(
      'limit', CASE broken.rule WHEN 'cash-outs' THEN broken.most ELSE round(broken.most / 100.0, 2) END,
      'left', CASE broken.rule WHEN 'cash-outs' THEN broken.left ELSE round(broken.left / 100.0, 2) END,
      'setBy', broken.set_by));
END $$;
-- Approval of a cash-out: used up by the transaction of the cash-out, which had looked for it under the lock of the wallet.
-- Without one nothing is paid out.
CREATE OR REPLACE FUNCTION use_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM pocket_limits
  WHERE school_id = NEW.school_id AND subject_id = NEW.school_id AND scope = 'school' AND approval_above < NEW.amount;
  IF FOUND THEN
    UPDATE cash_approvals SET entry_id = NEW.id
    WHERE school_id = NEW.school_id AND id = live_approval(NEW.school_id, NEW.student_id, NEW.by_user, NEW.amount);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a cash-out of this size needs an approval' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;
  RETURN NULL;
END $$;
-- Audit chain: every audit event is listed for its seal by the transaction that writes it, so that a late commit is found too.
CREATE OR REPLACE FUNCTION await_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_waiting (school_id, event_id) VALUES (NEW.school_id, NEW.id);
  RETURN NULL;
END $$;
-- Row-level security of a table: a transaction sees the rows of its own school (`app.school_id`) and of no other one.
-- `school_column` names the school; `platform_reads` lets transactions of the platform read the rows of all schools.
CREATE OR REPLACE FUNCTION enable_row_security(target regclass, platform_reads boolean DEFAULT false, school_column text DEFAULT 'school_id')
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY own_school ON %s USING (%I = nullif(current_setting(''app.school_id'', true), '''')::uuid)',
    target, school_column);
  IF platform_reads THEN
    EXECUTE format(
      'CREATE POLICY platform_reads ON %s FOR SELECT USING (COALESCE(current_setting(''app.scope'', true) = ''platform'', false))',
      target);
  END IF;
END $$;
-- Job queue: the owner holds it, and the application may only add to it, in the transaction that causes the job.
CREATE OR REPLACE FUNCTION enqueue_job(task text, payload json, run_at timestamptz DEFAULT now(), most_attempts int DEFAULT 25)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, run_at => run_at, max_attempts => most_attempts);
END $$;
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO mfuko_app;
-- Singleton job: another job with the same key takes its place. Jobs of one queue run one after the other.
CREATE OR REPLACE FUNCTION enqueue_one_job(task text, job_key text, queue text, run_at timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    enqueue_one_job.task, '{}'::json, queue_name => queue, run_at => enqueue_one_job.run_at, max_attempts => 1,
    job_key => enqueue_one_job.job_key);
END $$;
REVOKE ALL ON FUNCTION enqueue_one_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_one_job TO mfuko_app;
-- Append-only table: the application loses the rights to change it, and triggers stop everybody else.
CREATE OR REPLACE FUNCTION make_append_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM mfuko_app', target);
  EXECUTE format(
    'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION refuse_change()', target);
  EXECUTE format(
    'CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
END $$;
-- Append-only trigger: neither the application nor a slip of the owner changes or removes a row.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
-- Days of the transaction's school that are over are counted and closed, the last 30 at most. A journal entry is stamped a moment
-- before it commits, so a day stays open for some minutes more.
CREATE OR REPLACE FUNCTION close_school_days(the_school uuid) RETURNS void LANGUAGE sql AS $$
  WITH zone AS (
    SELECT time_zone, ((clock_timestamp() - interval '10 minutes') AT TIME ZONE time_zone)::date - 1 AS newest
    FROM schools WHERE id = the_school
  ), open AS (
    SELECT zone.time_zone, each::date AS day FROM zone, generate_series(
      greatest(zone.newest - 29, (SELECT max(day) + 1 FROM school_days WHERE school_id = the_school)), zone.newest, '1 day'
    ) AS each
  )
  INSERT INTO school_days (school_id, day, movements)
  SELECT the_school, open.day, (
    SELECT count(*) FROM journal_entries m WHERE m.school_id = the_school
      AND m.at >= open.day::timestamp AT TIME ZONE open.time_zone
      AND m.at < (open.day + 1)::timestamp AT TIME ZONE open.time_zone)
  FROM open ON CONFLICT DO NOTHING;
$$;
-- Journal entries of each school today and on the last 30 days with today, by the school's own clock, for transactions of the
-- platform: the function enters one school after the other, as a transaction of that school would, and so needs no rights
-- beyond row-level security. Closed days are summed; only later journal entries are counted.
CREATE OR REPLACE FUNCTION entries_of_schools(out school_id uuid, out today bigint, out month bigint) RETURNS SETOF record
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  asked_in text := current_setting('app.school_id', true);
  school record;
BEGIN
  -- The moments are worked out here, once for each school: in the count they would be for each journal entry. Planned at every
  -- call: a plan made before the first days were closed would read all of them for each school.
  FOR school IN EXECUTE $each$
    SELECT s.id, s.day::timestamp AT TIME ZONE s.time_zone AS today_begins, coalesce(sum(d.movements), 0) AS closed,
           coalesce(max(d.day) + 1, s.day - 29)::timestamp AT TIME ZONE s.time_zone AS open_begins
    FROM (SELECT id, time_zone, (now() AT TIME ZONE time_zone)::date AS day FROM schools WHERE deleted_at IS NULL) AS s
    LEFT JOIN school_days d ON d.school_id = s.id AND d.day BETWEEN s.day - 29 AND s.day - 1
    GROUP BY s.id, s.day, s.time_zone
  $each$ LOOP
    school_id := school.id;
    PERFORM set_config('app.school_id', school.id::text, true);
    SELECT count(*) FILTER (WHERE m.at >= school.today_begins), school.closed + count(*) INTO today, month
    FROM journal_entries m WHERE m.school_id = school.id AND m.at >= school.open_begins;
    RETURN NEXT;
  END LOOP;
  PERFORM set_config('app.school_id', coalesce(asked_in, ''), true);
END $$;
-- Deleted school: nothing begins there, no money moves and no child comes in. A call may have been let in a moment before, so
-- both sides meet in one lock: whoever deletes takes it alone and waits for calls under way. Payments by M-Pesa were made
-- already and are always written down.
CREATE OR REPLACE FUNCTION refuse_in_deleted_school() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('school:' || NEW.school_id::text, 0));
  PERFORM 1 FROM schools WHERE id = NEW.school_id AND deleted_at IS NOT NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'the school was deleted' USING ERRCODE = 'MF404';
  END IF;
  RETURN NEW;
END $$;
-- Deleted student, behind the rule of the feature: a first payment or meal that comes during the deletion waits for it and is
-- refused. A second try finds no such student.
CREATE OR REPLACE FUNCTION refuse_deleted_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM students WHERE school_id = NEW.school_id AND id = NEW.student_id AND deleted_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the student was deleted meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NEW;
END $$;
-- Delete blockers of a student: records that must be kept. Such a student may leave, but not be deleted.
CREATE OR REPLACE FUNCTION student_delete_blockers(the_school uuid, the_student uuid) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  needs text[] := '{}';
BEGIN
  IF EXISTS (SELECT 1 FROM accounts WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'money'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM gate_events WHERE school_id = the_school AND student_id = the_student)
     OR EXISTS (SELECT 1 FROM bus_events WHERE school_id = the_school AND student_id = the_student)
     OR EXISTS (SELECT 1 FROM gate_exceptions WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'attendance'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM meals WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'meals'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM student_items WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'items'::text;
  END IF;
  RETURN needs;
END $$;
-- Reversed collection: it lies in suspense as an item, no matter if it had come straight from M-Pesa or out of suspense.
CREATE OR REPLACE FUNCTION park_reversed_collection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was journal_entries%ROWTYPE;
  before suspense_items%ROWTYPE;
BEGIN
  SELECT * INTO was FROM journal_entries m WHERE m.school_id = NEW.school_id AND m.id = NEW.reverses;
  IF was.kind <> 'collection' OR NOT EXISTS (
    SELECT 1 FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
    WHERE p.school_id = NEW.school_id AND p.entry_id = NEW.reverses AND a.kind IN ('m-pesa', 'suspense')
  ) THEN
    RETURN NULL;
  END IF;
  SELECT * INTO before FROM suspense_items i
  WHERE i.school_id = NEW.school_id AND i.receipt = was.reference ORDER BY i.parked_at LIMIT 1;
  INSERT INTO suspense_items (school_id, id, receipt, why, amount, paid_at, account, payer_sealed, payer_digest, student_id,
                              entry_id)
  VALUES (NEW.school_id, gen_random_uuid(), left(nullif(was.reference, ''), 40), 'reversed', was.amount,
          coalesce(before.paid_at, was.at), coalesce(before.account, ''), before.payer_sealed, before.payer_digest,
          was.student_id, NEW.id);
  RETURN NULL;
END $$;
-- Reversed collection: its money stays with M-Pesa and has no known owner any more, so it goes to suspense.
CREATE OR REPLACE FUNCTION suspense_of_reversal(the_school uuid, the_account uuid, the_entry uuid, the_reversal uuid)
RETURNS uuid LANGUAGE sql AS $$ SELECT school_account(the_school, 'suspense') $$;
-- Counter account: the account that stands against the wallet. `till` means the open till of the user, or the cash desk for a
-- user without one.
CREATE OR REPLACE FUNCTION counter_account(the_school uuid, the_entry_kind text, counter_kind text, the_user uuid) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  open_till uuid;
BEGIN
  IF counter_kind <> 'till' THEN
    RETURN school_account(the_school, counter_kind);
  END IF;
  SELECT t.id INTO open_till FROM tills t
  WHERE t.school_id = the_school AND t.user_id = the_user AND t.closed_at IS NULL FOR KEY SHARE;
  RETURN COALESCE(open_till, school_account(the_school, 'cash-desk'));
END $$;
-- Till balance: no till pays out more than it holds. The till is known only once the posting is written, so the check stands
-- here, under the lock of the till; `detail` carries the cents that it held.
--
-- Locks of a till: whoever puts cash in holds the row by its key, whoever takes cash out keeps others from taking meanwhile,
-- whoever closes it has it alone. So a payment is in the count or is not in this till.
CREATE OR REPLACE FUNCTION refuse_empty_till() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  holds bigint;
BEGIN
  PERFORM 1 FROM tills WHERE school_id = NEW.school_id AND id = NEW.account_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  holds := till_holds(NEW.school_id, NEW.account_id);
  IF holds < 0 THEN
    RAISE EXCEPTION 'a till pays out no more than it holds'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'till_never_below_zero', DETAIL = (holds + NEW.amount)::text;
  END IF;
  RETURN NULL;
END $$;
-- Closed till: it stays as it was closed. Only the countersignature of the second person may come, once.
CREATE OR REPLACE FUNCTION refuse_reopened_till() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(OLD) - ARRAY['countersigned_at', 'countersigned_by', 'countersign_note'])
       <> (to_jsonb(NEW) - ARRAY['countersigned_at', 'countersigned_by', 'countersign_note'])
     OR OLD.countersigned_at IS NOT NULL THEN
    RAISE EXCEPTION 'a closed till stays as it was closed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
-- Day of a till: the day on which it was opened, with or without a float, so it needs a right clock.
CREATE OR REPLACE FUNCTION refuse_till_at_wrong_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_clock(NEW.school_id);
  RETURN NULL;
END $$;
-- Cash in a till, in cents. Accounts that the school holds are below zero in the books.
CREATE OR REPLACE FUNCTION till_holds(the_school uuid, the_till uuid) RETURNS bigint LANGUAGE sql AS $$
  SELECT COALESCE(-sum(amount), 0)::bigint FROM postings WHERE school_id = the_school AND account_id = the_till;
$$;
-- Till of a reversal: cash goes back to the till where it moved as long as that is open. Later it is with whoever takes it
-- back, in their till or at the cash desk.
CREATE OR REPLACE FUNCTION till_of_reversal(the_school uuid, the_account uuid, the_user uuid) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  open_till uuid;
BEGIN
  SELECT t.id INTO open_till FROM tills t
  WHERE t.school_id = the_school AND t.id = the_account AND t.closed_at IS NULL FOR KEY SHARE;
  RETURN COALESCE(open_till, counter_account(the_school, 'reversal', 'till', the_user));
END $$;
-- Receipt to a guardian: enqueued with the transaction of its journal entry, and written by the job. Nothing happens for a school
-- that wants no such receipts, or a student without a guardian.
CREATE OR REPLACE FUNCTION enqueue_receipt(the_school uuid, the_entry uuid, the_kind text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  the_receipt text := CASE the_kind WHEN 'refund-paid' THEN 'refund' ELSE the_kind END;
BEGIN
  IF NOT coalesce((SELECT CASE the_receipt WHEN 'cash-out' THEN s.cash_out WHEN 'collection' THEN s.collection
                                           WHEN 'refund' THEN s.refund ELSE false END
                   FROM sms_settings s WHERE s.school_id = the_school), the_receipt IN ('cash-out', 'collection', 'refund')) THEN
    RETURN;
  END IF;
  PERFORM 1 FROM journal_entries m
  JOIN guardians g ON g.school_id = m.school_id AND g.student_id = m.student_id AND g.deleted_at IS NULL
  WHERE m.school_id = the_school AND m.id = the_entry;
  IF FOUND THEN
    PERFORM enqueue_job('write-receipt', json_build_object('schoolId', the_school, 'entryId', the_entry),
                        to_timestamp(0), 12);
  END IF;
END $$;
-- Platform: idempotency keys, the audit trail and its hash chain, keys of schools, runs of timed jobs.
--
-- Row-level security: the application connects as mfuko_app, which owns nothing and cannot bypass it. Each transaction
-- sets app.school_id (SET LOCAL) and sees the rows of that school only; without it, none. The platform itself (Admins,
-- registering schools) acts as the nil school with app.scope = 'platform'.

GRANT USAGE ON SCHEMA public TO mfuko_app;

-- Answers to requests that carried an Idempotency-Key, written in the transaction that did the work.
CREATE TABLE idempotency_keys (
  school_id uuid NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  input_hash bytea NOT NULL,
  status smallint NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (school_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (school_id, created_at);
SELECT enable_row_security('idempotency_keys');
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO mfuko_app;

CREATE TABLE audit_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Set by the database: the application does not choose the time of an event.
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id uuid,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  -- Origin: the request, the job or the tool that the event belongs to.
  request_id text,
  PRIMARY KEY (school_id, id),
  CONSTRAINT audit_events_have_origin CHECK (request_id IS NOT NULL)
);
CREATE INDEX audit_events_subject ON audit_events (school_id, subject_id, at);
SELECT enable_row_security('audit_events');
-- A school sees the platform's actions on its own record: registered, suspended, renamed.
CREATE POLICY about_own_school ON audit_events FOR SELECT
  USING (school_id = '00000000-0000-0000-0000-000000000000' AND subject_kind = 'school'
         AND subject_id = nullif(current_setting('app.school_id', true), '')::uuid);
GRANT SELECT ON audit_events TO mfuko_app;
GRANT INSERT (school_id, id, actor_id, action, subject_kind, subject_id, detail, request_id) ON audit_events TO mfuko_app;
SELECT make_append_only('audit_events');

-- Audit chain: events are sealed a little later, one school at a time, so that no sale waits for another one's row. The
-- transaction of an event lists it here: whenever that commits, the event is found, and nothing is guessed from times.
CREATE TABLE audit_waiting (
  school_id uuid NOT NULL,
  event_id uuid NOT NULL,
  PRIMARY KEY (school_id, event_id)
);
SELECT enable_row_security('audit_waiting', true);
GRANT SELECT, INSERT, DELETE ON audit_waiting TO mfuko_app;
CREATE TRIGGER await_seal AFTER INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION await_seal();

CREATE TABLE audit_chain (
  school_id uuid NOT NULL,
  -- 1, 2, 3 … without a gap.
  position bigint NOT NULL CHECK (position > 0),
  event_id uuid NOT NULL,
  sealed_at timestamptz NOT NULL,
  -- HMAC-SHA-256 over the hash before, this row's place and time, and every column of the event.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (school_id, position),
  UNIQUE (school_id, event_id)
);
SELECT enable_row_security('audit_chain');
GRANT SELECT, INSERT ON audit_chain TO mfuko_app;
SELECT make_append_only('audit_chain');

-- Keys of schools, each wrapped by the master key; a school's key wraps the keys of its students and its secrets.
CREATE TABLE school_keys (
  school_id uuid PRIMARY KEY,
  wrapped bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT enable_row_security('school_keys');
-- The platform makes the key together with the school; only the school's own transactions read it.
CREATE POLICY platform_makes ON school_keys FOR INSERT WITH CHECK (current_setting('app.scope', true) = 'platform');
GRANT SELECT, INSERT ON school_keys TO mfuko_app;

-- Timed jobs: their last run, by the server's clock, so that a machine that was off then does them once it is on again.
CREATE TABLE job_runs (
  kind text NOT NULL PRIMARY KEY,
  ran_at timestamptz,
  queued_at timestamptz
);
GRANT SELECT, INSERT, UPDATE ON job_runs TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Messages: text messages on their way out, their reports and costs, announcements of a school. Costs are in
-- ten-thousandths of a shilling, as the provider reports them.

-- A message belongs to a school, or with the nil id to the platform. Its number and text are sealed, and wiped once it has
-- been sent or has grown too old.
CREATE TABLE sms_messages (
  school_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  id uuid NOT NULL,
  to_sealed bytea,
  text_sealed bytea,
  -- Ends of the number, 2547…678: after a failure somebody can ask its owner.
  to_masked text,
  to_hash bytea,
  kind text NOT NULL,
  language text CHECK (language IN ('en', 'sw')),
  segments smallint NOT NULL DEFAULT 1 CHECK (segments >= 1),
  -- Subject, short, as the message names it.
  about text,
  -- Goes forwards only, in this order; the last four are ends. `stopped`: not sent, since the month's money was spent.
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'sent', 'submitted', 'buffered', 'delivered', 'undelivered', 'failed', 'stopped')),
  state_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text,
  provider_id text,
  -- Latest next look at a waiting message, whatever became of its job. While it is being sent: until then nobody else may.
  next_try_at timestamptz NOT NULL DEFAULT clock_timestamp() + interval '2 minutes',
  tries int NOT NULL DEFAULT 0 CHECK (tries >= 0),
  -- Tries after which nobody knew if the message had been taken.
  unsure_tries int NOT NULL DEFAULT 0 CHECK (unsure_tries >= 0),
  -- Cost, and the month in which it was counted. Null: not counted yet.
  cost bigint CHECK (cost >= 0),
  month date,
  -- Chain of recipients: the first message goes to one guardian, the second to the next, and there is no third.
  chain_id uuid NOT NULL DEFAULT gen_random_uuid(),
  turn smallint NOT NULL DEFAULT 1 CHECK (turn IN (1, 2)),
  next_sealed bytea,
  -- Origin: the journal entry of a receipt, the announcement, the message that this one repeats.
  entry_id uuid,
  announcement_id uuid,
  again_of uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX sms_messages_once_a_turn ON sms_messages (school_id, chain_id, turn);
CREATE UNIQUE INDEX sms_messages_one_receipt ON sms_messages (school_id, entry_id)
  WHERE entry_id IS NOT NULL AND turn = 1 AND again_of IS NULL;
CREATE UNIQUE INDEX sms_messages_one_announcement ON sms_messages (school_id, announcement_id, to_hash)
  WHERE announcement_id IS NOT NULL AND turn = 1 AND again_of IS NULL;
CREATE UNIQUE INDEX sms_messages_again_once ON sms_messages (school_id, again_of) WHERE again_of IS NOT NULL;
CREATE INDEX sms_messages_newest ON sms_messages (school_id, created_at);
CREATE INDEX sms_messages_failed ON sms_messages (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX sms_messages_waiting ON sms_messages (next_try_at) WHERE state = 'waiting';
-- A delivery report names nothing but the provider's id.
CREATE INDEX sms_messages_provider ON sms_messages (provider_id) WHERE provider_id IS NOT NULL;
SELECT enable_row_security('sms_messages', true);
GRANT SELECT, INSERT, UPDATE ON sms_messages TO mfuko_app;

-- Delivery reports of the provider: each status of a message counts once.
CREATE TABLE sms_reports (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  message_id uuid NOT NULL,
  status text NOT NULL CHECK (length(status) BETWEEN 1 AND 40),
  reason text CHECK (length(reason) BETWEEN 1 AND 60),
  network text CHECK (length(network) BETWEEN 1 AND 10),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, message_id) REFERENCES sms_messages (school_id, id),
  CONSTRAINT sms_reports_once UNIQUE (school_id, message_id, status)
);
SELECT enable_row_security('sms_reports');
GRANT SELECT, INSERT ON sms_reports TO mfuko_app;
SELECT make_append_only('sms_reports');

-- Settings of a school: its receipts, and the most that it spends a month on messages that are not urgent. Without a row:
-- all receipts, and KES 5,000.
CREATE TABLE sms_settings (
  school_id uuid NOT NULL PRIMARY KEY,
  cash_out boolean NOT NULL DEFAULT true,
  collection boolean NOT NULL DEFAULT true,
  refund boolean NOT NULL DEFAULT true,
  cap bigint NOT NULL DEFAULT 50000000 CHECK (cap >= 0)
);
SELECT enable_row_security('sms_settings');
GRANT SELECT, INSERT, UPDATE ON sms_settings TO mfuko_app;

-- Costs of a month: always the sum over its messages. The row is locked to hold the cap.
CREATE TABLE sms_months (
  school_id uuid NOT NULL,
  month date NOT NULL,
  cost bigint NOT NULL DEFAULT 0 CHECK (cost >= 0),
  messages int NOT NULL DEFAULT 0 CHECK (messages >= 0),
  -- Time at which the staff were told that the cap is reached.
  told_at timestamptz,
  PRIMARY KEY (school_id, month)
);
SELECT enable_row_security('sms_months');
GRANT SELECT, INSERT, UPDATE ON sms_months TO mfuko_app;

CREATE TABLE announcements (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  text_en text CHECK (length(text_en) BETWEEN 1 AND 480),
  text_sw text CHECK (length(text_sw) BETWEEN 1 AND 480),
  -- Null: all guardians of the school.
  class_id uuid,
  class_name text,
  recipients int NOT NULL CHECK (recipients >= 1),
  by_user uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Time at which the last of its messages had been written down.
  spread_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK (text_en IS NOT NULL OR text_sw IS NOT NULL)
);
CREATE INDEX announcements_newest ON announcements (school_id, created_at);
SELECT enable_row_security('announcements');
GRANT SELECT, INSERT ON announcements TO mfuko_app;
GRANT UPDATE (spread_at) ON announcements TO mfuko_app;

-- Opt-outs: numbers, as keyed hashes, whose owners told the provider that they want no more messages of ours.
CREATE TABLE sms_opt_outs (
  phone_hash bytea NOT NULL PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, DELETE ON sms_opt_outs TO mfuko_app;

-- State of the gateway, one row.
CREATE TABLE sms_gateway (
  one boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
  -- Until then only urgent messages are handed to the provider, and why: no money there, or it does not know us.
  stopped_until timestamptz,
  why text,
  -- Outage: since when the gateway has not been reached; null: it answers.
  away_since timestamptz,
  -- Probes since then, and the time of the next one.
  probes int NOT NULL DEFAULT 0,
  probe_at timestamptz,
  CONSTRAINT sms_gateway_probed CHECK ((away_since IS NULL) = (probe_at IS NULL))
);
INSERT INTO sms_gateway DEFAULT VALUES;
GRANT SELECT, UPDATE ON sms_gateway TO mfuko_app;

-- Alerts of an outage: the one that the staff of a school, or with the nil id the platform's Admins, have been told of, and
-- the number of messages given up since they were told of such.
CREATE TABLE sms_outage_alerts (
  school_id uuid NOT NULL PRIMARY KEY,
  -- The outage that they know of, by its beginning.
  outage timestamptz,
  expired int NOT NULL DEFAULT 0 CHECK (expired >= 0),
  -- Time at which the first of these was given up.
  expired_since timestamptz,
  CHECK ((expired = 0) = (expired_since IS NULL))
);
SELECT enable_row_security('sms_outage_alerts', true);
GRANT SELECT, INSERT, UPDATE ON sms_outage_alerts TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Session: people who sign in, their codes and sessions. They are looked up before any school is known, so by transactions of
-- the platform.

CREATE TABLE users (
  -- The nil id for the platform's Admins.
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('Admin', 'SchoolAdmin', 'CheckAgent')),
  duties text[] NOT NULL DEFAULT '{}',
  phone text NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_names text NOT NULL,
  password_hash text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  deleted_at timestamptz,
  -- Sessions are cleared away after a week; this stays.
  last_sign_in_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK ((role = 'Admin') = (school_id = '00000000-0000-0000-0000-000000000000'))
);
-- One phone is one person: the code that it receives must lead to one account. A deleted user's phone may be another's; a
-- restored user needs it back.
CREATE UNIQUE INDEX users_phone ON users (phone) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX users_id ON users (id);
SELECT enable_row_security('users', true);
GRANT SELECT, INSERT, UPDATE ON users TO mfuko_app;

-- Codes by SMS: also those of unknown numbers, which are counted alike, so that nobody learns who has an account.
CREATE TABLE sign_in_codes (
  id uuid PRIMARY KEY,
  -- Keyed hash of the phone number.
  phone_hash bytea NOT NULL,
  -- Keyed hash of the code; null: no code was sent.
  code_hash bytea,
  user_id uuid,
  -- A code does what it was asked for and nothing else.
  purpose text NOT NULL CHECK (purpose IN (
    'sign-in', 'password-reset', 'change-phone', 'change-phone-new', 'change-email', 'change-password', 'backup-codes')),
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Used, or killed by a newer code.
  ended_at timestamptz
);
CREATE INDEX sign_in_codes_phone ON sign_in_codes (phone_hash, created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_codes TO mfuko_app;

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  -- Set for a browser's session, which then needs both halves.
  cookie_hash bytea,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- Reason of an end by somebody else, so that its holder can be told. Null: logged out.
  ended_why text CHECK (ended_why IN ('account', 'credentials'))
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO mfuko_app;

-- Backup codes: a person signs in with them while no SMS arrives.
CREATE TABLE backup_codes (
  user_id uuid NOT NULL,
  -- Keyed hash, bound to the person. The code itself is kept nowhere.
  code_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON backup_codes TO mfuko_app;

-- Tries of backup codes that are not known to be right, by the number they were for: also of numbers that nobody has.
CREATE TABLE backup_code_tries (
  id uuid PRIMARY KEY,
  phone_hash bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX backup_code_tries_phone ON backup_code_tries (phone_hash, at);
GRANT SELECT, INSERT, DELETE ON backup_code_tries TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Schools: counties (reference), schools, their payment configuration, fees and classes.

CREATE TABLE counties (
  id uuid PRIMARY KEY,
  code smallint NOT NULL UNIQUE,
  name text NOT NULL UNIQUE
);
GRANT SELECT ON counties TO mfuko_app;

-- The 47 counties of the First Schedule to the Constitution of Kenya, by their official codes.
INSERT INTO counties (id, code, name)
SELECT ('00000000-0000-7000-8000-0000000000' || lpad(to_hex(code), 2, '0'))::uuid, code, name
FROM unnest(ARRAY[
  'Mombasa', 'Kwale', 'Kilifi', 'Tana River', 'Lamu', 'Taita-Taveta', 'Garissa', 'Wajir', 'Mandera', 'Marsabit',
  'Isiolo', 'Meru', 'Tharaka-Nithi', 'Embu', 'Kitui', 'Machakos', 'Makueni', 'Nyandarua', 'Nyeri', 'Kirinyaga',
  'Murang''a', 'Kiambu', 'Turkana', 'West Pokot', 'Samburu', 'Trans Nzoia', 'Uasin Gishu', 'Elgeyo-Marakwet', 'Nandi',
  'Baringo', 'Laikipia', 'Nakuru', 'Narok', 'Kajiado', 'Kericho', 'Bomet', 'Kakamega', 'Vihiga', 'Bungoma', 'Busia',
  'Siaya', 'Kisumu', 'Homa Bay', 'Migori', 'Kisii', 'Nyamira', 'Nairobi City'
]) WITH ORDINALITY AS county (name, code);

CREATE TABLE schools (
  id uuid PRIMARY KEY,
  county_id uuid NOT NULL REFERENCES counties,
  code text NOT NULL,
  official_name text NOT NULL,
  short_name text NOT NULL,
  po_box text,
  town text NOT NULL,
  logo bytea,
  app_id text NOT NULL UNIQUE,
  token_hash bytea NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  time_zone text NOT NULL DEFAULT 'Africa/Nairobi',
  -- 'school': the school certifies that it holds the guardians' consent forms.
  consent_policy text NOT NULL DEFAULT 'student' CHECK (consent_policy IN ('student', 'school')),
  -- The most that one journal entry may be, in cents.
  entry_limit bigint NOT NULL DEFAULT 2000000 CHECK (entry_limit > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX schools_code ON schools (lower(code)) WHERE deleted_at IS NULL;
SELECT enable_row_security('schools', true, 'id');
CREATE POLICY platform_registers ON schools
  USING (current_setting('app.scope', true) = 'platform') WITH CHECK (current_setting('app.scope', true) = 'platform');
GRANT SELECT, INSERT, UPDATE ON schools TO mfuko_app;

-- Tables below this feature that belong to a school.
ALTER TABLE school_keys ADD FOREIGN KEY (school_id) REFERENCES schools;
ALTER TABLE sms_settings ADD FOREIGN KEY (school_id) REFERENCES schools;

CREATE TABLE payment_configs (
  school_id uuid PRIMARY KEY REFERENCES schools,
  contact_name text NOT NULL,
  contact_number text NOT NULL,
  contact_email text NOT NULL,
  short_code text NOT NULL,
  lnm_short_code text NOT NULL,
  initiator text NOT NULL,
  api_user text NOT NULL,
  -- Part of the paths that M-Pesa calls: the school's id, so that a callback finds its school, and 256 random bits.
  -- Hexadecimal makes none of the words that M-Pesa refuses in an address.
  hook_secret text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT payment_configs_hook_secret CHECK (hook_secret ~ '^[0-9a-f]{96}$')
);
SELECT enable_row_security('payment_configs', true);
GRANT SELECT, INSERT, UPDATE ON payment_configs TO mfuko_app;

CREATE TABLE payment_secrets (
  school_id uuid NOT NULL REFERENCES schools,
  name text NOT NULL,
  sealed bytea NOT NULL,
  last4 text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid NOT NULL,
  PRIMARY KEY (school_id, name)
);
SELECT enable_row_security('payment_secrets');
GRANT SELECT, INSERT, UPDATE ON payment_secrets TO mfuko_app;

-- The platform's fee on a kind of journal entry: fixed cents, plus basis points of the amount, at most the cap. None: no fee.
CREATE TABLE fee_rules (
  school_id uuid NOT NULL REFERENCES schools,
  kind text NOT NULL CHECK (kind IN ('cash-out', 'collection', 'canteen')),
  fixed bigint NOT NULL DEFAULT 0 CHECK (fixed >= 0),
  basis_points int NOT NULL DEFAULT 0 CHECK (basis_points BETWEEN 0 AND 10000),
  cap bigint CHECK (cap >= 0),
  PRIMARY KEY (school_id, kind)
);
SELECT enable_row_security('fee_rules');
GRANT SELECT, INSERT, UPDATE, DELETE ON fee_rules TO mfuko_app;

CREATE TABLE classes (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX classes_name ON classes (school_id, lower(name)) WHERE deleted_at IS NULL;
SELECT enable_row_security('classes');
GRANT SELECT, INSERT, UPDATE ON classes TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Students: students, their guardians, and the locks on a PIN or a finger after failures.

CREATE TABLE students (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  admission_number text NOT NULL CHECK (admission_number ~ '^\d{1,12}$'),
  names text NOT NULL,
  class_id uuid NOT NULL,
  pin_hash text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'left')),
  left_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id)
);
CREATE UNIQUE INDEX students_admission_number ON students (school_id, admission_number) WHERE deleted_at IS NULL;
CREATE INDEX students_class ON students (school_id, class_id);
-- Pages of a large list come off an index in the order in which they are shown. "9" before "10": by length, then by digits.
CREATE INDEX students_order ON students
  (school_id, (lpad(length(admission_number)::text, 2, '0') || admission_number), id) WHERE deleted_at IS NULL;
CREATE INDEX students_names ON students (school_id, names, id) WHERE deleted_at IS NULL;
-- Every list of schools and the platform's dashboard count the students of each school: from the index alone.
CREATE INDEX students_active ON students (school_id) WHERE status = 'active' AND deleted_at IS NULL;
SELECT enable_row_security('students', true);
GRANT SELECT, INSERT, UPDATE ON students TO mfuko_app;

CREATE TABLE guardians (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  name text NOT NULL,
  mobile_number text NOT NULL,
  email text,
  -- Language of messages to the guardian.
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'sw')),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE UNIQUE INDEX guardians_number ON guardians (school_id, student_id, mobile_number) WHERE deleted_at IS NULL;
-- A number typed at sign-in is looked up over all schools: a parent is told to use the wallet app.
CREATE INDEX guardians_any_school ON guardians (mobile_number) WHERE deleted_at IS NULL;
SELECT enable_row_security('guardians', true);
GRANT SELECT, INSERT, UPDATE ON guardians TO mfuko_app;

-- Failures in a row. Kept apart from students so that a wrong PIN never waits for an edit.
CREATE TABLE student_locks (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  pin_failures smallint NOT NULL DEFAULT 0,
  pin_locked_until timestamptz,
  finger_failures smallint NOT NULL DEFAULT 0,
  finger_held_until timestamptz,
  PRIMARY KEY (school_id, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
SELECT enable_row_security('student_locks');
GRANT SELECT, INSERT, UPDATE, DELETE ON student_locks TO mfuko_app;

-- Wrong PINs of an agent, over all students: someone who tries one PIN on everybody is stopped.
CREATE TABLE pin_misses (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id)
);
CREATE INDEX pin_misses_user ON pin_misses (school_id, user_id, at);
SELECT enable_row_security('pin_misses');
GRANT SELECT, INSERT, DELETE ON pin_misses TO mfuko_app;

-- Tries of a PIN or finger that are charged and not judged yet. One counts against the limits for as long as its server may
-- still compare it: during the session that charged it, and no longer than the server gives a comparison. A try that a dead
-- server left behind counts for nobody.
CREATE TABLE student_tries (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('pin', 'finger')),
  -- The user who enters the PIN.
  user_id uuid,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The database session that charged it; its number alone is given to others later on.
  session int NOT NULL,
  session_since timestamptz NOT NULL,
  PRIMARY KEY (school_id, id)
);
CREATE INDEX student_tries_student ON student_tries (school_id, student_id, kind);
CREATE INDEX student_tries_user ON student_tries (school_id, user_id);
SELECT enable_row_security('student_tries');
GRANT SELECT, INSERT, DELETE ON student_tries TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Devices: tablets and scanners that Admins have linked to a school, and the role of each.

CREATE TABLE devices (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  serial_number text NOT NULL CHECK (length(serial_number) BETWEEN 1 AND 100),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  role text NOT NULL CHECK (role IN ('CHECKIN', 'CHECKOUT', 'CHECKINOUT', 'CANTEEN')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Revoked: kept, so that its serial number is refused and not taken for one that was never linked.
  revoked_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id) REFERENCES schools (id)
);
-- Printed on a sticker and typed by hand: the case says nothing.
CREATE UNIQUE INDEX devices_serial_number ON devices (school_id, upper(serial_number)) WHERE revoked_at IS NULL;
CREATE INDEX devices_revoked ON devices (school_id, upper(serial_number)) WHERE revoked_at IS NOT NULL;
SELECT enable_row_security('devices');
GRANT SELECT, INSERT ON devices TO mfuko_app;
GRANT UPDATE (serial_number, label, role, revoked_at) ON devices TO mfuko_app;

-- Sightings: the last call of a device, to the minute, and the time at which its silence was told. Apart from the devices, so
-- that the gate never waits for an edit.
CREATE TABLE device_sights (
  school_id uuid NOT NULL,
  device_id uuid NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  silence_told_at timestamptz,
  PRIMARY KEY (school_id, device_id),
  FOREIGN KEY (school_id, device_id) REFERENCES devices (school_id, id)
);
SELECT enable_row_security('device_sights');
GRANT SELECT, INSERT, UPDATE ON device_sights TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Notices: events that staff are told of without having asked, and their readers.

CREATE TABLE notices (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Chosen by the feature that tells it: a job that runs again makes no second notice of one key.
  key text NOT NULL,
  kind text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('info', 'warning', 'urgent')),
  subject_kind text,
  subject_id text CHECK (length(subject_id) BETWEEN 1 AND 100),
  -- Null: for all staff of the school. Otherwise nobody else sees it.
  for_user uuid,
  -- Values that the text names. Never a phone number, PIN or other secret.
  params jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  CHECK ((subject_kind IS NULL) = (subject_id IS NULL)),
  CONSTRAINT notices_key_length CHECK (length(key) BETWEEN 1 AND 200)
);
CREATE UNIQUE INDEX notices_key ON notices (school_id, key);
CREATE INDEX notices_subject ON notices (school_id, kind, subject_id, at);
SELECT enable_row_security('notices');
GRANT SELECT, INSERT, DELETE ON notices TO mfuko_app;

-- One row for each person and notice that they have read or cleared; for everybody else it stays.
CREATE TABLE notice_reads (
  school_id uuid NOT NULL,
  user_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, user_id, notice_id),
  FOREIGN KEY (school_id, notice_id) REFERENCES notices (school_id, id) ON DELETE CASCADE
);
CREATE INDEX notice_reads_notice ON notice_reads (school_id, notice_id);
SELECT enable_row_security('notice_reads');
GRANT SELECT, INSERT, DELETE ON notice_reads TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Clock: money is recorded at the moment that the database's clock says. A clock that went back would put it into days that
-- are over, closed and sealed; one that is ahead would keep money from being recorded once it is right again.

-- The last comparison with the network's time, of whichever server made it. One row.
CREATE TABLE clock_checks (
  one boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
  -- By this database's clock, whose distance it tells; plus is ahead of the network.
  checked_at timestamptz,
  offset_ms bigint,
  source text,
  CHECK (num_nulls(checked_at, offset_ms, source) IN (0, 3))
);
INSERT INTO clock_checks DEFAULT VALUES;
GRANT SELECT, UPDATE ON clock_checks TO mfuko_app;

-- Statements of two persons that the clock is right now and was ahead until then.
CREATE TABLE clock_statements (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- The newest journal entry, or the end of the newest closed day.
  ahead_until timestamptz NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT clock_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
CREATE UNIQUE INDEX clock_statements_open ON clock_statements (school_id) WHERE decision IS NULL;
SELECT enable_row_security('clock_statements');
GRANT SELECT, INSERT ON clock_statements TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON clock_statements TO mfuko_app;

-- Effect of a school's newest approved statement: a time stamped after `begins` and up to `until` before it was approved holds
-- nothing up. A journal entry recorded since then, in that very time, is told by `newest`.
CREATE TABLE clock_corrections (
  school_id uuid NOT NULL PRIMARY KEY REFERENCES schools,
  begins timestamptz NOT NULL,
  until timestamptz NOT NULL CHECK (until > begins),
  newest timestamptz NOT NULL
);
SELECT enable_row_security('clock_corrections');
GRANT SELECT, INSERT, UPDATE ON clock_corrections TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Fingerprints: consent and its withdrawal, templates under the student's key, pictures that have been used.

CREATE TABLE consents (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('fingerprint')),
  given_by text NOT NULL,
  relation text NOT NULL,
  method text NOT NULL CHECK (method IN ('paper', 'otp', 'witnessed')),
  recorded_by uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX consents_student ON consents (school_id, student_id, purpose);
SELECT enable_row_security('consents');
GRANT SELECT, INSERT, UPDATE ON consents TO mfuko_app;

-- Withdrawals by a guardian, of consent that was recorded here or lies with the school on paper.
CREATE TABLE consent_withdrawals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('fingerprint')),
  withdrawn_by text NOT NULL CHECK (length(withdrawn_by) BETWEEN 1 AND 120),
  relation text NOT NULL CHECK (length(relation) BETWEEN 1 AND 60),
  -- Impressions that were erased with it.
  erased smallint NOT NULL CHECK (erased >= 0),
  recorded_by uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX consent_withdrawals_student ON consent_withdrawals (school_id, student_id, purpose);
SELECT enable_row_security('consent_withdrawals');
GRANT SELECT, INSERT ON consent_withdrawals TO mfuko_app;
SELECT make_append_only('consent_withdrawals');

-- A student's data key, wrapped by the school's key. Destroying it makes every copy of the templates unreadable.
CREATE TABLE student_keys (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  wrapped bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (school_id, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
SELECT enable_row_security('student_keys');
GRANT SELECT, INSERT, DELETE ON student_keys TO mfuko_app;

-- Templates only; the picture is never kept.
CREATE TABLE fingerprints (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  finger text NOT NULL,
  sealed_template bytea NOT NULL,
  algorithm smallint NOT NULL,
  quality smallint NOT NULL,
  scanner_serial text,
  enrolled_by uuid NOT NULL,
  enrolled_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX fingerprints_student ON fingerprints (school_id, student_id, finger);
SELECT enable_row_security('fingerprints');
GRANT SELECT, INSERT, DELETE ON fingerprints TO mfuko_app;

-- Used pictures, by the keyed digest of their decoded pixels: the same picture twice is no living finger.
CREATE TABLE spent_pictures (
  school_id uuid NOT NULL,
  digest bytea NOT NULL,
  spent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (school_id, digest)
);
SELECT enable_row_security('spent_pictures');
GRANT SELECT, INSERT ON spent_pictures TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Ledger: the books of pocket money. Double entry, integer cents, only ever added to.
--
-- A journal entry has legs (postings) that sum to zero. A student's wallet is what the school owes the student: never below
-- zero, with a running balance. The school's own accounts (cash desk, M-Pesa, income, fees) keep no running balance, so
-- that no row is written by every journal entry of the school; theirs is the sum of their postings.

CREATE TABLE accounts (
  school_id uuid NOT NULL REFERENCES schools,
  -- A wallet has the id of its student, a till's account the id of the till.
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'wallet', 'cash-desk', 'm-pesa', 'canteen-income', 'item-income', 'platform-fees',
    -- Payments by M-Pesa that are nobody's yet; money on its way to a guardian by M-Pesa; a till; the differences that
    -- counts of tills have found.
    'suspense', 'payouts', 'till', 'till-variance')),
  student_id uuid,
  -- Owner of a till.
  user_id uuid,
  -- Cents. Wallets only.
  balance bigint,
  -- Number of the wallet's postings: the place of the newest in its statement.
  newest_position bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK ((kind = 'wallet') = (student_id IS NOT NULL)),
  CHECK ((kind = 'wallet') = (balance IS NOT NULL)),
  CONSTRAINT accounts_till_has_agent CHECK ((kind = 'till') = (user_id IS NOT NULL)),
  -- Behind the rule of move_pocket_money, which looks first under the wallet's lock.
  CONSTRAINT wallet_never_below_zero CHECK (balance >= 0)
);
-- Over all accounts, so that the planner sees that a student has one wallet at most, and a count leaves it out.
CREATE UNIQUE INDEX accounts_student ON accounts (school_id, student_id);
CREATE UNIQUE INDEX accounts_school ON accounts (school_id, kind) WHERE student_id IS NULL AND user_id IS NULL;
SELECT enable_row_security('accounts', true);
GRANT SELECT, INSERT ON accounts TO mfuko_app;
GRANT UPDATE (balance, newest_position) ON accounts TO mfuko_app;
CREATE TRIGGER student_is_there BEFORE INSERT ON accounts
  FOR EACH ROW WHEN (NEW.student_id IS NOT NULL) EXECUTE FUNCTION refuse_deleted_student();

CREATE TABLE journal_entries (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'deposit', 'collection', 'cash-out', 'canteen', 'item', 'item-return', 'reversal', 'refund', 'refund-paid', 'refund-failed',
    -- Of the school's own accounts only.
    'unclaimed', 'unclaimed-returned', 'float', 'till-close')),
  student_id uuid,
  -- Cents, both without a sign.
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  -- Proof of the student; null: none was asked for.
  method text CHECK (method IN ('fingerprint', 'pin')),
  reference text,
  -- The menu item or student item: tells two meals of one price apart.
  item uuid,
  -- Null: nobody was at the desk, a payment came in by itself.
  by_user uuid,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The journal entry that this one takes back.
  reverses uuid,
  longitude double precision,
  latitude double precision,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, reverses) REFERENCES journal_entries (school_id, id),
  CHECK ((kind = 'reversal') = (reverses IS NOT NULL)),
  CONSTRAINT journal_entries_student_check
    CHECK ((student_id IS NULL) = (kind IN ('unclaimed', 'unclaimed-returned', 'float', 'till-close')))
);
CREATE UNIQUE INDEX journal_entries_reversed_once ON journal_entries (school_id, reverses) WHERE reverses IS NOT NULL;
CREATE INDEX journal_entries_student ON journal_entries (school_id, student_id, at);
CREATE INDEX journal_entries_at ON journal_entries (school_id, at);
SELECT enable_row_security('journal_entries');
GRANT SELECT, INSERT ON journal_entries TO mfuko_app;
SELECT make_append_only('journal_entries');
CREATE TRIGGER not_in_deleted_school BEFORE INSERT ON journal_entries
  FOR EACH ROW WHEN (NEW.kind <> 'collection') EXECUTE FUNCTION refuse_in_deleted_school();
CREATE TRIGGER clock_is_right AFTER INSERT ON journal_entries REFERENCING NEW TABLE AS made_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_wrong_clock();

CREATE TABLE postings (
  school_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  leg smallint NOT NULL CHECK (leg >= 1),
  account_id uuid NOT NULL,
  -- Cents that the account gains.
  amount bigint NOT NULL CHECK (amount <> 0),
  at timestamptz NOT NULL,
  -- On wallets: the place in the statement, and the balance from there on.
  position bigint,
  balance_after bigint,
  PRIMARY KEY (school_id, entry_id, leg),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  FOREIGN KEY (school_id, account_id) REFERENCES accounts (school_id, id)
);
CREATE UNIQUE INDEX postings_statement ON postings (school_id, account_id, position) WHERE position IS NOT NULL;
CREATE INDEX postings_school ON postings (school_id, account_id, at) INCLUDE (amount) WHERE position IS NULL;
SELECT enable_row_security('postings');
GRANT SELECT, INSERT ON postings TO mfuko_app;
SELECT make_append_only('postings');

-- Double entry on both tables: a journal entry without legs is as wrong as a leg too many on an old journal entry. A leg 1 needs no
-- check of its own, since every journal entry that was let in has one already.
CREATE CONSTRAINT TRIGGER entry_balances AFTER INSERT ON journal_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_entry();
CREATE CONSTRAINT TRIGGER entry_balances AFTER INSERT ON postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.leg > 1) EXECUTE FUNCTION refuse_unbalanced_entry();
CREATE CONSTRAINT TRIGGER balance_is_posted AFTER INSERT OR UPDATE ON accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'wallet') EXECUTE FUNCTION refuse_unposted_balance();

-- Receipt of a journal entry, by the token in its barcode. Asking for it once at the till spends it.
CREATE TABLE receipts (
  school_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  token text NOT NULL,
  spent_at timestamptz,
  spent_by uuid,
  PRIMARY KEY (school_id, entry_id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id)
);
CREATE UNIQUE INDEX receipts_token ON receipts (school_id, token);
SELECT enable_row_security('receipts');
GRANT SELECT, INSERT ON receipts TO mfuko_app;
GRANT UPDATE (spent_at, spent_by) ON receipts TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Tills: the cash of one person for one day, opened with a float, moved with the wallets, closed with a count.

-- A till has an account of its own for each day that it is open, so that its cash is the sum of its postings, and a reversal
-- after that day finds another till. The account has the id of the till.
CREATE TABLE tills (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- Owner of the till.
  user_id uuid NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Cents, as all amounts.
  opening_float bigint NOT NULL CHECK (opening_float >= 0),
  note text CHECK (length(note) BETWEEN 1 AND 200),
  closed_at timestamptz,
  closed_by uuid,
  expected bigint CHECK (expected >= 0),
  counted bigint CHECK (counted >= 0),
  -- Pieces of each note and coin; null: only the sum was told.
  counts jsonb,
  reason text CHECK (length(reason) BETWEEN 1 AND 200),
  -- Cash that stayed in it for the next day. It lies there until the next till is opened or somebody fetches it.
  left_in bigint CHECK (left_in BETWEEN 0 AND counted),
  countersigned_at timestamptz,
  countersigned_by uuid,
  countersign_note text CHECK (length(countersign_note) BETWEEN 1 AND 200),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, id) REFERENCES accounts (school_id, id),
  CHECK (num_nulls(closed_at, closed_by, expected, counted, left_in) IN (0, 5)),
  CHECK (num_nulls(countersigned_at, countersigned_by) IN (0, 2)),
  CHECK (countersigned_at IS NULL OR closed_at IS NOT NULL),
  CONSTRAINT till_countersigned_by_another CHECK (countersigned_by <> closed_by)
);
CREATE UNIQUE INDEX tills_one_open ON tills (school_id, user_id) WHERE closed_at IS NULL;
CREATE INDEX tills_of_user ON tills (school_id, user_id, opened_at);
CREATE INDEX tills_opened ON tills (school_id, opened_at);
SELECT enable_row_security('tills');
GRANT SELECT, INSERT ON tills TO mfuko_app;
GRANT UPDATE (closed_at, closed_by, expected, counted, counts, reason, left_in, countersigned_at, countersigned_by, countersign_note)
  ON tills TO mfuko_app;
CREATE TRIGGER till_stays_closed BEFORE UPDATE ON tills
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL) EXECUTE FUNCTION refuse_reopened_till();
CREATE TRIGGER clock_is_right AFTER INSERT OR UPDATE OF closed_at ON tills
  FOR EACH ROW EXECUTE FUNCTION refuse_till_at_wrong_clock();

CREATE TRIGGER till_never_below_zero AFTER INSERT ON postings
  FOR EACH ROW WHEN (NEW.position IS NULL AND NEW.amount > 0) EXECUTE FUNCTION refuse_empty_till();

-- Variance, in cents, from which on a closing needs a reason. A school without a row has KES 100.
CREATE TABLE till_rules (
  school_id uuid NOT NULL REFERENCES schools,
  variance_limit bigint NOT NULL CHECK (variance_limit >= 0),
  PRIMARY KEY (school_id)
);
SELECT enable_row_security('till_rules');
GRANT SELECT, INSERT, UPDATE ON till_rules TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Limits: how much pocket money may go out, by school, class, student and by a guardian's wish, of which the strictest
-- counts, and the approval of a second person above an amount. `move_pocket_money` asks under the wallet's lock.

-- Amounts in cents. Null: no such limit. A row that limits nothing is not kept, so that a journal entry of a school without limits
-- pays one look at an index.
CREATE TABLE pocket_limits (
  school_id uuid NOT NULL REFERENCES schools,
  -- The school, the class or the student; a guardian's wish is about a student too.
  subject_id uuid NOT NULL,
  scope text NOT NULL CHECK (scope IN ('school', 'class', 'student', 'guardian')),
  cash_out bigint CHECK (cash_out > 0),
  cash_day bigint CHECK (cash_day > 0),
  cash_week bigint CHECK (cash_week > 0),
  no_cash boolean NOT NULL DEFAULT false,
  -- Of the canteen and of items together.
  spending_day bigint CHECK (spending_day >= 0),
  -- Of the school only: cash-outs of one student in a day, cash only for students who are checked in today, and the amount
  -- from which on a second person approves.
  cash_outs_day int CHECK (cash_outs_day > 0),
  on_campus boolean NOT NULL DEFAULT false,
  approval_above bigint CHECK (approval_above >= 0),
  -- The guardian's wish: by whom, how it came, and its date.
  wished_by text CHECK (length(wished_by) BETWEEN 1 AND 100),
  wished_how text CHECK (wished_how IN ('in-person', 'phone', 'message', 'letter')),
  wished_on date,
  set_by uuid NOT NULL,
  set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, subject_id, scope),
  CHECK ((scope = 'school') = (subject_id = school_id)),
  CHECK (scope = 'school' OR (cash_outs_day IS NULL AND NOT on_campus AND approval_above IS NULL)),
  CHECK (num_nulls(wished_by, wished_how, wished_on) = CASE scope WHEN 'guardian' THEN 0 ELSE 3 END)
);
SELECT enable_row_security('pocket_limits');
GRANT SELECT, INSERT, UPDATE, DELETE ON pocket_limits TO mfuko_app;

-- Approvals that the one who pays out has asked a second person for.
CREATE TABLE cash_approvals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  -- The most that may be paid out by it, in cents.
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  asked_by uuid NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Withdrawn: the same person has asked anew for the same student.
  decision text CHECK (decision IN ('approved', 'refused', 'withdrawn')),
  decided_by uuid,
  decided_at timestamptz,
  note text CHECK (length(note) BETWEEN 1 AND 200),
  -- The cash-out that it was good for.
  entry_id uuid,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  CHECK (entry_id IS NULL OR decision = 'approved'),
  -- Behind the rule of the feature.
  CONSTRAINT approved_by_another CHECK (decision IS NULL OR (decision = 'withdrawn') = (decided_by = asked_by))
);
CREATE UNIQUE INDEX cash_approvals_open ON cash_approvals (school_id, student_id, asked_by) WHERE decision IS NULL;
CREATE INDEX cash_approvals_live ON cash_approvals (school_id, student_id) WHERE decision = 'approved' AND entry_id IS NULL;
CREATE INDEX cash_approvals_asked ON cash_approvals (school_id, asked_at);
SELECT enable_row_security('cash_approvals');
GRANT SELECT, INSERT ON cash_approvals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at, note, entry_id) ON cash_approvals TO mfuko_app;

CREATE TRIGGER use_approval AFTER INSERT ON journal_entries
  FOR EACH ROW WHEN (NEW.kind = 'cash-out') EXECUTE FUNCTION use_approval();
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Suspense: payments that nobody knows yet whose they are.

-- An item's money came with `entry_id`; it leaves once, for a wallet or back to who paid.
CREATE TABLE suspense_items (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- Of M-Pesa. A collection that was taken back from a wallet may have come without one.
  receipt text CHECK (length(receipt) BETWEEN 1 AND 40),
  why text NOT NULL CHECK (why IN ('unknown-account', 'left', 'reversed')),
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  paid_at timestamptz NOT NULL,
  -- Account number as the payer typed it.
  account text NOT NULL CHECK (length(account) <= 100),
  -- Name and phone of the payer, sealed under the school's key; and the digest by which the same payer is known again.
  payer_sealed bytea,
  payer_digest bytea,
  -- The student from whose wallet it was taken back.
  student_id uuid,
  entry_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'proposed', 'returning', 'settled', 'returned')),
  parked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK (why = 'reversed' OR student_id IS NULL)
);
-- A payment is parked once; only a settlement that was taken back again comes a second time.
CREATE UNIQUE INDEX suspense_parked_once ON suspense_items (school_id, receipt) WHERE why <> 'reversed';
CREATE UNIQUE INDEX suspense_entry ON suspense_items (school_id, entry_id);
CREATE INDEX suspense_list ON suspense_items (school_id, state, paid_at);
CREATE INDEX suspense_receipt ON suspense_items (school_id, receipt);
SELECT enable_row_security('suspense_items');
GRANT SELECT, INSERT ON suspense_items TO mfuko_app;
GRANT UPDATE (state) ON suspense_items TO mfuko_app;

CREATE TRIGGER reversed_collection AFTER INSERT ON journal_entries
  FOR EACH ROW WHEN (NEW.kind = 'reversal') EXECUTE FUNCTION park_reversed_collection();

-- Proposals of one person that another approves. A return that the provider did not carry out is `failed`, and the item is
-- open again.
CREATE TABLE suspense_proposals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  way text NOT NULL CHECK (way IN ('settle', 'return')),
  student_id uuid,
  note text CHECK (length(note) BETWEEN 1 AND 200),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  -- The journal entry by which the money left.
  entry_id uuid,
  -- Of a return that was approved.
  outcome text CHECK (outcome IN ('pending', 'done', 'failed')),
  -- First request to the provider, and the provider's name for it.
  sent_at timestamptz,
  conversation_id text,
  result_code text,
  result_text text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, item_id) REFERENCES suspense_items (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK ((way = 'settle') = (student_id IS NOT NULL)),
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
  CHECK ((outcome IS NOT NULL) = (way = 'return' AND decision IS NOT DISTINCT FROM 'approved')),
  CHECK ((entry_id IS NOT NULL) = (decision IS NOT DISTINCT FROM 'approved' AND outcome IS NOT DISTINCT FROM
    CASE way WHEN 'return' THEN 'done' END)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT suspense_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
CREATE UNIQUE INDEX suspense_one_proposal ON suspense_proposals (school_id, item_id) WHERE decision IS NULL;
CREATE UNIQUE INDEX suspense_settled_once ON suspense_proposals (school_id, item_id)
  WHERE decision = 'approved' AND outcome IS DISTINCT FROM 'failed';
CREATE INDEX suspense_proposals_item ON suspense_proposals (school_id, item_id, at);
SELECT enable_row_security('suspense_proposals');
GRANT SELECT, INSERT ON suspense_proposals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at, entry_id, outcome, sent_at, conversation_id, result_code, result_text)
  ON suspense_proposals TO mfuko_app;

-- Students for whom a payer has paid before. The digest is keyed: without the key it tells no phone number.
CREATE TABLE known_payers (
  school_id uuid NOT NULL REFERENCES schools,
  payer_digest bytea NOT NULL,
  student_id uuid NOT NULL,
  times int NOT NULL DEFAULT 1 CHECK (times >= 1),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, payer_digest, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
SELECT enable_row_security('known_payers');
GRANT SELECT, INSERT ON known_payers TO mfuko_app;
GRANT UPDATE (times, last_at) ON known_payers TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Payments: money in by M-Pesa. Callbacks of the provider, requests to it, and the payments that it confirmed.

-- Callbacks as they came, written down before they are answered. The body is sealed, and forgotten once it was handled.
CREATE TABLE provider_callbacks (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- Feature and record that it is for: parts of the address that was called.
  purpose text NOT NULL,
  subject text NOT NULL,
  -- Came to the address for requests that the provider gave up.
  timed_out boolean NOT NULL DEFAULT false,
  sealed bytea,
  heard_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  handled_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK (sealed IS NOT NULL OR handled_at IS NOT NULL)
);
CREATE INDEX provider_callbacks_waiting ON provider_callbacks (school_id, heard_at) WHERE handled_at IS NULL;
SELECT enable_row_security('provider_callbacks');
GRANT SELECT, INSERT, DELETE ON provider_callbacks TO mfuko_app;
GRANT UPDATE (sealed, handled_at) ON provider_callbacks TO mfuko_app;

-- Registration of a school with the provider.
CREATE TABLE provider_registrations (
  school_id uuid PRIMARY KEY REFERENCES schools,
  -- Registration of its addresses, and the paybill that they are for.
  registered_at timestamptz,
  short_code text,
  -- Since then it may pull payments.
  pulls_since timestamptz,
  -- Up to then payments were pulled, and the failure of the last try.
  pulled_until timestamptz,
  pull_failure text,
  -- The days that M-Pesa was away for longer than it lists payments, until a statement of them has come.
  gap_from timestamptz,
  gap_until timestamptz,
  CONSTRAINT provider_registrations_gap CHECK ((gap_from IS NULL) = (gap_until IS NULL) AND gap_from <= gap_until)
);
SELECT enable_row_security('provider_registrations', true);
GRANT SELECT, INSERT, UPDATE ON provider_registrations TO mfuko_app;

-- Prompts: a guardian is asked, on the phone, to pay.
CREATE TABLE stk_pushes (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  -- Cents; M-Pesa moves whole shillings.
  amount bigint NOT NULL CHECK (amount > 0 AND amount % 100 = 0),
  -- The account that the STK push names: the admission number of then.
  reference text NOT NULL,
  phone_sealed bytea NOT NULL,
  phone_masked text NOT NULL,
  phone_digest bytea NOT NULL,
  -- new: not sent yet; sending: on its way; unsettled: nobody knows if it was taken.
  status text NOT NULL DEFAULT 'new'
    CHECK (status IN ('new', 'sending', 'sent', 'unsettled', 'paid', 'failed', 'cancelled')),
  -- The provider's code, or ours, and its words.
  code text,
  reason text,
  checkout_id text,
  -- The checkout id came from a callback, since the acknowledgement was lost: it was told, not given.
  adopted boolean NOT NULL DEFAULT false,
  -- The receipt that the callback named; worth something once the payment of that number is credited.
  receipt text,
  asked_by uuid NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamptz,
  -- Tries to send it, and questions for its state.
  tries int NOT NULL DEFAULT 0,
  asks int NOT NULL DEFAULT 0,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK (status <> 'paid' OR receipt IS NOT NULL)
);
CREATE UNIQUE INDEX stk_pushes_checkout ON stk_pushes (school_id, checkout_id) WHERE checkout_id IS NOT NULL;
CREATE UNIQUE INDEX stk_pushes_receipt ON stk_pushes (school_id, receipt) WHERE status = 'paid';
CREATE INDEX stk_pushes_phone ON stk_pushes (school_id, phone_digest, requested_at);
CREATE INDEX stk_pushes_time ON stk_pushes (school_id, requested_at);
CREATE INDEX stk_pushes_open ON stk_pushes (school_id, reference, amount) WHERE status <> 'paid';
SELECT enable_row_security('stk_pushes');
GRANT SELECT, INSERT ON stk_pushes TO mfuko_app;
GRANT UPDATE (status, code, reason, checkout_id, adopted, receipt, sent_at, tries, asks) ON stk_pushes TO mfuko_app;

-- Payments by their receipt number: here once, in whatever ways and however often they were told.
CREATE TABLE payments (
  school_id uuid NOT NULL REFERENCES schools,
  receipt text NOT NULL CHECK (receipt ~ '^[A-Z0-9]{6,20}$'),
  id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  paid_at timestamptz NOT NULL,
  -- Account number as the payer typed it.
  account text NOT NULL,
  -- Name and number of the payer, as far as they were told.
  payer_sealed bytea,
  stk_push_id uuid,
  -- First source that told of it.
  reported_by text NOT NULL CHECK (reported_by IN ('prompt', 'confirmation', 'pull', 'statement')),
  -- told: nothing is proven. unknown: the provider knows no such payment. The others are final.
  state text NOT NULL DEFAULT 'told' CHECK (state IN ('told', 'unknown', 'credited', 'parked')),
  -- The provider's own answer that confirmed it, or a statement that a second person approved.
  confirmed_by text CHECK (confirmed_by IN ('prompt', 'status', 'pull', 'statement')),
  student_id uuid,
  entry_id uuid,
  suspense_id uuid,
  told_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz,
  -- Questions to the provider, and the last one of them: an answer to another question is none.
  asks int NOT NULL DEFAULT 0,
  ask_id uuid,
  ask_conversation text,
  -- Tellings that differ in amount or account.
  contested boolean NOT NULL DEFAULT false,
  -- A statement tells of it too, or alone.
  in_statement boolean NOT NULL DEFAULT false,
  -- Answer of M-Pesa to a payment that a statement told: it is there in that amount; M-Pesa knows no such payment; it was not
  -- completed, or not paid to the school; or M-Pesa cannot be asked.
  provider_answer text CHECK (provider_answer IN ('confirmed', 'unknown', 'refused', 'not-asked')),
  confirmed_amount bigint CHECK (confirmed_amount > 0),
  confirmed_paid_at timestamptz,
  -- The statement in which a second person approved this row; or one that contradicts it.
  approved_in uuid,
  doubted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (school_id, receipt),
  FOREIGN KEY (school_id, stk_push_id) REFERENCES stk_pushes (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CONSTRAINT payments_credited_is_confirmed
    CHECK ((state IN ('credited', 'parked')) = (confirmed_by IS NOT NULL AND settled_at IS NOT NULL)),
  CHECK ((state = 'credited') = (entry_id IS NOT NULL)),
  CHECK ((state = 'parked') = (suspense_id IS NOT NULL)),
  CONSTRAINT payments_confirmed_amount
    CHECK ((provider_answer IS NOT DISTINCT FROM 'confirmed') = (confirmed_amount IS NOT NULL)),
  CONSTRAINT payments_statement_is_approved CHECK (confirmed_by IS DISTINCT FROM 'statement' OR approved_in IS NOT NULL)
);
CREATE UNIQUE INDEX payments_id ON payments (school_id, id);
CREATE UNIQUE INDEX payments_entry ON payments (school_id, entry_id) WHERE entry_id IS NOT NULL;
CREATE UNIQUE INDEX payments_ask ON payments (school_id, ask_id) WHERE ask_id IS NOT NULL;
CREATE INDEX payments_time ON payments (school_id, paid_at);
CREATE INDEX payments_open ON payments (school_id, told_at) WHERE state IN ('told', 'unknown');
SELECT enable_row_security('payments');
GRANT SELECT, INSERT ON payments TO mfuko_app;
GRANT UPDATE (amount, paid_at, account, payer_sealed, stk_push_id, state, confirmed_by, student_id, entry_id, suspense_id,
  settled_at, asks, ask_id, ask_conversation, contested, in_statement, provider_answer, confirmed_amount, confirmed_paid_at,
  approved_in, doubted) ON payments TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Statements: payments that M-Pesa lists no more, from the statement of the organisation's portal. A row of such a file is
-- confirmed by M-Pesa, or approved by a second person.

CREATE TABLE payment_statements (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  short_code text NOT NULL,
  -- The time that it is of.
  begins timestamptz NOT NULL,
  ends timestamptz NOT NULL CHECK (ends >= begins),
  -- SHA-256 over the content of its rows: the same again is the same statement.
  content_hash bytea NOT NULL,
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT payment_statements_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
CREATE UNIQUE INDEX payment_statements_once ON payment_statements (school_id, content_hash)
  WHERE decision IS DISTINCT FROM 'rejected';
CREATE INDEX payment_statements_time ON payment_statements (school_id, at);
SELECT enable_row_security('payment_statements');
GRANT SELECT, INSERT ON payment_statements TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON payment_statements TO mfuko_app;

ALTER TABLE payments ADD FOREIGN KEY (school_id, approved_in) REFERENCES payment_statements (school_id, id);

-- Payments of a statement that were not booked when it came, as it tells them. The outcome of each stands with the payment.
CREATE TABLE payment_statement_rows (
  school_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  receipt text NOT NULL,
  row int NOT NULL CHECK (row > 0),
  amount bigint NOT NULL CHECK (amount > 0),
  paid_at timestamptz NOT NULL,
  account text NOT NULL,
  PRIMARY KEY (school_id, statement_id, receipt),
  FOREIGN KEY (school_id, statement_id) REFERENCES payment_statements (school_id, id),
  FOREIGN KEY (school_id, receipt) REFERENCES payments (school_id, receipt)
);
CREATE INDEX payment_statement_rows_receipt ON payment_statement_rows (school_id, receipt);
SELECT enable_row_security('payment_statement_rows');
GRANT SELECT, INSERT ON payment_statement_rows TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Refunds: the balance of a student who has left, on its way to a guardian. `payout_id` is the provider's handle for it: it
-- is there before the provider is asked, and is good once.

CREATE TABLE refunds (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  -- Cents, whole shillings, within the amounts that M-Pesa pays out; and the cents that it cannot carry, which stay in the wallet.
  amount bigint NOT NULL CHECK (amount BETWEEN 1000 AND 25000000 AND amount % 100 = 0),
  left_over bigint NOT NULL CHECK (left_over BETWEEN 0 AND 99),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  guardian_name text NOT NULL,
  -- Sealed under the school's key.
  phone_sealed bytea NOT NULL,
  state text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'rejected', 'sending', 'paid', 'failed')),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid,
  decided_at timestamptz,
  payout_id text,
  -- From the wallet to the payouts under way; and from there to the guardian, or back.
  entry_id uuid,
  end_entry_id uuid,
  -- Request to the provider. Nobody asks it a second time.
  sent_at timestamptz,
  conversation_id text,
  ended_at timestamptz,
  receipt text,
  result_code text,
  result_text text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  FOREIGN KEY (school_id, end_entry_id) REFERENCES journal_entries (school_id, id),
  CHECK ((state = 'proposed') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CHECK ((state IN ('sending', 'paid', 'failed')) = (payout_id IS NOT NULL AND entry_id IS NOT NULL)),
  CHECK ((state IN ('paid', 'failed')) = (end_entry_id IS NOT NULL) AND (end_entry_id IS NULL) = (ended_at IS NULL)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT refund_second_person CHECK (state IN ('proposed', 'rejected') OR decided_by <> by_user)
);
CREATE UNIQUE INDEX refunds_one_at_a_time ON refunds (school_id, student_id) WHERE state IN ('proposed', 'sending');
CREATE UNIQUE INDEX refunds_payout ON refunds (school_id, payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX refunds_list ON refunds (school_id, state, at);
CREATE INDEX refunds_student ON refunds (school_id, student_id, at);
SELECT enable_row_security('refunds');
GRANT SELECT, INSERT ON refunds TO mfuko_app;
GRANT UPDATE (state, decided_by, decided_at, payout_id, entry_id, end_entry_id, sent_at, conversation_id, ended_at,
              receipt, result_code, result_text) ON refunds TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Books: days that are over are closed for good, each with the seals of its journal entries and a hash over them, the day's sums and
-- the day before. Findings of the checks stand beside, and the balances that the provider reports.

CREATE TABLE book_days (
  school_id uuid NOT NULL REFERENCES schools,
  day date NOT NULL,
  -- 1, 2, 3 … without a gap, from the day of the school's first journal entry.
  number int NOT NULL CHECK (number > 0),
  -- Its bounds, as the school's time zone was then: `ends` is the next day's `begins`.
  begins timestamptz NOT NULL,
  ends timestamptz NOT NULL CHECK (ends > begins),
  movements int NOT NULL CHECK (movements >= 0),
  -- Cents that each kind of account had at the day's end, by its kind: { "wallet": 120000, "cash-desk": -120000, … }.
  closing jsonb NOT NULL,
  -- Sums by kind of journal entry: { "deposit": { "count": 2, "amount": 50000, "fee": 0 }, … }.
  moved jsonb NOT NULL,
  -- 32 bytes for each journal entry in the order of time and id: its id, and 16 bytes of the keyed hash over its row and legs.
  seals bytea NOT NULL CHECK (length(seals) = 32 * movements),
  -- HMAC-SHA-256 over the hash of the day before and everything above.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, day),
  UNIQUE (school_id, number)
);
-- The seals do not compress.
ALTER TABLE book_days ALTER COLUMN seals SET STORAGE EXTERNAL;
SELECT enable_row_security('book_days');
GRANT SELECT ON book_days TO mfuko_app;
GRANT INSERT (school_id, day, number, begins, ends, movements, closing, moved, seals, hash) ON book_days TO mfuko_app;
SELECT make_append_only('book_days');

-- Amendments: a closed day that journal entries were put into afterwards, by a clock that was wrong, is mended by two persons. The
-- day's row stays as it is; an amendment in its place is only ever added.
CREATE TABLE book_amendment_proposals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  day date NOT NULL,
  -- Digest of the differences at the time of the proposal: it is good for them and for nothing that comes after.
  seen bytea NOT NULL CHECK (length(seen) = 32),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, day) REFERENCES book_days (school_id, day),
  CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT amendment_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
CREATE UNIQUE INDEX book_amendment_proposals_open ON book_amendment_proposals (school_id, day) WHERE decision IS NULL;
SELECT enable_row_security('book_amendment_proposals');
GRANT SELECT, INSERT ON book_amendment_proposals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON book_amendment_proposals TO mfuko_app;

CREATE TABLE book_amendments (
  school_id uuid NOT NULL,
  -- 1, 2, 3 … without a gap, over all days of the school.
  number int NOT NULL CHECK (number > 0),
  day date NOT NULL,
  proposal_id uuid NOT NULL,
  -- The newest closed day in that moment: the closing sums of the days from this one to that one lack `change`.
  newest int NOT NULL,
  -- As of a day, with the journal entries that were put in.
  movements int NOT NULL CHECK (movements > 0),
  moved jsonb NOT NULL,
  seals bytea NOT NULL CHECK (length(seals) = 32 * movements),
  -- Cents by kind of account that these journal entries brought.
  change jsonb NOT NULL,
  reason text NOT NULL,
  proposed_by uuid NOT NULL,
  approved_by uuid NOT NULL,
  -- The hash that this one supersedes: of the day, or of its amendment before.
  replaced bytea NOT NULL CHECK (length(replaced) = 32),
  -- HMAC-SHA-256 over the hash of the amendment before and everything above.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, number),
  FOREIGN KEY (school_id, day) REFERENCES book_days (school_id, day),
  FOREIGN KEY (school_id, proposal_id) REFERENCES book_amendment_proposals (school_id, id),
  CONSTRAINT amended_by_two CHECK (approved_by <> proposed_by)
);
CREATE INDEX book_amendments_day ON book_amendments (school_id, day, number);
ALTER TABLE book_amendments ALTER COLUMN seals SET STORAGE EXTERNAL;
SELECT enable_row_security('book_amendments');
GRANT SELECT ON book_amendments TO mfuko_app;
GRANT INSERT (school_id, number, day, proposal_id, newest, movements, moved, seals, change, reason, proposed_by, approved_by,
              replaced, hash) ON book_amendments TO mfuko_app;
SELECT make_append_only('book_amendments');

-- Balances that the provider reported for a school, and the balance of the books in that moment.
CREATE TABLE provider_balances (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  told_at timestamptz,
  -- Cents.
  balance bigint,
  books bigint,
  PRIMARY KEY (school_id, id),
  CHECK ((told_at IS NULL) = (balance IS NULL) AND (told_at IS NULL) = (books IS NULL))
);
CREATE INDEX provider_balances_told ON provider_balances (school_id, told_at) WHERE told_at IS NOT NULL;
SELECT enable_row_security('provider_balances');
GRANT SELECT, INSERT, DELETE ON provider_balances TO mfuko_app;
GRANT UPDATE (told_at, balance, books) ON provider_balances TO mfuko_app;

-- Explanations of money at the provider that moved past the books: there before the first payment, taken to the school's bank,
-- kept by the provider for itself. Cents; minus is less at the provider.
CREATE TABLE book_explanations (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id)
);
SELECT enable_row_security('book_explanations');
GRANT SELECT ON book_explanations TO mfuko_app;
GRANT INSERT (school_id, id, amount, reason, by_user) ON book_explanations TO mfuko_app;
SELECT make_append_only('book_explanations');

-- Result of the last check of a school's books: sums only, since the platform reads them.
CREATE TABLE book_states (
  school_id uuid NOT NULL PRIMARY KEY REFERENCES schools,
  checked_at timestamptz NOT NULL,
  -- Last check of every row, not the open day's only.
  whole_at timestamptz,
  -- Cents that are held and owed to nobody (plus), or owed and not held (minus), and since when it is not nothing.
  difference bigint NOT NULL,
  difference_since timestamptz,
  -- The same between the provider and the books; null: the provider was never heard.
  provider_difference bigint,
  provider_since timestamptz,
  provider_at timestamptz,
  findings int NOT NULL CHECK (findings >= 0)
);
SELECT enable_row_security('book_states', true);
GRANT SELECT, INSERT, UPDATE ON book_states TO mfuko_app;

-- Findings of the last check, row by row. For the school alone.
CREATE TABLE book_findings (
  school_id uuid NOT NULL REFERENCES schools,
  place int NOT NULL,
  -- Found by a check of every row; the hourly check replaces its own findings only.
  whole boolean NOT NULL,
  finding jsonb NOT NULL,
  PRIMARY KEY (school_id, whole, place)
);
SELECT enable_row_security('book_findings');
GRANT SELECT, INSERT, DELETE ON book_findings TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Imports: lists that came in as spreadsheets, and the records that each made, so that it can be taken back whole.

CREATE TABLE import_batches (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('students', 'deposits')),
  file_name text NOT NULL CHECK (length(file_name) <= 200),
  -- Over the rows as they were understood: the same payments again are known by it, whatever the file is called.
  content_hash bytea NOT NULL CHECK (length(content_hash) = 32),
  rows int NOT NULL CHECK (rows >= 0),
  created int NOT NULL CHECK (created >= 0),
  updated int NOT NULL CHECK (updated >= 0),
  skipped int NOT NULL CHECK (skipped >= 0),
  left_out int NOT NULL CHECK (left_out >= 0),
  -- Cents; of deposits.
  amount bigint NOT NULL DEFAULT 0 CHECK (amount >= 0),
  -- Classes that it made.
  classes uuid[] NOT NULL DEFAULT '{}',
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  undone_at timestamptz,
  undone_by uuid,
  PRIMARY KEY (school_id, id),
  CHECK ((undone_at IS NULL) = (undone_by IS NULL))
);
CREATE INDEX import_batches_at ON import_batches (school_id, at);
CREATE INDEX import_batches_content ON import_batches (school_id, content_hash) WHERE undone_at IS NULL;
SELECT enable_row_security('import_batches');
GRANT SELECT, INSERT ON import_batches TO mfuko_app;
GRANT UPDATE (undone_at, undone_by) ON import_batches TO mfuko_app;

-- Rows of a list that changed something.
CREATE TABLE import_rows (
  school_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  -- Of the sheet: its first row is 1.
  row int NOT NULL CHECK (row >= 1),
  outcome text NOT NULL CHECK (outcome IN ('created', 'updated', 'paid')),
  student_id uuid NOT NULL,
  entry_id uuid,
  -- Digest of student, amount and reference, by which two payments look alike.
  alike bytea,
  -- The change of the row, from old to new; of a created student the values that it was given.
  change jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (school_id, batch_id, row),
  FOREIGN KEY (school_id, batch_id) REFERENCES import_batches (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK ((outcome = 'paid') = (entry_id IS NOT NULL)),
  CHECK ((outcome = 'paid') = (alike IS NOT NULL))
);
CREATE INDEX import_rows_alike ON import_rows (school_id, alike) WHERE alike IS NOT NULL;
SELECT enable_row_security('import_rows');
GRANT SELECT, INSERT ON import_rows TO mfuko_app;
SELECT make_append_only('import_rows');

-- Progress of an upload, for whoever waits for it. Swept once it is old.
CREATE TABLE import_progress (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  by_user uuid NOT NULL,
  step text NOT NULL CHECK (step IN ('reading', 'checking', 'pins', 'recording')),
  done int NOT NULL CHECK (done >= 0),
  total int NOT NULL CHECK (total >= 0),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id)
);
CREATE INDEX import_progress_at ON import_progress (school_id, at);
SELECT enable_row_security('import_progress');
GRANT SELECT, INSERT, UPDATE, DELETE ON import_progress TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Canteen: the menu, the windows of the day in which it serves, and the meals that were handed out.

CREATE TABLE menu_items (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 300),
  -- Portions that one student may have in one window, or without windows on one day, of the school's time zone.
  quantity_per_person int NOT NULL CHECK (quantity_per_person BETWEEN 1 AND 100),
  -- Cents for a portion.
  price bigint NOT NULL DEFAULT 0 CHECK (price >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX menu_items_name ON menu_items (school_id, lower(name)) WHERE deleted_at IS NULL;
SELECT enable_row_security('menu_items');
GRANT SELECT, INSERT ON menu_items TO mfuko_app;
GRANT UPDATE (name, description, quantity_per_person, price, deleted_at) ON menu_items TO mfuko_app;

-- Windows of the day in which the canteen serves, in the school's time zone. Without any it serves all day. `ends` is no part
-- of a window.
CREATE TABLE meal_windows (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  starts time NOT NULL,
  ends time NOT NULL,
  PRIMARY KEY (school_id, id),
  CHECK (starts < ends)
);
SELECT enable_row_security('meal_windows');
GRANT SELECT, INSERT, DELETE ON meal_windows TO mfuko_app;

-- Every portion that was handed out, with its answer of then. A mistake is put right by reversing its journal entry.
CREATE TABLE meals (
  school_id uuid NOT NULL,
  -- The id of its journal entry, for a portion that was paid for.
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  -- Item and window as they were called then.
  item_name text NOT NULL,
  window_name text CHECK (length(window_name) BETWEEN 1 AND 40),
  student_id uuid NOT NULL,
  -- The school's day.
  day date NOT NULL,
  -- Portions that the student might still have that day.
  remaining int NOT NULL CHECK (remaining >= 0),
  -- Cents, without a fee.
  amount bigint NOT NULL CHECK (amount >= 0),
  -- Cents that it left in the wallet.
  balance bigint NOT NULL CHECK (balance >= 0),
  entry_id uuid CHECK (entry_id = id),
  method text NOT NULL CHECK (method IN ('fingerprint', 'pin')),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  scanner_serial text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, item_id) REFERENCES menu_items (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK ((amount > 0) = (entry_id IS NOT NULL))
);
CREATE INDEX meals_at ON meals (school_id, at);
CREATE INDEX meals_student ON meals (school_id, student_id, item_id, at);
SELECT enable_row_security('meals');
GRANT SELECT, INSERT ON meals TO mfuko_app;
SELECT make_append_only('meals');

-- Locks, one row for each student and item: held while the next portion is decided, so that two counters cannot both hand out
-- the last one. The portions are counted from the meals themselves.
CREATE TABLE meal_locks (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  item_id uuid NOT NULL,
  PRIMARY KEY (school_id, student_id, item_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, item_id) REFERENCES menu_items (school_id, id)
);
SELECT enable_row_security('meal_locks');
GRANT SELECT, INSERT, UPDATE ON meal_locks TO mfuko_app;
CREATE TRIGGER student_is_there BEFORE INSERT ON meal_locks FOR EACH ROW EXECUTE FUNCTION refuse_deleted_student();
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Items: things bought for or issued to one student. A payment for an item goes back piece by piece, as a journal entry of its own.

CREATE TABLE student_items (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  quantity int NOT NULL CHECK (quantity >= 1),
  -- Cents for a piece; 0: it was issued.
  price bigint NOT NULL CHECK (price >= 0),
  -- The journal entry that paid for all pieces.
  entry_id uuid,
  -- Pieces that the student has, and pieces that were given back for good. The rest waits to be handed out.
  handed_out int NOT NULL DEFAULT 0 CHECK (handed_out >= 0),
  returned int NOT NULL DEFAULT 0 CHECK (returned >= 0),
  -- Cents that were left in the wallet, as was answered then.
  balance bigint NOT NULL CHECK (balance >= 0),
  by_user uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK ((price > 0) = (entry_id IS NOT NULL)),
  -- Behind the rules of the feature, which look first under the row's lock.
  CONSTRAINT no_piece_twice CHECK (handed_out + returned <= quantity)
);
CREATE INDEX student_items_student ON student_items (school_id, student_id, created_at);
CREATE INDEX student_items_created ON student_items (school_id, created_at);
CREATE INDEX student_items_name ON student_items (school_id, lower(name));
SELECT enable_row_security('student_items');
GRANT SELECT, INSERT ON student_items TO mfuko_app;
GRANT UPDATE (name, handed_out, returned, deleted_at) ON student_items TO mfuko_app;

-- Every hand-out and every return, with its answer of then.
CREATE TABLE item_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('handOut', 'refund', 'exchange', 'cancel')),
  quantity int NOT NULL CHECK (quantity >= 1),
  method text CHECK (method IN ('fingerprint', 'pin', 'attested')),
  reason text,
  -- Money that went back: its journal entry and cents.
  entry_id uuid,
  amount bigint NOT NULL DEFAULT 0 CHECK (amount >= 0),
  -- Of the item, from here on.
  handed_out int NOT NULL,
  returned int NOT NULL,
  -- Cents that were in the wallet after a return.
  balance bigint,
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  scanner_serial text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, item_id) REFERENCES student_items (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK ((amount > 0) = (entry_id IS NOT NULL)),
  CHECK (amount = 0 OR kind IN ('refund', 'cancel')),
  CHECK ((kind = 'handOut') = (method IS NOT NULL)),
  CHECK ((kind = 'handOut') = (reason IS NULL))
);
CREATE INDEX item_events_item ON item_events (school_id, item_id, at);
SELECT enable_row_security('item_events');
GRANT SELECT, INSERT ON item_events TO mfuko_app;
SELECT make_append_only('item_events');
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Gate: check-ins and check-outs, the state of each student, events that were recorded without a network, and exceptions that
-- a person clears.

-- Kept as they happened. A mistake is put right by the next event, never by an edit.
CREATE TABLE gate_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('in', 'out')),
  method text NOT NULL CHECK (method IN ('fingerprint', 'pin', 'attested')),
  -- Finger or PIN was checked.
  verified boolean NOT NULL DEFAULT true,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Arrival of an event that was recorded without a network; null: it was recorded at once.
  received_at timestamptz,
  -- The client's key of the event, the same with and without a network.
  client_key text CHECK (length(client_key) BETWEEN 1 AND 255),
  recorded_by uuid NOT NULL,
  -- Reason of somebody who let it pass against the state.
  override_reason text CHECK (length(override_reason) BETWEEN 1 AND 200),
  -- Place, as the client said. Advisory.
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  scanner_serial text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX gate_events_at ON gate_events (school_id, at);
CREATE INDEX gate_events_student ON gate_events (school_id, student_id, at);
-- The dashboard counts a month of check-ins and check-outs: from the index alone.
CREATE INDEX gate_events_kind ON gate_events (school_id, kind, at);
CREATE UNIQUE INDEX gate_events_client_key ON gate_events (school_id, client_key) WHERE client_key IS NOT NULL;
SELECT enable_row_security('gate_events');
GRANT SELECT, INSERT ON gate_events TO mfuko_app;
SELECT make_append_only('gate_events');
CREATE TRIGGER not_in_deleted_school BEFORE INSERT ON gate_events
  FOR EACH ROW WHEN (NEW.kind = 'in') EXECUTE FUNCTION refuse_in_deleted_school();

-- One row a student: the last event. It is locked while the next one is decided, so that two gates cannot both let the
-- same child in. Nulls: the student has not passed the gate yet.
CREATE TABLE gate_states (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text CHECK (kind IN ('in', 'out')),
  since timestamptz,
  event_id uuid,
  PRIMARY KEY (school_id, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, event_id) REFERENCES gate_events (school_id, id),
  CHECK (num_nulls(kind, since, event_id) IN (0, 3))
);
CREATE INDEX gate_states_on_campus ON gate_states (school_id, since) WHERE kind = 'in';
SELECT enable_row_security('gate_states');
GRANT SELECT, INSERT, UPDATE ON gate_states TO mfuko_app;

-- Events of the gate or the bus that were recorded although they do not add up. A person clears each with a note; none is
-- ever removed.
CREATE TABLE gate_exceptions (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  student_id uuid NOT NULL,
  -- The event of the gate or the bus that raised it, and its recorder.
  event_id uuid,
  recorded_by uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_by uuid,
  settled_at timestamptz,
  note text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK (num_nulls(settled_by, settled_at, note) IN (0, 3))
);
CREATE INDEX gate_exceptions_open ON gate_exceptions (school_id, at) WHERE settled_at IS NULL;
CREATE INDEX gate_exceptions_student ON gate_exceptions (school_id, student_id, at);
-- The list that a person clears is read by kind.
CREATE INDEX gate_exceptions_kind ON gate_exceptions (school_id, kind, at);
SELECT enable_row_security('gate_exceptions');
GRANT SELECT, INSERT ON gate_exceptions TO mfuko_app;
GRANT UPDATE (settled_by, settled_at, note) ON gate_exceptions TO mfuko_app;

-- Events of the gate or the bus that were recorded without a network: one row for each key that ever came in. A request claims
-- the key before it looks at the proof, so that the same batch sent twice at once charges a wrong PIN once; a claim that its
-- server did not live to settle can be taken over.
CREATE TABLE offline_events (
  school_id uuid NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  content_hash bytea NOT NULL,
  claim uuid NOT NULL,
  claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_by uuid NOT NULL,
  -- Null while it is being looked at.
  status text CHECK (status IN ('recorded', 'unverified', 'refused')),
  problem text,
  -- Of the gate or the bus.
  event_id uuid,
  PRIMARY KEY (school_id, key),
  CHECK (status IS NOT NULL OR num_nonnulls(problem, event_id) = 0)
);
SELECT enable_row_security('offline_events');
GRANT SELECT, INSERT ON offline_events TO mfuko_app;
GRANT UPDATE (claim, claimed_at, sent_by, status, problem, event_id) ON offline_events TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Bus: the school's buses, boardings and alightings, and the state of each student.

CREATE TABLE buses (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  -- As it is painted on the bus: capital letters, single blanks.
  plate text NOT NULL CHECK (plate ~ '^[A-Z0-9]+([ -][A-Z0-9]+)*$' AND length(plate) <= 15),
  -- The plate without blanks and hyphens, however somebody types it.
  plate_key text NOT NULL GENERATED ALWAYS AS (translate(plate, ' -', '')) STORED,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  -- Listed: somebody wrote the bus down. A bus that is only known because its plate was typed in a school without a list does
  -- not make one: from the first bus that is listed on, no other plate is taken.
  listed boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX buses_plate ON buses (school_id, plate_key) WHERE deleted_at IS NULL;
CREATE INDEX buses_plate_key ON buses (school_id, plate_key);
SELECT enable_row_security('buses');
GRANT SELECT, INSERT, UPDATE ON buses TO mfuko_app;

-- Kept as they happened. A mistake is put right by the next event, never by an edit.
CREATE TABLE bus_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  bus_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('on', 'off')),
  method text NOT NULL CHECK (method IN ('fingerprint', 'pin', 'attested')),
  -- Finger or PIN was checked.
  verified boolean NOT NULL DEFAULT true,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Arrival of an event that was recorded without a network; null: it was recorded at once.
  received_at timestamptz,
  -- The client's key of the event, the same with and without a network.
  client_key text CHECK (length(client_key) BETWEEN 1 AND 255),
  -- The boarding that this event ends: an alighting, or a boarding of a student who was still aboard.
  ends_boarding uuid,
  recorded_by uuid NOT NULL,
  -- Reason of somebody who let it pass against the state.
  override_reason text CHECK (length(override_reason) BETWEEN 1 AND 200),
  -- Place, as the client said. Advisory.
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  scanner_serial text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, bus_id) REFERENCES buses (school_id, id),
  FOREIGN KEY (school_id, ends_boarding) REFERENCES bus_events (school_id, id)
);
CREATE INDEX bus_events_at ON bus_events (school_id, at);
CREATE INDEX bus_events_student ON bus_events (school_id, student_id, at);
CREATE INDEX bus_events_bus ON bus_events (school_id, bus_id, at);
-- A boarding ends once.
CREATE UNIQUE INDEX bus_events_ends_boarding ON bus_events (school_id, ends_boarding) WHERE ends_boarding IS NOT NULL;
CREATE UNIQUE INDEX bus_events_client_key ON bus_events (school_id, client_key) WHERE client_key IS NOT NULL;
SELECT enable_row_security('bus_events');
GRANT SELECT, INSERT ON bus_events TO mfuko_app;
SELECT make_append_only('bus_events');
CREATE TRIGGER not_in_deleted_school BEFORE INSERT ON bus_events
  FOR EACH ROW WHEN (NEW.kind = 'on') EXECUTE FUNCTION refuse_in_deleted_school();

-- One row a student: the last event. It is locked while the next one is decided, so that a child is on one bus once.
-- Nulls: the student has not been on a bus yet.
CREATE TABLE bus_states (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text CHECK (kind IN ('on', 'off')),
  bus_id uuid,
  since timestamptz,
  event_id uuid,
  PRIMARY KEY (school_id, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, bus_id) REFERENCES buses (school_id, id),
  FOREIGN KEY (school_id, event_id) REFERENCES bus_events (school_id, id),
  CHECK (num_nulls(kind, bus_id, since, event_id) IN (0, 4))
);
CREATE INDEX bus_states_aboard ON bus_states (school_id, bus_id) WHERE kind = 'on';
SELECT enable_row_security('bus_states');
GRANT SELECT, INSERT, UPDATE ON bus_states TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Search: names however they are spelt. A trusted extension: the owner of the database may make it. Its operators cannot use
-- an index below row-level security, which lets only leakproof ones come before its own check, so that a school is read
-- through and each name is compared. These indexes hold all that is compared, side by side by school.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX students_searched ON students (school_id, names, admission_number, class_id, status, id)
  WHERE deleted_at IS NULL;
CREATE INDEX guardians_searched ON guardians (school_id, mobile_number, student_id, id) WHERE deleted_at IS NULL;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Reports: journal entries of a school on each of its days that are over, counted once, since journal entries are only ever added. The
-- days of a school are closed in their order and none is left out.

CREATE TABLE school_days (
  school_id uuid NOT NULL REFERENCES schools,
  -- Of the school's time zone.
  day date NOT NULL,
  movements int NOT NULL CHECK (movements >= 0),
  PRIMARY KEY (school_id, day)
);
SELECT enable_row_security('school_days', true);
GRANT SELECT, INSERT ON school_days TO mfuko_app;
SELECT make_append_only('school_days');
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Views of a student over tables of several features, and so behind all of them. They run with the rights of whoever reads
-- them: the row-level security of each table holds.

-- Students as lists show them. A student's class is joined so that a count may leave it out; there always is one.
CREATE VIEW student_list WITH (security_invoker = true) AS
SELECT s.school_id,
       s.id,
       s.admission_number,
       -- As the index students_order.
       lpad(length(s.admission_number)::text, 2, '0') || s.admission_number AS admission_order,
       s.names,
       s.class_id,
       c.name AS class_name,
       s.status,
       EXISTS (SELECT 1 FROM fingerprints f WHERE f.school_id = s.school_id AND f.student_id = s.id) AS has_fingerprint,
       coalesce(a.balance, 0)::bigint AS balance,
       s.created_at
FROM students s
LEFT JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
LEFT JOIN accounts a ON a.school_id = s.school_id AND a.student_id = s.id AND a.kind = 'wallet'
WHERE s.deleted_at IS NULL;
GRANT SELECT ON student_list TO mfuko_app;

-- A student as the office and the page of the student show it. Deleted ones are in it, so that the answer to a deletion can be
-- read from it.
CREATE VIEW student_details WITH (security_invoker = true) AS
SELECT s.school_id,
       s.id,
       s.admission_number,
       s.names,
       s.class_id,
       c.name AS class_name,
       s.status,
       s.left_at,
       s.created_at,
       s.deleted_at,
       s.pin_hash IS NOT NULL AS has_pin,
       l.pin_locked_until,
       EXISTS (SELECT 1 FROM fingerprints f WHERE f.school_id = s.school_id AND f.student_id = s.id) AS has_fingerprint,
       coalesce(a.balance, 0)::bigint AS balance,
       g.kind AS gate_kind,
       g.since AS gate_since,
       b.kind AS bus_kind,
       b.since AS bus_since,
       v.plate AS bus_plate
FROM students s
JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
LEFT JOIN student_locks l ON l.school_id = s.school_id AND l.student_id = s.id
LEFT JOIN accounts a ON a.school_id = s.school_id AND a.student_id = s.id AND a.kind = 'wallet'
LEFT JOIN gate_states g ON g.school_id = s.school_id AND g.student_id = s.id
LEFT JOIN bus_states b ON b.school_id = s.school_id AND b.student_id = s.id
LEFT JOIN buses v ON v.school_id = b.school_id AND v.id = b.bus_id;
GRANT SELECT ON student_details TO mfuko_app;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
-- Balances of a school by kind of account, in cents: wallets by their balances, the school's own accounts by the newest closed
-- day as it was amended and the postings since.
CREATE OR REPLACE FUNCTION book_balances(the_school uuid) RETURNS TABLE (kind text, balance bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  closed record;
BEGIN
  SELECT book_closing(the_school, d.number) AS closing, d.ends INTO closed
  FROM book_days d WHERE d.school_id = the_school ORDER BY d.number DESC LIMIT 1;
  RETURN QUERY
  SELECT a.kind, sum(a.balance)::bigint FROM accounts a WHERE a.school_id = the_school AND a.kind = 'wallet' GROUP BY a.kind
  UNION ALL
  SELECT each.kind, coalesce((closed.closing ->> each.kind)::bigint, 0) + sum(each.since)::bigint
  FROM (
    SELECT a.kind, (
      SELECT coalesce(sum(p.amount), 0) FROM postings p
      WHERE p.school_id = the_school AND p.account_id = a.id AND p.position IS NULL
        AND p.at >= coalesce(closed.ends, '-infinity')) AS since
    FROM accounts a WHERE a.school_id = the_school AND a.kind <> 'wallet'
  ) AS each GROUP BY each.kind;
END $$;
-- Closing balances of a day by kind of account, in cents, with amendments: journal entries that were put into that day or the days
-- before it after it had been closed.
CREATE OR REPLACE FUNCTION book_closing(the_school uuid, the_number int) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(sums.kind, sums.cents), '{}')
  FROM (
    SELECT each.kind, sum(each.cents)::bigint AS cents
    FROM (
      SELECT c.key AS kind, c.value::bigint AS cents
      FROM book_days d CROSS JOIN LATERAL jsonb_each_text(d.closing) AS c
      WHERE d.school_id = the_school AND d.number = the_number
      UNION ALL
      SELECT c.key, c.value::bigint
      FROM book_amendments a JOIN book_days d ON d.school_id = a.school_id AND d.day = a.day
      CROSS JOIN LATERAL jsonb_each_text(a.change) AS c
      WHERE a.school_id = the_school AND a.newest >= the_number AND d.number <= the_number
    ) AS each GROUP BY each.kind
  ) AS sums
$$;
-- Clock fault of a school: {"why": "release" | "network" | "movement" | "closed-day", "now", "than", "offsetMs", and in words
-- "nowText", "thanText", "message"}; null for a clock that may be right. Reads a few rows by their indexes.
CREATE OR REPLACE FUNCTION clock_fault(the_school uuid) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  here timestamptz := clock_timestamp();
  why text;
  than timestamptz;
  correction clock_corrections%ROWTYPE;
  network clock_checks%ROWTYPE;
  away interval;
  zone text;
BEGIN
  SELECT * INTO network FROM clock_checks;
  -- Older than an hour it tells nothing, and one of the future was made before the clock was set.
  IF network.checked_at NOT BETWEEN here - interval '1 hour' AND here + clock_tolerance() THEN
    network := NULL;
  END IF;
  SELECT * INTO correction FROM clock_corrections c WHERE c.school_id = the_school;
  IF here < released_at() THEN
    why := 'release';
    than := released_at();
  ELSIF abs(network.offset_ms) > extract(epoch FROM clock_network_tolerance()) * 1000 THEN
    why := 'network';
    away := make_interval(secs => network.offset_ms / 1000.0);
    than := here - away;
  ELSE
    why := 'movement';
    SELECT m.at INTO than FROM journal_entries m WHERE m.school_id = the_school ORDER BY m.at DESC LIMIT 1;
    IF than <= correction.until THEN
      than := correction.newest;
    END IF;
    IF than IS NULL OR than <= here + clock_tolerance() THEN
      why := 'closed-day';
      SELECT d.ends INTO than FROM book_days d WHERE d.school_id = the_school ORDER BY d.number DESC LIMIT 1;
      IF than IS NULL OR than <= here OR than <= correction.until THEN
        RETURN NULL;
      END IF;
    END IF;
  END IF;
  SELECT time_zone INTO zone FROM schools WHERE id = the_school;
  zone := coalesce(zone, 'Africa/Nairobi');
  RETURN jsonb_build_object('why', why, 'now', here, 'than', than, 'offsetMs', network.offset_ms,
    'nowText', to_char(here AT TIME ZONE zone, 'DD/MM/YYYY HH24:MI'), 'thanText', to_char(than AT TIME ZONE zone, 'DD/MM/YYYY HH24:MI'),
    'message', format(
    'The clock of this computer says %s, but %s. Set the clock, then try again. Nothing was recorded.',
    to_char(here AT TIME ZONE zone, 'FMDD Mon YYYY HH24:MI'),
    format(CASE why
      WHEN 'release' THEN 'this software was made on %s'
      WHEN 'network' THEN 'by the network it is %s'
      WHEN 'movement' THEN 'money was recorded on %s'
      ELSE 'the day that ended on %s is closed already' END,
      to_char(than AT TIME ZONE zone, 'FMDD Mon YYYY HH24:MI'))));
END $$;
-- Clock faults of all schools, for transactions of the platform: the function enters one school after the other, as a
-- transaction of that school would, and so needs no rights beyond row-level security.
CREATE OR REPLACE FUNCTION clock_faults(out school_id uuid, out fault jsonb) RETURNS SETOF record LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  asked_in text := current_setting('app.school_id', true);
  school record;
BEGIN
  FOR school IN SELECT s.id FROM schools s WHERE s.deleted_at IS NULL LOOP
    school_id := school.id;
    PERFORM set_config('app.school_id', school.id::text, true);
    fault := clock_fault(school.id);
    IF fault IS NOT NULL THEN
      RETURN NEXT;
    END IF;
  END LOOP;
  PERFORM set_config('app.school_id', coalesce(asked_in, ''), true);
END $$;
-- Network tolerance: how far the clock may be from the network's time. Half of the time that a day stays open after its end,
-- so that no journal entry recorded within it comes into a closed day.
CREATE OR REPLACE FUNCTION clock_network_tolerance() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '5 minutes' $$;
-- Clock tolerance: a clock stepped by its time service, or a replica that takes over, may be a little behind the newest
-- journal entry. Less than the 10 seconds of a double press, and far less than the 10 minutes that a day stays open after its end.
CREATE OR REPLACE FUNCTION clock_tolerance() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '5 seconds' $$;
-- Clock of a journal entry: checked once for each statement, whatever way the journal entry comes in. A journal entry that is dated back into
-- a closed day is refused whatever the clock says.
CREATE OR REPLACE FUNCTION refuse_wrong_clock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made record;
  correction clock_corrections%ROWTYPE;
BEGIN
  FOR made IN SELECT m.school_id, min(m.at) AS oldest, max(m.at) AS newest FROM made_entries m GROUP BY m.school_id LOOP
    PERFORM require_clock(made.school_id);
    SELECT * INTO correction FROM clock_corrections c WHERE c.school_id = made.school_id;
    PERFORM 1 FROM (
      SELECT d.ends FROM book_days d WHERE d.school_id = made.school_id ORDER BY d.number DESC LIMIT 1
    ) AS closed
    WHERE made.oldest < closed.ends
      AND (correction.until IS NULL OR made.oldest < correction.begins OR closed.ends > correction.until);
    IF FOUND THEN
      RAISE EXCEPTION 'a closed day takes no movement' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF made.newest <= correction.until THEN
      -- Never waited for: whoever holds the row writes nearly the same moment.
      UPDATE clock_corrections c SET newest = made.newest
      WHERE c.school_id = made.school_id AND c.newest < made.newest AND c.school_id IN (
        SELECT l.school_id FROM clock_corrections l WHERE l.school_id = made.school_id FOR UPDATE SKIP LOCKED);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
-- Release date: the newest package of this release came out then, so a clock that says less is wrong. A release sets it anew.
CREATE OR REPLACE FUNCTION released_at() RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$ SELECT timestamptz '2026-09-24 00:00:00+00' $$;
-- Clock fault: stops the transaction.
CREATE OR REPLACE FUNCTION require_clock(the_school uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  fault jsonb := clock_fault(the_school);
BEGIN
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault ->> 'message' USING ERRCODE = 'MF503', DETAIL = (fault - ARRAY['message', 'nowText', 'thanText'])::text;
  END IF;
END $$;
-- Platform fee of an amount, in cents: 0 for a kind of journal entry without a rule.
CREATE OR REPLACE FUNCTION fee_of(the_school uuid, the_kind text, the_amount bigint) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT COALESCE(
    (SELECT least(fixed + round(the_amount * basis_points / 10000.0)::bigint, COALESCE(cap, 9223372036854775807))
     FROM fee_rules WHERE school_id = the_school AND kind = the_kind), 0);
$$;
-- Moves pocket money: into wallets (`direction` 1) or out of them (-1), each against one of the school's accounts. Wallets are
-- locked in the order of their students' ids, and what is decided is decided under that lock, so that two moves of one
-- student never see the same balance. Amounts are cents. Of each move:
--   id, token   of the journal entry and of its receipt, new ones
--   student     or `number`, the admission number of an active student
--   counter     the kind of the school's account; `till` is the open till of `by_user`, or the cash desk
--   once        no idempotency key came along: the same by the same user within 10 seconds is a double press
--   key         a move whose key has been answered is left out; for those who take their keys after the move
-- A fee is taken on top of what goes out, and out of what comes in: of that it always leaves a cent.
-- Where `wait` is false nobody is waited for: left out is a wallet or student that somebody else holds, and a wallet that
-- is not there yet. So such lists cannot wait for each other in a circle, in whatever order wallets are locked elsewhere.
-- Answers each move by its place in the list, from 1 on, with its outcome: 'moved', 'repeated' (with the first entry),
-- 'over-limit' (with the limit), 'not-active', 'refused' (with why), 'insufficient' (with the balance), or 'left-out'.
-- What is refused does not keep the others from moving: the caller rolls back where it wants all or none.
CREATE OR REPLACE FUNCTION move_pocket_money(the_school uuid, moves json, wait boolean DEFAULT true)
RETURNS TABLE (place int, outcome text, entry_id uuid, student uuid, balance bigint, fee bigint, token text, at timestamptz,
               most bigint, why jsonb) LANGUAGE plpgsql AS $$
DECLARE
  asked record;
  active boolean;
  wallet record;
  previous uuid;
  charged text[];
  seat text;
  seats jsonb := '{}';
  entry journal_entries%ROWTYPE;
  leg postings%ROWTYPE;
  slip receipts%ROWTYPE;
  entries journal_entries[] := '{}';
  legs postings[] := '{}';
  slips receipts[] := '{}';
BEGIN
  SELECT s.entry_limit INTO most FROM schools s WHERE s.id = the_school;
  SELECT array_agg(f.kind) INTO charged FROM fee_rules f WHERE f.school_id = the_school;
  FOR asked IN
    SELECT listed.*, m.*
    FROM ROWS FROM (json_to_recordset(moves) AS (
      id uuid, kind text, student uuid, number text, direction int, amount bigint, counter text, by_user uuid, method text,
      reference text, item uuid, token text, longitude double precision, latitude double precision, once boolean, key text
    )) WITH ORDINALITY AS m
    CROSS JOIN LATERAL (SELECT
      -- One look at an index for each, whatever the planner believes of the tables.
      coalesce(m.student, (SELECT s.id FROM students s WHERE s.school_id = the_school AND s.admission_number = m.number
                                                         AND s.deleted_at IS NULL)) AS holder,
      (m.key IS NOT NULL AND EXISTS (SELECT 1 FROM idempotency_keys k WHERE k.school_id = the_school AND k.key = m.key))
        AS answered) AS listed
    ORDER BY listed.holder, m.ordinality
  LOOP
    place := asked.ordinality;
    student := asked.holder;
    entry_id := NULL; balance := NULL; fee := NULL; token := NULL; at := NULL; why := NULL;
    IF student = previous THEN
      -- The rules and the balance of the next move count what the one before has moved.
      PERFORM write_journal_entries(entries, legs, slips);
      entries := '{}'; legs := '{}'; slips := '{}';
    END IF;
    previous := student;
    IF asked.answered THEN
      outcome := 'left-out';
      RETURN NEXT; CONTINUE;
    END IF;
    -- Limit of the school: a collection was paid already, and a refund goes back to a guardian, so neither is limited.
    IF asked.amount > most AND asked.kind NOT IN ('collection', 'refund', 'refund-failed') THEN
      outcome := 'over-limit';
      RETURN NEXT; CONTINUE;
    END IF;
    -- Between the proof of a student and this the office may have been at work.
    IF asked.kind IN ('deposit', 'cash-out', 'canteen', 'item') THEN
      IF wait THEN
        SELECT s.status = 'active' AND s.deleted_at IS NULL INTO active FROM students s
        WHERE s.school_id = the_school AND s.id = asked.holder FOR KEY SHARE;
      ELSE
        SELECT s.status = 'active' AND s.deleted_at IS NULL INTO active FROM students s
        WHERE s.school_id = the_school AND s.id = asked.holder FOR KEY SHARE SKIP LOCKED;
      END IF;
      IF active IS NOT TRUE THEN
        outcome := 'not-active';
        RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    LOOP
      IF wait THEN
        SELECT a.balance, a.newest_position INTO wallet FROM accounts a
        WHERE a.school_id = the_school AND a.id = asked.holder FOR UPDATE;
      ELSE
        SELECT a.balance, a.newest_position INTO wallet FROM accounts a
        WHERE a.school_id = the_school AND a.id = asked.holder FOR UPDATE SKIP LOCKED;
      END IF;
      EXIT WHEN FOUND OR NOT wait;
      INSERT INTO accounts (school_id, id, kind, student_id, balance)
      VALUES (the_school, asked.holder, 'wallet', asked.holder, 0) ON CONFLICT DO NOTHING;
    END LOOP;
    IF wallet.balance IS NULL THEN
      outcome := 'left-out';
      RETURN NEXT; CONTINUE;
    END IF;
    IF asked.once THEN
      -- By a clock that went back no less than by one that goes on. A move that is further in the future is none of a
      -- moment ago; the clock stops what comes then.
      SELECT 'repeated', e.id, p.balance_after, e.fee, r.token, e.at INTO outcome, entry_id, balance, fee, token, at
      FROM journal_entries e
      JOIN postings p ON p.school_id = e.school_id AND p.entry_id = e.id AND p.account_id = asked.holder
      JOIN receipts r ON r.school_id = e.school_id AND r.entry_id = e.id
      WHERE e.school_id = the_school AND e.student_id = asked.holder AND e.at > clock_timestamp() - interval '10 seconds'
        AND e.at <= clock_timestamp() + clock_tolerance()
        AND e.by_user = asked.by_user AND e.kind = asked.kind AND e.amount = asked.amount
        AND e.method IS NOT DISTINCT FROM asked.method AND e.item IS NOT DISTINCT FROM asked.item
      ORDER BY e.at DESC LIMIT 1;
      IF FOUND THEN
        RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    why := refused_by_rule(the_school, asked.kind, asked.holder, asked.amount, asked.by_user, asked.method);
    IF why IS NOT NULL THEN
      outcome := 'refused';
      RETURN NEXT; CONTINUE;
    END IF;
    fee := CASE WHEN asked.kind = ANY (charged) THEN fee_of(the_school, asked.kind, asked.amount) ELSE 0 END;
    IF asked.direction = 1 THEN
      fee := least(fee, asked.amount - 1);
    END IF;
    balance := wallet.balance + asked.direction * asked.amount - fee;
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
    entry.kind := asked.kind;
    entry.student_id := asked.holder;
    entry.amount := asked.amount;
    entry.fee := fee;
    entry.method := asked.method;
    entry.reference := asked.reference;
    entry.item := asked.item;
    entry.by_user := asked.by_user;
    entry.at := at;
    entry.longitude := asked.longitude;
    entry.latitude := asked.latitude;
    entries := entries || entry;
    leg := NULL;
    leg.school_id := the_school;
    leg.entry_id := asked.id;
    leg.at := at;
    leg.leg := 1;
    leg.account_id := asked.holder;
    leg.amount := balance - wallet.balance;
    leg.position := wallet.newest_position + 1;
    leg.balance_after := balance;
    legs := legs || leg;
    -- Asked for once in a list: of most moves the account is the same, and only a till is somebody's own.
    seat := concat(asked.counter, CASE asked.counter WHEN 'till' THEN asked.by_user END);
    IF seats ->> seat IS NULL THEN
      seats := seats || jsonb_build_object(seat, counter_account(the_school, asked.kind, asked.counter, asked.by_user));
    END IF;
    leg.leg := 2;
    leg.account_id := seats ->> seat;
    leg.amount := -asked.direction * asked.amount;
    leg.position := NULL;
    leg.balance_after := NULL;
    legs := legs || leg;
    IF fee > 0 THEN
      leg.leg := 3;
      leg.account_id := school_account(the_school, 'platform-fees');
      leg.amount := fee;
      legs := legs || leg;
    END IF;
    slip := NULL;
    slip.school_id := the_school;
    slip.entry_id := asked.id;
    slip.token := asked.token;
    slips := slips || slip;
    RETURN NEXT;
  END LOOP;
  PERFORM write_journal_entries(entries, legs, slips);
END $$;
-- Moves money between two of the school's own accounts: what `gains` gains the cents, what `loses` loses them. For what the
-- school holds (cash desk, tills, M-Pesa) minus is more. Of each: id, kind, amount, by_user, reference; `gains` and `loses`
-- as a kind of account, or `gains_till` and `loses_till` as the id of a till; `student` where it is about one.
CREATE OR REPLACE FUNCTION move_school_money(the_school uuid, moves json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  asked record;
  entry journal_entries%ROWTYPE;
  leg postings%ROWTYPE;
  entries journal_entries[] := '{}';
  legs postings[] := '{}';
BEGIN
  FOR asked IN
    SELECT m.* FROM json_to_recordset(moves) AS m (
      id uuid, kind text, student uuid, gains text, gains_till uuid, loses text, loses_till uuid, amount bigint, by_user uuid,
      reference text)
  LOOP
    entry := NULL;
    entry.school_id := the_school;
    entry.id := asked.id;
    entry.kind := asked.kind;
    entry.student_id := asked.student;
    entry.amount := asked.amount;
    entry.fee := 0;
    entry.reference := asked.reference;
    entry.by_user := asked.by_user;
    entry.at := clock_timestamp();
    entries := entries || entry;
    leg := NULL;
    leg.school_id := the_school;
    leg.entry_id := asked.id;
    leg.at := entry.at;
    leg.leg := 1;
    leg.account_id := coalesce(asked.gains_till, school_account(the_school, asked.gains));
    leg.amount := asked.amount;
    legs := legs || leg;
    leg.leg := 2;
    leg.account_id := coalesce(asked.loses_till, school_account(the_school, asked.loses));
    leg.amount := -asked.amount;
    legs := legs || leg;
  END LOOP;
  PERFORM write_journal_entries(entries, legs, '{}');
END $$;
-- Double entry: the legs of a journal entry are two or more, begin with leg 1 and sum to zero.
CREATE OR REPLACE FUNCTION refuse_unbalanced_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_entry uuid;
  legs record;
BEGIN
  IF TG_TABLE_NAME = 'journal_entries' THEN the_entry := NEW.id; ELSE the_entry := NEW.entry_id; END IF;
  SELECT count(*) AS number, min(leg) AS first, sum(amount) AS total INTO legs
  FROM postings WHERE school_id = NEW.school_id AND entry_id = the_entry;
  IF legs.number < 2 OR legs.first <> 1 OR legs.total <> 0 THEN
    RAISE EXCEPTION 'the legs of a movement must sum to zero' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
-- Wallet balance: the newest posting states it and follows from the posting before. A balance without a posting does not
-- commit.
CREATE OR REPLACE FUNCTION refuse_unposted_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before bigint := 0;
BEGIN
  IF NEW.newest_position > 1 THEN
    SELECT balance_after INTO before FROM postings
    WHERE school_id = NEW.school_id AND account_id = NEW.id AND position = NEW.newest_position - 1;
  END IF;
  IF NEW.newest_position > 0 THEN
    PERFORM 1 FROM postings
    WHERE school_id = NEW.school_id AND account_id = NEW.id AND position = NEW.newest_position
      AND balance_after = NEW.balance AND amount = NEW.balance - before;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  ELSIF NEW.balance = 0 THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'a wallet holds what its postings say' USING ERRCODE = 'integrity_constraint_violation';
END $$;
-- Takes back whole journal entries: the same legs with their signs turned, under the lock of the wallet. The fee is given back
-- with them. What came in can only be taken back as long as the wallet still holds it. Of each: the `id` of the reversal, the
-- entry that it `reverses`, by_user, reason, token, longitude, latitude. Money that came or went by M-Pesa is not undone by a
-- word, since it stays where it is: what came in goes to suspense. What was paid for an item goes back by its pieces and in no
-- other way, or a reversal and a return would give the same money back twice.
-- Answers each by its place in the list, from 1 on, with its outcome: 'moved', 'insufficient' (with the balance), 'not-found',
-- 'same-person', 'already-reversed', 'by-return', or 'not-reversible' (a reversal, a refund, what no student owns).
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
      id uuid, reverses uuid, by_user uuid, reason text, token text, longitude double precision, latitude double precision
    )) WITH ORDINALITY AS r
    -- Wallets are locked in the order of their students' ids.
    ORDER BY (SELECT m.student_id FROM journal_entries m WHERE m.school_id = the_school AND m.id = r.reverses), r.ordinality
  LOOP
    place := asked.ordinality;
    entry_id := NULL; student := NULL; balance := NULL; token := NULL; at := NULL;
    SELECT * INTO was FROM journal_entries m WHERE m.school_id = the_school AND m.id = asked.reverses;
    outcome := CASE
      WHEN was.id IS NULL THEN 'not-found'
      WHEN was.kind IN ('item', 'item-return') THEN 'by-return'
      WHEN was.kind NOT IN ('deposit', 'collection', 'cash-out', 'canteen') THEN 'not-reversible'
      WHEN was.by_user = asked.by_user THEN 'same-person' END;
    IF outcome IS NOT NULL THEN
      RETURN NEXT; CONTINUE;
    END IF;
    student := was.student_id;
    SELECT * INTO wallet FROM accounts a WHERE a.school_id = the_school AND a.id = was.student_id FOR UPDATE;
    PERFORM 1 FROM journal_entries m WHERE m.school_id = the_school AND m.reverses = was.id;
    IF FOUND THEN
      outcome := 'already-reversed';
      RETURN NEXT; CONTINUE;
    END IF;
    SELECT wallet.balance - p.amount INTO balance FROM postings p
    WHERE p.school_id = the_school AND p.entry_id = was.id AND p.account_id = wallet.id;
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
-- School account of a kind, made at its first use.
CREATE OR REPLACE FUNCTION school_account(the_school uuid, the_kind text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  found_id uuid;
BEGIN
  SELECT id INTO found_id FROM accounts
  WHERE school_id = the_school AND kind = the_kind AND student_id IS NULL AND user_id IS NULL;
  IF found_id IS NULL THEN
    INSERT INTO accounts (school_id, id, kind) VALUES (the_school, gen_random_uuid(), the_kind) ON CONFLICT DO NOTHING;
    SELECT id INTO found_id FROM accounts
    WHERE school_id = the_school AND kind = the_kind AND student_id IS NULL AND user_id IS NULL;
  END IF;
  RETURN found_id;
END $$;
-- Writes journal entries whose legs are known, with the receipts of those that have one. A wallet takes over what its leg
-- says; its row must be locked, and no two of the legs may be of one wallet. One statement for each table, however many
-- the entries are: what a statement costs beside its rows is paid for all.
CREATE OR REPLACE FUNCTION write_journal_entries(entries journal_entries[], legs postings[], slips receipts[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts a SET balance = l.balance_after, newest_position = l.position
  FROM unnest(legs) AS l
  WHERE l.position IS NOT NULL AND a.school_id = l.school_id AND a.id = l.account_id
    -- By the index, whatever the planner believes of the table.
    AND a.id = ANY (ARRAY(SELECT w.account_id FROM unnest(legs) AS w WHERE w.position IS NOT NULL));
  INSERT INTO journal_entries SELECT * FROM unnest(entries);
  INSERT INTO postings SELECT * FROM unnest(legs);
  INSERT INTO receipts SELECT * FROM unnest(slips);
END $$;
-- Check-in: true for a student whose newest gate event is a check-in of today.
CREATE OR REPLACE FUNCTION is_checked_in(the_school uuid, the_student uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM gate_states g JOIN schools s ON s.id = g.school_id
    WHERE g.school_id = the_school AND g.student_id = the_student AND g.kind = 'in'
      AND (g.since AT TIME ZONE s.time_zone)::date = (clock_timestamp() AT TIME ZONE s.time_zone)::date)
$$;
-- Approval that a cash-out would use: the smallest that is large enough. It is good for 30 minutes, by the clock of the
-- transaction, so that an approval found here is still there when the cash-out has been written.
CREATE OR REPLACE FUNCTION live_approval(the_school uuid, the_student uuid, the_user uuid, the_amount bigint) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT id FROM cash_approvals
  WHERE school_id = the_school AND student_id = the_student AND asked_by = the_user AND amount >= the_amount
    AND decision = 'approved' AND entry_id IS NULL AND decided_at > now() - interval '30 minutes'
  ORDER BY amount, id LIMIT 1
$$;
-- Limits that count for a student: of each kind the strictest, its origin (of two equal ones the wider), and how much of it is
-- used up by now. Days and weeks are the school's own, a week begins on Monday. Reversed journal entries do not count.
CREATE OR REPLACE FUNCTION pocket_limits_of(the_school uuid, the_student uuid)
RETURNS TABLE (rule text, most bigint, set_by text, used bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
  WITH strictest AS (
    SELECT DISTINCT ON (v.rule) v.rule, v.most, l.scope
    FROM students s
    JOIN pocket_limits l ON l.school_id = s.school_id AND l.subject_id IN (s.school_id, s.class_id, s.id)
    CROSS JOIN LATERAL (VALUES
      ('no-cash', CASE WHEN l.no_cash THEN 0::bigint END), ('on-campus', CASE WHEN l.on_campus THEN 0::bigint END),
      ('cash-outs', l.cash_outs_day::bigint), ('cash-out', l.cash_out), ('day', l.cash_day), ('week', l.cash_week),
      ('spending', l.spending_day), ('approval', l.approval_above)) AS v (rule, most)
    WHERE s.school_id = the_school AND s.id = the_student AND v.most IS NOT NULL
    ORDER BY v.rule, v.most, array_position(ARRAY['school', 'class', 'student', 'guardian'], l.scope)
  ), begins AS (
    SELECT date_trunc('day', z.here) AT TIME ZONE z.zone AS today, date_trunc('week', z.here) AT TIME ZONE z.zone AS week
    FROM (SELECT time_zone AS zone, clock_timestamp() AT TIME ZONE time_zone AS here FROM schools WHERE id = the_school) AS z
  ), gone AS (
    SELECT coalesce(sum(m.amount) FILTER (WHERE m.kind = 'cash-out'), 0)::bigint AS week,
           coalesce(sum(m.amount) FILTER (WHERE m.kind = 'cash-out' AND m.at >= begins.today), 0)::bigint AS today,
           count(*) FILTER (WHERE m.kind = 'cash-out' AND m.at >= begins.today) AS times,
           -- Pieces that went back today give their money back to the day on which they were bought.
           coalesce(sum(m.amount - coalesce((
             SELECT sum(r.amount) FROM journal_entries r
             WHERE r.school_id = m.school_id AND r.student_id = m.student_id AND r.at >= begins.today
               AND r.kind = 'item-return' AND r.item = m.item AND m.kind = 'item'), 0))
             FILTER (WHERE m.kind <> 'cash-out' AND m.at >= begins.today), 0)::bigint AS spent
    FROM begins
    JOIN journal_entries m ON m.school_id = the_school AND m.student_id = the_student AND m.at >= begins.week
    WHERE m.kind IN ('cash-out', 'canteen', 'item')
      AND NOT EXISTS (SELECT 1 FROM journal_entries b WHERE b.school_id = m.school_id AND b.reverses = m.id)
  )
  SELECT s.rule, s.most, s.scope,
         CASE s.rule WHEN 'cash-outs' THEN gone.times WHEN 'day' THEN gone.today WHEN 'week' THEN gone.week
                     WHEN 'spending' THEN gone.spent ELSE 0 END
  FROM strictest s CROSS JOIN gone;
END $$;
-- Spending rules of the school and wishes of guardians: {"problem", "message", "detail"} of the rule that forbids a journal entry,
-- or null. Asked under the lock of the wallet.
CREATE OR REPLACE FUNCTION refused_by_rule(
  the_school uuid, the_entry_kind text, the_student uuid, the_amount bigint, the_user uuid, the_method text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  broken record;
  whose text;
  room text;
BEGIN
  IF the_entry_kind NOT IN ('cash-out', 'canteen', 'item') THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM pocket_limits WHERE school_id = the_school LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- Order: a rule that no smaller amount would satisfy comes first, then the limit that leaves the least, so that the amount
  -- told to be left can be paid out. An approval is asked for only if it would help.
  SELECT l.rule, l.most, l.set_by, greatest(l.most - l.used, 0) AS left INTO broken
  FROM pocket_limits_of(the_school, the_student) AS l
  WHERE (l.rule = 'spending') = (the_entry_kind <> 'cash-out') AND CASE l.rule
    WHEN 'no-cash' THEN true
    WHEN 'on-campus' THEN NOT is_checked_in(the_school, the_student)
    WHEN 'cash-outs' THEN l.used >= l.most
    WHEN 'approval' THEN the_amount > l.most AND live_approval(the_school, the_student, the_user, the_amount) IS NULL
    ELSE the_amount > l.most - l.used END
  ORDER BY CASE l.rule WHEN 'no-cash' THEN 1 WHEN 'on-campus' THEN 2 WHEN 'cash-outs' THEN 3 WHEN 'approval' THEN 5 ELSE 4 END,
           greatest(l.most - l.used, 0)
  LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  whose := CASE broken.set_by WHEN 'school' THEN 'set by the school' WHEN 'class' THEN 'set for the class'
                              WHEN 'student' THEN 'set for this student' ELSE 'the guardian''s wish' END;
  room := 'KES ' || to_char(broken.left / 100.0, 'FM999,999,990.00');
  RETURN jsonb_build_object(
    'problem', CASE broken.rule
      WHEN 'no-cash' THEN 'wallet.no-cash' WHEN 'on-campus' THEN 'wallet.not-on-campus'
      WHEN 'cash-outs' THEN 'wallet.too-many-cash-outs' WHEN 'cash-out' THEN 'wallet.over-cash-out-limit'
      WHEN 'day' THEN 'wallet.over-day-limit' WHEN 'week' THEN 'wallet.over-week-limit'
      WHEN 'spending' THEN 'wallet.over-spending-limit' ELSE 'wallet.needs-approval' END,
    'message', format(CASE broken.rule
      WHEN 'no-cash' THEN 'No cash is paid out to this student (%2$s).'
      WHEN 'on-campus' THEN 'Cash is paid out only to students who are checked in today (%2$s).'
      WHEN 'cash-outs' THEN 'This student has had as many cash-outs today as are allowed: %4$s (%2$s).'
      WHEN 'cash-out' THEN 'More than one cash-out may be: KES %1$s (%2$s).'
      WHEN 'day' THEN 'Over what may be paid out in a day: KES %1$s (%2$s). Left today: %3$s.'
      WHEN 'week' THEN 'Over what may be paid out in a week: KES %1$s (%2$s). Left this week: %3$s.'
      WHEN 'spending' THEN 'Over what may be spent in a day: KES %1$s (%2$s). Left today: %3$s.'
      ELSE 'A cash-out above KES %1$s needs the approval of a second person (%2$s).' END,
      to_char(broken.most / 100.0, 'FM999,999,990.00'), whose, room, broken.most),
    'detail', jsonb_build_object(
      'limit', CASE broken.rule WHEN 'cash-outs' THEN broken.most ELSE round(broken.most / 100.0, 2) END,
      'left', CASE broken.rule WHEN 'cash-outs' THEN broken.left ELSE round(broken.left / 100.0, 2) END,
      'setBy', broken.set_by));
END $$;
-- Approval of a cash-out: used up by the transaction of the cash-out, which had looked for it under the lock of the wallet.
-- Without one nothing is paid out.
CREATE OR REPLACE FUNCTION use_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM pocket_limits
  WHERE school_id = NEW.school_id AND subject_id = NEW.school_id AND scope = 'school' AND approval_above < NEW.amount;
  IF FOUND THEN
    UPDATE cash_approvals SET entry_id = NEW.id
    WHERE school_id = NEW.school_id AND id = live_approval(NEW.school_id, NEW.student_id, NEW.by_user, NEW.amount);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a cash-out of this size needs an approval' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;
  RETURN NULL;
END $$;
-- Audit chain: every audit event is listed for its seal by the transaction that writes it, so that a late commit is found too.
CREATE OR REPLACE FUNCTION await_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_waiting (school_id, event_id) VALUES (NEW.school_id, NEW.id);
  RETURN NULL;
END $$;
-- Row-level security of a table: a transaction sees the rows of its own school (`app.school_id`) and of no other one.
-- `school_column` names the school; `platform_reads` lets transactions of the platform read the rows of all schools.
CREATE OR REPLACE FUNCTION enable_row_security(target regclass, platform_reads boolean DEFAULT false, school_column text DEFAULT 'school_id')
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY own_school ON %s USING (%I = nullif(current_setting(''app.school_id'', true), '''')::uuid)',
    target, school_column);
  IF platform_reads THEN
    EXECUTE format(
      'CREATE POLICY platform_reads ON %s FOR SELECT USING (COALESCE(current_setting(''app.scope'', true) = ''platform'', false))',
      target);
  END IF;
END $$;
-- Job queue: the owner holds it, and the application may only add to it, in the transaction that causes the job.
CREATE OR REPLACE FUNCTION enqueue_job(task text, payload json, run_at timestamptz DEFAULT now(), most_attempts int DEFAULT 25)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, run_at => run_at, max_attempts => most_attempts);
END $$;
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO mfuko_app;
-- Singleton job: another job with the same key takes its place. Jobs of one queue run one after the other.
CREATE OR REPLACE FUNCTION enqueue_one_job(task text, job_key text, queue text, run_at timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    enqueue_one_job.task, '{}'::json, queue_name => queue, run_at => enqueue_one_job.run_at, max_attempts => 1,
    job_key => enqueue_one_job.job_key);
END $$;
REVOKE ALL ON FUNCTION enqueue_one_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_one_job TO mfuko_app;
-- Append-only table: the application loses the rights to change it, and triggers stop everybody else.
CREATE OR REPLACE FUNCTION make_append_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM mfuko_app', target);
  EXECUTE format(
    'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION refuse_change()', target);
  EXECUTE format(
    'CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
END $$;
-- Append-only trigger: neither the application nor a slip of the owner changes or removes a row.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
-- Days of the transaction's school that are over are counted and closed, the last 30 at most. A journal entry is stamped a moment
-- before it commits, so a day stays open for some minutes more.
CREATE OR REPLACE FUNCTION close_school_days(the_school uuid) RETURNS void LANGUAGE sql AS $$
  WITH zone AS (
    SELECT time_zone, ((clock_timestamp() - interval '10 minutes') AT TIME ZONE time_zone)::date - 1 AS newest
    FROM schools WHERE id = the_school
  ), open AS (
    SELECT zone.time_zone, each::date AS day FROM zone, generate_series(
      greatest(zone.newest - 29, (SELECT max(day) + 1 FROM school_days WHERE school_id = the_school)), zone.newest, '1 day'
    ) AS each
  )
  INSERT INTO school_days (school_id, day, movements)
  SELECT the_school, open.day, (
    SELECT count(*) FROM journal_entries m WHERE m.school_id = the_school
      AND m.at >= open.day::timestamp AT TIME ZONE open.time_zone
      AND m.at < (open.day + 1)::timestamp AT TIME ZONE open.time_zone)
  FROM open ON CONFLICT DO NOTHING;
$$;
-- Journal entries of each school today and on the last 30 days with today, by the school's own clock, for transactions of the
-- platform: the function enters one school after the other, as a transaction of that school would, and so needs no rights
-- beyond row-level security. Closed days are summed; only later journal entries are counted.
CREATE OR REPLACE FUNCTION entries_of_schools(out school_id uuid, out today bigint, out month bigint) RETURNS SETOF record
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  asked_in text := current_setting('app.school_id', true);
  school record;
BEGIN
  -- The moments are worked out here, once for each school: in the count they would be for each journal entry. Planned at every
  -- call: a plan made before the first days were closed would read all of them for each school.
  FOR school IN EXECUTE $each$
    SELECT s.id, s.day::timestamp AT TIME ZONE s.time_zone AS today_begins, coalesce(sum(d.movements), 0) AS closed,
           coalesce(max(d.day) + 1, s.day - 29)::timestamp AT TIME ZONE s.time_zone AS open_begins
    FROM (SELECT id, time_zone, (now() AT TIME ZONE time_zone)::date AS day FROM schools WHERE deleted_at IS NULL) AS s
    LEFT JOIN school_days d ON d.school_id = s.id AND d.day BETWEEN s.day - 29 AND s.day - 1
    GROUP BY s.id, s.day, s.time_zone
  $each$ LOOP
    school_id := school.id;
    PERFORM set_config('app.school_id', school.id::text, true);
    SELECT count(*) FILTER (WHERE m.at >= school.today_begins), school.closed + count(*) INTO today, month
    FROM journal_entries m WHERE m.school_id = school.id AND m.at >= school.open_begins;
    RETURN NEXT;
  END LOOP;
  PERFORM set_config('app.school_id', coalesce(asked_in, ''), true);
END $$;
-- Deleted school: nothing begins there, no money moves and no child comes in. A call may have been let in a moment before, so
-- both sides meet in one lock: whoever deletes takes it alone and waits for calls under way. Payments by M-Pesa were made
-- already and are always written down.
CREATE OR REPLACE FUNCTION refuse_in_deleted_school() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('school:' || NEW.school_id::text, 0));
  PERFORM 1 FROM schools WHERE id = NEW.school_id AND deleted_at IS NOT NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'the school was deleted' USING ERRCODE = 'MF404';
  END IF;
  RETURN NEW;
END $$;
-- Deleted student, behind the rule of the feature: a first payment or meal that comes during the deletion waits for it and is
-- refused. A second try finds no such student.
CREATE OR REPLACE FUNCTION refuse_deleted_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM students WHERE school_id = NEW.school_id AND id = NEW.student_id AND deleted_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the student was deleted meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NEW;
END $$;
-- Delete blockers of a student: records that must be kept. Such a student may leave, but not be deleted.
CREATE OR REPLACE FUNCTION student_delete_blockers(the_school uuid, the_student uuid) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  needs text[] := '{}';
BEGIN
  IF EXISTS (SELECT 1 FROM accounts WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'money'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM gate_events WHERE school_id = the_school AND student_id = the_student)
     OR EXISTS (SELECT 1 FROM bus_events WHERE school_id = the_school AND student_id = the_student)
     OR EXISTS (SELECT 1 FROM gate_exceptions WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'attendance'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM meals WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'meals'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM student_items WHERE school_id = the_school AND student_id = the_student) THEN
    needs := needs || 'items'::text;
  END IF;
  RETURN needs;
END $$;
-- Reversed collection: it lies in suspense as an item, no matter if it had come straight from M-Pesa or out of suspense.
CREATE OR REPLACE FUNCTION park_reversed_collection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was journal_entries%ROWTYPE;
  before suspense_items%ROWTYPE;
BEGIN
  SELECT * INTO was FROM journal_entries m WHERE m.school_id = NEW.school_id AND m.id = NEW.reverses;
  IF was.kind <> 'collection' OR NOT EXISTS (
    SELECT 1 FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
    WHERE p.school_id = NEW.school_id AND p.entry_id = NEW.reverses AND a.kind IN ('m-pesa', 'suspense')
  ) THEN
    RETURN NULL;
  END IF;
  SELECT * INTO before FROM suspense_items i
  WHERE i.school_id = NEW.school_id AND i.receipt = was.reference ORDER BY i.parked_at LIMIT 1;
  INSERT INTO suspense_items (school_id, id, receipt, why, amount, paid_at, account, payer_sealed, payer_digest, student_id,
                              entry_id)
  VALUES (NEW.school_id, gen_random_uuid(), left(nullif(was.reference, ''), 40), 'reversed', was.amount,
          coalesce(before.paid_at, was.at), coalesce(before.account, ''), before.payer_sealed, before.payer_digest,
          was.student_id, NEW.id);
  RETURN NULL;
END $$;
-- Reversed collection: its money stays with M-Pesa and has no known owner any more, so it goes to suspense.
CREATE OR REPLACE FUNCTION suspense_of_reversal(the_school uuid, the_account uuid, the_entry uuid, the_reversal uuid)
RETURNS uuid LANGUAGE sql AS $$ SELECT school_account(the_school, 'suspense') $$;
-- Counter account: the account that stands against the wallet. `till` means the open till of the user, or the cash desk for a
-- user without one.
CREATE OR REPLACE FUNCTION counter_account(the_school uuid, the_entry_kind text, counter_kind text, the_user uuid) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  open_till uuid;
BEGIN
  IF counter_kind <> 'till' THEN
    RETURN school_account(the_school, counter_kind);
  END IF;
  SELECT t.id INTO open_till FROM tills t
  WHERE t.school_id = the_school AND t.user_id = the_user AND t.closed_at IS NULL FOR KEY SHARE;
  RETURN COALESCE(open_till, school_account(the_school, 'cash-desk'));
END $$;
-- Till balance: no till pays out more than it holds. The till is known only once the posting is written, so the check stands
-- here, under the lock of the till; `detail` carries the cents that it held.
--
-- Locks of a till: whoever puts cash in holds the row by its key, whoever takes cash out keeps others from taking meanwhile,
-- whoever closes it has it alone. So a payment is in the count or is not in this till.
CREATE OR REPLACE FUNCTION refuse_empty_till() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  holds bigint;
BEGIN
  PERFORM 1 FROM tills WHERE school_id = NEW.school_id AND id = NEW.account_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  holds := till_holds(NEW.school_id, NEW.account_id);
  IF holds < 0 THEN
    RAISE EXCEPTION 'a till pays out no more than it holds'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'till_never_below_zero', DETAIL = (holds + NEW.amount)::text;
  END IF;
  RETURN NULL;
END $$;
-- Closed till: it stays as it was closed. Only the countersignature of the second person may come, once.
CREATE OR REPLACE FUNCTION refuse_reopened_till() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(OLD) - ARRAY['countersigned_at', 'countersigned_by', 'countersign_note'])
       <> (to_jsonb(NEW) - ARRAY['countersigned_at', 'countersigned_by', 'countersign_note'])
     OR OLD.countersigned_at IS NOT NULL THEN
    RAISE EXCEPTION 'a closed till stays as it was closed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
-- Day of a till: the day on which it was opened, with or without a float, so it needs a right clock.
CREATE OR REPLACE FUNCTION refuse_till_at_wrong_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_clock(NEW.school_id);
  RETURN NULL;
END $$;
-- Cash in a till, in cents. Accounts that the school holds are below zero in the books.
CREATE OR REPLACE FUNCTION till_holds(the_school uuid, the_till uuid) RETURNS bigint LANGUAGE sql AS $$
  SELECT COALESCE(-sum(amount), 0)::bigint FROM postings WHERE school_id = the_school AND account_id = the_till;
$$;
-- Till of a reversal: cash goes back to the till where it moved as long as that is open. Later it is with whoever takes it
-- back, in their till or at the cash desk.
CREATE OR REPLACE FUNCTION till_of_reversal(the_school uuid, the_account uuid, the_user uuid) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  open_till uuid;
BEGIN
  SELECT t.id INTO open_till FROM tills t
  WHERE t.school_id = the_school AND t.id = the_account AND t.closed_at IS NULL FOR KEY SHARE;
  RETURN COALESCE(open_till, counter_account(the_school, 'reversal', 'till', the_user));
END $$;
-- Receipt to a guardian: enqueued with the transaction of its journal entry, and written by the job. Nothing happens for a school
-- that wants no such receipts, or a student without a guardian.
CREATE OR REPLACE FUNCTION enqueue_receipt(the_school uuid, the_entry uuid, the_kind text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  the_receipt text := CASE the_kind WHEN 'refund-paid' THEN 'refund' ELSE the_kind END;
BEGIN
  IF NOT coalesce((SELECT CASE the_receipt WHEN 'cash-out' THEN s.cash_out WHEN 'collection' THEN s.collection
                                           WHEN 'refund' THEN s.refund ELSE false END
                   FROM sms_settings s WHERE s.school_id = the_school), the_receipt IN ('cash-out', 'collection', 'refund')) THEN
    RETURN;
  END IF;
  PERFORM 1 FROM journal_entries m
  JOIN guardians g ON g.school_id = m.school_id AND g.student_id = m.student_id AND g.deleted_at IS NULL
  WHERE m.school_id = the_school AND m.id = the_entry;
  IF FOUND THEN
    PERFORM enqueue_job('write-receipt', json_build_object('schoolId', the_school, 'entryId', the_entry),
                        to_timestamp(0), 12);
  END IF;
END $$;
CREATE TABLE migrations (
  number integer NOT NULL,
  name text NOT NULL,
  hash text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (number)
);
CREATE TABLE sql_functions (
  name text NOT NULL,
  hash text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sql_functions_pkey PRIMARY KEY (name)
);
CREATE TABLE key_checks (
  name text NOT NULL,
  digest bytea NOT NULL,
  recorded_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT key_checks_pkey PRIMARY KEY (name)
);
ALTER TABLE announcements NO FORCE ROW LEVEL SECURITY;
ALTER TABLE announcements DISABLE TRIGGER USER;
ALTER TABLE audit_chain NO FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_chain DISABLE TRIGGER USER;
ALTER TABLE audit_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_events DISABLE TRIGGER USER;
ALTER TABLE audit_waiting NO FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_waiting DISABLE TRIGGER USER;
ALTER TABLE backup_code_tries DISABLE TRIGGER USER;
ALTER TABLE backup_codes DISABLE TRIGGER USER;
ALTER TABLE buses NO FORCE ROW LEVEL SECURITY;
ALTER TABLE buses DISABLE TRIGGER USER;
ALTER TABLE clock_checks DISABLE TRIGGER USER;
ALTER TABLE counties DISABLE TRIGGER USER;
ALTER TABLE idempotency_keys NO FORCE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys DISABLE TRIGGER USER;
ALTER TABLE import_progress NO FORCE ROW LEVEL SECURITY;
ALTER TABLE import_progress DISABLE TRIGGER USER;
ALTER TABLE job_runs DISABLE TRIGGER USER;
ALTER TABLE key_checks DISABLE TRIGGER USER;
ALTER TABLE migrations DISABLE TRIGGER USER;
ALTER TABLE notices NO FORCE ROW LEVEL SECURITY;
ALTER TABLE notices DISABLE TRIGGER USER;
ALTER TABLE offline_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE offline_events DISABLE TRIGGER USER;
ALTER TABLE pin_misses NO FORCE ROW LEVEL SECURITY;
ALTER TABLE pin_misses DISABLE TRIGGER USER;
ALTER TABLE sessions DISABLE TRIGGER USER;
ALTER TABLE sign_in_codes DISABLE TRIGGER USER;
ALTER TABLE sms_gateway DISABLE TRIGGER USER;
ALTER TABLE sms_messages NO FORCE ROW LEVEL SECURITY;
ALTER TABLE sms_messages DISABLE TRIGGER USER;
ALTER TABLE sms_months NO FORCE ROW LEVEL SECURITY;
ALTER TABLE sms_months DISABLE TRIGGER USER;
ALTER TABLE sms_opt_outs DISABLE TRIGGER USER;
ALTER TABLE sms_outage_alerts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE sms_outage_alerts DISABLE TRIGGER USER;
ALTER TABLE spent_pictures NO FORCE ROW LEVEL SECURITY;
ALTER TABLE spent_pictures DISABLE TRIGGER USER;
ALTER TABLE sql_functions DISABLE TRIGGER USER;
ALTER TABLE student_tries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE student_tries DISABLE TRIGGER USER;
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;
ALTER TABLE users DISABLE TRIGGER USER;
ALTER TABLE notice_reads NO FORCE ROW LEVEL SECURITY;
ALTER TABLE notice_reads DISABLE TRIGGER USER;
ALTER TABLE schools NO FORCE ROW LEVEL SECURITY;
ALTER TABLE schools DISABLE TRIGGER USER;
ALTER TABLE sms_reports NO FORCE ROW LEVEL SECURITY;
ALTER TABLE sms_reports DISABLE TRIGGER USER;
ALTER TABLE book_days NO FORCE ROW LEVEL SECURITY;
ALTER TABLE book_days DISABLE TRIGGER USER;
ALTER TABLE book_explanations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE book_explanations DISABLE TRIGGER USER;
ALTER TABLE book_findings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE book_findings DISABLE TRIGGER USER;
ALTER TABLE book_states NO FORCE ROW LEVEL SECURITY;
ALTER TABLE book_states DISABLE TRIGGER USER;
ALTER TABLE classes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE classes DISABLE TRIGGER USER;
ALTER TABLE clock_corrections NO FORCE ROW LEVEL SECURITY;
ALTER TABLE clock_corrections DISABLE TRIGGER USER;
ALTER TABLE clock_statements NO FORCE ROW LEVEL SECURITY;
ALTER TABLE clock_statements DISABLE TRIGGER USER;
ALTER TABLE devices NO FORCE ROW LEVEL SECURITY;
ALTER TABLE devices DISABLE TRIGGER USER;
ALTER TABLE fee_rules NO FORCE ROW LEVEL SECURITY;
ALTER TABLE fee_rules DISABLE TRIGGER USER;
ALTER TABLE import_batches NO FORCE ROW LEVEL SECURITY;
ALTER TABLE import_batches DISABLE TRIGGER USER;
ALTER TABLE meal_windows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE meal_windows DISABLE TRIGGER USER;
ALTER TABLE menu_items NO FORCE ROW LEVEL SECURITY;
ALTER TABLE menu_items DISABLE TRIGGER USER;
ALTER TABLE payment_configs NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_configs DISABLE TRIGGER USER;
ALTER TABLE payment_secrets NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_secrets DISABLE TRIGGER USER;
ALTER TABLE payment_statements NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_statements DISABLE TRIGGER USER;
ALTER TABLE pocket_limits NO FORCE ROW LEVEL SECURITY;
ALTER TABLE pocket_limits DISABLE TRIGGER USER;
ALTER TABLE provider_balances NO FORCE ROW LEVEL SECURITY;
ALTER TABLE provider_balances DISABLE TRIGGER USER;
ALTER TABLE provider_callbacks NO FORCE ROW LEVEL SECURITY;
ALTER TABLE provider_callbacks DISABLE TRIGGER USER;
ALTER TABLE provider_registrations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE provider_registrations DISABLE TRIGGER USER;
ALTER TABLE school_days NO FORCE ROW LEVEL SECURITY;
ALTER TABLE school_days DISABLE TRIGGER USER;
ALTER TABLE school_keys NO FORCE ROW LEVEL SECURITY;
ALTER TABLE school_keys DISABLE TRIGGER USER;
ALTER TABLE sms_settings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE sms_settings DISABLE TRIGGER USER;
ALTER TABLE till_rules NO FORCE ROW LEVEL SECURITY;
ALTER TABLE till_rules DISABLE TRIGGER USER;
ALTER TABLE book_amendment_proposals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE book_amendment_proposals DISABLE TRIGGER USER;
ALTER TABLE device_sights NO FORCE ROW LEVEL SECURITY;
ALTER TABLE device_sights DISABLE TRIGGER USER;
ALTER TABLE students NO FORCE ROW LEVEL SECURITY;
ALTER TABLE students DISABLE TRIGGER USER;
ALTER TABLE accounts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE accounts DISABLE TRIGGER USER;
ALTER TABLE book_amendments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE book_amendments DISABLE TRIGGER USER;
ALTER TABLE bus_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bus_events DISABLE TRIGGER USER;
ALTER TABLE consent_withdrawals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE consent_withdrawals DISABLE TRIGGER USER;
ALTER TABLE consents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE consents DISABLE TRIGGER USER;
ALTER TABLE fingerprints NO FORCE ROW LEVEL SECURITY;
ALTER TABLE fingerprints DISABLE TRIGGER USER;
ALTER TABLE gate_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE gate_events DISABLE TRIGGER USER;
ALTER TABLE gate_exceptions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE gate_exceptions DISABLE TRIGGER USER;
ALTER TABLE guardians NO FORCE ROW LEVEL SECURITY;
ALTER TABLE guardians DISABLE TRIGGER USER;
ALTER TABLE journal_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE journal_entries DISABLE TRIGGER USER;
ALTER TABLE known_payers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE known_payers DISABLE TRIGGER USER;
ALTER TABLE meal_locks NO FORCE ROW LEVEL SECURITY;
ALTER TABLE meal_locks DISABLE TRIGGER USER;
ALTER TABLE stk_pushes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE stk_pushes DISABLE TRIGGER USER;
ALTER TABLE student_keys NO FORCE ROW LEVEL SECURITY;
ALTER TABLE student_keys DISABLE TRIGGER USER;
ALTER TABLE student_locks NO FORCE ROW LEVEL SECURITY;
ALTER TABLE student_locks DISABLE TRIGGER USER;
ALTER TABLE bus_states NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bus_states DISABLE TRIGGER USER;
ALTER TABLE cash_approvals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE cash_approvals DISABLE TRIGGER USER;
ALTER TABLE gate_states NO FORCE ROW LEVEL SECURITY;
ALTER TABLE gate_states DISABLE TRIGGER USER;
ALTER TABLE import_rows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE import_rows DISABLE TRIGGER USER;
ALTER TABLE meals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE meals DISABLE TRIGGER USER;
ALTER TABLE payments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payments DISABLE TRIGGER USER;
ALTER TABLE postings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE postings DISABLE TRIGGER USER;
ALTER TABLE receipts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE receipts DISABLE TRIGGER USER;
ALTER TABLE refunds NO FORCE ROW LEVEL SECURITY;
ALTER TABLE refunds DISABLE TRIGGER USER;
ALTER TABLE student_items NO FORCE ROW LEVEL SECURITY;
ALTER TABLE student_items DISABLE TRIGGER USER;
ALTER TABLE suspense_items NO FORCE ROW LEVEL SECURITY;
ALTER TABLE suspense_items DISABLE TRIGGER USER;
ALTER TABLE tills NO FORCE ROW LEVEL SECURITY;
ALTER TABLE tills DISABLE TRIGGER USER;
ALTER TABLE item_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE item_events DISABLE TRIGGER USER;
ALTER TABLE payment_statement_rows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_statement_rows DISABLE TRIGGER USER;
ALTER TABLE suspense_proposals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE suspense_proposals DISABLE TRIGGER USER;
TRUNCATE announcements, audit_chain, audit_events, audit_waiting, backup_code_tries, backup_codes, buses, clock_checks, counties, idempotency_keys, import_progress, job_runs, key_checks, migrations, notices, offline_events, pin_misses, sessions, sign_in_codes, sms_gateway, sms_messages, sms_months, sms_opt_outs, sms_outage_alerts, spent_pictures, sql_functions, student_tries, users, notice_reads, schools, sms_reports, book_days, book_explanations, book_findings, book_states, classes, clock_corrections, clock_statements, devices, fee_rules, import_batches, meal_windows, menu_items, payment_configs, payment_secrets, payment_statements, pocket_limits, provider_balances, provider_callbacks, provider_registrations, school_days, school_keys, sms_settings, till_rules, book_amendment_proposals, device_sights, students, accounts, book_amendments, bus_events, consent_withdrawals, consents, fingerprints, gate_events, gate_exceptions, guardians, journal_entries, known_payers, meal_locks, stk_pushes, student_keys, student_locks, bus_states, cash_approvals, gate_states, import_rows, meals, payments, postings, receipts, refunds, student_items, suspense_items, tills, item_events, payment_statement_rows, suspense_proposals;
INSERT INTO announcements (school_id, id, text_en, text_sw, class_id, class_name, recipients, by_user, created_at, spread_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-18ad-77ee-952a-07a2bfd2bd72', 'School closes at noon on Friday.', NULL, NULL, NULL, '5', '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:38.224083+00', '2026-11-22 22:17:38.307573+00');
INSERT INTO audit_chain (school_id, "position", event_id, sealed_at, hash) VALUES
('00000000-0000-0000-0000-000000000000', '1', '01a20555-f199-7e45-af56-fa34d4ba24ee', '2026-11-22 22:17:39.987471+00', E'\\x39463c7262a4e92bea2ea935879a8a7026e90f17360b81ba3d79848218a53724'),
('00000000-0000-0000-0000-000000000000', '2', '01a20555-f1a3-77d1-a2f0-3fa3613776ed', '2026-11-22 22:17:39.987471+00', E'\\xd35f0be1f3f1ce5932c75e37bc92b4bc723e3457aff0c6d8b13bfe14ddcfc0a0'),
('00000000-0000-0000-0000-000000000000', '3', '01a20556-10b0-769b-b014-62901c98d6a8', '2026-11-22 22:17:39.987471+00', E'\\xe7a47ea394bb450c5899e7771bd1e70f9dad2b1044437e7d21dfe4c51d1f8aec'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '1', '01a20555-f2ee-719c-98d5-5ad70b440070', '2026-11-22 22:17:39.967315+00', E'\\x857c84ddafc793011350dcf34d4268c17ae4d8390f51679e50a357f873674482'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '10', '01a20556-0e8e-75c3-94d6-37eaf54a997e', '2026-11-22 22:17:39.967315+00', E'\\xd9a0476b733567b78168f217b8eecc62e64bee6e53f602e22eac5c5dbb4a8c78'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '100', '01a20556-1d8d-752e-8dff-ec8fb59ff623', '2026-11-22 22:17:39.967315+00', E'\\xe37f60d83f1476c3ffc5f8fb3686c37e74e58cc872339fb4922cac7657e1b274'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '101', '01a20556-1da2-7108-89d4-cd6e63fb7f81', '2026-11-22 22:17:39.967315+00', E'\\x941f5c7a4e3ccb212ac57948bbfaf7bef8b882ad80216849be7c0285d753ec16'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '102', '01a20556-1db9-732f-b2c4-fca75d09b7d8', '2026-11-22 22:17:39.967315+00', E'\\xe2aa7395abd5616a6d1b620515ed7f4f3343f99e8d425e8d4b38414a5a86fd7c'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '103', '01a20556-1dd2-7464-9359-2e609763eb2c', '2026-11-22 22:17:39.967315+00', E'\\x121107589768513000ea5c4298effda064542441dbf597d222baa03df31bbc2d'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '104', '01a20556-1de8-7fd6-afe5-8d75621fe41e', '2026-11-22 22:17:39.967315+00', E'\\xf78c56aa58b2041224dc12249a9883a0c035562792d5aac00809e932f40bc427'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '105', '01a20556-1e00-7f35-9212-2e04ee7d169e', '2026-11-22 22:17:39.967315+00', E'\\x4e199e96c5b7767bb6a24c9d2b9f9019382aa4dee3fd08324ef832b7641c1308'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '106', '01a20556-1e0d-7384-921a-f0cfe6d13491', '2026-11-22 22:17:39.967315+00', E'\\x1d5d7836001aac47c8556fcf58f65047b2a3b2c1535669a6459f1db886b8cc78'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '107', '01a20556-1e1b-7297-ae75-df931f911648', '2026-11-22 22:17:39.967315+00', E'\\x5a0ca43960c13b70350f303dbff54011d16da73d5dd0512fd9a10c658b6270d1'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '108', '01a20556-1e2f-7980-947e-b4ea12fc9fb9', '2026-11-22 22:17:39.967315+00', E'\\x86e02d50c8a94737d9392afccc6d4c0c4650a3c16acaa3a35e0a39dfbad31997'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '109', '01a20556-1e49-7664-822a-35201a6ca381', '2026-11-22 22:17:39.967315+00', E'\\x85411dc1c6286e603c0258cc3529ea72799a212f428dca8b1b4291a519c6733f'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '11', '01a20556-0ef3-78a0-bffd-adf2788084b3', '2026-11-22 22:17:39.967315+00', E'\\xe900ea813d9b229a4becfaaa27d9f637173c92ea70099c85308407dfc4902c02'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '110', '01a20556-1e55-7450-9d25-bafc72af04c9', '2026-11-22 22:17:39.967315+00', E'\\x90cc7b978bfc7bb67a515e9863d6cd91e0f40a430d13b90364f472a9527f3e00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '111', '01a20556-1e64-7714-abf2-3bcf6c9d21c2', '2026-11-22 22:17:39.967315+00', E'\\xa6f3a1cd7c1a11c7285182c9ac893a860c297cfd05b38592589fcbd539b30867'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '112', '01a20556-1e75-7eff-9328-40061695d452', '2026-11-22 22:17:39.967315+00', E'\\xe764e982fed373deda9682d695a91d1f21890cc441ee741d50156b2e6fb8805e'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '113', '01a20556-1e82-7140-a1ae-53bdac3fae36', '2026-11-22 22:17:39.967315+00', E'\\xe73730ca3d8766df1f726422e90e5eba4a72b3d47cb21c1b9157487ad7e946d6'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '114', '01a20556-1e98-7ee7-90f5-feb3c7b50e08', '2026-11-22 22:17:39.967315+00', E'\\x428af4a77762c9fd799100d4345688b7b18c963e6496dcda1d9217d239422e67'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '115', '01a20556-1eaa-73f8-977b-cd43f502b2d6', '2026-11-22 22:17:39.967315+00', E'\\xcebcf780ddc21cce5df1208a29311d191329b78c90845289604bd535b2a3d857'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '116', '01a20556-1eb5-71ac-9dee-7ed2956187bb', '2026-11-22 22:17:39.967315+00', E'\\xcf4badd3d894fccc7adc95a38bef8ba2644baffda3a40ade7fd28ca6fd2cd79a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '117', '01a20556-1ec1-798e-9a9d-94428031489c', '2026-11-22 22:17:39.967315+00', E'\\xe2df438599442911cc70342bf983006bedb7934e83c9e0953130a0183eb8d79b'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '118', '01a20556-1ec9-7317-ae0f-c1bc27e63906', '2026-11-22 22:17:39.967315+00', E'\\x083951f8dbfc35019a5c5c8408b3ebacdfa702b98d8badfc7b29c9b5f27b4488'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '119', '01a20556-1ed8-778d-b71d-185fdc649e2d', '2026-11-22 22:17:39.967315+00', E'\\xdaf048449bd6b694a37e60d1df3ec0bbf5a56dcea50aba9ed372ad3cb1ca473d'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '12', '01a20556-10b2-7e0c-ae9e-1e4508f893bb', '2026-11-22 22:17:39.967315+00', E'\\xce7e93566e9cb215a644827cecb6ee6f820a7640b26dcd3098bc3ce77f6b9d57'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '120', '01a20556-1ee6-7576-a1d3-97708074dcab', '2026-11-22 22:17:39.967315+00', E'\\x32b28dac2426c0561612b0ba98f4358d02db48bf6dc881efac2c28829fc349e8'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '121', '01a20556-1ef6-7dc1-b6ec-0a413fc3b510', '2026-11-22 22:17:39.967315+00', E'\\x7c3d250ea04754be0f54937a4ab646abce39dccc13e353b050a589a67f309e6a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '122', '01a20556-1f01-7f0e-aab1-b1471322c664', '2026-11-22 22:17:39.967315+00', E'\\x89d9e75464eade6e0d59eacbc859fa3577969524e1f30af7d1555a52c80322d5'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '123', '01a20556-1f0f-7252-840c-d98ef0c54cfc', '2026-11-22 22:17:39.967315+00', E'\\x433df374475deb754dd51677e2ec80093828ba410531c330a51916eaaf214171'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '124', '01a20556-1f16-7567-8f83-8bab433dfc0e', '2026-11-22 22:17:39.967315+00', E'\\xe93ed51a1943fd16b076abd2efaf5b989976bd46ccea8134f4946cca9247e0c2'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '125', '01a20556-1f25-7372-b4f6-67703a43750f', '2026-11-22 22:17:39.967315+00', E'\\x4684f3ad33d568ccf4a60923152b977ca096fdc7622c804def2d71e6b9a9297a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '126', '01a20556-1f32-760b-b959-f6c5bc2e95e7', '2026-11-22 22:17:39.967315+00', E'\\xa74f23646acc170a99f6aa6371f1da649ad0b139065cff512bccef893906213b'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '127', '01a20556-1f41-762f-8168-965a9cf91ffc', '2026-11-22 22:17:39.967315+00', E'\\x07cdf0d9ff9c28b8371c19a6a48031d764e141e77f81c00eb1ea4fac8e83eaf3'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '13', '01a20556-10b7-7f5c-911b-1f3b7d500d4f', '2026-11-22 22:17:39.967315+00', E'\\x63b3e0900d1a845c7f5e3dbef1e871a36c9f4aa725a90499b932022a43b2da1c'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '14', '01a20556-10d0-7f10-bed3-3308eb28f796', '2026-11-22 22:17:39.967315+00', E'\\x92e0a2a0d468a9c82b190737882b1f5aba13b822f7db536c5f7e04b88160be38'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '15', '01a20556-1105-7853-8697-95a0c1742081', '2026-11-22 22:17:39.967315+00', E'\\x1fd8e7c2509c7f7a8db2fe6a4ff871a81b3abd303939a6f8124615c551a67d3e'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '16', '01a20556-1144-7f44-901f-c7460f863a85', '2026-11-22 22:17:39.967315+00', E'\\x5ec95b2be4edef237766f692c137b0faa0b67861dc4b4b3e96e212c085c22954'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '17', '01a20556-11b3-795a-add7-eb425e334ffe', '2026-11-22 22:17:39.967315+00', E'\\xd77ffa66b896fded12e627521ef0ed8ba27971ed8d961b9aae27682fc542ce00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '18', '01a20556-124f-7445-ae16-599baaad0d55', '2026-11-22 22:17:39.967315+00', E'\\xe3e76e0b9d54c8220e04a639397dfc5f2a630e96b453d5f63fb7c132e00d3b23'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '19', '01a20556-1301-775b-bf78-2711a464e271', '2026-11-22 22:17:39.967315+00', E'\\x6f115aad0caf776992710fec20c8c08945b649c47124de9abf00207d6d448e49'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2', '01a20555-f31b-7b09-b729-7a6c22e3bdf7', '2026-11-22 22:17:39.967315+00', E'\\x847524a0004006d2cf7ff5d0540b8a1318401b645b859ad9375dfb3259a1468b'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '20', '01a20556-1346-7db7-9cb5-99fa1385809b', '2026-11-22 22:17:39.967315+00', E'\\x34d6a8b1919a287aa772488492d79c4b011124dcd2e18c08a93db66fec2f09f8'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '21', '01a20556-13c1-7c3a-821d-2efb42ccacfb', '2026-11-22 22:17:39.967315+00', E'\\x2a98000ac056ae725da9efe3a93c89f2ee956498207bd9ffbbf8d973a7361bae'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '22', '01a20556-1423-7db6-9760-74735ee96bcb', '2026-11-22 22:17:39.967315+00', E'\\x11163da6064bf7b656462a117eb7ac8614e489306969cb72b085a74f15091f5f'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '23', '01a20556-148a-7e1f-9574-8ecba1e61af2', '2026-11-22 22:17:39.967315+00', E'\\x12bd5faefe46e6cfb46c1bda97a2df321807eb78c3b6963fadbe7d08946d91f6'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '24', '01a20556-14d4-7a45-83e0-13ce07c79e34', '2026-11-22 22:17:39.967315+00', E'\\x18a807bc2d5d872da2814454d49c21c577aa9335bafacd80e4152f9a30166a1f'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '25', '01a20556-14f2-7b24-a57d-c9770b10c466', '2026-11-22 22:17:39.967315+00', E'\\xfe3421711cacadb9c049d2f48733ca4bc47fac7b04d756531607017d2296fc66'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '26', '01a20556-1595-70bf-95e1-057e6cfb5d73', '2026-11-22 22:17:39.967315+00', E'\\x353b1c528d9a045cd921ee7943d6e50fc89f6e3e21351f26a43bafb7a2609e0d'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '27', '01a20556-1666-7384-950a-affba543cda9', '2026-11-22 22:17:39.967315+00', E'\\xafdc806c0e2446ff210f195bcf9432a660e916b9bc5fd144630d359824d6dfc8'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '28', '01a20556-16c5-7ebc-91f3-bac3a48c2843', '2026-11-22 22:17:39.967315+00', E'\\x62c0a7c5646bdc3c1bb3ddced0cf7c9c83c6d61f820979209932e14b3da4a93a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '29', '01a20556-1727-7db4-b35b-a826ddab9d3a', '2026-11-22 22:17:39.967315+00', E'\\x5f2bbd560fa3de3f37054b730b68e2423075f202bbc934ce759fbe800c01abf6'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '3', '01a20555-fe33-7364-8963-59c01bbb0811', '2026-11-22 22:17:39.967315+00', E'\\x308e4e7facf1f8017880a5381b46cf52c592b66e542e078bc3cb40f18a2427a5'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '30', '01a20556-17e3-773d-be6f-3b11d2b37b6a', '2026-11-22 22:17:39.967315+00', E'\\x280724e2a844ce6e70c6eb5bff2e47a48faf92b5a6b726d582a070c5fd03b388'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '31', '01a20556-1835-7036-adb2-ee69cf277f03', '2026-11-22 22:17:39.967315+00', E'\\xb116f2362cf5ec4ebba0af5eeafdcce2a961d344438ac5e42ac2a50688ae76de'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '32', '01a20556-1874-7a08-a4ba-3f769b2d59df', '2026-11-22 22:17:39.967315+00', E'\\xa8d29b8364491a0d72331cc29ac9ecd1211aec89f3d61b78169d6cbef5f7dfc2'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '33', '01a20556-1884-7e12-9380-bb2b09f34e5c', '2026-11-22 22:17:39.967315+00', E'\\x6d8454b4903477a0a9325b6c1050e6ca81d6e60573d349f70c352cf9b7440557'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '34', '01a20556-18b2-735c-a016-4dba29906f77', '2026-11-22 22:17:39.967315+00', E'\\x54e0f602b57b0a3b40f0903f92eda34bf80b5547f43cbd19eb2eaac299f9c11f'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '35', '01a20556-19c0-7134-a784-167fb4d1fb28', '2026-11-22 22:17:39.967315+00', E'\\x56244aaf64a4551005e71ebaa92e9e3aba96b9a73c4c4d42317bb2e8c7ed57e4'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '36', '01a20556-19de-7391-9e37-7f6fcd233f19', '2026-11-22 22:17:39.967315+00', E'\\x829d88639ad292033bae324e01b4092d4bd1cbf3a03ae7476d6be984af06ec38'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '37', '01a20556-19f2-7e56-bc40-0ba15ad47c7b', '2026-11-22 22:17:39.967315+00', E'\\x5d5f0e2db2c9fa288903ebc7cca142018354567f836a3ad07f013fe3a35c4a0d'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '38', '01a20556-19ff-7efa-98cf-6bf8a11d3a06', '2026-11-22 22:17:39.967315+00', E'\\x82df0924b9fdeb8a8c402fe380ec26ee79913951bb01100052ab024876439a1a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '39', '01a20556-1a0a-727e-92d1-2965b417ecaa', '2026-11-22 22:17:39.967315+00', E'\\x35d11d56ba8af8f5a94db75fdcad7b365d1a4c03472f093d60b9450c6659d729'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '4', '01a20556-0764-7295-9928-a7236574db87', '2026-11-22 22:17:39.967315+00', E'\\xb758f99b63a7625a52219f0f75abf573815114bcbed2e52835713cabc7ccde14'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '40', '01a20556-1a19-7020-a8da-f0cbbd69b4c3', '2026-11-22 22:17:39.967315+00', E'\\x87fc70c3877af00c633bd7c9b87eb9e9d4c10d2f3fc4df774d2fa1eb13b7954a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '41', '01a20556-1a22-72dc-be81-67e425a695e6', '2026-11-22 22:17:39.967315+00', E'\\x5a1f8c774630d1f2eec27cbe4fbe10d62ca331004eca558f46fb4d82b420ec08'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '42', '01a20556-1a32-7f9e-8123-519a09bec5be', '2026-11-22 22:17:39.967315+00', E'\\xb301136f1bb7cfabc92109927100538abf9ea043d2a7874b93ff78395847aec0'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '43', '01a20556-1a3d-7fe5-af71-f842a6b3c552', '2026-11-22 22:17:39.967315+00', E'\\x4e927e62e8a3af2f857b267bc35f4e0bcc1f774b7f3e2a48c4ac41c3f18fcc18'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '44', '01a20556-1a45-7597-b211-18fadc76abd3', '2026-11-22 22:17:39.967315+00', E'\\x7ed01e2861e5e2d69ecc1eff14a6e739d22ccb9fd6cbadd9645e4d367f51e71c'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '45', '01a20556-1a53-7ba4-872e-6b4d220528f6', '2026-11-22 22:17:39.967315+00', E'\\xfdf99e7415543c8f7e20cc6b03edb223d152cc3dd2cf245cba600b53521b6cd5'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '46', '01a20556-1a5d-7818-9607-36dc60dbec2c', '2026-11-22 22:17:39.967315+00', E'\\xc11af10091a5d75b0da976049f1a278e34bfe7021086482d84300e8e3b3ef023'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '47', '01a20556-1a67-7b80-a440-938e2ef29b56', '2026-11-22 22:17:39.967315+00', E'\\xf3c93aed1220e50fc8bcda863844d5712f50de26b1eacb80d91a8ba3b2c89c5f'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '48', '01a20556-1a71-71f7-9eff-e455c1e6f6ea', '2026-11-22 22:17:39.967315+00', E'\\x937e1287a1096c75e6dd00a5e2c59b6ca81b353b2b77385364551cddcbc89ed6'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '49', '01a20556-1a7f-7a96-9435-53dbad6b7415', '2026-11-22 22:17:39.967315+00', E'\\x8e287adb1f61cf2141bf53f5955ba3773b471e9a645c8d06f5088fcb644e0e70'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '5', '01a20556-098b-79bb-aef9-939142524cab', '2026-11-22 22:17:39.967315+00', E'\\xbf0790ff02bac2706af8589bc75e2fd38305108de9851973bd6cd0f8ee09e043'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '50', '01a20556-1a90-7df7-a6b8-3b2be469043a', '2026-11-22 22:17:39.967315+00', E'\\xee9d2ec7303094cf41d46ab19d3d85d3faca6e612d1624a647502a38a29421ce'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '51', '01a20556-1aa8-74cd-8018-c918ca7a414b', '2026-11-22 22:17:39.967315+00', E'\\xe30ccf5c7843fc4fefe67c19c657385bb15b032207170f477a43c9d497c35dfa'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '52', '01a20556-1ab3-7ef2-ac57-39ad5d5a4ebd', '2026-11-22 22:17:39.967315+00', E'\\x81396502738214d126b3cbe8279eb6b6ebdd62e255d0a03175773887c6cf6c44'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '53', '01a20556-1ac7-7775-b734-70d4fdceb93e', '2026-11-22 22:17:39.967315+00', E'\\x8cab707954f42497062435435997830cb2b32f8c698307b83ee0916d2e7da804'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '54', '01a20556-1ade-70ee-a1af-ef193a820e92', '2026-11-22 22:17:39.967315+00', E'\\xaa2a7227ff617cf32a86d53d981fd3552e4aa1bb112ab77dbee58eb912487f5a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '55', '01a20556-1af7-71c1-a4fb-8797db08e18f', '2026-11-22 22:17:39.967315+00', E'\\x2a4c1f39271d92a1f9d27a9898e0d9d6e7a45a6044fbf2107ff9f95ea25daff6'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '56', '01a20556-1b06-72fe-a718-c469d2812c5d', '2026-11-22 22:17:39.967315+00', E'\\x91a4ffd79a744eea17f877593567c9afcaffe3e8da40f097d469846fe89f8407'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '57', '01a20556-1b16-7a7b-a152-f950b984e04e', '2026-11-22 22:17:39.967315+00', E'\\xff8e69472c6bc8d31b4e1488b5b3ead19cbfcc1b4d582b815d7fd1a9198c4854'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '58', '01a20556-1b29-758a-a93c-f76093664e49', '2026-11-22 22:17:39.967315+00', E'\\xa7954fbc544056b6eabc683cc0aebc916b5f8b712b9ab460ab2bbd75b02ecf0b'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '59', '01a20556-1b36-7db4-981d-f30cc49a5c66', '2026-11-22 22:17:39.967315+00', E'\\x618d7745c6fbff4381b932c65009d16e2789be4e56f94450ea4ccf5fed912364'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '6', '01a20556-0b28-7597-a474-458d10b913c0', '2026-11-22 22:17:39.967315+00', E'\\x9675731fc1a859733168bafa4615e2a5d128d8917e392aedd04dc955b872aac8'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '60', '01a20556-1b4e-71ff-8cdd-73bf96b77e8e', '2026-11-22 22:17:39.967315+00', E'\\xd9ceedf9227e70d0508a43316720dae554ba470305bf20607dd2e7047edfd2ac'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '61', '01a20556-1b58-7625-97c9-0febd36471a7', '2026-11-22 22:17:39.967315+00', E'\\x0ced3f9bf84fbb93c8da42f2b0cf7624780c111e1ffa9ac001e4fa0b59271738'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '62', '01a20556-1b74-7753-be14-0a3fbeff53fa', '2026-11-22 22:17:39.967315+00', E'\\xc746638f0c262a0363a95472fdda148b79e8b60cf5cb5594661e906f0d2568bd'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '63', '01a20556-1b87-7edb-a941-91983cf1d649', '2026-11-22 22:17:39.967315+00', E'\\x1758df8930d71694002d395233a991922b61a89f325432c75aa32a0184e55836'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '64', '01a20556-1b98-7af1-8314-de1a690f3647', '2026-11-22 22:17:39.967315+00', E'\\x64797fb57a2d81c07a913fec788548b7ccef9ee939944ec034f229861c2d9111'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '65', '01a20556-1ba9-7441-8068-fcc0168443ec', '2026-11-22 22:17:39.967315+00', E'\\x24c32e63f507297d43255270c218841ea12b92acb3157ca2b79953f8cee9d32b'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '66', '01a20556-1bb8-7662-9e89-495094a5d8df', '2026-11-22 22:17:39.967315+00', E'\\x6e3fae8d8afba1efe9fe5a0cd2cda09449c2769b731651ecbf63e5adf72641ea'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '67', '01a20556-1bc3-7b34-8c93-407e3b1ec45d', '2026-11-22 22:17:39.967315+00', E'\\x95595ef74907506cb35662aaf233a842adf57d98374719e7b468ef0915d1b9f0'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '68', '01a20556-1bd3-71c7-b29d-cf3875ca8c48', '2026-11-22 22:17:39.967315+00', E'\\x3e19da98e00cde5f5d9232c144b538ae492111eed396bd06ac255ee661c57c2d'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '69', '01a20556-1bd9-7695-84d6-0755555f5562', '2026-11-22 22:17:39.967315+00', E'\\x05ff36c017eedaab2b992c4d66cb080cf8c933aad10d7661990c7a2f4a231d39'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '7', '01a20556-0c72-72fd-8135-d316548b48c8', '2026-11-22 22:17:39.967315+00', E'\\x0e5157ec94587507840911b271de553ae88dc58da0a42a344d0708b1190a26c0'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '70', '01a20556-1be6-79fa-82b2-4afac69b9410', '2026-11-22 22:17:39.967315+00', E'\\xd69b03a4bfa56595c2b7988f4c5b0f31b3357ea289df6424f9b5c9dcade5b95f'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '71', '01a20556-1bf4-7035-88ed-1f51eb1d518f', '2026-11-22 22:17:39.967315+00', E'\\xb7c35ee3b290aec0d4719bbc0f0848d8a300d58ad4a54c959a1b2387bdb45cea'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '72', '01a20556-1bf8-705b-95d3-4ae74dfa8c48', '2026-11-22 22:17:39.967315+00', E'\\xf9a75a3cbbf6500cb3b4216f7c07910c7c9136611ae2c50e2817b8a293d68fa3'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '73', '01a20556-1c01-740c-b475-12bb815e5e50', '2026-11-22 22:17:39.967315+00', E'\\xec1570123cd050e7b574c63f3ea22a622d3615ffe25764f6e1fda52188e54f19'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '74', '01a20556-1c0c-72fd-b246-4b57b413d2d4', '2026-11-22 22:17:39.967315+00', E'\\x375814c3dcbff3509b953d59a1283288f9246e2eb7df47188edfcb8aa71dfa0e'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '75', '01a20556-1c1c-7f2c-aac0-ffd7fd92b866', '2026-11-22 22:17:39.967315+00', E'\\x7b8677b1c60acfd5289be9770b95929883027745e64fa5ecd82b91f2a7805ec3'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '76', '01a20556-1c2a-79e1-8e08-de3390e9be75', '2026-11-22 22:17:39.967315+00', E'\\x10a3bdc1f10b6850e629c501489627534d5e01534d109b4fac0421d12ac3500c'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '77', '01a20556-1c37-7a6a-b234-c6184e658cc0', '2026-11-22 22:17:39.967315+00', E'\\x402d7b77eee01e1305f4ec86338eef9adead6b89fdbdaf09bdab0f0697c3afe6'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '78', '01a20556-1c45-7cec-b6da-3bd62856d060', '2026-11-22 22:17:39.967315+00', E'\\x84e1f530a4512d039af57d6e872db76e05b10cc4e98e7e8f2d6bbd9d7df22739'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '79', '01a20556-1c52-7bef-9ada-f80384625015', '2026-11-22 22:17:39.967315+00', E'\\xa230d5d662ca274b9d2f57f6075f8026940bcaeab2210dca1a5fb1ee67f3a3f5'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '8', '01a20556-0def-7102-9c44-155b8cd07a35', '2026-11-22 22:17:39.967315+00', E'\\x46f31dc47dc54694cb1480fac7a9e7da0a931e38f9399ebd3610f6b466244401'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '80', '01a20556-1c5b-73ef-a045-e33d1f199f2d', '2026-11-22 22:17:39.967315+00', E'\\x9ef072b02ed30cc043de71e51d8f08e4bad3f503ca04e5217ade07d497760533'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '81', '01a20556-1c64-7e8f-a636-173ab9a53e29', '2026-11-22 22:17:39.967315+00', E'\\xd8b25517d4b8223bf4d9e52b2db3f55498b8c6e59b87521bd1c86e2dbe033304'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '82', '01a20556-1c72-7aad-8331-9355ba393813', '2026-11-22 22:17:39.967315+00', E'\\x4b10b22d3ae63a3506e62f4cfdc16022d4c0246c9e1467896540e48860729483'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '83', '01a20556-1c7d-7861-a022-94df75a5bb31', '2026-11-22 22:17:39.967315+00', E'\\xdd42b3f23f4c43b3086e4dd07d0e20531c7a947cbe9365152891d07a9928c40d'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '84', '01a20556-1c85-73b8-be54-f9c11adb479a', '2026-11-22 22:17:39.967315+00', E'\\xa3013ac6e456ab92ad92195298ef77c46ad47d2aba9fd5a69f47a535fc1a5666'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '85', '01a20556-1c93-7f9f-80bd-2a03c2258848', '2026-11-22 22:17:39.967315+00', E'\\xb9eb29656f7972eb717c758f111db00e01a2de15c8eda04d231cc45ee4c0b731'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '86', '01a20556-1c9c-7c3a-b1de-5b4fdaa4d49e', '2026-11-22 22:17:39.967315+00', E'\\x89cea7e06c40486df487fa3812f4a740bb9317fe53ad5aff77d811edcc399fbe'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '87', '01a20556-1cbb-77f0-b176-1de6b7bd0b99', '2026-11-22 22:17:39.967315+00', E'\\xe0f78eda75206e0327f506395f666f4e99a35023a07181a79d328e8554214e01'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '88', '01a20556-1cc3-7687-955c-46fea0910256', '2026-11-22 22:17:39.967315+00', E'\\x24a4f0360cbdf11e17ed410cf206127de74dfa94511a22901ce78fe686bc1acb'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '89', '01a20556-1ccc-7ff2-8798-bcdabd8a7abe', '2026-11-22 22:17:39.967315+00', E'\\xe63e3d5e0715943f3e485a7029292b0451ba9073d4dccd346714c60792d45d3e'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '9', '01a20556-0e51-710c-bbd9-0f21f5f26020', '2026-11-22 22:17:39.967315+00', E'\\x66ed0930f2a9478a9ca8634eba8970f4b462e3d2da080dbda3d335dd99f7d6d5'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '90', '01a20556-1ce7-7ebf-8804-a2e873024d35', '2026-11-22 22:17:39.967315+00', E'\\x13ba7477bbffef0afbc893c72d18f6446eb540305359c52ae171e4db7d6e492a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '91', '01a20556-1cf4-7ffd-82bf-861f7f039c77', '2026-11-22 22:17:39.967315+00', E'\\x45a8d631203b458d2daa8895c7abf9a510eb6bc47dd5859e415fae343a6601a5'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '92', '01a20556-1cff-7da5-a54d-3b23152abe7f', '2026-11-22 22:17:39.967315+00', E'\\xa05478c615ee3bf04eb9eedcf646de5795cd55534a6d04ac6986236e8bcb2ffe'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '93', '01a20556-1d0e-7ffa-9d45-a3d685ef52b8', '2026-11-22 22:17:39.967315+00', E'\\x18e9fe3ae24533dcfad1f394763948ae71c6eb5c6d8de7519972de577ec74d93'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '94', '01a20556-1d20-7a5c-bcb4-bc3831a5feab', '2026-11-22 22:17:39.967315+00', E'\\x149fcb8bbaa11f363337ccfd2d85b672ef9124f95294c0c4ad5d59b78e60c125'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '95', '01a20556-1d2c-7055-b933-c5f2a5fab6d0', '2026-11-22 22:17:39.967315+00', E'\\x316a205f01cdea4f44ac2ab96190276d158ac73417f7fc2fb31a9d01f1edc4ce'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '96', '01a20556-1d3b-7e04-adb6-421bc7bf4ed1', '2026-11-22 22:17:39.967315+00', E'\\x54a0723088cf32660db7e6a0387980643d0fc264bf1cb1508893c5407d9043a2'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '97', '01a20556-1d45-74ba-af18-083f20afe138', '2026-11-22 22:17:39.967315+00', E'\\xb1f1c9b97c0e0863d4968b3aa32c77055dac04b6615b8ae64ceac1ac68e2a0e7'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '98', '01a20556-1d5a-710e-b611-72e019c6f3d9', '2026-11-22 22:17:39.967315+00', E'\\xf3d050fe8a18013c049ef10e75254e75d07207036e8c6d8e1e0e1cb851fc99cd'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '99', '01a20556-1d73-7b5b-87a7-5e40cbdb1aa0', '2026-11-22 22:17:39.967315+00', E'\\xc36930734e0f5af920ff530d29115d6303ed6b820bdadb5c8292041b6300302e');
INSERT INTO audit_events (school_id, id, at, actor_id, action, subject_kind, subject_id, detail, request_id) VALUES
('00000000-0000-0000-0000-000000000000', '01a20555-f199-7e45-af56-fa34d4ba24ee', '2026-11-22 22:17:28.219372+00', NULL, 'school.register', 'school', '01a20555-f194-752c-8c5c-2dfef39a1fd9', '{"code": "DEMO-01"}', 'tool:seed'),
('00000000-0000-0000-0000-000000000000', '01a20555-f1a3-77d1-a2f0-3fa3613776ed', '2026-11-22 22:17:28.228081+00', NULL, 'user.create', 'user', '01a20555-f19d-79e1-9ae0-f939162a9038', '{"role": "Admin"}', 'tool:seed'),
('00000000-0000-0000-0000-000000000000', '01a20556-10b0-769b-b014-62901c98d6a8', '2026-11-22 22:17:36.177049+00', NULL, 'user.create', 'user', '01a20556-10b0-7f8e-90c5-d52b39000ce0', '{"role": "Admin"}', 'tool:tests'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f2ee-719c-98d5-5ad70b440070', '2026-11-22 22:17:28.559539+00', NULL, 'user.create', 'user', '01a20555-f2d4-7824-8069-6eb65b54c47a', '{"role": "SchoolAdmin"}', 'tool:seed'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f31b-7b09-b729-7a6c22e3bdf7', '2026-11-22 22:17:28.604324+00', NULL, 'user.create', 'user', '01a20555-f2ef-7860-94d9-8825a5b48c69', '{"role": "CheckAgent"}', 'tool:seed'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-fe33-7364-8963-59c01bbb0811', '2026-11-22 22:17:31.443824+00', '01a20555-f2d4-7824-8069-6eb65b54c47a', 'fingerprint.enrol', 'student', '01a20555-f1af-7a2c-b488-c364955882ad', '{"finger": "right-index", "quality": 100}', '1e97d2e9-d178-40bf-b9f5-7ea4492f9929'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0764-7295-9928-a7236574db87', '2026-11-22 22:17:33.796889+00', '01a20555-f2d4-7824-8069-6eb65b54c47a', 'fingerprint.enrol', 'student', '01a20555-f1af-7a2c-b488-c364955882ad', '{"finger": "right-index", "quality": 100}', '5c4ec59f-1523-4cf4-b80a-b8ccbee6ec95'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-098b-79bb-aef9-939142524cab', '2026-11-22 22:17:34.35142+00', '01a20555-f2d4-7824-8069-6eb65b54c47a', 'fingerprint.enrol', 'student', '01a20555-f1af-7a2c-b488-c364955882ad', '{"finger": "right-index", "quality": 100}', 'eac6427a-92c0-49fb-8244-5730b53f9f6c'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0b28-7597-a474-458d10b913c0', '2026-11-22 22:17:34.760285+00', '01a20555-f2d4-7824-8069-6eb65b54c47a', 'fingerprint.enrol', 'student', '01a20555-f1b0-7f86-b407-d136d13bbeec', '{"finger": "right-index", "quality": 100}', '315e7855-7666-493b-b1fe-44448fd83970'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0c72-72fd-8135-d316548b48c8', '2026-11-22 22:17:35.090933+00', '01a20555-f2d4-7824-8069-6eb65b54c47a', 'fingerprint.enrol', 'student', '01a20555-f1b0-7f86-b407-d136d13bbeec', '{"finger": "right-index", "quality": 100}', '78531235-c709-4930-b52b-117c75883b73'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0def-7102-9c44-155b8cd07a35', '2026-11-22 22:17:35.472275+00', '01a20555-f2d4-7824-8069-6eb65b54c47a', 'fingerprint.enrol', 'student', '01a20555-f1b0-7f86-b407-d136d13bbeec', '{"finger": "right-index", "quality": 100}', '28d020e1-f552-4382-8a01-2dd49762b825'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0e51-710c-bbd9-0f21f5f26020', '2026-11-22 22:17:35.569608+00', '01a20555-f2d4-7824-8069-6eb65b54c47a', 'fingerprint.enrol', 'student', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '{"finger": "right-index", "quality": 100}', '27617679-5491-4a88-a521-bb44e0f7ec57'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0e8e-75c3-94d6-37eaf54a997e', '2026-11-22 22:17:35.630256+00', '01a20555-f2d4-7824-8069-6eb65b54c47a', 'fingerprint.enrol', 'student', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '{"finger": "right-index", "quality": 100}', 'a40122dc-2a56-46ce-a4c1-873b350bb979'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0ef3-78a0-bffd-adf2788084b3', '2026-11-22 22:17:35.731852+00', '01a20555-f2d4-7824-8069-6eb65b54c47a', 'fingerprint.enrol', 'student', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '{"finger": "right-index", "quality": 100}', 'a6e3fc20-e59a-4ad0-9fcb-eba26dee624c'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10b2-7e0c-ae9e-1e4508f893bb', '2026-11-22 22:17:36.179207+00', NULL, 'user.create', 'user', '01a20556-10b2-79fc-b14a-f351b21ac63c', '{"role": "SchoolAdmin"}', 'tool:tests'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10b7-7f5c-911b-1f3b7d500d4f', '2026-11-22 22:17:36.183684+00', NULL, 'user.create', 'user', '01a20556-10b4-7e8b-bef7-ff428a62612c', '{"role": "SchoolAdmin"}', 'tool:tests'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10d0-7f10-bed3-3308eb28f796', '2026-11-22 22:17:36.21156+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'wallet.deposit', 'student', '01a20555-f1af-7a2c-b488-c364955882ad', '{"movement": "01a20556-10bb-7fb6-8ccf-b65882fe303d"}', 'af2912b5-066d-4b7d-acef-76e956e25489'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1105-7853-8697-95a0c1742081', '2026-11-22 22:17:36.262035+00', '01a20556-10b4-7e8b-bef7-ff428a62612c', 'wallet.reverse', 'student', '01a20555-f1af-7a2c-b488-c364955882ad', '{"movement": "01a20556-10fd-77fc-be8d-57fff630da48", "reverses": "01a20556-10bb-7fb6-8ccf-b65882fe303d"}', '3e556c87-1b86-44fd-ac4f-687b2f268d82'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1144-7f44-901f-c7460f863a85', '2026-11-22 22:17:36.326085+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'till.open', 'till', '01a20556-113d-7e1b-9c5d-4db4420fed1b', '{"float": 2000}', '8d37346e-74cc-42dd-bc59-495fa118a40c'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-11b3-795a-add7-eb425e334ffe', '2026-11-22 22:17:36.436132+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'wallet.deposit', 'student', '01a20555-f1af-7a2c-b488-c364955882ad', '{"movement": "01a20556-11a4-7a19-b4ba-6d657cb34760"}', '535dc723-95cc-4f8f-9c9c-0242e24d77ec'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-124f-7445-ae16-599baaad0d55', '2026-11-22 22:17:36.59948+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'wallet.cash-out', 'student', '01a20555-f1af-7a2c-b488-c364955882ad', '{"method": "pin", "movement": "01a20556-1249-7ae6-ae74-9a4b973170d6"}', 'd9571ef3-d482-4cc2-9345-8f890fd3d343'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1301-775b-bf78-2711a464e271', '2026-11-22 22:17:36.771328+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'till.close', 'till', '01a20556-113d-7e1b-9c5d-4db4420fed1b', '{"left": 500, "reason": "Three hundred short", "counted": 1900, "expected": 2200, "variance": -300}', '7995b301-f803-4ec6-9362-46cd264a5e28'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1346-7db7-9cb5-99fa1385809b', '2026-11-22 22:17:36.838606+00', '01a20556-10b4-7e8b-bef7-ff428a62612c', 'till.confirm', 'till', '01a20556-113d-7e1b-9c5d-4db4420fed1b', '{"note": null}', '947a033c-820f-45df-9657-753534859c7f'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-13c1-7c3a-821d-2efb42ccacfb', '2026-11-22 22:17:36.962509+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'class.limits', 'class', '01a20555-f34d-7534-91a6-3bcad6992af9', '{"changes": {"dayLimit": {"to": "KES 200.00", "from": null}}}', 'f4b89378-157f-4183-bc00-4ced5c455660'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1423-7db6-9760-74735ee96bcb', '2026-11-22 22:17:37.060879+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'item.create', 'item', '01a20556-13e8-7628-85cc-8f5bd1642368', '{"price": 50, "itemName": "Shoes", "quantity": 2}', '956171bc-4b85-4b81-b687-b32c935588ef'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-148a-7e1f-9574-8ecba1e61af2', '2026-11-22 22:17:37.163318+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'item.hand-out', 'item', '01a20556-13e8-7628-85cc-8f5bd1642368', '{"way": "handOut", "event": "01a20556-1483-77dc-9855-0a98012a394d", "changes": {"handedOut": {"to": 1, "from": 0}}}', 'a10f6ed3-1670-4a51-8dd2-b890ecacf6d4'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-14d4-7a45-83e0-13ce07c79e34', '2026-11-22 22:17:37.236511+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'item.take-back', 'item', '01a20556-13e8-7628-85cc-8f5bd1642368', '{"way": "refund", "event": "01a20556-14d0-7e99-97ff-a484ff66c259", "changes": {"returned": {"to": 1, "from": 0}, "handedOut": {"to": 0, "from": 1}}}', '0468689f-6d22-488d-a50e-9f425beeb0cc'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-14f2-7b24-a57d-c9770b10c466', '2026-11-22 22:17:37.266803+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'menu.create', 'menu-item', '01a20556-14f1-7d81-97ec-ec78543be044', '{"name": "Uji", "price": 20, "description": "", "quantityPerPerson": 1}', 'a40ed0ef-40a2-42ca-aeea-fb6d8e041e94'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1595-70bf-95e1-057e6cfb5d73', '2026-11-22 22:17:37.429454+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'bus.create', 'bus', '01a20556-1594-70cf-9484-67ddb1eaaa0e', '{"label": "Airport road", "busNumberPlate": "KDA 100A"}', '7a409ad2-4895-41ae-a222-5ff94713413f'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1666-7384-950a-affba543cda9', '2026-11-22 22:17:37.639086+00', '01a20556-10b0-7f8e-90c5-d52b39000ce0', 'device.link', 'device', '01a20556-1661-75ce-836f-f03c471297d0', '{"role": "CHECKIN"}', '89275553-712f-4a77-8305-25b902a3021f'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-16c5-7ebc-91f3-bac3a48c2843', '2026-11-22 22:17:37.733683+00', '01a20556-10b0-7f8e-90c5-d52b39000ce0', 'school.register-payments', 'school', '01a20555-f194-752c-8c5c-2dfef39a1fd9', '{"shortCode": "600999"}', 'd58d8c5f-0566-4665-a431-826d06d550a7'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1727-7db4-b35b-a826ddab9d3a', '2026-11-22 22:17:37.832214+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'payment.request', 'student', '01a20555-f1b0-7f86-b407-d136d13bbeec', '{"amount": 100, "mobileNumber": "2547…355"}', '3fc6c701-ec53-453d-b7af-2c98c8e7b90a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-17e3-773d-be6f-3b11d2b37b6a', '2026-11-22 22:17:38.020099+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'payment.reconcile', 'school', '01a20555-f194-752c-8c5c-2dfef39a1fd9', '{}', 'ed19105a-e494-4a31-9087-4b51e662c417'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1835-7036-adb2-ee69cf277f03', '2026-11-22 22:17:38.101395+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'suspense.propose', 'suspense', '01a20556-17d9-7c42-9379-8e15809fb976', '{"way": "settle", "student": "01a20555-f1b0-7f86-b407-d136d13bbeec"}', '013b230c-7a73-4ba2-aefb-a9bfdad2537a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1874-7a08-a4ba-3f769b2d59df', '2026-11-22 22:17:38.164512+00', '01a20556-10b0-7f8e-90c5-d52b39000ce0', 'school.limits', 'school', '01a20555-f194-752c-8c5c-2dfef39a1fd9', '{"changes": {"approvalAbove": {"to": "KES 150.00", "from": null}}}', '32af7fab-10f2-475d-be97-1fea29c3d413'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1884-7e12-9380-bb2b09f34e5c', '2026-11-22 22:17:38.183306+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'wallet.approval.request', 'student', '01a20555-f1af-7a2c-b488-c364955882ad', '{"amount": 200, "approval": "01a20556-1882-7d5e-b385-a23f914946fa"}', '38ac41e4-89a0-4c54-bb75-b62464352004'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-18b2-735c-a016-4dba29906f77', '2026-11-22 22:17:38.226275+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'message.announce', 'announcement', '01a20556-18ad-77ee-952a-07a2bfd2bd72', '{"className": null, "recipients": 5}', '79ec7416-f608-4372-8981-fcd9d0b4a800'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-19c0-7134-a784-167fb4d1fb28', '2026-11-22 22:17:38.496491+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'wallet.cash-out', 'student', '01a20555-f1b0-7f86-b407-d136d13bbeec', '{"method": "pin", "movement": "01a20556-19b4-7f95-b228-7c903ef53fce"}', 'c038e8a1-a9e6-4872-94a0-23637c67c1cf'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-19de-7391-9e37-7f6fcd233f19', '2026-11-22 22:17:38.527295+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-08-23", "hash": "d7a811f9459d95cdc7c8794605db9a704320bf7ceec1f9be25d79787669ea02d"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-19f2-7e56-bc40-0ba15ad47c7b', '2026-11-22 22:17:38.546828+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-08-24", "hash": "aa10a0713fd5ffe56f8b3aee5ceb5ea01bb8bc0cffce6f8adfa14c196050f657"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-19ff-7efa-98cf-6bf8a11d3a06', '2026-11-22 22:17:38.560524+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-08-25", "hash": "a22d5ce671bdd5c2b835dc85a94d72b9a7d3fa3c93ff2510acd07f41a36437b7"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1a0a-727e-92d1-2965b417ecaa', '2026-11-22 22:17:38.570977+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-08-26", "hash": "5858e2c23ea2440104337fc871a79ec4c196664c6d570d2d86e5d1de9c38ebfe"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1a19-7020-a8da-f0cbbd69b4c3', '2026-11-22 22:17:38.585266+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-08-27", "hash": "ca2b611ceb4838b91e9d0374b872a5f1a286dd9119fb108a083bea0d30df2962"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1a22-72dc-be81-67e425a695e6', '2026-11-22 22:17:38.594953+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-08-28", "hash": "cdbc85799144e3b8734185233bb2bf798f4922bfbf0427f3cd40df0783bb3ea0"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1a32-7f9e-8123-519a09bec5be', '2026-11-22 22:17:38.610302+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-08-29", "hash": "96663d37d9af9f0bf5ecc4a1bc2d03fcbc41fb93ccc9170dfda56f8836775558"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1a3d-7fe5-af71-f842a6b3c552', '2026-11-22 22:17:38.621966+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-08-30", "hash": "ed6603fbb90c75f2d3a2f2fecf22cc25390cf6ce484a7d9af44085329832aa3d"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1a45-7597-b211-18fadc76abd3', '2026-11-22 22:17:38.630004+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-08-31", "hash": "d38b10cef5a64fdd2f7d20112500d0773499e58943748f50929552daf0147bcb"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1a53-7ba4-872e-6b4d220528f6', '2026-11-22 22:17:38.643892+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-01", "hash": "c836a305c4e6ce3c37f706052bd22643d7b949e362222ab4606302a4ac511695"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1a5d-7818-9607-36dc60dbec2c', '2026-11-22 22:17:38.65384+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-02", "hash": "7fd8632849cf45fb278c076a91d27c350a103cd9bb69d4f77bcb06d7a52df609"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1a67-7b80-a440-938e2ef29b56', '2026-11-22 22:17:38.664022+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-03", "hash": "cdc11bc4f9ea24549a3a3061bb750fb8bfcc5d6c17e78971ba6db8c5b354e6c4"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1a71-71f7-9eff-e455c1e6f6ea', '2026-11-22 22:17:38.673787+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-04", "hash": "777819d7f1218febd5c99c86bf98c02ec3bcb47b487fdf337eb2d09559d25029"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1a7f-7a96-9435-53dbad6b7415', '2026-11-22 22:17:38.689081+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-05", "hash": "90a2af25f9487eb44cb5143f90aa2e1cc23f2b6d9c488cc4dd48113056100acc"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1a90-7df7-a6b8-3b2be469043a', '2026-11-22 22:17:38.705055+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-06", "hash": "a81eff2b27ac27c7714a94244ff980ee2d35c0a439cf0005e6a96bd944b72735"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1aa8-74cd-8018-c918ca7a414b', '2026-11-22 22:17:38.729292+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-07", "hash": "475d340081fa3d2eaeb1bfada17fc9434a8047a6c9379f1b20c25b2c31da1b9a"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1ab3-7ef2-ac57-39ad5d5a4ebd', '2026-11-22 22:17:38.740256+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-08", "hash": "61d0531073a45a90583d9e9497cfe0b70b0456581abe1021d1028c8dfb7ec63d"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1ac7-7775-b734-70d4fdceb93e', '2026-11-22 22:17:38.761765+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-09", "hash": "ef12da9ef12d9033198a485fa24bed48c5ae545ff48bf25f9ab34a18fb1eadf4"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1ade-70ee-a1af-ef193a820e92', '2026-11-22 22:17:38.783192+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-10", "hash": "9f63a9f84d2a551699c4b6198c9e89f5591e07743de7735ed0a1f4aec22363cd"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1af7-71c1-a4fb-8797db08e18f', '2026-11-22 22:17:38.807497+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-11", "hash": "b3a3fcbf4b898d04057fb9db2d5945f871667d515c48edc3d7a9bc2de1821739"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1b06-72fe-a718-c469d2812c5d', '2026-11-22 22:17:38.822518+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-12", "hash": "9c20ca8ccdf07e278605f509a1dff67745106203ebe305131a8d149a59bf773f"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1b16-7a7b-a152-f950b984e04e', '2026-11-22 22:17:38.838469+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-13", "hash": "5ffb128671aeaeb4747856afa540df7c3772062f4cab0cee460d0b2eeee2899e"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1b29-758a-a93c-f76093664e49', '2026-11-22 22:17:38.858132+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-14", "hash": "9f9115ecc907c639aefccc5c55e9593a64eade90b507d73189a8cfd267bfd35b"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1b36-7db4-981d-f30cc49a5c66', '2026-11-22 22:17:38.87539+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-15", "hash": "88cf013581941361acc0f55d3394496deb5a404328ba9148d94c77bbbd5c9c4b"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1b4e-71ff-8cdd-73bf96b77e8e', '2026-11-22 22:17:38.894339+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-16", "hash": "2f459e187d9ba10dc077a94439c3d9fcfa655604321bc0d2d793b28c63187eb4"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1b58-7625-97c9-0febd36471a7', '2026-11-22 22:17:38.908461+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-17", "hash": "10914d55ae5a40cfd16dcdedf90478b2f4944e662e2cbfdf4696f905a28f921c"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1b74-7753-be14-0a3fbeff53fa', '2026-11-22 22:17:38.933077+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-18", "hash": "bd43f8101075cebd30e0f0b388f8af251f8f9906f8d5f05f75c935da4d1653d4"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1b87-7edb-a941-91983cf1d649', '2026-11-22 22:17:38.952316+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-19", "hash": "0a0753e51aae052700189efd420b618d470485435d264cbc6f7b5086d7b5b51d"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1b98-7af1-8314-de1a690f3647', '2026-11-22 22:17:38.968881+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-20", "hash": "60d27aba098468474cd83be21bbaab7a24708bdb4f4be2dea9f8dc234b92b5a6"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1ba9-7441-8068-fcc0168443ec', '2026-11-22 22:17:38.98617+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-21", "hash": "b0d67c6a41de6fe9547b00a7d5dd9efd71de8d0e4ca15e9e30785d3d7cc92dab"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1bb8-7662-9e89-495094a5d8df', '2026-11-22 22:17:39.001041+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-22", "hash": "af9d5acc23974580d1478b0c94b6bac12e6c5a2b944b76f828d5caeeeccaf5f2"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1bc3-7b34-8c93-407e3b1ec45d', '2026-11-22 22:17:39.011436+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-23", "hash": "20f8ae463fae4e15772d61796fe37fa1cfe81c30f47f8cb8f093a4e9e8dc1858"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1bd3-71c7-b29d-cf3875ca8c48', '2026-11-22 22:17:39.028228+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-24", "hash": "c6887a2c047346cdbf7133e3338dc4369a3b6db5927725717c08c3927116c248"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1bd9-7695-84d6-0755555f5562', '2026-11-22 22:17:39.033597+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-25", "hash": "f7446f0c62125492c8d2d33bc6cab5ecbf7bf226140528fd5ee5e30653bfcac2"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1be6-79fa-82b2-4afac69b9410', '2026-11-22 22:17:39.046513+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-26", "hash": "37ec9c28a5a7408c150b087131d9d1e37c217223db02d71fcbacab5926c1363c"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1bf4-7035-88ed-1f51eb1d518f', '2026-11-22 22:17:39.060354+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-27", "hash": "905e7af901ff85f3b7e0f1c228f7df60ceaa056243bcd3953d1d5c50a548a717"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1bf8-705b-95d3-4ae74dfa8c48', '2026-11-22 22:17:39.06501+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-28", "hash": "e6af70bb3ebedf63f912fcf99a05acb1a5f3ea00e77d180433ccccd9ed6608b5"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c01-740c-b475-12bb815e5e50', '2026-11-22 22:17:39.073531+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-29", "hash": "2e526d2e6db69fb9a5be526f1fc858c4843451e6d1dc7bdcfc0b4d10a9181e17"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c0c-72fd-b246-4b57b413d2d4', '2026-11-22 22:17:39.084894+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-09-30", "hash": "198251dfdfa03aaa507da1c6a637d701d986181fd91e497142ac31091e937fb7"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c1c-7f2c-aac0-ffd7fd92b866', '2026-11-22 22:17:39.101408+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-01", "hash": "168c126849d092857e6868df1246223a2ea7113bda67ee6ce86ca4efd8737019"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c2a-79e1-8e08-de3390e9be75', '2026-11-22 22:17:39.115298+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-02", "hash": "6d0621019ae23a000bf8fdc30587fc68b190f6c8bdc301db9df41bd1c3eea074"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c37-7a6a-b234-c6184e658cc0', '2026-11-22 22:17:39.127848+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-03", "hash": "9d4a16d04cef02660787b95f67bc6887ecb7fbcba0fcbdb42ea561d11335cd1e"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c45-7cec-b6da-3bd62856d060', '2026-11-22 22:17:39.142396+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-04", "hash": "2b7b7d6b32604be50b9cfba57218d19908cb61cab91185518e3cb6c0248c88ba"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c52-7bef-9ada-f80384625015', '2026-11-22 22:17:39.154423+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-05", "hash": "25fe9d3ac8ac4debdfc1ff4dd719188254ea8ed96b3ac758b387a2f547736c66"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c5b-73ef-a045-e33d1f199f2d', '2026-11-22 22:17:39.164063+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-06", "hash": "cc7dd7955f0f7351316c91d89fe0287451ddcf8c5526303de6cbe7adb95282b0"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c64-7e8f-a636-173ab9a53e29', '2026-11-22 22:17:39.173813+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-07", "hash": "f6c20620fe2e6118b9e1f824192c5979bf3d5cd427cee447bc35e3d6f87ebddf"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c72-7aad-8331-9355ba393813', '2026-11-22 22:17:39.186358+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-08", "hash": "9a6a21cb7e2e5ded79dca472c96d47d8a70a2c9722b8d72395a2158118ce01be"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c7d-7861-a022-94df75a5bb31', '2026-11-22 22:17:39.197326+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-09", "hash": "9519c4935fdf4adbcfeb782169650899f53df7303ae1a6b6d39ce0fe5f4d1388"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c85-73b8-be54-f9c11adb479a', '2026-11-22 22:17:39.205425+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-10", "hash": "349a8bd5fd1d26d21145a11f1a475504b57cf976597879e76b2cf1d79e4aa17a"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c93-7f9f-80bd-2a03c2258848', '2026-11-22 22:17:39.219463+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-11", "hash": "fdc2c417a05fd62bbab5c4d1cd836420c5abf85954b97bd05d8ccaae819894c5"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1c9c-7c3a-b1de-5b4fdaa4d49e', '2026-11-22 22:17:39.229021+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-12", "hash": "55b398412ad00d81b995c41824e48bf94ba53e81661d8c6fd957e5e8675cfc07"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1cbb-77f0-b176-1de6b7bd0b99', '2026-11-22 22:17:39.262796+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-13", "hash": "70ca046fafb5074f34d46a1dddfcd5b6853c587ab61c90cce2726ba6c2a05d43"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1cc3-7687-955c-46fea0910256', '2026-11-22 22:17:39.271303+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-14", "hash": "295c6dcd5eeb28d7eeaa53050ec736d24ed8699a619ccb6945b9b9dc461cbf15"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1ccc-7ff2-8798-bcdabd8a7abe', '2026-11-22 22:17:39.276984+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-15", "hash": "7d5ee3273cf96d9300281bae26cdf6547636aa61e220cd244d38d80d2a067642"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1ce7-7ebf-8804-a2e873024d35', '2026-11-22 22:17:39.304328+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-16", "hash": "5811b3af819804cb37e17eec9e5bfd85de11faa39aacab7f39a1a2cca3353f01"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1cf4-7ffd-82bf-861f7f039c77', '2026-11-22 22:17:39.317134+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-17", "hash": "e50eb6257599a0dab959217b8e4de228395526087d0034315e85650ba58a553f"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1cff-7da5-a54d-3b23152abe7f', '2026-11-22 22:17:39.329958+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-18", "hash": "2310ffcf288383b9f324b3547bd845dc5fa6c314881a433bf71f15716b7c25b9"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1d0e-7ffa-9d45-a3d685ef52b8', '2026-11-22 22:17:39.34249+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-19", "hash": "2dfa46d629e76a063b3b7fdfd00c3431096603af8bc52e08a7433d28516ae2cb"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1d20-7a5c-bcb4-bc3831a5feab', '2026-11-22 22:17:39.360435+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-20", "hash": "083f2735c588dfd1dcf97ab3e0bea8f66b00a1f28ec708d2441c5af150b34dc6"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1d2c-7055-b933-c5f2a5fab6d0', '2026-11-22 22:17:39.372373+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-21", "hash": "98eb2e6f6041bdd5b85c03e8c72e0c3124e90f72bd2c59b64e7b9549771e0b95"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1d3b-7e04-adb6-421bc7bf4ed1', '2026-11-22 22:17:39.388073+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-22", "hash": "a1ddca7b38038e8f545234138e9730f59ff0039c8ccbb9055f4058b565a41528"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1d45-74ba-af18-083f20afe138', '2026-11-22 22:17:39.398123+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-23", "hash": "a7811d587e490b15e7c9dc1f3188a8240ff060887bfce8aa06b70fe41ac7d335"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1d5a-710e-b611-72e019c6f3d9', '2026-11-22 22:17:39.418692+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-24", "hash": "1712d6abb44fc5ac40256a0d8f9ae4965043326d735a1e8a0ca20f5a3d1516ac"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1d73-7b5b-87a7-5e40cbdb1aa0', '2026-11-22 22:17:39.444191+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-25", "hash": "c8f930d770448a3514a4ff80d24efa2d5c80bf9bced634647540b52d3fd59809"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1d8d-752e-8dff-ec8fb59ff623', '2026-11-22 22:17:39.469556+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-26", "hash": "284f6cd282b42613aadb3505e1653bb3603e46cd7c52ca3779933c57e4a6df47"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1da2-7108-89d4-cd6e63fb7f81', '2026-11-22 22:17:39.491278+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-27", "hash": "f805b9e0b8fea4a1742285573c5b2634e17dfc7cedf977d3a5285eeec3c7c460"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1db9-732f-b2c4-fca75d09b7d8', '2026-11-22 22:17:39.519464+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-28", "hash": "73640f0758a4b47c970822ce49bf33c7278d47a221a722d3732b617f4c5e6029"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1dd2-7464-9359-2e609763eb2c', '2026-11-22 22:17:39.53934+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-29", "hash": "ed160fb7a01aeb3a1f87c86f1d4540f9da52686ef9d2db8aeb771d6fc8be1f3f"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1de8-7fd6-afe5-8d75621fe41e', '2026-11-22 22:17:39.563511+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-30", "hash": "4a1c1ccf1d36c7bb9a274dbf6ceff89cbdc34b86cfbfc75c46236f280990d6d7"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1e00-7f35-9212-2e04ee7d169e', '2026-11-22 22:17:39.584987+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-10-31", "hash": "35cec6d28baaa65232733431870f13af5b027f5046c7bf40f7cb3c679ad1c72a"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1e0d-7384-921a-f0cfe6d13491', '2026-11-22 22:17:39.597627+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-01", "hash": "307f10f18ee66eb4d8cab66d2eb4a1ee7f933d5e9b47c2e6a9ad305d4a3be544"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1e1b-7297-ae75-df931f911648', '2026-11-22 22:17:39.612063+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-02", "hash": "04c626abdbc015982d913a6c8b89096da0d669f09385154307a253b4e9d05bf7"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1e2f-7980-947e-b4ea12fc9fb9', '2026-11-22 22:17:39.632167+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-03", "hash": "5d6b41ab0e1687509e9f046a7b25eb12bbefc19b4c8723ac440352b0c9cf5ff7"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1e49-7664-822a-35201a6ca381', '2026-11-22 22:17:39.657826+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-04", "hash": "2f0b8a8b6a9eb37cb386debca64f5477986ed090d9adbbb1bd7cadebba6746e6"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1e55-7450-9d25-bafc72af04c9', '2026-11-22 22:17:39.669684+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-05", "hash": "9898518d6151f710d1c216f2eb851eae632647e1304151e1a86c02f2a07680ab"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1e64-7714-abf2-3bcf6c9d21c2', '2026-11-22 22:17:39.685404+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-06", "hash": "372ec2365f9197b0a02449d87bbd9661e4c1150c09473e00cfca009ce1387aea"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1e75-7eff-9328-40061695d452', '2026-11-22 22:17:39.702124+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-07", "hash": "f28b1246b6ae0b68bfa7433ade0a9110b03b989689512952ababcd36df7db82c"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1e82-7140-a1ae-53bdac3fae36', '2026-11-22 22:17:39.715375+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-08", "hash": "14c284f510ba95498ec1fc3848961b14de036acdcc23265c3662c114f16c10ef"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1e98-7ee7-90f5-feb3c7b50e08', '2026-11-22 22:17:39.736601+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-09", "hash": "b88e1e96578c8558398b9831a4df61e8dcc549d90192f3c831adf33d3da797da"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1eaa-73f8-977b-cd43f502b2d6', '2026-11-22 22:17:39.754729+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-10", "hash": "a6d9421ea16be59a1d67a3481f8f25e733737d2c3b19b87ef2c09252becbc686"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1eb5-71ac-9dee-7ed2956187bb', '2026-11-22 22:17:39.765963+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-11", "hash": "dbc327a0594cb7c526d5fef40af19e878efd6affcdd10ac3906cb275915aa224"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1ec1-798e-9a9d-94428031489c', '2026-11-22 22:17:39.777278+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-12", "hash": "341d12e9dc8317d6dd48f1ab80b29aa50ef3187d6642e7f56e55050ec9876cf6"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1ec9-7317-ae0f-c1bc27e63906', '2026-11-22 22:17:39.785935+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-13", "hash": "176d1dd7fbe20158fcc8dec6d095035eba5d51f8b37ffe2136e4d19620620d0c"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1ed8-778d-b71d-185fdc649e2d', '2026-11-22 22:17:39.801251+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-14", "hash": "30e8b939b0c2ea4a51c85aa525bff2f49de826107f8fe94fe260310620d6b9b7"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1ee6-7576-a1d3-97708074dcab', '2026-11-22 22:17:39.814538+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-15", "hash": "8334dc9532b58adab2fa7048453966b9ee379eac230da55288b3bb27a4b1f829"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1ef6-7dc1-b6ec-0a413fc3b510', '2026-11-22 22:17:39.833065+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-16", "hash": "1b1d5d114c9864ffb69029d5af0a019a5fc93eb00ac0766a6416166f4cb99398"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1f01-7f0e-aab1-b1471322c664', '2026-11-22 22:17:39.842652+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-17", "hash": "0f67984bd8779beece0f8dc3e92bab92047c4b651df9dda0fdb12889c246de40"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1f0f-7252-840c-d98ef0c54cfc', '2026-11-22 22:17:39.856121+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-18", "hash": "4f819c224d1c8d11f73424de9994900258a2ff1a0a7479d187e81eb0a35b530c"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1f16-7567-8f83-8bab433dfc0e', '2026-11-22 22:17:39.863299+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-19", "hash": "2ad84c77eb964a591d5e0bb1a6851d76e8383a156314f8e71fcbbb6dd840735b"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1f25-7372-b4f6-67703a43750f', '2026-11-22 22:17:39.877921+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-20", "hash": "f7fdc46caf4343023bc6078fce02241a4a67833d9c71f4cebecf40c72827c767"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1f32-760b-b959-f6c5bc2e95e7', '2026-11-22 22:17:39.890946+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-21", "hash": "bfa91cdc19bbbb41254f5443f268bf4b43095f6c25eadc7aac8d1c7e2ad8e86c"}', 'job:look-at-books'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1f41-762f-8168-965a9cf91ffc', '2026-11-22 22:17:39.9053+00', NULL, 'books.close-day', 'books', NULL, '{"day": "2026-11-22", "hash": "c4d921ed46f814df33c225bc879655b77a66abe248f4926423333c29ac083a4a"}', 'job:look-at-books');
INSERT INTO buses (school_id, id, plate, label, listed, created_at, deleted_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'KDG 417M', 'Milimani – Kondele – Nyalenda', 'true', '2026-11-22 22:17:28.806893+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1594-70cf-9484-67ddb1eaaa0e', 'KDA 100A', 'Airport road', 'true', '2026-11-22 22:17:37.428898+00', NULL);
INSERT INTO clock_checks (one, checked_at, offset_ms, source) VALUES
('true', NULL, NULL, NULL);
INSERT INTO counties (id, code, name) VALUES
('00000000-0000-7000-8000-000000000001', '1', 'Mombasa'),
('00000000-0000-7000-8000-000000000002', '2', 'Kwale'),
('00000000-0000-7000-8000-000000000003', '3', 'Kilifi'),
('00000000-0000-7000-8000-000000000004', '4', 'Tana River'),
('00000000-0000-7000-8000-000000000005', '5', 'Lamu'),
('00000000-0000-7000-8000-000000000006', '6', 'Taita-Taveta'),
('00000000-0000-7000-8000-000000000007', '7', 'Garissa'),
('00000000-0000-7000-8000-000000000008', '8', 'Wajir'),
('00000000-0000-7000-8000-000000000009', '9', 'Mandera'),
('00000000-0000-7000-8000-00000000000a', '10', 'Marsabit'),
('00000000-0000-7000-8000-00000000000b', '11', 'Isiolo'),
('00000000-0000-7000-8000-00000000000c', '12', 'Meru'),
('00000000-0000-7000-8000-00000000000d', '13', 'Tharaka-Nithi'),
('00000000-0000-7000-8000-00000000000e', '14', 'Embu'),
('00000000-0000-7000-8000-00000000000f', '15', 'Kitui'),
('00000000-0000-7000-8000-000000000010', '16', 'Machakos'),
('00000000-0000-7000-8000-000000000011', '17', 'Makueni'),
('00000000-0000-7000-8000-000000000012', '18', 'Nyandarua'),
('00000000-0000-7000-8000-000000000013', '19', 'Nyeri'),
('00000000-0000-7000-8000-000000000014', '20', 'Kirinyaga'),
('00000000-0000-7000-8000-000000000015', '21', 'Murang''a'),
('00000000-0000-7000-8000-000000000016', '22', 'Kiambu'),
('00000000-0000-7000-8000-000000000017', '23', 'Turkana'),
('00000000-0000-7000-8000-000000000018', '24', 'West Pokot'),
('00000000-0000-7000-8000-000000000019', '25', 'Samburu'),
('00000000-0000-7000-8000-00000000001a', '26', 'Trans Nzoia'),
('00000000-0000-7000-8000-00000000001b', '27', 'Uasin Gishu'),
('00000000-0000-7000-8000-00000000001c', '28', 'Elgeyo-Marakwet'),
('00000000-0000-7000-8000-00000000001d', '29', 'Nandi'),
('00000000-0000-7000-8000-00000000001e', '30', 'Baringo'),
('00000000-0000-7000-8000-00000000001f', '31', 'Laikipia'),
('00000000-0000-7000-8000-000000000020', '32', 'Nakuru'),
('00000000-0000-7000-8000-000000000021', '33', 'Narok'),
('00000000-0000-7000-8000-000000000022', '34', 'Kajiado'),
('00000000-0000-7000-8000-000000000023', '35', 'Kericho'),
('00000000-0000-7000-8000-000000000024', '36', 'Bomet'),
('00000000-0000-7000-8000-000000000025', '37', 'Kakamega'),
('00000000-0000-7000-8000-000000000026', '38', 'Vihiga'),
('00000000-0000-7000-8000-000000000027', '39', 'Bungoma'),
('00000000-0000-7000-8000-000000000028', '40', 'Busia'),
('00000000-0000-7000-8000-000000000029', '41', 'Siaya'),
('00000000-0000-7000-8000-00000000002a', '42', 'Kisumu'),
('00000000-0000-7000-8000-00000000002b', '43', 'Homa Bay'),
('00000000-0000-7000-8000-00000000002c', '44', 'Migori'),
('00000000-0000-7000-8000-00000000002d', '45', 'Kisii'),
('00000000-0000-7000-8000-00000000002e', '46', 'Nyamira'),
('00000000-0000-7000-8000-00000000002f', '47', 'Nairobi City');
INSERT INTO idempotency_keys (school_id, key, input_hash, status, answer, created_at) VALUES
('00000000-0000-0000-0000-000000000000', '6f6cb55b-2547-49f5-87b5-735314c40301', E'\\x025b6bce6a6f8ecfe508bb8ea148626cca86f58743cd35adda1b4e7133c68772', '200', 'M8apqRRhGcRAcYE7+pbty6Ig648MGIgXl7hEvJrYOUneKSpBI0aTuISFIyj1VDhnWEpbX0V3MzHk9yz7rTKuLOFEumVCHNWvY6T/AOQe0Peeb+ekGHu/3qdpxmYZGaMbo+BCKS92cF2bhK1oJPRe0yZQlxeU8ng/W6ursuBh+S5eM8bEqrpHDGy+J0WTH2LWcb7pfaSsPpSueWB2pPZVVP12ZpTUnv0Rr02m+K08p52IRQpaBmThJVO8bThAk17Czvcca23pdfuPrYuaNZqsuznaAjO4ITk25Lqw5w08BE1aKhi+adM2Uy5WX04oUJOll9DDOa3c/3MHE68uG3zRmszxDncs', '2026-11-22 22:17:37.632181+00'),
('00000000-0000-0000-0000-000000000000', '7103928f-4b9d-4ce4-b419-6e76382e9469', E'\\xbf621ea3545a3f54cd68b2e8cf24a25d5321283e4a049dcc884b1021545e89a1', '200', 'NVrMyS7GqUP0KLQieYCKjMttepb48/gswKB/axS+sZRJ8MJyYQPfiyZ0O1Jxetf7LW1szHrBPgmmxCz8TqEHwVVMQvYYX1bVf8mxrGpPsYA=', '2026-11-22 22:17:37.7272+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '15b71bb4-605f-4670-89dc-d8c2c3c1095d', E'\\x5ce6c539c0d5929a55c400d232d2e782cf04618b74e6a54d15bf74b0b528315d', '200', 'hXIfj50W3LpgOmHiMyFuHTgE8d9Hh8j9OgDl1AixtATr0dO4nhvme/PjYJ2VulLyB0WAQlfOmFWA2dYLwkbEysAL45hfHG5EcL7UvTzmo64e4428jfvNBkPPazbI9v/IS7ve695JqcLeyXGplEpc06/X3A7usWBYkfLitRqcr7KcCOwrumBqQpizMuZoBD0SUSHEk/ZDpwb9sJNTi/jgf9Eg+aPCRBNdtlflsL+4qfdaI9uj0vJSN7NqakVX37TtyQJtkTYBIT0CalGTbHoPBje6wU5pHAOY', '2026-11-22 22:17:37.550444+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '1bbf8bb8-0dd7-4593-9ecc-a21e251b4569', E'\\xfd49efdbb65f90b64fc0b5a22c891ed6493902a3a85a5545fd67ab0a8fc5e7da', '200', 'Y8AdJEOoo44GPBg++2Cmdshmhro+qHfvRwbst1KSuCEyJbeDnY9r8dhUcauWdclVXr9o5zesgjJY2fHx7exZSfi0gcT+OkYLlXdCMtBioWSlrqGOvDfAbN/WzxqgESBQXeqeuyIKw2EYlBmz/SWfz4kY6brFTI6/b2ZpfHl4GS93v4cF1PIimmbjYF15Cwb1Fa//VDhzmBjCcN3w3scuoK+CTt5gTLVK8J3+RTKZO7tDN+b1pCw4XdcvE7w8iXVXHcrRPnmm3CjEC878WGgGbZ5snnKeuXybb87RDsZkXGITLNjl3c5ubsfR6fdW6jzOTovPSzAvUCmHWamzKPyHYcJniLGN9KsfBYB9K3gyOCj3f4sdaGUjypunpIjDhqezl9cEBdhCBZAllFplpAaQ8d9C3a/7fjbXZ6HIdNLyk/QoWKL3w9JVv2G0omSl/aVWInDdeL4=', '2026-11-22 22:17:36.996639+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2d9fee76-786e-4609-8f58-cebb4fcc58ee', E'\\x5b81d2ccabb9d3095b73f76e8818e8a77ecf0515b743420e813cecbadfbcdcc1', '200', '1bKOrlOP89qsc/HuDu8/VUdXd+ZBvpE1hQ0hq3P5Ghq8pRTywarInjF0V0RNlaG/Bb9LA6nMd5hRdqOXBdffTfehGUDyKxUmM4ncoQEg7PHzCLUy0p9g3Slh2pUeewHOLmONUAIf/qwosEhQ2fOH2Ld5khFt+uBDKpeeGFqhFJFUE8dEEh/a2u9NjHnA0KSjTgcIgEsXYCT/9Jyp+hntOEsU2jCywmEm6xa3LHIw6EDN1UIjWBsGqMkCOdsECDgoltZnMWqomk63rf9/j4tlv6Tu9PHrgfo73IyVWrCSOTg3dKweaNxCHOG1Uu5Ul+CYkkGaSyrE7UsGrBkpl4pHqqTJOuQlZWD+XTi3oy/0uyWiuxXGyNcqK4C+jJt7ybQaYBgJoN2aEP7SH0aNOLRTLEBm6GGtvuQYsGlrfyEc3OyUne78ldlyQQJdJSnjL3383g4Zkj5uNce+dUqRzPqHDNxRi5Qgug0JUqBm47kjl55aOlXxGpDxN4MRhV0DPpOI0oz92+6WJNc6NmSJPmrgPjL9yAK2VM6JXzsu9l/4X1B/tGPQjTuIBkVLCI9LHcLyS0m8yAOQifiDkRYwmZnimvZeyJYphU/7pUh4isUrsa9og8w6dMNs0Q6ZUB7Zie+wySMi+tigh3FMR9NJu+qXFBmUTlVuhjVL6LCzT5GUUczNF4D6cj6wrEUkbd/1qqWfJFoWik1GrriUBrWIHCkP7uRKMTKspuG9muwZeJ2D04q+YkRMqDlgui5BlBys0Dm3bg6BJNd+6+WqGcmJ+v/QytZyJ0clcM5Q', '2026-11-22 22:17:36.8319+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '3beb42a6-bac6-4346-9b17-8db66bcd6af6', E'\\xe90555dc48aa1196e83607f1635fe5055c85f95a919d3157ea8e76204c179843', '200', '0r6vO7EM+kTa1PJeEHNhmCf3mGywAnaQvDyW2N4Lw4NEHoA7VMjAx4J/75ymEvL0vqY9BW4QrZ17RgldIxL9l6Za3RHY34WNj1Aq1JREqh/2E79z+pMx9DKbs0c1UU1rqlZnmmLIR4PLAL8jwCbp1I+Khkq9NVSf5ZbVmA3pAFzlbzalfai7YICAPXKi5WNDs775KxM6KNrE4uxykbarZOMAPH0wdtB3n4E+yti1jSRdFufd8Kvz1aIYzs+2s4g3bBKt+Q5ZSgAtu5K37mvjfRdSOrtDhTH2', '2026-11-22 22:17:37.60341+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '4389b307-e855-49b7-b2fa-f5e8fd6a7f02', E'\\x14a6552ec91c65c360efbcb70618e33df76fdb5287619b657b8c1103de7299e4', '200', 'D6NLweHXVv9Qk8zsZIqxuXedHPNKmSzFX1KhKyNwjhPFgQSmeh1106C1DNcQQ9Uoqhmi6BR7hIvpRNq6WCQzaMLeEoeadPlR5xaRoJqL+I5cAHZjgL93dDNus5B4tTTRNagv6rme1u4aej562u6MvzCiVQ38fPhFT5H5SiNc5vxvoJRimpaMipEwRWlH0eMfqDcV1hV/7AKf8Ao1uVYhSyw3QI5Tmp24F0vp/uJdldzyWIz7pV8Pqk+sPzmRgt8KGCSWPyzGXOIzs/cC4m88FT/q4VI7ImXhGDdekYNiT8yDt0Ktbrbeh5yYkxIe8Vl3jl4lT3sQ1IDkHzoLnDaoek0NFl5+VbU7cU4gKaTD9PVyaZpONfz/bqB5WTmOTKezahK6nng2QSJO0Bx+0KyEiycpRXKlrKvGTrbRaciXosKAf7DM9q3YTgJJI1bqCCGfcJJD3DNHiOU0eQVYKcKK3wrfUlOOykocSQAgG4Wpp/8FYHN4Ij2yQATnMgRMWuGkb9zXeNz2iFR7wDE21zudNm0Z+Uwo3zz10KFYa5dEc0dgw4XGZZcI6hMrQLKSq7ED/lhs6yoxl04j7FmivMfTRsvMUcqUIu9y+7VFRyKg/7HOXDUbU4I5KeTxsQNaRUZ+QuHhnmSe1j4P+vGXM09PcowrXheo5tu4kfY5NMPQd0iQBi1NJN80aD85i4LqBVi+TXE=', '2026-11-22 22:17:36.742838+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '479d13c7-1430-4a93-83a2-06ddfcfa728d', E'\\x0e0733bcb43782b243e0b50bf71b4b7bb5ab192916af28c58078d9efd6f21dd3', '200', 'CaBcPMOCgXK5p0/O9Y0SUF6esdjwNF2S0sx8qW9Hlq7mrkSRNJ28CA6taaPgiT87OR2ejFaonyc3znZn2wBXq7kimstG0ZY4G2l3TniibAztkiezW6dchm9cmcZxpyA=', '2026-11-22 22:17:37.789084+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '48b50e1b-26c1-4435-a50d-819dbf40dbab', E'\\x39cd358dd1d5063cb5bbce7bb390124905811ef19655ca81648bc554594ae294', '200', 'kQ6T4OAAren5paxhuULnqdAyOgYhhEKCjJMxFCZ/ymiOzzXJhtzJbYxCpRvKoWfJYwf27ycKlu+mV297GAJFgSagB+qzonTnH9u07VAZA+HSgSawQtdKF3VZbx6R+xv/5sC6wx3BdDnwaBqjGwK+J4syaFazbkHtnr87UmVzSbxp70cFLQE2sLfPsp8JqGjWZoXDo93h0fQpiqviPkOuPTMpVHiKQ6gIrUevs5yhTR816YWr6/onG/EbEPQobxtlvT3NGJOgGTdFCYzcvdMWGzoAMJlGYmaQUfhtGcvZHuJmlQerftU=', '2026-11-22 22:17:37.444626+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '54118891-5b00-4b57-848c-d6f029929ac5', E'\\x5a0b84a42879b0e2227ebfa72e2beedc292d08b13bce46ba2b8f8aa09a479fdf', '200', 'fHDeC8DZHncIvuIEr8BRHK8gcCD1HTYAz8TzbxfKZiaqnLOOxEO/BDifw30RcenQlfJbgFgQCz7lFYEX0R087n9YQ27U5iimBDb+QaalCYxl353q+WiGur40FhmTZyZ2K2ROICpwSZZZAzqodeWoivUPlkUzu9LnjKoPa/TgteCKzwADdm6M9ksHUNFWaBybADINf7VOognDiwclcGQ+ZM9awnFgG9FfjLjzvAax26yuMrG+CxYVRQ0=', '2026-11-22 22:17:36.584485+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '59be24f8-97ce-4163-903a-c84acce0bb0d', E'\\x0af4552c63ac7c656078a7d18f1dd55c79d6d0511bf8788967fb5cd2557b1a4a', '200', 'LmycsoWcYjLoNocapPbCXVWA1s3LCyPat7Yq44ykddjwBSwDGmAhuhL93+o8RO/TCdYIDcDZVTt0KBxFECafooiYwlj7Wgq1nPFg0FkdC6r4gn72yc6r0XgJl6jFuiVVNq/pPUVgHadqXU3fYXk0v5upb9qZPeW0tNzBUPMjQVvbii0ykSbj7whTZ9WTGNKoc0TnOVmCF8rkVmapYhTsfRbubHNIUQ0yJaKgm5OUP9c9Q7aZ2zgZDSjOthIiJmmcHiv+bY8GYUW/dWaqeWy6BmkTIe3gkojjkUEYWLSwVN52bh9AAutoRLcTMwennSRbG+wZfjaPCIWiKstssF1Z3I+1N4dBGAGF8ImPs6q/deoWS1lVXv7jOVqVm2F/I3OiCJMj+9C4RJwFIHwK+TdolvIRhfi3uNxFgIx5gEqHPGsyund4A9YFtc0gmwcpk5xXgd8O0lYV5YHk8rhk4DSYTeF/Y5KUow==', '2026-11-22 22:17:36.315182+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '5f688672-b406-413f-b8e3-db0909e9ac62', E'\\x32f0d368e472942708f4af319b5e9289a59810d413cbcf73185573ea7a2609bf', '200', '/beRp8pqt0pS+qOpVyUNrcoK6TnZY8aVJzWY1BSxG4N0owHnrgMmAu5mTmFo7JuTUXhzqHxE9jb3Y4RrYbWxgU1bMV0CWToKv3skrkTa51NDIIC93KGq9JecwDW8MaBCuGTnwh5N0GpOVV/axqZpGiVt4cDIBszzm0q+sexeBuIW3/JmA5nTn41MdpSoI1NemSWuliMFzFJw7PBny+xytbOwJMb+zvPkwp5/05WeoVoxPNUDptqj8PA=', '2026-11-22 22:17:36.187708+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '66fcaf13-5513-4eaf-96e3-3973fb0e499e', E'\\x229d8d0395517649737cb89404d36a38a2763c89a107ec350002a06a352711eb', '200', '7GVPAAcukKqMaOLbfBtoIPMlTrjhJPt5jv0bY49FF8TtGzNe5TYZIXznUgiZLdmEa+tYdZRJR6vCXnZT611t5FTaORoaSbBfIBzL8zeIhAH2G+m9bRN7VoIjJPBrXVLLRfCHFof84hRkEVmv2FAyBCIwFUjYkeyq31oAoo4Nn85uUACQNnMJBuBuPsTIvKZ4msR71NOxrq27blpkoyrYCupP2M1f/o1aUMEqIIAwpMQL+ZTeRS0VI5UTSwAPzKFdxbjprmnirxDFNHaoy1BwZ7ZwEh6SuewYX95hTL2NhTT7ahSKuo62RlZSPssejpcxAQqShn3joK5b4Ksm0Rc9mb5fLjh7Fhvmq2XR3bKdQiGveRDTKnzdzJSYCDdZwZW8UUg6bSlmpUPEgqH1uLnYMocpy44rD4aAHklxEOv0EZg/r7I/tb6c7utBpI9FV1AMKHKeZ5ulYlYJtdtmx9QCWwU21Q==', '2026-11-22 22:17:38.176305+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '674f1038-7617-4789-b969-efea0aeeb92d', E'\\x6ebbe92feb156bbb86de674b8ee48b092189736c4d3082d33dbd9e390afdf1b3', '200', 'tiQWEO6rgNtcEKe4tStxmL5FiwQOUc3bVwe3zk64HJXnXE8oBO70Aai/YpBhL13Ec5BJDLNLQuSnmxBoPof1du/GSl7G0arvGJAJJW6Hu6HQOMt3PTtEcM16i2B5cnAtVpJFx0h6vigJDrDmnGO9d3yRjvb/tJl9PKs1T8ZyqtWrDdEK2mXRwFvy8higNj/1rLQfuFFd9Iir2naMXIlQ2v2JwGb0+cJF0cNv0BijfTNWeekJcAiOuFIbtKO9ySwaOLGWr4eZe3EtuJu5j5J8qQrTDYgmMJ139Nq5buA9gy3CDaEWt/EK26c/zLfHIDyNLkOYG8qY6c1Hp5/878vk6nvzmD5kWiVf7CRAEboQDDkEtoqKb7G4AgTK7qn10xD1nKg1KXu0T6ze18mVJhzvwLamX2mTqnV42hfwZwCS9x60eONRyfjmrQigqTfw', '2026-11-22 22:17:36.932936+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '68c9ad34-2140-449b-ad7b-e127e3932a27', E'\\x05ae5f84239a7086228f37035516e0488781365a8bb7478e2240ef028c2f6499', '200', 'RKwdgzCd2v8tQVB1luShtlkChzNNHUJvJ/joSm0VkkciJTJ/bwqcr/2TAQvAthxQ3kGsFIqGQK0+R6xBAX+yiOZ4e1dsgb/dbqNYwytwBIlHc8IDDXJA5ZcOEaAFotYHRpM+K1ksLba2BlKy6yKjX4OxlU30dIFDIBlIeqq2jCGk1T9JvNt7iKDRj6MYaJlB0esgocXTWSD2csWTqALwi/IQkm3yDo8n9uvfsUyEnS56d5+QKuDTwqErD7UsvwNOjNee/ZHyaT+00v1+/oknaGhRl4inBrrBz6N96ROiccbFY+1zTiBfNZlojVzNDaZV6KockWWbHct7g+iTfXm9mVxjIuASdzW23fpE3HjW3bVPAlcYhk0xqXpDqEIumbjqLQlMEdJIdLtJsFX7JqJQYPLlwzfcDl1+yhHlp2HVEvZNHASY6IMW5/G6Sp2yy5fAvGitdw==', '2026-11-22 22:17:37.227773+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '6cf3d5b5-7b4b-4ede-8363-40c3a068c064', E'\\x90a07c8b1c2054140b5100e5df1c5b240817c48a489345a1c5ee16cd21e0148b', '200', 'oRfqe4pdxTom+QINOXYt+awAi0LdiCZufgLaNdDZHEul6hhHAYDCyKCVNnE8ugxk28eOdH0c4huPRrjHlNwC5Tz1oSP8QnOsenFi0SLcJlhQ5PtyxAZhk/ktphf4dpSuL/N8CA5Y77k+/mT+o6MesfGlyfKmejf0Cnh8bggI1Qbeq2HMx8fFaeYXoArwAPbwdZe5s3BgcxdWu8HGVak+2q9nbtuHmOUwtTwjyni5DaZ7mrvYI3xi2PPE450Nod5cH6pkOPBEdWlsBD5uB2stfDn24ETPv0fRQUXDzBus4HUHk4BQXfjeiao=', '2026-11-22 22:17:37.265332+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '7e5cbc8f-ad92-412c-b023-7716f6dc07a3', E'\\xf9274c503a13d420a5498713c9bcc646bca54802c420bfba4d7990bb060d72f4', '200', 'l4g4tEI/RDp+xFS9yXmtIWtISv+JIzlhRsKq5cSp/tnuIb5UgP1LfPRjezAaTMZUxpeKDgw+h4hL1swo2ZZaHxLslEgR28c9BOw08jw/dFdyhp2wBn4q7PGEM8znTgZD/Fh/tiRgL3RegqpXRexO3JG24cuTe9OX/bCwk1x4q2qH+Najwh76+v/w5qR0K9ubKnF6cTSczoTpSRwcn889hf0Zia23/OKNyT6ql+bw8/jgx2381i2L1YKc35V0Kje9CZgkTWRL40zO121EJrWsnpiG1cBBu2LarwHG0kZUUjMeT6ddk300qJKp2ASnaPmJqmj1XsDAlcmcdaGDf+XWsQ9lc26zppuxKw==', '2026-11-22 22:17:38.218112+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '96bb8f45-7d13-4779-9149-95601e08344c', E'\\x936b18bd217b6664a63b60e22f25af0263be9baecfed3906d32938d1e2f2029b', '200', '2NFi4HHrpKHji3q8/XOSRscB5qMC8q+P1xWsrzfbRvVIxgzItPJ4YzChSjA5+q71u/UdP1QE2weSnXM4Heq380WxXKzRQ9NmrJ7KEqlgeIf5VOc9EOoYlXhEcayprAPQ+eNRvoop9M53lQM/o4iVLrW3zw4ryEiNbYWMzufb8rpLwcqy/haDspW8K+4cTMotW5PbSdIbkbsV6WYVjQKJSGu+dM3qIC7GCROmD6pkYDX280mi7SN/DOlspGrFH7cNzrwlS7PYGIsC/ogOyVNWaGKBSE7DZpTJXWfbNoz0P2BPai6w0VwyrtJp351Fe9P3VuEaCoz5z0bJ/skrIYl386JnRgHuEKZMtoGmfGboM0Ax2Q6pNjU6L/aJpRj842iotfpkb/dn/4IYUsUjuMRjnYr6pVy3emH6kOeHGm27uFMrJFWWcg==', '2026-11-22 22:17:37.136406+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'aba8bdc7-94c7-42df-8115-2cf30728bd36', E'\\xd3667b5d4ea992ad3105ca24c4f75a6a325c71f5768dc8f0566e2582d501b4b5', '200', 'k+HlegzVyure17FJB0hO4K5yQfmeD+ymzXFpGHlH3BoVgmk7pl7/JHoh2QFDjk/kz48Y702BD2Vnf5jmzQNBoGHEor5vtcwReTlyFOBVxmhgNN2lK87bmyp8CK4+z6H9kd2PCq9kdO+3Y5kErgness3fPSrHKC//wb77gywwAXdS/NAURAKizbdpe1tRkjaHMwsF1pkozzZrc8/Q4yhUjdCVidXS8ZMmzgZNN5L0zL0i4CeIAmKu+eLw5WsKOy91FAoy/cjUujAn', '2026-11-22 22:17:37.326023+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'be8b67ed-0125-4b5c-b13f-ead6703f13cc', E'\\xd134cb853cebe23bd8617faec714549c0555946e2d1ab5ab2348ee6bd55a4094', '200', 'RbMbCrzQTJ9IeqjRw1BGzu6VB8o3B8g4fK1FhG+1bkOBktlx4CKGw1I2TKMrmaMRTUFqB5FqmM3cNAmMGrYumKqTS+LU4/Sqf5lkryHDdSHwGeSY1+2In0mwLxIVcUKEFsGyD70hxNbZYmbRDv/i/1bJzd3DWpob2zBm9F8nyLKANcX19l06tTz1EBrVjEXmeeE4iaS5+Ea/SXzga17ZA0X5nw0=', '2026-11-22 22:17:36.251194+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'c9d75366-1015-4f3d-823a-d0cd19315c3d', E'\\x87d0fd4b3b28537a54facf3687a2bec32c8d3943619f16e2a5e0185c15934f26', '200', 'NElxITgt1PLtqz6gXlffAEnOJt+Pbv4ognHYSMI5NxkC4mi9LcPw/bgQO/Ed4igmzx5b6x1AwU4EaHBRipyfiS1crbib/XI2c91gcR08bYAYb8/vUxzFxw2gxVEFIE2maOj0aJuLeg1zemEvr/UAqgKJV7kSp82HKRsQRx5tQpgIQazoLfJBf//xPKM7JwD0XUwMiw1ImwfqoazviDY6WNeM8s5iTq7YdxXo6ueACXOhY2Z4pG3hzk/eZTndaMoHJg0qib5FHnGafiwImE74wY6qZR+qOx1h2pUoJI+eVOHlbmaBQ/ON11BhkLN5Nzvvey9B1TNALQalDC5chjsTY0DszIUc8skwWhGm6fOaOz9wqSkrtxPthTuUC2Fljjg4eHo115ZUUAkPlDcUfMxT2n6L+q5S5qxBZezGgIblPN+H8MWsC1M3mfYiLDZK5xXDbzJd5EUN0i8tdraKr9y0jNJiFqHbNSP0E1BJKlAVSsDHbVfMMaHM55wHxRZqlJHEPBcmOwgHwzGE1rssnboCs3rZlpTvLWx/YIhpJkpD0jReFtARoki6+6WB47kjWwkT+cPtqsG4MnS6Q7bA33mvHvPALU7wnPdiRAwGn2xbz0guMjomzlruDnC0L3WbvsfvZHiGfFdJp9IAQT/43wiw0uB23nfHApMx87fUdGtIjmdB1F0qm5cTDLNWmGl000/e45NeUxeUXyDidf78RhuQtPtbQS3hMz2Mcrgb7LGnlGVvrhqcfeU=', '2026-11-22 22:17:38.095562+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'cf023521-9821-4abf-9739-403d4cf04b33', E'\\x0f830109938b5000c1ffc6a94d1663c90ff8fc147952013805c6133a5931521d', '200', 'em/BzQER5oqTDy75OXKzBIO6fb8sDs+rSVALVOwxaWdCywzdLHVjPa0UEW8dDdZTdo3FzdNuBGh4MPSlk4EjzvXimqiB05nFuWGgWZmlkVPAXWCZDjKKYTKRVd4/bcUbM3C9N84z2iShZca8KfwPCBKANURiaKxcVxWZ8Ut9/9VInZlNZtFejGxmmT+YluGHzz0lZWgtHJHdRYJLgMIhfMY0CnJ0lVoO3jF38OkgOoAH9FRvoMPktQ==', '2026-11-22 22:17:38.483717+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'dc565827-ffde-4d33-a17a-e69cc456b162', E'\\x2a3ea6aa2ffb39a73d047139c127651fe99eb7b5214603295d6cbe3c90ed4419', '200', 'OEmVH6aJe7AxD0D4WyMpDPXlULxie98tKm10kI2h6QJ0UGjoSJSz340xq0GBY4w8NvEgC3QI26mdnXCQFPh/MsEW0qI2Z9w2W1DQAKuW0I2OScd93RB5FZILDAlHbUX6RKFkCKY95Ia9RXeBlTtPehE7tyIx5UqIVCStQg1uIlyvtdrzcDgp6k/vPvf8Q6MwiM/LWrX0+J1KqokT7PtIWREXVCDhrQQzBul8vC4hvDQ7Ho4=', '2026-11-22 22:17:37.427339+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'ed5ade6a-e913-49dc-b4c5-89d35b719628', E'\\x45177e66a648df0819a9013205dab847015be7c3326b852db9bceeb17cc6d92f', '200', '9DuKoKSehVVzrYVcJVNY0aJTwLj0iqrayw9i5ovoEge4x2nGk3ks2iFLMEL81B/NgppOA2ZF/vPBR3rNkHyaEXsfju2E9+HLExDjxcOblxkVK+Bk2/N/YZxsaE+kUwZkG5Qk6MRVvnjl1zlfr0nEUwVQaM/pld+jiQK1LdcLq2svFvWh/hyyblkM2AAGqbcl6jRK9V59uiYlOoLmQjGiTUGjBkQpFIxMIKdrQFqHWS5Ic9ir16tssWFY5jofvAsOKFbmF3odVGN7Rqgnp0qoYgf3hHSNIzsbJAIA7teo3GKLI2zZ3yAUq76q0m2F4fGSxcuC3FC/Ce7boWA7LpT25prV7400tx+NY8acnbIe3O/TP0bbVFGlGmfmn7Kdtz5CJP0GbBHUTtTHR1JpdZp+Lcf+yObTB3RkvWZwvsIJREF6by1P2FBGOA==', '2026-11-22 22:17:38.161803+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'f0ad263f-12bb-403f-8b38-c9e29a2b14c2', E'\\xb1c692e6842687afefa5059000ec019fa3483219014441ce6fd51b7b442dbd3a', '200', 'KZkm8DZ+9h4XDfi4Ch/AWFpHmKIEwVER9hzysORKijgDtJVdqypN7ldrWYJGrbNdKHDTh9ybb2W/8EZQFN4CEq5uhU3A9X4rmOVOzY9tZV5HIoQiigPTTEoxzLP+D+Krnzef4FHjj217npH0PFC1xOtlW0A9GgAW0Bj1BEiAk1bIn05oeLJAqTSYA/f+g6UW7Ib33Myom12W6NH9IeD9I5ch7F4GoofB17IOB0zMl6nEXGXem9I7aNI=', '2026-11-22 22:17:36.422039+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'f9f1440d-1d6b-4e15-b8e8-9e301d71eabd', E'\\x498992d9e0eb3d1cb4d5ede372b096d1f907b9dab592a29a90165fa02eeaf186', '200', 'b0Ll83EV/XTqeaiekHi0CkQglCM79RBybhKYGXKM4GsPAKvOH6yQ9yRtM800HYQZro/rClX1tIvA/WkVYMeQZ2MxmVwWG2g0BDH46Ix4yI4fJCv5HUWoWkowysjZkVzCtmsSDDTQjMFaSHCsxeSNTKpRwMungl/N7ZBrzFPyHolx6o7BtZHGQ5lVxs268bPsXOY=', '2026-11-22 22:17:38.019473+00');
INSERT INTO key_checks (name, digest, recorded_at) VALUES
('master', E'\\x748b2b47d36895c69810890177d4211131970ae7e34169e3320e6b4033710535', '2026-11-22 22:17:27.279226+00'),
('offline', E'\\xaedc384239627410cc3ebf5a613367bc5bcd5d34345ebbd52dd1c584047bcf94', '2026-11-22 22:17:27.279226+00');
INSERT INTO migrations (number, name, hash, applied_at) VALUES
('1', '0001-platform', '59b2484ac4ddb2cbd8d933cea7a01ac38157bf19fce55b58867aeb8b8b8f33ad', '2026-11-22 22:17:25.088202+00'),
('10', '0010-ledger', '70d1aca4a59b652ad9f93ac0ff7b098b1968da5fbd81ed4097d27452bee04be0', '2026-11-22 22:17:25.088202+00'),
('11', '0011-tills', 'f0b09ae34d6e8b52eb22827d7eaa6edf88a5593502cf72f4b41dd4c5e0283eae', '2026-11-22 22:17:25.088202+00'),
('12', '0012-limits', 'a8127274b6afcd862c2777dcdb5509363fc9ca5a6cc1643762bac69ffbde0a89', '2026-11-22 22:17:25.088202+00'),
('13', '0013-suspense', 'e62a8a1e1f50aaf3b3f86e6c45b61631425bc776ca0b7eb4715432eefcd234cc', '2026-11-22 22:17:25.088202+00'),
('14', '0014-payments', '627fa4ef638b5582264b3ec0b867f67327ba7a552a83c9eef08d4c08a23cd610', '2026-11-22 22:17:25.088202+00'),
('15', '0015-statements', '3c559b0fe49e20f5ef5226dfaa145b1889419ad9bd692717a2bc6f1f2258ef9c', '2026-11-22 22:17:25.088202+00'),
('16', '0016-refunds', '42e2e158e073fc1be8252bd987158ea1f5d8f3d4e46032bc58ba6ffc6eab9193', '2026-11-22 22:17:25.088202+00'),
('17', '0017-books', '687ab5009dcfb1c96cb79bd60f78c5a0e87e678dcf5bf172a814765095d08516', '2026-11-22 22:17:25.088202+00'),
('18', '0018-imports', '0eb56462ac0b44aca3d0ef44074134113e77ecff8a77162e2f7d72d52fb65aad', '2026-11-22 22:17:25.088202+00'),
('19', '0019-canteen', 'c972a278a966b38769d12d8e6ee20995f99828733547df50d66fe2654b8d95c7', '2026-11-22 22:17:25.088202+00'),
('2', '0002-messages', 'b922e078ecd0e4f167b1939bb7fc5ec0a37f4c28ffef441ddfb1c45e43bd67a0', '2026-11-22 22:17:25.088202+00'),
('20', '0020-items', '64bb97de8ec26260b12c9d211b6bb13b6f0f9e37316e45ccfd1cecbd87435c56', '2026-11-22 22:17:25.088202+00'),
('21', '0021-gate', 'a24b07f71fbc360e8a766c3e840e98d3892baead7436a69e9d77dc0bae392746', '2026-11-22 22:17:25.088202+00'),
('22', '0022-bus', '94a205f7ed01bd98ac5699d7fbcf6debefc84ecc4ca5f2726bae73eab11fd67b', '2026-11-22 22:17:25.088202+00'),
('23', '0023-search', '30b0a5fca16937a1c9fbf26d241ce76944367eddc055e0cfd4fe9ac53af46e45', '2026-11-22 22:17:25.088202+00'),
('24', '0024-reports', '3158b1c0c4f32a7f715a9c6cdab531e1cfb2f3a8c5ba8b488e7c739f91ca66e8', '2026-11-22 22:17:25.088202+00'),
('25', '0025-student-views', '97c0a240c389ad1ff1efcb8af3a11e2b934e5377e06fd11106712342e4b60f3d', '2026-11-22 22:17:25.088202+00'),
('3', '0003-session', 'fc40d1390711b5a08c2105d9dc64a81f609943a7cc617d00e43c84e184902670', '2026-11-22 22:17:25.088202+00'),
('4', '0004-schools', 'd68d929393a327357b91e00324f9326c081ae90e789e31ea6ab0dde91730a40d', '2026-11-22 22:17:25.088202+00'),
('5', '0005-students', '76af9725f69fb6eff378d976ec869277d239b049c15ca8ce6e2661160d26cd2d', '2026-11-22 22:17:25.088202+00'),
('6', '0006-devices', 'e121698b29ec9fbd4342bc235f623fcaaf0feb7fb91dacf63e516a7c7b881877', '2026-11-22 22:17:25.088202+00'),
('7', '0007-notices', '756f559f922274803bf70e6e3473716bcfc3a51bb003c25ab70dfbd2f74bfd5c', '2026-11-22 22:17:25.088202+00'),
('8', '0008-clock', '9cad3f188b7856312682937762bde31feca07abe439a1ee719b0d46b3080b668', '2026-11-22 22:17:25.088202+00'),
('9', '0009-fingerprints', 'b22d0a344ebe4e41f18da4f04ac05336b8bc36284d6cccf681c7cb476b9834c3', '2026-11-22 22:17:25.088202+00');
INSERT INTO notices (school_id, id, key, kind, severity, subject_kind, subject_id, for_user, params, at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-130a-7ada-a644-5732bf07f4db', '01a20556-130a-75f1-991c-b09ae831e200', 'till.variance', 'warning', 'till', '01a20556-113d-7e1b-9c5d-4db4420fed1b', NULL, '{"names": "Wanjiru Otieno", "reason": "Three hundred short", "variance": "-300.00"}', '2026-11-22 22:17:36.788262+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-17db-798c-9e99-f532c5a89a4f', '01a20556-17db-720b-8e2d-1cdf947ed621', 'suspense.parked', 'warning', 'suspense', '01a20556-17d9-7c42-9379-8e15809fb976', NULL, '{"amount": 250, "account": "NOBODY"}', '2026-11-22 22:17:38.012212+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1835-7b73-bdcf-2206101d35e1', '01a20556-1835-7f2f-9f82-992f14870715', 'suspense.proposed', 'info', 'suspense', '01a20556-17d9-7c42-9379-8e15809fb976', NULL, '{"by": "Wanjiru Otieno", "amount": 250}', '2026-11-22 22:17:38.102228+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1887-72dc-9708-884cd8f7e445', '01a20556-1887-70c8-8968-7b8d5eefe733', 'approval.asked', 'urgent', 'approval', '01a20556-1882-7d5e-b385-a23f914946fa', NULL, '{"by": "Wanjiru Otieno", "names": "Achieng Were", "amount": "200.00", "admissionNumber": "4001"}', '2026-11-22 22:17:38.184378+00');
INSERT INTO sessions (token_hash, cookie_hash, user_id, created_at, last_seen_at, ended_at, ended_why) VALUES
(E'\\x087a8c3153a8e4222e3edae8d63f34d2a9c9720d0671b7c2f075e219897b4eb0', NULL, '01a20556-10b4-7e8b-bef7-ff428a62612c', '2026-11-22 22:17:36.184296+00', '2026-11-22 22:17:36.184296+00', NULL, NULL),
(E'\\x35c0c4e195448c888a31863ebb5687029e009756c6a172b167003f5a80c62c91', NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:36.180365+00', '2026-11-22 22:17:36.180365+00', NULL, NULL),
(E'\\xe1f36e53155626b03915f17adcecb157f9f0d416ec4c320ecfc55ceae160dd12', NULL, '01a20556-10b0-7f8e-90c5-d52b39000ce0', '2026-11-22 22:17:36.177725+00', '2026-11-22 22:17:36.177725+00', NULL, NULL);
INSERT INTO sms_gateway (one, stopped_until, why, away_since, probes, probe_at) VALUES
('true', NULL, NULL, NULL, '0', NULL);
INSERT INTO sms_messages (school_id, id, to_sealed, text_sealed, to_masked, to_hash, kind, language, segments, about, state, state_at, expires_at, sent_at, failed_at, failure, provider_id, next_try_at, tries, unsure_tries, cost, month, chain_id, turn, next_sealed, entry_id, announcement_id, again_of, created_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-18dd-7dff-a034-0e81f36553a3', E'\\x5b689e2aa82f95ae2c50d45154649fbe378bf2a202c69490abfbf7c722edb4e8b18607e11ce18b1d', E'\\xf7f0ae17c728421f29e43b587fcc6153f7006b2f56363a53dbc17aac7c1b9aeb18a6d9fb19b9ab9596c600c5a8c55a8e2a25819484daecc5316be20cf3ca74586d983e355e04c192a3e2c7979bd2827cf0d1dcdc01881fd29f130ea0c84b28977e3333d5ab0263dcdc', '2547…000', E'\\xae40a6ae7f5a7a83d9d00c5b87756139ef7dda19dfbcf7508f6d19e63dd7f0c4', 'cash-out-receipt', 'en', '1', 'Achieng W. (4001)', 'sent', '2026-11-22 22:17:38.329142+00', '2026-11-23 22:17:38.270034+00', '2026-11-22 22:17:38.329143+00', NULL, NULL, NULL, '2026-11-22 22:19:38.324882+00', '1', '0', '8000', '2026-11-01', '01a20556-18dd-7dff-a034-0e81f36553a3', '1', E'\\x4bef3287a131ca2e0a29373cef03847de796c248b4e29a3cf5d83e4e311f479554c4e8ca566249ab0baf403c09026c15c6f36a6a4e768e41080ab622938a05a418752082426f97a772efcd791d8e52e171c6ce81afcc7a7891d8a9cba15e7c104af5b64633ebc94edf142ad7b825f7e7bdf3231f93e881a7b9995a946c207722e7e5c82622e418ca52f336157d872d98f2f898c4d2ac1c5f', '01a20556-1249-7ae6-ae74-9a4b973170d6', NULL, NULL, '2026-11-22 22:17:38.266157+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-18ee-7de1-8026-ac517c835a77', E'\\x2e49e33e0dfd1bebf5d7d195e4d69014cf3cf02ce9df0ab07f4b27aa71998589e37ec0dde54dbdbb', E'\\x8d4f0b1d9047c6b5ec107e3b5b04b63c865bc705bcdf7fbbdb4e8f931dca4bbec98a1cdba40a1fa84543e99aa3b523a044b3a8c2aa3b5e01bb82347a8dd3bede5e81dd1655c0a845aae7b9aafb1e98a053943572ccd64f53835124bf21b7a0d7390c3391fabdcbeb4fd1b878567d375e90e873786c5d', '2547…000', E'\\xae40a6ae7f5a7a83d9d00c5b87756139ef7dda19dfbcf7508f6d19e63dd7f0c4', 'collection-receipt', 'en', '1', 'Achieng W. (4001)', 'sent', '2026-11-22 22:17:38.342098+00', '2026-11-23 22:17:38.28782+00', '2026-11-22 22:17:38.342098+00', NULL, NULL, NULL, '2026-11-22 22:19:38.340909+00', '1', '0', '8000', '2026-11-01', '01a20556-18ee-7de1-8026-ac517c835a77', '1', E'\\x63fbd1dbe6a44a3c1e005a4bba0fdf9466eafbe75acd78dc83f6897446073471fdd6a820cddf1a4663688706e6488664782092cac7634d16619c43593ee323eb6c19f172253b0c44a8e05f03cf7c7158b18d7bab66c99849721d6685e8cd9cc51ff4230fce4c7204fd0a4afe19d02495d8c47dd8eb7e1b453676fead9cb3de40d1b1a23542b47c0de3c63427d01006d97c08e5842328d7bd3c5418b4886b4061fceebeedca', '01a20556-17a2-7c3e-bf14-0f8f6e6d330a', NULL, NULL, '2026-11-22 22:17:38.285043+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-18f4-7049-a007-7be9d0955684', E'\\x8df13cd9833b024fd25a89b4e6e6a48dfcccbeb7045ab767dc4a6cc139118dbc4aff2f385e48c324', E'\\x19e5eda6fe699ee0f1ff26c1a4487b9b473af28fbb2e99c689b498c88562b4c239f3197a9726335b0fb16b5c1e0bd9f183a329806f8b05a9978832e8', '2547…000', E'\\xae40a6ae7f5a7a83d9d00c5b87756139ef7dda19dfbcf7508f6d19e63dd7f0c4', 'announcement', 'en', '1', NULL, 'sent', '2026-11-22 22:17:38.357203+00', '2026-11-24 22:17:38.29304+00', '2026-11-22 22:17:38.357203+00', NULL, NULL, NULL, '2026-11-22 22:19:38.355808+00', '1', '0', '8000', '2026-11-01', '01a20556-18f4-7049-a007-7be9d0955684', '1', NULL, NULL, '01a20556-18ad-77ee-952a-07a2bfd2bd72', NULL, '2026-11-22 22:17:38.29135+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-18f5-7647-8f7b-79d66c0abc43', E'\\xa0d98ba8113cfc1fd54ee2c4b5e3d0bc5f6087339069d9d577e9dc112e3a6a4b178b60810822e031', E'\\x35c66d3976ce9b4d00651d9fbc4f9248ca025b53bdc8b0b7b45411cb6aaa45f63b4ef767a60298a098c724016e2779a46be699a823b827337acde70c', '2547…001', E'\\x02d552c9d15920acc0dbcb35f2ca516c7424e060f8d70ff0aedebb45e0614f21', 'announcement', 'en', '1', NULL, 'sent', '2026-11-22 22:17:38.369477+00', '2026-11-24 22:17:38.294388+00', '2026-11-22 22:17:38.369477+00', NULL, NULL, NULL, '2026-11-22 22:19:38.368168+00', '1', '0', '8000', '2026-11-01', '01a20556-18f5-7647-8f7b-79d66c0abc43', '1', NULL, NULL, '01a20556-18ad-77ee-952a-07a2bfd2bd72', NULL, '2026-11-22 22:17:38.29135+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-18f7-7ab9-bb42-9f2e88d1d884', E'\\xd9d549e1a91201b00b4b4192f1e4f70be7a4098f3eb0a43a43d4806512e99a5967cd8ceb5d07bde0', E'\\x5de1cd7a0894134f6f3834962b9bc99fa02f7bc6c8a6ed6ebf47068abb573bc30b7a9296ca00c47781f3b35a82adec724f3191c0d10055b09cb53667', '2547…002', E'\\xafb23d01fafbd7b6178fd9bfab4d445d3894f07023c714d14acb6ff43bf03b17', 'announcement', 'en', '1', NULL, 'sent', '2026-11-22 22:17:38.391929+00', '2026-11-24 22:17:38.295553+00', '2026-11-22 22:17:38.391929+00', NULL, NULL, NULL, '2026-11-22 22:19:38.390365+00', '1', '0', '8000', '2026-11-01', '01a20556-18f7-7ab9-bb42-9f2e88d1d884', '1', NULL, NULL, '01a20556-18ad-77ee-952a-07a2bfd2bd72', NULL, '2026-11-22 22:17:38.29135+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-18f8-7728-88aa-1be0d58da4f5', E'\\x4fe4f60791ea296d724054491f280532454dcf1485eb8529835335e3c785a7a37ee7f33c2fd0c058', E'\\x9414042fa60b8660f06d5c0aad39f03aec3c4193d349299ddf5eaa986ed7af20a7d6c24cab73e419afc4c9f8c033123612efac3b43578993f92ec9a0', '2547…004', E'\\x314671442f7f4f27cfce3c567859074741fd983ba57d86b64259b7f26629de5e', 'announcement', 'en', '1', NULL, 'sent', '2026-11-22 22:17:38.405499+00', '2026-11-24 22:17:38.299382+00', '2026-11-22 22:17:38.405499+00', NULL, NULL, NULL, '2026-11-22 22:19:38.404229+00', '1', '0', '8000', '2026-11-01', '01a20556-18f8-7728-88aa-1be0d58da4f5', '1', NULL, NULL, '01a20556-18ad-77ee-952a-07a2bfd2bd72', NULL, '2026-11-22 22:17:38.29135+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-18fd-7f93-9f90-04b10e8dfd8d', E'\\xa1f7bbe6724cf55be16659b66508acc9625d48ec1c719b24fec3f6711b5b94becc60bc766cd3a25c', E'\\x936bba32c0b16cf11824dccbd9c3a28d3828a1061b009b3b3213b147e5a1518b0a354a4f49872460f533b4636aced9f0d09891e59c61dd4be86105c9', '2547…005', E'\\x946b882d7092690d0cfb8d702c93feb5c50fb854362676c6d8664ef77e67ee33', 'announcement', 'en', '1', NULL, 'sent', '2026-11-22 22:17:38.424817+00', '2026-11-24 22:17:38.302099+00', '2026-11-22 22:17:38.424817+00', NULL, NULL, NULL, '2026-11-22 22:19:38.422936+00', '1', '0', '8000', '2026-11-01', '01a20556-18fd-7f93-9f90-04b10e8dfd8d', '1', NULL, NULL, '01a20556-18ad-77ee-952a-07a2bfd2bd72', NULL, '2026-11-22 22:17:38.29135+00');
INSERT INTO sms_months (school_id, month, cost, messages, told_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-01', '56000', '7', NULL);
INSERT INTO spent_pictures (school_id, digest, spent_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', E'\\x12c819dd369f3e36d88ed58a6c82b52cd9f906ed367b20ff7ffc5e604c0e7469', '2026-11-22 22:17:31.402652+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', E'\\x19f9ab0164f943823737175e4a93da18e57630227171e80ffbd554308c3b7eba', '2026-11-22 22:17:34.300299+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', E'\\x21fe0ab7e4e0f5daaa912cff001bd5116117ca69ebc1a0ee14b203d8bc26b821', '2026-11-22 22:17:34.741897+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', E'\\x6e6df6826eb2c99c2310d27adfab708ee6120c0cb2acb8a0d59f6bebd58065d7', '2026-11-22 22:17:35.464391+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', E'\\x7bc4427b64d775f334dbcd96c1f92241e9425af5e604a616b4025692e066f778', '2026-11-22 22:17:35.625978+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', E'\\xb2e07e6c11cfccf09040bd541f50eb86336f96843cf38d941c95f05f3773a649', '2026-11-22 22:17:35.727017+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', E'\\xe26e9293a4d91580dc517eea1a1bba663dc051c29d03d0e90d715b03f756f6c4', '2026-11-22 22:17:35.55081+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', E'\\xec6f78a3631809101107bbde2760bb23bae1ecf628b1bd60353b3a2c19da285a', '2026-11-22 22:17:33.747875+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', E'\\xf08c818604b08e9cd9f6a6af7db7d80cceeb7353e371f43b1a73b69ffee99c38', '2026-11-22 22:17:35.08494+00');
INSERT INTO sql_functions (name, hash, applied_at) VALUES
('await_seal', '46736576bd5d99267e99c6c2750097361bba1e984328b43b697af985db651fe1', '2026-11-22 22:17:26.532959+00'),
('book_balances', 'c97739b640eb9fa046942506b9ce6615078b29f6171f01e81f0749487d30b948', '2026-11-22 22:17:26.415358+00'),
('book_closing', '65c749591d464facf7bca96a29a59d86651a8b789b13c2e83a79b4c4d3abaf3a', '2026-11-22 22:17:26.420817+00'),
('clock_fault', 'd2b645dee9f41b1100840d20cd98a8868a6c10cfee876bcad5c52c795138c79f', '2026-11-22 22:17:26.426027+00'),
('clock_faults', '288d726e3ad5aac7f59cca9135e72b4bcf9127304d2862de63d4eb7cb44ea8bf', '2026-11-22 22:17:26.440845+00'),
('clock_network_tolerance', 'b0cff54233971e4a75496100715b97c5c8c0a89f8a9cf38b14eda82f5ca4f908', '2026-11-22 22:17:26.443482+00'),
('clock_tolerance', 'f075b9ef542a5bdc7929b30c40206f2c33aac7f69a47c8879ab96553ef46fd6e', '2026-11-22 22:17:26.448856+00'),
('close_school_days', '9c355d0b8707138622711e665f4f0e578893c39aefef15b462d6f0394ecb97c7', '2026-11-22 22:17:26.569832+00'),
('counter_account', '9d408d91d36a19c41a4497de1d2562d71900506a00606990dfc2309565b24e06', '2026-11-22 22:17:26.594628+00'),
('enable_row_security', 'fecbde29aa872df6f15bf1ea7db645fe2f448790c8b5bdea5bffc3cd432ea112', '2026-11-22 22:17:26.543068+00'),
('enqueue_job', '407a3ea745c057011cccf01ae40e24c7eb4ae4c1302c02a50b61e68a1a54055d', '2026-11-22 22:17:26.548311+00'),
('enqueue_one_job', '2c97f6a46e4e0a7492b1b3660af5cd4f282f265458d59eb8ac437a41432a1ea0', '2026-11-22 22:17:26.556345+00'),
('enqueue_receipt', '7710e027773fe4fca2faa146d1e32e8e548770ae6b0ec43a04f00474c38b3e67', '2026-11-22 22:17:26.61931+00'),
('entries_of_schools', '9ad35c1be0a88067af15408e04ed12de333c62673eb7f4f654c4096e41587b97', '2026-11-22 22:17:26.572418+00'),
('fee_of', '2e46b8286e4a45fb729afc7a3f052d4c46f6dabdebfbcd5046fbef569c5667d1', '2026-11-22 22:17:26.467563+00'),
('is_checked_in', 'f4a13241e62965c482cb281721fc1920e4342890dd455499522bd332985392d9', '2026-11-22 22:17:26.504937+00'),
('live_approval', 'ba94d5d19fc8a1863a1f7a95c561f5c4707cf1e2f07648b99e132eff745ba420', '2026-11-22 22:17:26.511253+00'),
('make_append_only', '0f2473f567107a01f6fb668a2f76ae2ddd3dfc395bc5b75ee7bff95e3497e114', '2026-11-22 22:17:26.558775+00'),
('move_pocket_money', '970781240138539c8a4582682c7cbc6cdd9d8f3b5c083c769dfdc9574a24e641', '2026-11-22 22:17:26.470685+00'),
('move_school_money', 'c5573ffacb2b4d645787bc2c3988508b3ad4a8b8826a521b0529f6e06dc6ae3f', '2026-11-22 22:17:26.484329+00'),
('park_reversed_collection', '8554c82a19a73b40225aa38aa5e12c9ba03bb0a20dde650b324c408ef5daed57', '2026-11-22 22:17:26.586019+00'),
('pocket_limits_of', 'bfac757e8bad1274f177e14fedf295b4d77bbc765ea38a805ef5a2475777594e', '2026-11-22 22:17:26.518389+00'),
('refuse_change', '9a1e6f3fcfec9d7b61346b7775fb70fc79153fb2d52d4551ee2fbb49e4cf84ac', '2026-11-22 22:17:26.567306+00'),
('refuse_deleted_student', '4ba447a41b0cdf0bfc0f08157e26ac9ccf0360313ae96b3b9fe086c835921ff5', '2026-11-22 22:17:26.579909+00'),
('refuse_empty_till', 'fec8c3519fc8b4e64f257d630742a24dce3e33f1cfbd4672861f42a17305b0e1', '2026-11-22 22:17:26.596895+00'),
('refuse_in_deleted_school', '0616853bce267568339885a28f17fef3300b470a70c95e7080c57fa078ad7beb', '2026-11-22 22:17:26.576078+00'),
('refuse_reopened_till', 'e1872f47974bdf5c4e04cc14486a1827dc4b79cb1afed4dd59e61601aae3d9b6', '2026-11-22 22:17:26.600283+00'),
('refuse_till_at_wrong_clock', '3fcd6d43c42a20771a3d9747aaad56b66167bd74209a36b93de3de124d6c74e6', '2026-11-22 22:17:26.603825+00'),
('refuse_unbalanced_entry', 'f11dd2dee6f3dc59af3c1f2cba2a61907a194bde74925c48924b434415fe0b97', '2026-11-22 22:17:26.486665+00'),
('refuse_unposted_balance', '99c7d3a9a604c96ed57b2d50504fdfdf74c62e86f88f278230119ae068e47043', '2026-11-22 22:17:26.489016+00'),
('refuse_wrong_clock', '9e9645adeac0d887149fefc2e6211217f163f2311d55fb7c0c452a9c5b48d94d', '2026-11-22 22:17:26.456117+00'),
('refused_by_rule', '270dbad5ae7117b8850aeea59d442f096d10a4f57048633eda2af55bfaf31aa2', '2026-11-22 22:17:26.523495+00'),
('released_at', '721ab345edf47c7bdb1e5e820c1e7d8f0a5d77e949b6d47fab12a52cb67cc16d', '2026-11-22 22:17:26.458102+00'),
('require_clock', '96c040e81dccfaf5d1a56d5d8ff2719e984c9e3a57bad542260e5e1fcea76a9b', '2026-11-22 22:17:26.460129+00'),
('reverse_journal_entries', '14483d91aec2443b96c63cbda590a6e36d02f1d92546f361552359f04f8e21b5', '2026-11-22 22:17:26.493607+00'),
('school_account', '92bcab0b31edf90118690894cfbb4516b1e5ace966fdc631c8295f9e810c46fe', '2026-11-22 22:17:26.49897+00'),
('student_delete_blockers', 'b0d8b4b2b235dc24d2279fe493af8436d85cc29563ff2bfc304c9bb446445278', '2026-11-22 22:17:26.584097+00'),
('suspense_of_reversal', '3db5e10f1a4a80cd43d1e481a2622b5d11261ac4a828dc4772d66a093e02e504', '2026-11-22 22:17:26.592515+00'),
('till_holds', '9ae74f9440863975e3382542960f9f9ae65cc9e280afe9f0435f1ecb9fcd9f3e', '2026-11-22 22:17:26.607621+00'),
('till_of_reversal', 'b53a79c9776ba114bf3cda689b26cbdb2d83a4e02910efc9460b1a6f9ccde5f2', '2026-11-22 22:17:26.611192+00'),
('use_approval', 'b35fe7406c62ed75c2f0799d2004d8c29938a1ba700907ee35372fd529f41dba', '2026-11-22 22:17:26.530109+00'),
('write_journal_entries', '20efcc852d26cb3567ba9ae5584a40bb8e16d0067d61845852143d439166fa2f', '2026-11-22 22:17:26.500853+00');
INSERT INTO users (school_id, id, role, duties, phone, email, first_name, last_names, password_hash, status, created_at, created_by, deleted_at, last_sign_in_at) VALUES
('00000000-0000-0000-0000-000000000000', '01a20555-f19d-79e1-9ae0-f939162a9038', 'Admin', '{}', '254700000001', 'admin@demo.example', 'Njeri', 'Kariuki', '$argon2id$v=19$m=19456,t=2,p=1$auF4f6yprJPbx3mrmS2oTA$nJkrwRfxoRB99iEBMomB4WJC2byBekn/bne6KFt7Peg', 'active', '2026-11-22 22:17:28.207201+00', NULL, NULL, NULL),
('00000000-0000-0000-0000-000000000000', '01a20556-10b0-7f8e-90c5-d52b39000ce0', 'Admin', '{}', '254710000001', 'jina@example.com', 'Wanjiru', 'Otieno', 'none', 'active', '2026-11-22 22:17:36.176255+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f2d4-7824-8069-6eb65b54c47a', 'SchoolAdmin', '{}', '254700000002', 'bursar@demo.example', 'Achieng', 'Were', '$argon2id$v=19$m=19456,t=2,p=1$auF4f6yprJPbx3mrmS2oTA$nJkrwRfxoRB99iEBMomB4WJC2byBekn/bne6KFt7Peg', 'active', '2026-11-22 22:17:28.532714+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f2ef-7860-94d9-8825a5b48c69', 'CheckAgent', '{gate}', '254700000003', 'gate@demo.example', 'Kamau', 'Wafula', '$argon2id$v=19$m=19456,t=2,p=1$auF4f6yprJPbx3mrmS2oTA$nJkrwRfxoRB99iEBMomB4WJC2byBekn/bne6KFt7Peg', 'active', '2026-11-22 22:17:28.532714+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10b2-79fc-b14a-f351b21ac63c', 'SchoolAdmin', '{}', '254710000002', 'jina@example.com', 'Wanjiru', 'Otieno', 'none', 'active', '2026-11-22 22:17:36.178551+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10b4-7e8b-bef7-ff428a62612c', 'SchoolAdmin', '{}', '254710000003', 'jina@example.com', 'Wanjiru', 'Otieno', 'none', 'active', '2026-11-22 22:17:36.180751+00', NULL, NULL, NULL);
INSERT INTO notice_reads (school_id, user_id, notice_id, at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10b2-79fc-b14a-f351b21ac63c', '01a20556-130a-7ada-a644-5732bf07f4db', '2026-11-22 22:17:36.792278+00');
INSERT INTO schools (id, county_id, code, official_name, short_name, po_box, town, logo, app_id, token_hash, status, time_zone, consent_policy, entry_limit, created_at, deleted_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '00000000-0000-7000-8000-00000000002a', 'DEMO-01', 'Kilimo Academy (demonstration)', 'DEMO', '1904 - 40100', 'Kisumu', E'\\x89504e470d0a1a0a0000000d4948445200000080000000800806000000c33e61cb0000000970485973000003e8000003e801b57b526b000002e649444154789ced99bb911b311044c7474a9bc366a2e814142c58f0ef3c19fa94543a72df0ce67555fb64f74363b98c504a29a59452ea4f9a7b7de855268397934c7f21bd044008960b2004cb2b400896cf0042b07c081482e5af002158fe0c1482e57b002158be081282e59b402158be0a1682e57f01dd2108ff0ce24b9802c007d1d5e102f0254c01e083e8ea7001f812a600f0417475b8007c095300f820ba3a5c00be8429007c105d1d2e005fc214003e88ae0e17802f610a001f4457870bc0973005800fa2abc305e04b9802c007d1d5e102f0254c01e083e8ea7001f812a600f0417475b8007c095300f820ba3a5c00be8429007c105d1d2e005fc214003e88ae0e17802f610a001f4457870bc0973005800fa2abc305e04b9802c007d1d5e102f0254c01e083e8ea7001f812a600e4f4fe7efdd633c16773011e2afb5f3d1394f93f6e7f057cb5f85d1c84b600bcbaf85d14847600bcbbf85d0c8456003c5dfe2e00410b00a8e27701108e07802e7d2787e06800e8b27701088e05802e791781400004e0b5a289ae70fa77a215380e00bad45d0c02011080d7cbd37f95588137542f00bbd035701400f494ef82cf020290a0f82d009efe0d4170cc02d0a777175d01014850fa3e1180a757802e6e1704e0ade50bc025002ec0e50238ff575a088eb902e87b7b177d0e882734bedd1ffa4e97c123e50bc08d172d0009c21e9d17c015b87b972f00375eb80024087d745e0057e0ee5dbe00dc78f138004270f72e5f006e01a04f40774706d121747564111d44574726d161747364131d48374746d1a1747164161dcee98eeca2033add51417448a73a2a890eeb344735d1819de6a8283ab4531c95458757dd7182e810ab3a4e111d6455c749a2c3ace6385174a8551c278b0e37bba383e890b33a3a890e3b9ba3a3e8d047124777d1050c8be74597313cf5bce85286939f437441e34da6732d25baac61f9394417373cf5394417399cfb1ca28b1d7f319d4f1bd1450f8bcf234b573fe44957bfc859574a29a5e2677d02cd2d68c2a6a4f5130000000049454e44ae426082', '2U8oLdV40KmW', E'\\xc8669aff2397a5aa25d56986c8970fdd0cf57868b93e63f9e36badecd8cf4d83', 'active', 'Africa/Nairobi', 'student', '2000000', '2026-11-22 22:17:28.207201+00', NULL);
INSERT INTO book_days (school_id, day, number, begins, ends, movements, closing, moved, seals, hash, closed_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-08-23', '1', '2026-08-22 21:00:00+00', '2026-08-23 21:00:00+00', '3', '{"wallet": 530000, "cash-desk": -530000}', '{"deposit": {"fee": 0, "count": 3, "amount": 530000}}', E'\\x01a02d2153d07e1a861ee1373a53c5ce423d787bccd5e37c9003eb8d4a60a95b01a02d2add387806805914b6b57c613882f0a170fb0197a76938c206aad417f301a02d3600c878598da7baaa27f5b53c9821a523391676cd388891a951d050ae', E'\\xd7a811f9459d95cdc7c8794605db9a704320bf7ceec1f9be25d79787669ea02d', '2026-11-22 22:17:38.526407+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-08-24', '2', '2026-08-23 21:00:00+00', '2026-08-24 21:00:00+00', '0', '{"wallet": 530000, "cash-desk": -530000}', '{}', E'\\x', E'\\xaa10a0713fd5ffe56f8b3aee5ceb5ea01bb8bc0cffce6f8adfa14c196050f657', '2026-11-22 22:17:38.545566+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-08-25', '3', '2026-08-24 21:00:00+00', '2026-08-25 21:00:00+00', '3', '{"wallet": 505000, "cash-desk": -505000}', '{"cash-out": {"fee": 0, "count": 3, "amount": 25000}}', E'\\x01a0390b0a60712185d6e49e2af60d300a59546e5d9ffc5f0c474b93666ce0eb01a03923ab107b0e8cdacdcad86605e1867999e33be6f9791e006061b346a79201a0394c12d0724f87cb063041409bc64f5df7b901316a9410b4255c3a12b6d4', E'\\xa22d5ce671bdd5c2b835dc85a94d72b9a7d3fa3c93ff2510acd07f41a36437b7', '2026-11-22 22:17:38.559394+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-08-26', '4', '2026-08-25 21:00:00+00', '2026-08-26 21:00:00+00', '3', '{"wallet": 491000, "cash-desk": -505000, "canteen-income": 14000}', '{"canteen": {"fee": 0, "count": 3, "amount": 14000}}', E'\\x01a03d7031707a4e867a1fc69909df15cf53dc7926238852aede6fd4512060dc01a03d7e2f787e128b01f35b2095d11c99fcedc2d5b72f31719882be7dcd3d5c01a03db94c4876578d53e0e322e9a58febb4a086655d199ebf761009ba0f46a9', E'\\x5858e2c23ea2440104337fc871a79ec4c196664c6d570d2d86e5d1de9c38ebfe', '2026-11-22 22:17:38.570361+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-08-27', '5', '2026-08-26 21:00:00+00', '2026-08-27 21:00:00+00', '0', '{"wallet": 491000, "cash-desk": -505000, "canteen-income": 14000}', '{}', E'\\x', E'\\xca2b611ceb4838b91e9d0374b872a5f1a286dd9119fb108a083bea0d30df2962', '2026-11-22 22:17:38.584788+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-08-28', '6', '2026-08-27 21:00:00+00', '2026-08-28 21:00:00+00', '0', '{"wallet": 491000, "cash-desk": -505000, "canteen-income": 14000}', '{}', E'\\x', E'\\xcdbc85799144e3b8734185233bb2bf798f4922bfbf0427f3cd40df0783bb3ea0', '2026-11-22 22:17:38.594509+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-08-29', '7', '2026-08-28 21:00:00+00', '2026-08-29 21:00:00+00', '0', '{"wallet": 491000, "cash-desk": -505000, "canteen-income": 14000}', '{}', E'\\x', E'\\x96663d37d9af9f0bf5ecc4a1bc2d03fcbc41fb93ccc9170dfda56f8836775558', '2026-11-22 22:17:38.609838+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-08-30', '8', '2026-08-29 21:00:00+00', '2026-08-30 21:00:00+00', '0', '{"wallet": 491000, "cash-desk": -505000, "canteen-income": 14000}', '{}', E'\\x', E'\\xed6603fbb90c75f2d3a2f2fecf22cc25390cf6ce484a7d9af44085329832aa3d', '2026-11-22 22:17:38.621204+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-08-31', '9', '2026-08-30 21:00:00+00', '2026-08-31 21:00:00+00', '0', '{"wallet": 491000, "cash-desk": -505000, "canteen-income": 14000}', '{}', E'\\x', E'\\xd38b10cef5a64fdd2f7d20112500d0773499e58943748f50929552daf0147bcb', '2026-11-22 22:17:38.629498+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-01', '10', '2026-08-31 21:00:00+00', '2026-09-01 21:00:00+00', '3', '{"wallet": 480500, "cash-desk": -505000, "canteen-income": 24500}', '{"canteen": {"fee": 0, "count": 3, "amount": 10500}}', E'\\x01a05c706d3871f58936c937f29abf12515d5532f9c9e9d434b804e114d6395001a05c7080c0747386eefa89c0a3a2f1d29fcfd4e7c3ef1a5b3aa71c3c8f0e7901a05c787fa073758918c3ca1669b8f6f3cefd5991e630f10388e98a54fd9b49', E'\\xc836a305c4e6ce3c37f706052bd22643d7b949e362222ab4606302a4ac511695', '2026-11-22 22:17:38.64333+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-02', '11', '2026-09-01 21:00:00+00', '2026-09-02 21:00:00+00', '0', '{"wallet": 480500, "cash-desk": -505000, "canteen-income": 24500}', '{}', E'\\x', E'\\x7fd8632849cf45fb278c076a91d27c350a103cd9bb69d4f77bcb06d7a52df609', '2026-11-22 22:17:38.653412+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-03', '12', '2026-09-02 21:00:00+00', '2026-09-03 21:00:00+00', '0', '{"wallet": 480500, "cash-desk": -505000, "canteen-income": 24500}', '{}', E'\\x', E'\\xcdc11bc4f9ea24549a3a3061bb750fb8bfcc5d6c17e78971ba6db8c5b354e6c4', '2026-11-22 22:17:38.661071+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-04', '13', '2026-09-03 21:00:00+00', '2026-09-04 21:00:00+00', '3', '{"wallet": 470000, "cash-desk": -505000, "canteen-income": 35000}', '{"canteen": {"fee": 0, "count": 3, "amount": 10500}}', E'\\x01a06bc8969875858f8bf73ed021d8f28846c6a7ce9cc7085e49c2fae8fd27fd01a06bca77107c558f80bd64b33df9147fc4234a9557ebe2c6d3ab6b4d3db07601a06c0d3cd076b28f40e5e67e2d7239a458c442d53c00552034e905e4b780ef', E'\\x777819d7f1218febd5c99c86bf98c02ec3bcb47b487fdf337eb2d09559d25029', '2026-11-22 22:17:38.672898+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-05', '14', '2026-09-04 21:00:00+00', '2026-09-05 21:00:00+00', '0', '{"wallet": 470000, "cash-desk": -505000, "canteen-income": 35000}', '{}', E'\\x', E'\\x90a2af25f9487eb44cb5143f90aa2e1cc23f2b6d9c488cc4dd48113056100acc', '2026-11-22 22:17:38.686986+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-06', '15', '2026-09-05 21:00:00+00', '2026-09-06 21:00:00+00', '3', '{"wallet": 650000, "cash-desk": -685000, "canteen-income": 35000}', '{"deposit": {"fee": 0, "count": 3, "amount": 180000}}', E'\\x01a0751f98407afa89777ec9eedba7f76a38e8be607b96760c3169ba23ea645c01a0755b97a075588ddfeaaa25f856714f6d60a999bd66a179a193a8a1eb8e7601a075676ee07bf488b092a6e84c32206432f966d009db59a0675dff7c97dad9', E'\\xa81eff2b27ac27c7714a94244ff980ee2d35c0a439cf0005e6a96bd944b72735', '2026-11-22 22:17:38.703992+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-07', '16', '2026-09-06 21:00:00+00', '2026-09-07 21:00:00+00', '3', '{"wallet": 635500, "cash-desk": -685000, "canteen-income": 49500}', '{"canteen": {"fee": 0, "count": 3, "amount": 14500}}', E'\\x01a07b4347d076908c265bc88e62d59f64ef2d79975657a357296546ab68b75301a07b684c6075d48eeb19578704413cd40b25e3150310b997d96ca739607ecb01a07b6df59876698f03676aee647ad865590e95678ca586932d863f0ee43751', E'\\x475d340081fa3d2eaeb1bfada17fc9434a8047a6c9379f1b20c25b2c31da1b9a', '2026-11-22 22:17:38.727981+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-08', '17', '2026-09-07 21:00:00+00', '2026-09-08 21:00:00+00', '0', '{"wallet": 635500, "cash-desk": -685000, "canteen-income": 49500}', '{}', E'\\x', E'\\x61d0531073a45a90583d9e9497cfe0b70b0456581abe1021d1028c8dfb7ec63d', '2026-11-22 22:17:38.739333+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-09', '18', '2026-09-08 21:00:00+00', '2026-09-09 21:00:00+00', '0', '{"wallet": 635500, "cash-desk": -685000, "canteen-income": 49500}', '{}', E'\\x', E'\\xef12da9ef12d9033198a485fa24bed48c5ae545ff48bf25f9ab34a18fb1eadf4', '2026-11-22 22:17:38.759329+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-10', '19', '2026-09-09 21:00:00+00', '2026-09-10 21:00:00+00', '3', '{"wallet": 619000, "cash-desk": -685000, "canteen-income": 66000}', '{"canteen": {"fee": 0, "count": 3, "amount": 16500}}', E'\\x01a08aa861b073328051029fde3f835408772ffa2d41c13b8ce9ea4474d6bde101a08ac62ab0799b84da243857cee03146e11a587e49fac87a7dacc9671e4ad101a08ad88db8713787d7650bd9d8f431e8ffa5a1e602f67573b42a1a8a8a4452', E'\\x9f63a9f84d2a551699c4b6198c9e89f5591e07743de7735ed0a1f4aec22363cd', '2026-11-22 22:17:38.778466+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-11', '20', '2026-09-10 21:00:00+00', '2026-09-11 21:00:00+00', '3', '{"wallet": 591000, "cash-desk": -657000, "canteen-income": 66000}', '{"cash-out": {"fee": 0, "count": 3, "amount": 28000}}', E'\\x01a0909ba6b877c3837344d3c2dbe3c7b84155a37cf473f992bacf59f0d9e22301a0909c85607f9984c9549c54a369fc966c1771a6e27fb62026bc56808c361101a090cd55787253826761b29333048f061eb8d3deacef8347f9b6cccd8ed535', E'\\xb3a3fcbf4b898d04057fb9db2d5945f871667d515c48edc3d7a9bc2de1821739', '2026-11-22 22:17:38.802427+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-12', '21', '2026-09-11 21:00:00+00', '2026-09-12 21:00:00+00', '0', '{"wallet": 591000, "cash-desk": -657000, "canteen-income": 66000}', '{}', E'\\x', E'\\x9c20ca8ccdf07e278605f509a1dff67745106203ebe305131a8d149a59bf773f', '2026-11-22 22:17:38.819311+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-13', '22', '2026-09-12 21:00:00+00', '2026-09-13 21:00:00+00', '0', '{"wallet": 591000, "cash-desk": -657000, "canteen-income": 66000}', '{}', E'\\x', E'\\x5ffb128671aeaeb4747856afa540df7c3772062f4cab0cee460d0b2eeee2899e', '2026-11-22 22:17:38.833431+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-14', '23', '2026-09-13 21:00:00+00', '2026-09-14 21:00:00+00', '0', '{"wallet": 591000, "cash-desk": -657000, "canteen-income": 66000}', '{}', E'\\x', E'\\x9f9115ecc907c639aefccc5c55e9593a64eade90b507d73189a8cfd267bfd35b', '2026-11-22 22:17:38.857592+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-15', '24', '2026-09-14 21:00:00+00', '2026-09-15 21:00:00+00', '0', '{"wallet": 591000, "cash-desk": -657000, "canteen-income": 66000}', '{}', E'\\x', E'\\x88cf013581941361acc0f55d3394496deb5a404328ba9148d94c77bbbd5c9c4b', '2026-11-22 22:17:38.870309+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-16', '25', '2026-09-15 21:00:00+00', '2026-09-16 21:00:00+00', '3', '{"wallet": 578500, "cash-desk": -657000, "canteen-income": 78500}', '{"canteen": {"fee": 0, "count": 3, "amount": 12500}}', E'\\x01a0a9a2e888727a8a1a7eaa02baf6facf584fb135123795a600b4a8f7b8009201a0a9b36f00797a8a60ae5bb786f22ac764138d97c77c0602a02117d176640801a0a9c64f087b868ea15f3168b4293d06f365eb0d7d9dff011fd6b1f867e4c9', E'\\x2f459e187d9ba10dc077a94439c3d9fcfa655604321bc0d2d793b28c63187eb4', '2026-11-22 22:17:38.893825+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-17', '26', '2026-09-16 21:00:00+00', '2026-09-17 21:00:00+00', '0', '{"wallet": 578500, "cash-desk": -657000, "canteen-income": 78500}', '{}', E'\\x', E'\\x10914d55ae5a40cfd16dcdedf90478b2f4944e662e2cbfdf4696f905a28f921c', '2026-11-22 22:17:38.904623+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-18', '27', '2026-09-17 21:00:00+00', '2026-09-18 21:00:00+00', '0', '{"wallet": 578500, "cash-desk": -657000, "canteen-income": 78500}', '{}', E'\\x', E'\\xbd43f8101075cebd30e0f0b388f8af251f8f9906f8d5f05f75c935da4d1653d4', '2026-11-22 22:17:38.932283+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-19', '28', '2026-09-18 21:00:00+00', '2026-09-19 21:00:00+00', '0', '{"wallet": 578500, "cash-desk": -657000, "canteen-income": 78500}', '{}', E'\\x', E'\\x0a0753e51aae052700189efd420b618d470485435d264cbc6f7b5086d7b5b51d', '2026-11-22 22:17:38.951579+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-20', '29', '2026-09-19 21:00:00+00', '2026-09-20 21:00:00+00', '3', '{"wallet": 768500, "cash-desk": -847000, "canteen-income": 78500}', '{"deposit": {"fee": 0, "count": 3, "amount": 190000}}', E'\\x01a0bd42b26077408d5b7b657468c60b260600bc8b7a7801c48bc8d06327c23601a0bd549c5070e08a5db8aa524bd5cccc4dc86e53cdfde05771af743698782501a0bd694178763a8dd29ff93dc2314a7c2aa0c145cfec05a788c8f0766d8234', E'\\x60d27aba098468474cd83be21bbaab7a24708bdb4f4be2dea9f8dc234b92b5a6', '2026-11-22 22:17:38.967686+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-21', '30', '2026-09-20 21:00:00+00', '2026-09-21 21:00:00+00', '0', '{"wallet": 768500, "cash-desk": -847000, "canteen-income": 78500}', '{}', E'\\x', E'\\xb0d67c6a41de6fe9547b00a7d5dd9efd71de8d0e4ca15e9e30785d3d7cc92dab', '2026-11-22 22:17:38.985608+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-22', '31', '2026-09-21 21:00:00+00', '2026-09-22 21:00:00+00', '3', '{"wallet": 756000, "cash-desk": -847000, "canteen-income": 91000}', '{"canteen": {"fee": 0, "count": 3, "amount": 12500}}', E'\\x01a0c88422d07a6a8a24c89e9a4c6a18ae57f569429ff0a80e7e64fee4efde7c01a0c893651071f58d0b7e45e46c6dd270bbb7474f64b8ff2f2d694e88f6552f01a0c89ef2187de888ef8dc3cdcef479ef4ed5743b04890b69ac0302d4d400b5', E'\\xaf9d5acc23974580d1478b0c94b6bac12e6c5a2b944b76f828d5caeeeccaf5f2', '2026-11-22 22:17:39.000553+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-23', '32', '2026-09-22 21:00:00+00', '2026-09-23 21:00:00+00', '0', '{"wallet": 756000, "cash-desk": -847000, "canteen-income": 91000}', '{}', E'\\x', E'\\x20f8ae463fae4e15772d61796fe37fa1cfe81c30f47f8cb8f093a4e9e8dc1858', '2026-11-22 22:17:39.010936+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-24', '33', '2026-09-23 21:00:00+00', '2026-09-24 21:00:00+00', '0', '{"wallet": 756000, "cash-desk": -847000, "canteen-income": 91000}', '{}', E'\\x', E'\\xc6887a2c047346cdbf7133e3338dc4369a3b6db5927725717c08c3927116c248', '2026-11-22 22:17:39.022016+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-25', '34', '2026-09-24 21:00:00+00', '2026-09-25 21:00:00+00', '3', '{"wallet": 744000, "cash-desk": -847000, "canteen-income": 103000}', '{"canteen": {"fee": 0, "count": 3, "amount": 12000}}', E'\\x01a0d7ed99e070fa8d41d03fa867443320cce7f1a9da92637f5a380acddd51f701a0d828aaf8760b8b5c4fd8fa9cf353eaffbda745f587cf934d64d31a04119f01a0d82f56007c6a845c5a28f2555d37276e04feca9526e2195555e8b0fa9cfc', E'\\xf7446f0c62125492c8d2d33bc6cab5ecbf7bf226140528fd5ee5e30653bfcac2', '2026-11-22 22:17:39.033164+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-26', '35', '2026-09-25 21:00:00+00', '2026-09-26 21:00:00+00', '0', '{"wallet": 744000, "cash-desk": -847000, "canteen-income": 103000}', '{}', E'\\x', E'\\x37ec9c28a5a7408c150b087131d9d1e37c217223db02d71fcbacab5926c1363c', '2026-11-22 22:17:39.04605+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-27', '36', '2026-09-26 21:00:00+00', '2026-09-27 21:00:00+00', '0', '{"wallet": 744000, "cash-desk": -847000, "canteen-income": 103000}', '{}', E'\\x', E'\\x905e7af901ff85f3b7e0f1c228f7df60ceaa056243bcd3953d1d5c50a548a717', '2026-11-22 22:17:39.059662+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-28', '37', '2026-09-27 21:00:00+00', '2026-09-28 21:00:00+00', '6', '{"wallet": 699000, "cash-desk": -814000, "canteen-income": 115000}', '{"canteen": {"fee": 0, "count": 3, "amount": 12000}, "cash-out": {"fee": 0, "count": 3, "amount": 33000}}', E'\\x01a0e75a398875cf8ed107cb317d24d02ee4ffd928f8e240f7722d10dc031ded01a0e76132b07c408231d84ee1a65d760bee3662328f0faf50ef35624451b3c001a0e7a0b4807bef832ddb761bb0cc41857b35cb9b24470dedec81fde339d33401a0e83052207e878288e8bc04386264a22dab8194168002a5d431d970bbbb4701a0e84b11c87f5a8d5956be4a88aa4a9b75bf2d170e44638fadc5a7155a42b301a0e85fc2a873be876e20746c6e722a57aac2e623b75aad43262083d4b98441', E'\\xe6af70bb3ebedf63f912fcf99a05acb1a5f3ea00e77d180433ccccd9ed6608b5', '2026-11-22 22:17:39.064675+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-29', '38', '2026-09-28 21:00:00+00', '2026-09-29 21:00:00+00', '0', '{"wallet": 699000, "cash-desk": -814000, "canteen-income": 115000}', '{}', E'\\x', E'\\x2e526d2e6db69fb9a5be526f1fc858c4843451e6d1dc7bdcfc0b4d10a9181e17', '2026-11-22 22:17:39.073172+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-09-30', '39', '2026-09-29 21:00:00+00', '2026-09-30 21:00:00+00', '0', '{"wallet": 699000, "cash-desk": -814000, "canteen-income": 115000}', '{}', E'\\x', E'\\x198251dfdfa03aaa507da1c6a637d701d986181fd91e497142ac31091e937fb7', '2026-11-22 22:17:39.084527+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-01', '40', '2026-09-30 21:00:00+00', '2026-10-01 21:00:00+00', '3', '{"wallet": 689000, "cash-desk": -814000, "canteen-income": 125000}', '{"canteen": {"fee": 0, "count": 3, "amount": 10000}}', E'\\x01a0f6d48918718282c3aa2407872f9035cf1f7dc13d774f619bca9260a2436601a0f6d6948877bf89a6503e8851e60c9fd11c936573e5600f1a19c9c1c180dc01a0f6ee048879f285d7393d0546b0421abc4af3b04601998c784fb42c4e9da0', E'\\x168c126849d092857e6868df1246223a2ea7113bda67ee6ce86ca4efd8737019', '2026-11-22 22:17:39.100553+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-02', '41', '2026-10-01 21:00:00+00', '2026-10-02 21:00:00+00', '0', '{"wallet": 689000, "cash-desk": -814000, "canteen-income": 125000}', '{}', E'\\x', E'\\x6d0621019ae23a000bf8fdc30587fc68b190f6c8bdc301db9df41bd1c3eea074', '2026-11-22 22:17:39.11134+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-03', '42', '2026-10-02 21:00:00+00', '2026-10-03 21:00:00+00', '0', '{"wallet": 689000, "cash-desk": -814000, "canteen-income": 125000}', '{}', E'\\x', E'\\x9d4a16d04cef02660787b95f67bc6887ecb7fbcba0fcbdb42ea561d11335cd1e', '2026-11-22 22:17:39.127363+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-04', '43', '2026-10-03 21:00:00+00', '2026-10-04 21:00:00+00', '3', '{"wallet": 864000, "cash-desk": -989000, "canteen-income": 125000}', '{"deposit": {"fee": 0, "count": 3, "amount": 175000}}', E'\\x01a1054f6238752a8a953e182d52edb45a67bb3dfb7d27d819f077807dd084f801a1056962787ed98f6c111e63058fe3bd23642385d3f308f5078e94d6520b7601a1058ad1107fef81a4c12ff3541198d8385b847bad2c080dc3ebf1300877a7', E'\\x2b7b7d6b32604be50b9cfba57218d19908cb61cab91185518e3cb6c0248c88ba', '2026-11-22 22:17:39.140989+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-05', '44', '2026-10-04 21:00:00+00', '2026-10-05 21:00:00+00', '0', '{"wallet": 864000, "cash-desk": -989000, "canteen-income": 125000}', '{}', E'\\x', E'\\x25fe9d3ac8ac4debdfc1ff4dd719188254ea8ed96b3ac758b387a2f547736c66', '2026-11-22 22:17:39.15396+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-06', '45', '2026-10-05 21:00:00+00', '2026-10-06 21:00:00+00', '0', '{"wallet": 864000, "cash-desk": -989000, "canteen-income": 125000}', '{}', E'\\x', E'\\xcc7dd7955f0f7351316c91d89fe0287451ddcf8c5526303de6cbe7adb95282b0', '2026-11-22 22:17:39.163223+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-07', '46', '2026-10-06 21:00:00+00', '2026-10-07 21:00:00+00', '3', '{"wallet": 853500, "cash-desk": -989000, "canteen-income": 135500}', '{"canteen": {"fee": 0, "count": 3, "amount": 10500}}', E'\\x01a115b9789872168b8d2cb0d489d03dc67b1320a2f84acac0875f9a582aabf201a115f46e5877fe8c6a07e7f0b7c2dd1e03ac92a99dd6dd57aa95942dd38cb001a115f8a09078558e8a72f793823642a2f67cb052fd98d73490f64326bf6c56', E'\\xf6c20620fe2e6118b9e1f824192c5979bf3d5cd427cee447bc35e3d6f87ebddf', '2026-11-22 22:17:39.172584+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-08', '47', '2026-10-07 21:00:00+00', '2026-10-08 21:00:00+00', '0', '{"wallet": 853500, "cash-desk": -989000, "canteen-income": 135500}', '{}', E'\\x', E'\\x9a6a21cb7e2e5ded79dca472c96d47d8a70a2c9722b8d72395a2158118ce01be', '2026-11-22 22:17:39.185842+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-09', '48', '2026-10-08 21:00:00+00', '2026-10-09 21:00:00+00', '0', '{"wallet": 853500, "cash-desk": -989000, "canteen-income": 135500}', '{}', E'\\x', E'\\x9519c4935fdf4adbcfeb782169650899f53df7303ae1a6b6d39ce0fe5f4d1388', '2026-11-22 22:17:39.196966+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-10', '49', '2026-10-09 21:00:00+00', '2026-10-10 21:00:00+00', '0', '{"wallet": 853500, "cash-desk": -989000, "canteen-income": 135500}', '{}', E'\\x', E'\\x349a8bd5fd1d26d21145a11f1a475504b57cf976597879e76b2cf1d79e4aa17a', '2026-11-22 22:17:39.205036+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-11', '50', '2026-10-10 21:00:00+00', '2026-10-11 21:00:00+00', '0', '{"wallet": 853500, "cash-desk": -989000, "canteen-income": 135500}', '{}', E'\\x', E'\\xfdc2c417a05fd62bbab5c4d1cd836420c5abf85954b97bd05d8ccaae819894c5', '2026-11-22 22:17:39.218884+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-12', '51', '2026-10-11 21:00:00+00', '2026-10-12 21:00:00+00', '0', '{"wallet": 853500, "cash-desk": -989000, "canteen-income": 135500}', '{}', E'\\x', E'\\x55b398412ad00d81b995c41824e48bf94ba53e81661d8c6fd957e5e8675cfc07', '2026-11-22 22:17:39.228557+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-13', '52', '2026-10-12 21:00:00+00', '2026-10-13 21:00:00+00', '3', '{"wallet": 843000, "cash-desk": -989000, "canteen-income": 146000}', '{"canteen": {"fee": 0, "count": 3, "amount": 10500}}', E'\\x01a134a4098071d7864a37c80f410e77f538724ee8457709fc4f1796b0e67a7701a134ad48b072248f3e3f238530201fc3a698827ae51b5382c8592f24645d5801a134cf4bb87a1989a2165231ff44e31d7d485a888a507093431cd93363d69d', E'\\x70ca046fafb5074f34d46a1dddfcd5b6853c587ab61c90cce2726ba6c2a05d43', '2026-11-22 22:17:39.258918+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-14', '53', '2026-10-13 21:00:00+00', '2026-10-14 21:00:00+00', '0', '{"wallet": 843000, "cash-desk": -989000, "canteen-income": 146000}', '{}', E'\\x', E'\\x295c6dcd5eeb28d7eeaa53050ec736d24ed8699a619ccb6945b9b9dc461cbf15', '2026-11-22 22:17:39.267157+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-15', '54', '2026-10-14 21:00:00+00', '2026-10-15 21:00:00+00', '3', '{"wallet": 811000, "cash-desk": -957000, "canteen-income": 146000}', '{"cash-out": {"fee": 0, "count": 3, "amount": 32000}}', E'\\x01a13fb58880744b862b9f0a0fc4c9822d7be4b7ed26e4e1f07be4e1f8888f2f01a13fe01320719c8526a66cd2457368d92252dcfc6c00f896ccff4aa406df5101a13feabd9878808a65395fa1e41d1786e0a59ab2eca44553ac9a05da25da0a', E'\\x7d5ee3273cf96d9300281bae26cdf6547636aa61e220cd244d38d80d2a067642', '2026-11-22 22:17:39.276277+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-16', '55', '2026-10-15 21:00:00+00', '2026-10-16 21:00:00+00', '3', '{"wallet": 798000, "cash-desk": -957000, "canteen-income": 159000}', '{"canteen": {"fee": 0, "count": 3, "amount": 13000}}', E'\\x01a14414bc2075bc8a9e4cd499857f0d629bfcf59af48be9624476ebd5c3706a01a14421f6d87ba081946ea8416d48e17f7813c07671c038034834138daac69101a1442f45187eac8da00bc07db69db1551bca672a1b5c9fb4cd913f5c1a4ea8', E'\\x5811b3af819804cb37e17eec9e5bfd85de11faa39aacab7f39a1a2cca3353f01', '2026-11-22 22:17:39.298505+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-17', '56', '2026-10-16 21:00:00+00', '2026-10-17 21:00:00+00', '0', '{"wallet": 798000, "cash-desk": -957000, "canteen-income": 159000}', '{}', E'\\x', E'\\xe50eb6257599a0dab959217b8e4de228395526087d0034315e85650ba58a553f', '2026-11-22 22:17:39.316735+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-18', '57', '2026-10-17 21:00:00+00', '2026-10-18 21:00:00+00', '3', '{"wallet": 973000, "cash-desk": -1132000, "canteen-income": 159000}', '{"deposit": {"fee": 0, "count": 3, "amount": 175000}}', E'\\x01a14d62d87079de8e1acb7a8faad141bae071f0840f34a17e870370f554878401a14d6578507d2586b14bb603765638a083ff6faf3a822ce736647b9e0f6f4201a14d6e4e0870fe84925033fc35120aaca8a653be3fedf81ffb5dea7b83ea30', E'\\x2310ffcf288383b9f324b3547bd845dc5fa6c314881a433bf71f15716b7c25b9', '2026-11-22 22:17:39.324619+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-19', '58', '2026-10-18 21:00:00+00', '2026-10-19 21:00:00+00', '3', '{"wallet": 964000, "cash-desk": -1132000, "canteen-income": 168000}', '{"canteen": {"fee": 0, "count": 3, "amount": 9000}}', E'\\x01a1537fae187e138f9c4d6e527d883476058054e4d55accd7c14aadb1cd02d301a1538900d0746686afdc583cace600098536b218b8c2a498f63a6b9457251201a153b97ee07afe895e462605e2673fffbb6ba659dbd9b580146b34e901db3a', E'\\x2dfa46d629e76a063b3b7fdfd00c3431096603af8bc52e08a7433d28516ae2cb', '2026-11-22 22:17:39.342027+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-20', '59', '2026-10-19 21:00:00+00', '2026-10-20 21:00:00+00', '0', '{"wallet": 964000, "cash-desk": -1132000, "canteen-income": 168000}', '{}', E'\\x', E'\\x083f2735c588dfd1dcf97ab3e0bea8f66b00a1f28ec708d2441c5af150b34dc6', '2026-11-22 22:17:39.359807+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-21', '60', '2026-10-20 21:00:00+00', '2026-10-21 21:00:00+00', '0', '{"wallet": 964000, "cash-desk": -1132000, "canteen-income": 168000}', '{}', E'\\x', E'\\x98eb2e6f6041bdd5b85c03e8c72e0c3124e90f72bd2c59b64e7b9549771e0b95', '2026-11-22 22:17:39.371991+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-22', '61', '2026-10-21 21:00:00+00', '2026-10-22 21:00:00+00', '3', '{"wallet": 954500, "cash-desk": -1132000, "canteen-income": 177500}', '{"canteen": {"fee": 0, "count": 3, "amount": 9500}}', E'\\x01a162f96d2078768fb52e35a6d37d9272e39766742aceb7780ed660bf45e8d401a1630269e877598a6fb82bb91980e6b22041b02efe119c51b7c2ff2810ab8301a1630538a8763585238886d074473c225e64a43457355736e5ee3de4cc2006', E'\\xa1ddca7b38038e8f545234138e9730f59ff0039c8ccbb9055f4058b565a41528', '2026-11-22 22:17:39.387201+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-23', '62', '2026-10-22 21:00:00+00', '2026-10-23 21:00:00+00', '0', '{"wallet": 954500, "cash-desk": -1132000, "canteen-income": 177500}', '{}', E'\\x', E'\\xa7811d587e490b15e7c9dc1f3188a8240ff060887bfce8aa06b70fe41ac7d335', '2026-11-22 22:17:39.397355+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-24', '63', '2026-10-23 21:00:00+00', '2026-10-24 21:00:00+00', '0', '{"wallet": 954500, "cash-desk": -1132000, "canteen-income": 177500}', '{}', E'\\x', E'\\x1712d6abb44fc5ac40256a0d8f9ae4965043326d735a1e8a0ca20f5a3d1516ac', '2026-11-22 22:17:39.415459+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-25', '64', '2026-10-24 21:00:00+00', '2026-10-25 21:00:00+00', '0', '{"wallet": 954500, "cash-desk": -1132000, "canteen-income": 177500}', '{}', E'\\x', E'\\xc8f930d770448a3514a4ff80d24efa2d5c80bf9bced634647540b52d3fd59809', '2026-11-22 22:17:39.443447+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-26', '65', '2026-10-25 21:00:00+00', '2026-10-26 21:00:00+00', '0', '{"wallet": 954500, "cash-desk": -1132000, "canteen-income": 177500}', '{}', E'\\x', E'\\x284f6cd282b42613aadb3505e1653bb3603e46cd7c52ca3779933c57e4a6df47', '2026-11-22 22:17:39.468752+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-27', '66', '2026-10-26 21:00:00+00', '2026-10-27 21:00:00+00', '0', '{"wallet": 954500, "cash-desk": -1132000, "canteen-income": 177500}', '{}', E'\\x', E'\\xf805b9e0b8fea4a1742285573c5b2634e17dfc7cedf977d3a5285eeec3c7c460', '2026-11-22 22:17:39.489969+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-28', '67', '2026-10-27 21:00:00+00', '2026-10-28 21:00:00+00', '3', '{"wallet": 942500, "cash-desk": -1132000, "canteen-income": 189500}', '{"canteen": {"fee": 0, "count": 3, "amount": 12000}}', E'\\x01a181d9e8007d6f8d672b25c6c090d658c10d3446dcb46415803f324154073501a181f24e1875a18d1e7be9a47677a52e599b1ada7548129831061a962bddf201a1821314b870dd8475ab015e56dd337b26468c71617cdd1076eecdaa0664e6', E'\\x73640f0758a4b47c970822ce49bf33c7278d47a221a722d3732b617f4c5e6029', '2026-11-22 22:17:39.51317+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-29', '68', '2026-10-28 21:00:00+00', '2026-10-29 21:00:00+00', '0', '{"wallet": 942500, "cash-desk": -1132000, "canteen-income": 189500}', '{}', E'\\x', E'\\xed160fb7a01aeb3a1f87c86f1d4540f9da52686ef9d2db8aeb771d6fc8be1f3f', '2026-11-22 22:17:39.538521+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-30', '69', '2026-10-29 21:00:00+00', '2026-10-30 21:00:00+00', '0', '{"wallet": 942500, "cash-desk": -1132000, "canteen-income": 189500}', '{}', E'\\x', E'\\x4a1c1ccf1d36c7bb9a274dbf6ceff89cbdc34b86cfbfc75c46236f280990d6d7', '2026-11-22 22:17:39.559655+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-10-31', '70', '2026-10-30 21:00:00+00', '2026-10-31 21:00:00+00', '0', '{"wallet": 942500, "cash-desk": -1132000, "canteen-income": 189500}', '{}', E'\\x', E'\\x35cec6d28baaa65232733431870f13af5b027f5046c7bf40f7cb3c679ad1c72a', '2026-11-22 22:17:39.584166+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-01', '71', '2026-10-31 21:00:00+00', '2026-11-01 21:00:00+00', '6', '{"wallet": 1081500, "cash-desk": -1271000, "canteen-income": 189500}', '{"deposit": {"fee": 0, "count": 3, "amount": 170000}, "cash-out": {"fee": 0, "count": 3, "amount": 31000}}', E'\\x01a1957fc48872ef840352fd949bbddd777e7461e195169a04ca39af4f05462001a1958b16f873d68305ecb111fcf5c99273ca5a922842ad84516f1d3c1640b901a19590a8c070aa836fddc887dd1a55b22fac7d661963e5a17d2d19e4eaaa5401a1973e93587dd6803782676f3edf9ebc31bd7111cfe704579f4aba65176e6901a197560b2879368ee1beb384245bf6d54e1dc24ca98bffb90527ab44bd9c0001a19769ed0073898b0f3f1f186211adcf7cc3da27eecdc96ffc0d4fc0a86318', E'\\x307f10f18ee66eb4d8cab66d2eb4a1ee7f933d5e9b47c2e6a9ad305d4a3be544', '2026-11-22 22:17:39.597072+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-02', '72', '2026-11-01 21:00:00+00', '2026-11-02 21:00:00+00', '0', '{"wallet": 1081500, "cash-desk": -1271000, "canteen-income": 189500}', '{}', E'\\x', E'\\x04c626abdbc015982d913a6c8b89096da0d669f09385154307a253b4e9d05bf7', '2026-11-22 22:17:39.611365+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-03', '73', '2026-11-02 21:00:00+00', '2026-11-03 21:00:00+00', '3', '{"wallet": 1068000, "cash-desk": -1271000, "canteen-income": 203000}', '{"canteen": {"fee": 0, "count": 3, "amount": 13500}}', E'\\x01a1a0d322d0721a8818c0095f2ee284e3ed131565961f7b46bc01c98cac541601a1a0e4d6107525800479ad43353d63aee5ac5348bc2e29e3c4f69bd4a60a4e01a1a10bf5b073488f0da024b535c0ae34faa8547e791e446aea8c9bf4913446', E'\\x5d6b41ab0e1687509e9f046a7b25eb12bbefc19b4c8723ac440352b0c9cf5ff7', '2026-11-22 22:17:39.631419+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-04', '74', '2026-11-03 21:00:00+00', '2026-11-04 21:00:00+00', '0', '{"wallet": 1068000, "cash-desk": -1271000, "canteen-income": 203000}', '{}', E'\\x', E'\\x2f0b8a8b6a9eb37cb386debca64f5477986ed090d9adbbb1bd7cadebba6746e6', '2026-11-22 22:17:39.656397+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-05', '75', '2026-11-04 21:00:00+00', '2026-11-05 21:00:00+00', '0', '{"wallet": 1068000, "cash-desk": -1271000, "canteen-income": 203000}', '{}', E'\\x', E'\\x9898518d6151f710d1c216f2eb851eae632647e1304151e1a86c02f2a07680ab', '2026-11-22 22:17:39.668995+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-06', '76', '2026-11-05 21:00:00+00', '2026-11-06 21:00:00+00', '3', '{"wallet": 1054500, "cash-desk": -1271000, "canteen-income": 216500}', '{"canteen": {"fee": 0, "count": 3, "amount": 13500}}', E'\\x01a1b05949a0762e8e734b4932216e7491775a21ff26f1b40e7a67b3e979768e01a1b06480b874d48f043e507d42e3a534f8f5479527bec39125a13538f0ba1f01a1b07c5a307b218382014952becedd88bdf1ca901049429bd15e11186c8a44', E'\\x372ec2365f9197b0a02449d87bbd9661e4c1150c09473e00cfca009ce1387aea', '2026-11-22 22:17:39.684709+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-07', '77', '2026-11-06 21:00:00+00', '2026-11-07 21:00:00+00', '0', '{"wallet": 1054500, "cash-desk": -1271000, "canteen-income": 216500}', '{}', E'\\x', E'\\xf28b1246b6ae0b68bfa7433ade0a9110b03b989689512952ababcd36df7db82c', '2026-11-22 22:17:39.701473+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-08', '78', '2026-11-07 21:00:00+00', '2026-11-08 21:00:00+00', '0', '{"wallet": 1054500, "cash-desk": -1271000, "canteen-income": 216500}', '{}', E'\\x', E'\\x14c284f510ba95498ec1fc3848961b14de036acdcc23265c3662c114f16c10ef', '2026-11-22 22:17:39.714734+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-09', '79', '2026-11-08 21:00:00+00', '2026-11-09 21:00:00+00', '3', '{"wallet": 1043000, "cash-desk": -1271000, "canteen-income": 228000}', '{"canteen": {"fee": 0, "count": 3, "amount": 11500}}', E'\\x01a1bfb30940790a8c73fbc5209f189eb7c560238b48793762631f4d4684e66401a1bfc20d0074688ab124b8c8181edd933e5ef3111064bf6af198eb6c4012d801a1bfccc7187eef8f14436ad040ef0be6964947f59f3bbf2c4e1d476cbf9ddd', E'\\xb88e1e96578c8558398b9831a4df61e8dcc549d90192f3c831adf33d3da797da', '2026-11-22 22:17:39.735768+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-10', '80', '2026-11-09 21:00:00+00', '2026-11-10 21:00:00+00', '0', '{"wallet": 1043000, "cash-desk": -1271000, "canteen-income": 228000}', '{}', E'\\x', E'\\xa6d9421ea16be59a1d67a3481f8f25e733737d2c3b19b87ef2c09252becbc686', '2026-11-22 22:17:39.754159+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-11', '81', '2026-11-10 21:00:00+00', '2026-11-11 21:00:00+00', '0', '{"wallet": 1043000, "cash-desk": -1271000, "canteen-income": 228000}', '{}', E'\\x', E'\\xdbc327a0594cb7c526d5fef40af19e878efd6affcdd10ac3906cb275915aa224', '2026-11-22 22:17:39.765458+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-12', '82', '2026-11-11 21:00:00+00', '2026-11-12 21:00:00+00', '3', '{"wallet": 1030500, "cash-desk": -1271000, "canteen-income": 240500}', '{"canteen": {"fee": 0, "count": 3, "amount": 12500}}', E'\\x01a1cf30334878b78de20d6a8100122bf41c671b209797e91fe39c8c90bd736501a1cf483f88724f8af5d56dcdfe0436a187bff91cde838d250c713d79dd921301a1cf5d233074678dcfdf975918ced0a640e758868d20cc52d87126f3adf5ad', E'\\x341d12e9dc8317d6dd48f1ab80b29aa50ef3187d6642e7f56e55050ec9876cf6', '2026-11-22 22:17:39.776829+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-13', '83', '2026-11-12 21:00:00+00', '2026-11-13 21:00:00+00', '0', '{"wallet": 1030500, "cash-desk": -1271000, "canteen-income": 240500}', '{}', E'\\x', E'\\x176d1dd7fbe20158fcc8dec6d095035eba5d51f8b37ffe2136e4d19620620d0c', '2026-11-22 22:17:39.785453+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-14', '84', '2026-11-13 21:00:00+00', '2026-11-14 21:00:00+00', '0', '{"wallet": 1030500, "cash-desk": -1271000, "canteen-income": 240500}', '{}', E'\\x', E'\\x30e8b939b0c2ea4a51c85aa525bff2f49de826107f8fe94fe260310620d6b9b7', '2026-11-22 22:17:39.799369+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-15', '85', '2026-11-14 21:00:00+00', '2026-11-15 21:00:00+00', '3', '{"wallet": 1215500, "cash-desk": -1456000, "canteen-income": 240500}', '{"deposit": {"fee": 0, "count": 3, "amount": 185000}}', E'\\x01a1ddd1ca60776e8b0275d0f6fb2d59513eae3be44b61f862fb24a2fd00eee501a1ddd568287d768a8f5eeaf44bb00cb9b693e54acc1b049b62e511a0bd10cd01a1ddda4e107a7881a86f0ec4592365ed8e00e41a7c54b57f6fc3be52b55443', E'\\x8334dc9532b58adab2fa7048453966b9ee379eac230da55288b3bb27a4b1f829', '2026-11-22 22:17:39.813972+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-16', '86', '2026-11-15 21:00:00+00', '2026-11-16 21:00:00+00', '0', '{"wallet": 1215500, "cash-desk": -1456000, "canteen-income": 240500}', '{}', E'\\x', E'\\x1b1d5d114c9864ffb69029d5af0a019a5fc93eb00ac0766a6416166f4cb99398', '2026-11-22 22:17:39.829977+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-17', '87', '2026-11-16 21:00:00+00', '2026-11-17 21:00:00+00', '0', '{"wallet": 1215500, "cash-desk": -1456000, "canteen-income": 240500}', '{}', E'\\x', E'\\x0f67984bd8779beece0f8dc3e92bab92047c4b651df9dda0fdb12889c246de40', '2026-11-22 22:17:39.84112+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-18', '88', '2026-11-17 21:00:00+00', '2026-11-18 21:00:00+00', '6', '{"wallet": 1174000, "cash-desk": -1428000, "canteen-income": 254000}', '{"canteen": {"fee": 0, "count": 3, "amount": 13500}, "cash-out": {"fee": 0, "count": 3, "amount": 28000}}', E'\\x01a1ee0da0e8779c821912c92df505a2bd28dae16f857341f1ab462dbd617b1301a1ee23a5a077a18982a758f739f251de60f451c04799ef8a72d1928358cffc01a1ee3fd47879f3822471605f02508cec8d8c156b2bd0d7572ab846604803a901a1eee5ccc0788187391a410f03cf1564af08b16892d8bd12d715222d4cd29901a1eee714e07eee8058ec2a7922a6d6891a06b57a1b92b08b33d2b833a83c8501a1eef43ff87080816c453bcf5437c7213d389b53be340d4272b0312239a38a', E'\\x4f819c224d1c8d11f73424de9994900258a2ff1a0a7479d187e81eb0a35b530c', '2026-11-22 22:17:39.855408+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-19', '89', '2026-11-18 21:00:00+00', '2026-11-19 21:00:00+00', '0', '{"wallet": 1174000, "cash-desk": -1428000, "canteen-income": 254000}', '{}', E'\\x', E'\\x2ad84c77eb964a591d5e0bb1a6851d76e8383a156314f8e71fcbbb6dd840735b', '2026-11-22 22:17:39.862782+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-20', '90', '2026-11-19 21:00:00+00', '2026-11-20 21:00:00+00', '0', '{"wallet": 1174000, "cash-desk": -1428000, "canteen-income": 254000}', '{}', E'\\x', E'\\xf7fdc46caf4343023bc6078fce02241a4a67833d9c71f4cebecf40c72827c767', '2026-11-22 22:17:39.875018+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-21', '91', '2026-11-20 21:00:00+00', '2026-11-21 21:00:00+00', '0', '{"wallet": 1174000, "cash-desk": -1428000, "canteen-income": 254000}', '{}', E'\\x', E'\\xbfa91cdc19bbbb41254f5443f268bf4b43095f6c25eadc7aac8d1c7e2ad8e86c', '2026-11-22 22:17:39.890454+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-22', '92', '2026-11-21 21:00:00+00', '2026-11-22 21:00:00+00', '0', '{"wallet": 1174000, "cash-desk": -1428000, "canteen-income": 254000}', '{}', E'\\x', E'\\xc4d921ed46f814df33c225bc879655b77a66abe248f4926423333c29ac083a4a', '2026-11-22 22:17:39.904776+00');
INSERT INTO book_states (school_id, checked_at, whole_at, difference, difference_since, provider_difference, provider_since, provider_at, findings) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-22 22:17:39.94976+00', NULL, '0', NULL, NULL, NULL, NULL, '0');
INSERT INTO classes (school_id, id, name, created_at, deleted_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f34d-7534-91a6-3bcad6992af9', 'Grade 1', '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f34f-7dc2-8558-5b85cc905a63', 'Grade 2', '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f351-7dbb-9b68-d7d5562900d8', 'Grade 3', '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f356-7523-bba7-91898080051c', 'Grade 4', '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f359-7e50-9c28-74a77b051455', 'Grade 5', '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f35a-7a41-b2cd-343eb3118ac0', 'Grade 6', '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f35b-74cf-8453-a3b7469d0646', 'Grade 7', '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f35c-7537-8ee0-0507d25fdb33', 'Grade 8', '2026-11-22 22:17:28.532714+00', NULL);
INSERT INTO devices (school_id, id, serial_number, label, role, created_at, revoked_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1661-75ce-836f-f03c471297d0', 'GATE-1', 'Main gate', 'CHECKIN', '2026-11-22 22:17:37.633711+00', NULL);
INSERT INTO menu_items (school_id, id, name, description, quantity_per_person, price, created_at, deleted_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', 'Milk tea with two mandazi', '2', '3000', '2026-08-22 22:17:28.983306+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', 'One chapati with green gram stew', '2', '4000', '2026-08-22 22:17:28.983306+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', 'Maize and beans with cabbage and carrots', '1', '3500', '2026-08-22 22:17:28.983306+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f499-7b11-beb7-b8cb254696ba', 'Ugali na sukuma wiki', 'Ugali with kale and beans', '1', '4500', '2026-08-22 22:17:28.983306+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f499-7d51-b1c0-e5d31d4962ee', 'Wali na maharagwe', 'Rice with beans in coconut', '1', '5000', '2026-08-22 22:17:28.983306+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f49a-7707-a252-dbeed03e73f0', 'Pilau ya nyama', 'Spiced rice with beef and kachumbari', '1', '5500', '2026-08-22 22:17:28.983306+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-14f1-7d81-97ec-ec78543be044', 'Uji', '', '1', '2000', '2026-11-22 22:17:37.266218+00', NULL);
INSERT INTO payment_configs (school_id, contact_name, contact_number, contact_email, short_code, lnm_short_code, initiator, api_user, hook_secret, updated_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'Achieng Were', '254700000002', 'bursar@demo.example', '600999', '600999', 'demoapi', 'demo', '01a20555f194752c8c5c2dfef39a1fd9033afda1a70df94bf66be5479e42537a6358084a2c0ef4725d361b434b60d077', '2026-11-22 22:17:28.965904+00');
INSERT INTO payment_secrets (school_id, name, sealed, last4, updated_at, updated_by) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'apiPassword', E'\\x2860140f717ee8db428bf1244e71df268e840e614c4144e44817af3d8536744923680702402d720010a91d0f50afe54420ac', 'word', '2026-11-22 22:17:28.965904+00', '01a20555-f2d4-7824-8069-6eb65b54c47a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'consumerKey', E'\\xe0e9a6f3b4f2840818ba22f7bca0f7d73ac245a40d5142220a6f3c0a40b1ee14d4bcdc08330a0d9bc45c5b61634bf756d7334405d818', '-key', '2026-11-22 22:17:28.965904+00', '01a20555-f2d4-7824-8069-6eb65b54c47a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'consumerSecret', E'\\x000fd9a177e9fac4fc6fd1e067382241a786e3f3d0ef1d6ee870715c2bd45861ab6f717f7b70b5864fde2f198cfe07cff1c6c449db213b82e3', 'cret', '2026-11-22 22:17:28.965904+00', '01a20555-f2d4-7824-8069-6eb65b54c47a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'lnmPassWord', E'\\x4fccf6b223e665a0507f19e666f69a07c6cf3bd8d2d470c661bdd2480d7518c863e87724dbb3e3ab0ab6703572cb628901', 'skey', '2026-11-22 22:17:28.965904+00', '01a20555-f2d4-7824-8069-6eb65b54c47a'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'securityCredential', E'\\x3d556c3cd2519a06eef27c3315023574d1552db40832b85ed9128b2f653eaf7305e9f0773970b3e6d5b00667f99aba28290cf12c', 'tial', '2026-11-22 22:17:28.965904+00', '01a20555-f2d4-7824-8069-6eb65b54c47a');
INSERT INTO pocket_limits (school_id, subject_id, scope, cash_out, cash_day, cash_week, no_cash, spending_day, cash_outs_day, on_campus, approval_above, wished_by, wished_how, wished_on, set_by, set_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f194-752c-8c5c-2dfef39a1fd9', 'school', NULL, NULL, NULL, 'false', NULL, NULL, 'false', '15000', NULL, NULL, NULL, '01a20556-10b0-7f8e-90c5-d52b39000ce0', '2026-11-22 22:17:38.16322+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f34d-7534-91a6-3bcad6992af9', 'class', NULL, '20000', NULL, 'false', NULL, NULL, 'false', NULL, NULL, NULL, NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:36.960837+00');
INSERT INTO provider_balances (school_id, id, asked_at, told_at, balance, books) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1f6e-74ca-8c2f-2455ddf54e29', '2026-11-22 22:17:39.95732+00', NULL, NULL, NULL);
INSERT INTO provider_callbacks (school_id, id, purpose, subject, timed_out, sealed, heard_at, handled_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-178e-74aa-8fef-f6bef2fc5db7', 'confirm-payment', '01a20556-176a-7e3a-9923-c9e1b30d7e64', 'false', NULL, '2026-11-22 22:17:37.94306+00', '2026-11-22 22:17:37.959888+00');
INSERT INTO provider_registrations (school_id, registered_at, short_code, pulls_since, pulled_until, pull_failure, gap_from, gap_until) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '2026-11-22 22:17:37.733371+00', '600999', '2026-11-22 22:17:28.965904+00', '2026-11-22 22:17:37.981+00', NULL, NULL, NULL);
INSERT INTO school_keys (school_id, wrapped, created_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', E'\\xfb7014d0e5f6221a0d4733fd4dcbf7e6fe372438f3fc691bab557b8c8083df54ef2e6dc41187c9810886d62c820bc1a14f1cd70d631773fbec52536c', '2026-11-22 22:17:28.207201+00');
INSERT INTO students (school_id, id, admission_number, names, class_id, pin_hash, status, left_at, created_at, deleted_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1af-7a2c-b488-c364955882ad', '4001', 'Achieng Were', '01a20555-f34d-7534-91a6-3bcad6992af9', '$argon2id$v=19$m=19456,t=2,p=1$jHerUSNEls0kA2ey0pSFEA$udjdY4tGy4dX1cqpUcUu5p8YnqQjggqrQ3BblDONKb8', 'active', NULL, '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '4003', 'Kamau Ndungu', '01a20555-f351-7dbb-9b68-d7d5562900d8', '$argon2id$v=19$m=19456,t=2,p=1$RPNXRIAauN56LOSuHItWNg$JBVzJEmIZhMacvVCBs80XsbJHQ0BfxiUWforOUYEiKs', 'active', NULL, '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1b0-7f86-b407-d136d13bbeec', '4002', 'Wanjiru Njoroge', '01a20555-f34f-7dc2-8558-5b85cc905a63', '$argon2id$v=19$m=19456,t=2,p=1$zclu0cURg/s3tGxB3bGmFA$cuF7Xpo/GEXNHx3VKAhSZXATdwAKu19EmziDvwPLibU', 'active', NULL, '2026-11-22 22:17:28.532714+00', NULL);
INSERT INTO accounts (school_id, id, kind, student_id, user_id, balance, newest_position) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1af-7a2c-b488-c364955882ad', 'wallet', '01a20555-f1af-7a2c-b488-c364955882ad', NULL, '464500', '42'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'wallet', '01a20555-f1b0-7de6-9a28-793307f8c3b5', NULL, '380000', '34'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'wallet', '01a20555-f1b0-7f86-b407-d136d13bbeec', NULL, '352500', '35'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-113d-7e1b-9c5d-4db4420fed1b', 'till', NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', NULL, '0'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', 'canteen-income', NULL, NULL, NULL, '0'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '59419ae9-58d9-4bc0-b46c-48542df96435', 'cash-desk', NULL, NULL, NULL, '0'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '60fcf27f-fb08-4332-9034-2be8457f0045', 'item-income', NULL, NULL, NULL, '0'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '6ea059a1-9db2-42e5-bd04-d81e62748aa7', 'suspense', NULL, NULL, NULL, '0'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'b924eb36-6076-49fe-8050-339f686311e4', 'm-pesa', NULL, NULL, NULL, '0'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'c650a760-190b-4ee7-9ef4-5b55469736de', 'till-variance', NULL, NULL, NULL, '0');
INSERT INTO bus_events (school_id, id, student_id, bus_id, kind, method, verified, at, received_at, client_key, ends_boarding, recorded_by, override_reason, longitude, latitude, scanner_serial) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e4-7204-a4c2-2847c7a0ee44', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'on', 'attested', 'true', '2026-11-20 13:20:00+00', NULL, NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.7534', '-0.1012', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e4-77e0-8f06-1d41550260ac', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'off', 'attested', 'true', '2026-11-20 03:55:00+00', NULL, NULL, '01a20555-f3e4-7e53-b71c-f954ecaddc37', '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.7534', '-0.1012', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e4-7e53-b71c-f954ecaddc37', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'on', 'attested', 'true', '2026-11-20 03:10:00+00', NULL, NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.815599999999996', '-0.09580000000000001', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-70c0-ab15-37b5926c8ecf', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'off', 'attested', 'true', '2026-11-18 03:55:00+00', NULL, NULL, '01a20555-f3e5-75a2-9e69-f1ff3aa2cec2', '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.7534', '-0.1012', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-717e-b0f3-ff054f6fcf6d', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'off', 'attested', 'true', '2026-11-19 03:55:00+00', NULL, NULL, '01a20555-f3e5-75a7-af79-53e53417d778', '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.7534', '-0.1012', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-7409-9922-27d6ee879f3e', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'off', 'attested', 'true', '2026-11-16 13:40:00+00', NULL, NULL, '01a20555-f3e5-771d-9508-8d3c115688d1', '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.815599999999996', '-0.09580000000000001', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-75a2-9e69-f1ff3aa2cec2', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'on', 'attested', 'true', '2026-11-18 03:10:00+00', NULL, NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.815599999999996', '-0.09580000000000001', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-75a7-af79-53e53417d778', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'on', 'attested', 'true', '2026-11-19 03:10:00+00', NULL, NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.815599999999996', '-0.09580000000000001', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-771d-9508-8d3c115688d1', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'on', 'attested', 'true', '2026-11-16 13:20:00+00', NULL, NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.7534', '-0.1012', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-78ec-af97-e8c36e4044eb', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'on', 'attested', 'true', '2026-11-16 03:10:00+00', NULL, NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.815599999999996', '-0.09580000000000001', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-7900-8a1b-d54cdf3d8de5', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'off', 'attested', 'true', '2026-11-16 03:55:00+00', NULL, NULL, '01a20555-f3e5-78ec-af97-e8c36e4044eb', '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.7534', '-0.1012', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-793a-ac68-c662377dca39', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'off', 'attested', 'true', '2026-11-18 13:40:00+00', NULL, NULL, '01a20555-f3e5-7b8c-9444-bb11a5600ee2', '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.815599999999996', '-0.09580000000000001', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-7b03-9cfe-5a398866d690', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'off', 'attested', 'true', '2026-11-20 13:40:00+00', NULL, NULL, '01a20555-f3e4-7204-a4c2-2847c7a0ee44', '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.815599999999996', '-0.09580000000000001', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-7b60-97c3-c7f20e3fb807', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'off', 'attested', 'true', '2026-11-17 03:55:00+00', NULL, NULL, '01a20555-f3e5-7cb5-bcfb-8312ae0837fb', '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.7534', '-0.1012', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-7b8c-9444-bb11a5600ee2', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'on', 'attested', 'true', '2026-11-18 13:20:00+00', NULL, NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.7534', '-0.1012', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-7cb5-bcfb-8312ae0837fb', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'on', 'attested', 'true', '2026-11-17 03:10:00+00', NULL, NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.815599999999996', '-0.09580000000000001', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-7e3a-9402-9083a25a59d9', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'off', 'attested', 'true', '2026-11-19 13:40:00+00', NULL, NULL, '01a20555-f3e5-7ec8-9c90-ec91d3489c6d', '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.815599999999996', '-0.09580000000000001', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-7ea3-bae2-514d4647ca70', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'off', 'attested', 'true', '2026-11-17 13:40:00+00', NULL, NULL, '01a20555-f3e5-7fd3-b39e-8feff6884e58', '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.815599999999996', '-0.09580000000000001', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-7ec8-9c90-ec91d3489c6d', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'on', 'attested', 'true', '2026-11-19 13:20:00+00', NULL, NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.7534', '-0.1012', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f3e5-7fd3-b39e-8feff6884e58', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', 'on', 'attested', 'true', '2026-11-17 13:20:00+00', NULL, NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, '34.7534', '-0.1012', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-15ae-7829-84fd-844c1a667f35', '01a20555-f1b0-7f86-b407-d136d13bbeec', '01a20556-1594-70cf-9484-67ddb1eaaa0e', 'on', 'attested', 'true', '2026-11-22 22:17:37.468235+00', NULL, '48b50e1b-26c1-4435-a50d-819dbf40dbab', NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', NULL, '34.75', '-0.09', NULL);
INSERT INTO consents (school_id, id, student_id, purpose, given_by, relation, method, recorded_by, recorded_at, withdrawn_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-fe1d-72bc-8bea-32d2a2e2f23d', '01a20555-f1af-7a2c-b488-c364955882ad', 'fingerprint', 'Guardian of the demonstration', 'Guardian', 'paper', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-22 22:17:31.402652+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0b1e-7661-b4ef-62bcfae900bd', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'fingerprint', 'Guardian of the demonstration', 'Guardian', 'paper', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-22 22:17:34.741897+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0e44-7dd6-a79a-c18ed834f3a2', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'fingerprint', 'Guardian of the demonstration', 'Guardian', 'paper', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-22 22:17:35.55081+00', NULL);
INSERT INTO fingerprints (school_id, id, student_id, finger, sealed_template, algorithm, quality, scanner_serial, enrolled_by, enrolled_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-fe1f-7499-a53a-10c3deff7f2e', '01a20555-f1af-7a2c-b488-c364955882ad', 'right-index', E'\\xf198301d789e8a9a381d85a7bda141adc7e1f04463256cb8992a46ba270f4b512a055d6db7d994029e315268336568af8f986e2977a6414c68ef847e09483a755f4c46b098ef61b16466951ae8bd00a5faa95e7589c930004731486a0047af148e971a92b556f0e2f51e40c0f418a5abaa259562c5d9069374a3a36700fd68c542b7474add07483e2277e1166f299a574e9580fcdb784cb56e21acb11cd350a20ce7925650cb934af9133e4032a2e34dcfd12dbda8b9ab806f8a386d5fa98c2ff641e27c7709d19da4079aaf14db1e8d8e1a970b8ca53b166acf9674c21020c7cc5ecb80f8fd79e6811ff1c5e2dddd53ca2613b2f14a9647f902f462f4fdea273a7ccead5bb440ee2b5440e9e3d5f3677e6362001a21d3ee180336f3d32d384c8ab6acaafea862691ab08a90a6617073e86ff7e5c387bd92d23608db0912486184fcab75f4cf13af157a0b812187410f316fcf8195b5291322c8f2cea6e51f8a6f5619ad379cec6a46c26fec8cca540a018d2fde8b743d7034e3e5d34a5123c0287fd176d4b4dcc21386832d7ff06934ddaccc3d1dd481d4ad050a0947f56bb6f6ef5192ce3ad3b5cb4d050e3c24d35e817e54f9fce0865d08a6227fbba3099bed7ff2e06ce9a978780f92308817ee8d2dbedf2d7ca525084c2cb4677186764384b05d6d9494587ef66ecb06548725aebfe7997cf3f69c507f551d8a8eaaa6746b2d8d4dab8a55074fa250dd60450900695e4c8320d5a1019e10b4cc6163dfa60a10d4091da44545c3c77674b0c173111f5df28e47442212582f91dacdb546235d77e65f9aece502141c486af6fb36690c23320c7d2eca063ae9e4300be76c98fca22b66a2059f8656f0f4e1b3b3033098a1dfb338e89f89c899d16d864c023729ab35bcd46a5e4c7f02ee2d9e7dfdab2bacf22e0f1c6f93c73dfc17caf64650b29bba66f2eed0fced080c0a27348d6d77516fc0c6ea7d7c648829fc0010bbffc73cae961da1a4905443a52eb3d5f95ce89a30cf8acb9107feb52dcfc4dd3907bf335f5d983d757ee2b2b389f9880fa99cc54ad2ef1a6911239fc3c7694c99f7c5beb1f5af83abfb8b87e3d8f7c664b1761ac1f47c4a5936b0ef52dc01913c00913f3d1d96614af3dcbbda72e77818744cc8eb4e4b184e3dffb80376c2b6671b5bb1bd4b6bcd993a4748d7e83dc582485e7f25866c89fe672ae942e008e0b333013b1a48b7955324d020eec8a260dd4e5ea39fefccd871971086a1b75468613b0193709758f66005e6d5b13b7d1d886445fd07595da8f7a97c8fd3032218ab24772765a37abdb2ce60e86af97c89d3b01260c35f2d0e4795d255c8df977b76b716974b63e551815f57b0c60c61a06f3c3f27cb7bd1fa3b8a7c9c795dc358a7142bd20ffa17315f15eb5a99515701eeb5c98d3f345943a767f0fd53553760a76f3997783c9512df302e1fa8e92246499d6c48df4f62910b420a273601a474bcec9fbbead1d1b180b8b21fdb54cab6dd8eade96e0bb92c9419314b5fcc0c1184f91398011aa9d47208cdef7efd87995bacf08ee39a0551e00cd5dff2495e2412e0a9a08fe26fe67720f75b35832fb3bdc36def583ea85b7571445d01bb9ab02b9a7f2ba0e50d2097de7c90f3648d38ccee36ebf6d503d91e8afd25fb3778869ca97b56a568fa2da285c2655a70fa23bd6dd2483e440ba2f5b21a69be5064ca1ed5c266bdef488c37105bb890f70e3e777dbdc1ed220d891ea34490c38a5bd950f20c9ffab61bd9a0843ca319ccc945245c7a8278eb0d430c9bc575a653', '1', '100', 'demo', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-22 22:17:31.402652+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-074b-7ab8-863f-98a5e4edb8cc', '01a20555-f1af-7a2c-b488-c364955882ad', 'right-index', E'\\x77ed086bea584ca4c6ff862b6067ec8f5c4919a1a5c8f5dcd9851a1079a7ab8ca6be015a4079735ae3d27f18777b5089f33e094407d0bc97a6a2da0a4a2b93c978ae650e9b30654bff5387e71d4033a1bc46222d1a5aa54239de23a764d7e25f7ecf592b0749297758fbf137e7ba15c0426db780f46ccd5742baa6ae7d2cf45b2d63d88f6322dc75cb3c60f420bbc5a801ed2f84ff73e3c65fe4b9a4a55dd25295489bc37932d3188ab6bea3d9bbba338680c97443458bce88103df0a63e2f6253fd7ba2833b70b9c33d4d9034d2927ed0ec475eea0b4d8f2670455b1f14333f3a70695acf1b474a4d34692d957c77a7c2613952ac9c5245188174387f013df8b183e1a9f585dc225fc686ff944ca9236c96f617fc4ae0cf55b1b637d32b2e52c1a8ec21a2c8d61999695d0440e24c09d8d3b336ece2c56c897be805e55bcb8b4248b0e0f4b14255b8b36959e72fe5ad60c395c991f7e1705771c14de3d6cdeefff02847ec7cc2f7a8d9801f425817afd9d0c420b6a6fe3d69b8411f008a7a7ffd54ef8b2211dfd2e52118bb94ec5d63dcb8b46c37fcc1567051d681c411afcd93d34503485224396080ba586900b5224834c8094185b1650169b8f80bfd1c88940cfecc5b2ef854a9d1e4d9947ab8e21d70dc6ef2defc8a315395c56acb7010a13889e601193da399f34b0dfbb889b1f96ca6ee978251a464ca3eede3885daf99a49d99dc0cdc5cf8e9fb3be9ccc221d70e5420bee6b7b2eaf9b0cc70655ba77802b5c4101b511916f11597903f43fdb177d2eb88da821663465cac3a1f731cd9e3fbf203dab2256bab6c4e089dde6ba73cd6978defc8c61162b346788db5306d413b045985f85648a903a8e2b8c00a6d9cec052ea3b31722751dc3dd3dcbabe0cd8fede81e0c4e39b9ff6a9cfe2a9ec8469319b72d8872fc23e2df58394815d2062eab25e4f914a78587cabc4b7d889324f178061b85eaf57a95208346449cfa8eb8e6d5bdf577dec038b7c1dad6dcabf9f5e3cbf85d9e67739e52a6d8d32dd7c7267f0703a498aa61d020984d4a4771ddb6937764fbf6a0b56ce3860ce789490033533736d6f443103dc4cbafcbf6a12cbaba2fd659e86ccbe0e8e52135184ebfc58128a670d5dedd08a91312a5e8fc9e34ca5460d3ac38e5aa980131af910bb3ac986a8958006dd7b498e333b0f6ad0093c9515c15c88cfbc96336770d912437a919b1c654a35b71891d40bd68938db87802c523d44beb25eaa86f9ad8c9e04a9fb35da529ccbe1002e198448a0eacff0fbaaf888af66e6da4044b12a1b5bae9be68cbad6f61add4429fb4a98800b90a62f6b85a8ba0b677049ac2c972275642e92cbebd8b32c1b71852a7843a1814d841768c10f683a376f477e5d45c591be25a4047d3a8cf00e032c9373b441b2a4b7a8b82ef4fec8e378589ba49f9f3fe5ddca18a29a588ed5f3e0e2197fb0e8f50a5de0f84ca275226f3a8b9ced89244465b34eaf85249756c04b0b5646b549c0b8644fd44a7d0fcc0ce90cc6d68696066e48a4be3f7c96f281cc1d245e5d2cfd5885057a6a1fcf2fcdcc682678882aa72495dbc289f89e97ea1beccd4f386ce3b181f937512758e200b361e1f0494129ba84c3ae91e12b80f383e85eeee240456d5f39a26d4de1728036953101a7d23ff627f35551b8b67a921e572e696a96779a7cd24935ec879880a15f67d0f72c411dd0743964c7d3437c9c0eabe6e566fdb', '1', '100', 'demo', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-22 22:17:33.747875+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-096c-7968-ac2b-f97577fae87a', '01a20555-f1af-7a2c-b488-c364955882ad', 'right-index', E'\\xfd8d38bc039d09b6733b307b014d8e97c5a779a476b02aacdbcd9ccbd08368152a3c461af1a464bccca7d2aad4cd8b3dfdb7c086daaec561afc2eb809d95a00333dd2365eadfd2cda6670d43cba5eaff93811d4272ecddad4cfe4cfe936aae3b13f1f47c45846a1dab338a93981f522a73c9e4eb4550df2a32c4baacbc2a357987e4ce922855a4a0b759befe305a63f013c504373923cbe38095d1b00de20bf8afff0864341ef11c7a14e31728707bf8e0fa7772efc8bd79b7e04cad66324c338b553cf930a350ca8e2c505afc91ea4ae13bc741faf247d1dd6deb5d78d012f7326b92a3e3a99a90922067a682cc3512c205b170458b3619c284de735394b45f1779c4953c1de954befa354164da06a258bcdb8da8804f24cc0b1ca24f035f50188d363b09128feae33c8b6dabb5542af4476dafc3aa42c1e7e5140d034ca9911bd18e64fa0bffde84a85f1e22679642bd68901a9042c8d82591fa4da3f2cdb50eed1c8b7716bba33baa7fc45e0fedac5514952ebac22904a505565e8f9d2cbf80821eab08a6180b1e2950f0f47d18dda904323fa6a515479ac788b1f742c869173547f18dbc2bbcff878354c255e10a356d08747ff063a1947a52fbbb156b98656e4451e51fd898755e46261ed289f8fe73e3683cc656d9451149c59e614742807f2e094acb85084d4597f05d3b586a54db4a8e2567bf1f51441c14a885d2ea9ab2710dd2f9a43e2d331c47486a17875a53589815d56ebd92a301b9187d945d53d87fbed8a6833368a70a2783169b8df42bd04e79f77641eb7fe343487bbb147df1d458c0c9432cfaaa255ef65b63753b97d7ca71c0189bf5ea6518ea9f6425e6461e40ae7e8476b90ca8d4d0dfc039a386801d0fe1dd294657b56a2244a10eaa783e85ef2493af62bd70869c849c1018bb4180d4825a8d40e51924998e05e70ee3f305b4678f28fde4c9b6741424b8c2f5f7be96b80d67ef58215b0085dc92d6a4f7a92caf7f439c316ec7d2a3fa35ba5f6950343030576a350c84ed01b66a76c28c21e708db6c0edf248bdbe3da2d45790d0f6740a408a984c621024d5168bd816bb62ba8f2e628107c236645866216e38b9890c45dcd752a59200958278e0dbc21566577ce72d8999a90238fef6d997f6fb6db038f53f1241daf75872fde6ed17d87f1efb0a154298c04b9002153c204a6b2cb3e7647d8b8c6ff0d9d48b6eb99cba55fd0d775e7903496d4b06f1c7974b9288fa6b0cf707936dc3fae6758a85e43dbf1cda9cdaafda6b6b453f7e56f2acc4f7f67d2619f3a8a9c4cd84993c9b6f92817c848bbe58016ec0ee5885bf127647e93d4d16b93bd8a349d6ef3399bd403f438e53cfdcd740f80278aa73ea2b3b0a881e17d9642ba7423f1921e4eec4a710d59727138f47bb32313d6b7f799bcbac61dcade0cc966eeb355a9a6c54ea3f1a9128e60ac5c42ca4a9f85c4a9390ffe9dc371537eb3912265b19b4150133ea7c5557081d6347db64c21ce96be9fd4ee5978d8cf40b44d3350b8d817b4f026840f1001e212bbd11a28c5afecd9c5afa01ee94e6e582fbf89c4f308cd18d99cbee264ad55b4ec1a47153e4e2eea070743c744eae1509fc122e8ff01da4dad9944633435b469eafd28fa560d18ab1c1581c3148ab3fac058978bef969a91625d934c85b0eff32976c36315f5637ac8ac92e39c93de52c5455b6db1f9b17388f099b529da8647f728a9b7d62c770f23e0dcf237ca0fe212e9b84178be39dcd8bdd9774722bb8c5650e42be3299b87', '1', '100', 'demo', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-22 22:17:34.300299+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0b21-7383-9715-4f4eaee25283', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'right-index', E'\\xa70ac6a26118a7382da3a06dd41e07329684989963389711afa7052b19e7598345fec4e1d4a977422b6005e839a073a2d5152296250eee7206a4666fa3f9522615d712ad435fb48e8d412d6f4b1dd2ec29fddcbee3d0a1baaadc1097e0faf2f0e14ce67eb89bb579994f2af8db7c5466a8de30fc49afc4db518a87af7a6ee6f1bd8f8d8f9fe9901e732738b7517aa966aa91183a0c34e87307eef585509a430c4e48ddfc5f8db5899fceec755eaaa358d8397c472dd6284acfbf0b9b6c3ec86a984418665a5989a55b733d72bd47937ff52b35d901dcaf4109d11c13761768258f6ab6b2f6c19591822e017f2c1b9e47dd6bbd9d8d3953352a02412825bdd72430094a0883fd8c5855ec4dc1eb0723e8a44f30142bbf61b624e66df9c9eea022ba4866285d0de0f253843d018d0c9edfdf3d5c85a40efe16c514123ee9fc0c26836215d0afb623533647b5b87bec7225614c240fbfc50b4a13489d7bac1da5d032c4330e85eac2a315febde00a218f768475f4a4bf2b5cf831bf0893f84b51cb54f983418377f845e7616e3da92ad23a17be1af2f3acaa6ce56815b7f68a115daa9a06b944ca784a580c6fd86d341a2c3e4bf4d8c4c0151c39cb59704d44c63ea48a7e281dbd7aca261fabfa60b96ebf889f2e7080fa34839e736215bba87db54c624115f52c96162f244c8ea53940a5a691809786cc18c8971d201ce3fe5719934b8d2190c739b804f27109eceac536979366a23b2557e68efd2a6f82db5cddffb8497d376f1a4174531aedee12d4645145fe33555c1a5e33d0e66ca3e7efefa7c2a4ef8b9f87a5f0eee9a899ad04d94c6366f779fe0b2a19c0408d034c2fac3ffd88ef842d496f4defc2fc1da7764a5fe7b22b706ef69868836b35726ea7eb7e9101c298283c7d342a5a3c19a3f0df640bfa5b8744c4718214544c5111202affefc661aa5eb96cc605e5e10490c96d848098f56ef1f04acfb029cb87e8ccb246c336e665266bcb5011073217cc95f8863514c25d678c3a0669af169561e94a9f5f3f098de7f5f28b362ea3eb0a0666426bd285a19527a4aaea3563bb71b27e5719f49ffc067b3d8caa58f4c0239cee6ce55ef733a92b155f6c0839c59252cd23ce281280e734e2fc6c17d95629cc178ffe2c34d7eab3195ef6089008a4279222895dad5bb56118b7e004ac6c743e5b06dd841e134d15429729617e30c434aa948513c576040849e20942613086d0c5131d7896c7a8555c06b8cceda449d6c344510061059df3f25d8e416f2374c066313537e39966c33b9a6e8ef0d725cdf51a9ba7ea25bb694c4facb055af88d96aa467b5c8597d027071d0fdc9c9175ea61a94d2fca4e98bb7de215f8548ded951631b7a4c5213b02f922160ca287bdb416748a34aafe7cc0623a438c4bacd575d2edefbfffae7fdfc722bad2bce9d9dd113c29a407a2cab52b9a880e9458a3e1cbfbd828123270a3f1be887534fb07ebd143c707c08d8bba42da09239e15da451325453bb12a5ad460563e53f36ee64a789603f1e96544b140fd1e9d7b49da4b02820fb829d9dfa4b862e00f68ab70571574e2b5c7c25cec07d2b67434a7d55d87fe6a6bde1bde62f99d3aa79d2523b86fb5ba7b855700bc7f43d078e23c9139d28561f59164a7ef56d3c1429fc2c792e0b8a1516098bf5fc', '1', '100', 'demo', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-22 22:17:34.741897+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0c70-79d5-8dd0-4d6ade5ee23b', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'right-index', E'\\x9e449fea2eaa96d56aef9d17fc2f040c2f8219b569fa83992d25d1c02c2c0ae0477bcf548726e09aa5f7a2bcfb553cab5f825d3331418a625bcc3550df5697659fa10ddd7e6241903d4ca32ee3caf58221cf6563063b2158e714419da6fac2940be5a58d4e34a9b9d5f6a269a254bacdd1fddcd61a7fdb11551bfd233fffd1bf48e8700eaa6d9a4ec5b23aa74b4b0ed33e8eb6ae3862b1fb4301bdc3501eb955105d5db7384e7a34489e539e6a9f05bcd659c428d4405718a1adccd621a8fdd859253d19b111cb2b27a9ca91bc3b9c240ddba601ef3193a07950b1a12e1f6ba6642d8dd839c88bf6e05f7e32d00ff0a5a390d0ceafe95c994253374122ce35b6419bede9d0e7d89486da5dc8453a9ccc96e51d2e856b10fc9d6d620b2ecc85a3e572da369fb233af2e6be6496ccf291bd592eb8460174f8da012ed38a571d6b747c7ba4844318f412f57d9e52df60a76408622a10cf5735a4cccb83fb0d0ee32dfb951b8850ca7239a40e1aeb6214eb4f675a989280e8f31cbc0687718d59fc2b354297e542629802eeea0cb77c857a4fb196d5c9f3f6e88d7c3bc74a8f3b7a10225fb102172e3ba893fe2d6c19c66a8dde9a24c449f07595afa33de5153960f20bc476aecfb52a526bcd90a3d15c74e38bcc55403699d0843504338a412352ecf1127432da0f7ee179303051613ef05632c51c6e0c36dd7832cfa293425d3949fa2e15ee795e233633e67cce73cb4738f4488536f2a035a9d99b0d4a95f9247d9a436f055821218862e0d146ce7a3e024d72652fa7e87898054603a11936dff094410d4935db6b69cab28adc605ec1549673db378a66e3e74a16958b4c3ccd22ffe1ae99051c6f1f2ea20d7f3278adb707cc440609f0c6a420e54a0724e5c2ec613b2b355c8f6d88a7ab4964fd0b9921a0dde4ca4d95acea89816918e31dfc357b662c27f7e91009965c74246d5f276c0e3a314ee7f511d1a9c9e6fc5e66714f004aed9e7e7e3dacd2da56efa5ea080606836cd0c6b35c038852b1022e32c9a1056aa529bfbe0608e2698f0e66637de7f0d744a584b297265584165886a35bd890b00a7790b26f22983a69040025e5fdb7ea773cbddd7b0b354e5193827f3633da5b3929ae12700b55ac69be665ecc2bd8116c6833a7b738ffd97baafb60411788464ebce5a11736be0e765e189b4f4840fc9d297de65801d2c01977a5633c095395f01fd4d1652fc7fe38ab786b8a2df18f60a24545290d82d892b6b2874f19dac367c80c9468514f4e4dde56c68f69a5b0890e6dbf7d63e763194b38a3a4fffb2b110c02991815f528e42c619b5010baad472c74209af011cdd1316be258b227ee5cd12262ebf96b05df444d0e60b1dfd8d84792d9e4166138805626607a2615f21a828b98c4f44c0e2f00a814630082b46ad14ef09a19e0e45bf36e206f6573d409e068fcbcfa987c263b78f885d2364313eddfe6b144fde546d74c272d5eeb95b139333dda170729d0409b8a213efda57e844bdaa546a12c5adb4ac15be5c5a2900de0695a13556029d0c7d21c5cae48bc2130954f6a38cc18b3fe2d12a2e42a72919d532fbeac749b790921a5b6f35f574d12ca8d909feb4eb436ecbfdf80f56b4676e883d9335cd4b4637238363def4fc2d61039c238cee451680f28600b9a4318d4e8a895c5f58fa7168', '1', '100', 'demo', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-22 22:17:35.08494+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0ded-790f-9a61-880d1a36ed17', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'right-index', E'\\x1128520635002d11d27a5461b4e0b19b14219e5a796a51db361258f0ed9d05cec59fd33f3aed370c345ecce11112358fd79928b47846f1f7112f22fd59cfb245015f17fe0c78b0f296c28a49b8bb2026bc428fe14b134a5356da4829434dccfce8c404826ad62edda84f3b1fdc183c4adb829a4c17363569cbde7e85fe18b826c66db7e0193424df6d63a0ca1725a1781611409aea89062b41c7b76ec39d7dbf262f19df0d92438492176f4f99110da224c04fc5eedf8fef0554f879ea29c4e6e60d29e1729541792e54b9c0d01ca03d105de7100eb453c90eec5a34201e51e84a5c67ce2f5af3297d8ff86be0f393ff63a58412429e431b855f4591b1435d9bc116956d986d6708f5e1dd6476f25712ca0d509797bb40e15c3245e25a85671ab9ceeff320cd43328cbd7b35e01c448122bdb6b52ee862a0b4eac9a55757e66724a1c6065096ff41353a8e45a3bea106f300cb076f4903bf732c848b2014adbf6948e543ddc359f5574def0253d5ce77f550a8dc0b59ad074ae3419ef71d611abe0b7e27c8ca5dd94299c33221cc8362497230da450f9f7c2a3fe4591c2af008a6c46fb41e1cb15bc37685f648d81ed9707fcf2d3fa6160f2b4e9d9f66a0dffe9eb3863ce22287bd50c9d2989d6c5a53e19fc0b392380f23109fd183324370caec5a83295011ba75276e00bbda306d2e1e44460b35f478209fa3dbce71dd0d2909a6209c8569a42c4e337ed3c18b952904b289915fc0b804222abf810b14cf59a1a419fd318958fbdfdb2d3104379fdf42830933c40ca4e1efaef4f28797ad89f0b7c856997bdeb492a7f0da33e991df402a1f6059dfeaf025d8db227b5b08bc09a8f3aefe6a4ca9569b6ff4ca008ab01fa81b8c17348226a978a0967d0fd9d3a6e1a705c4b978ca6a4caba2ab07008db950a81b7465ed5ecc8f7b7b0997fe6d2f9cae9084aed5f34d78d5efe3f22e211bdff8ab7a6752ebbf5f2edd05e2c4a0b04f0740b456b621337d896c7dc9e26824e0321e93d2088fe7df7a4d1d823c9e3e351653a50f9a4e5205ff4a1fc3a7e0c0c678993a4d543d8813fa56b41c9c87b8812bce6d45b3c73beaf75608b5c9e43635a07e6a0745963ebd5a08abb0aae1f5cdf305fd66db2dfaa373fc66f21fcec8c2c043bab64a569d3e5556f1b584cc24eef45120d125c32a35212b42c453c31b5eb4fb80f4791bb74907ba54b489c77c692425a9f691a2e6a77a595eea08c2c2a0123ac670740c527d4767a77dbc80c285145851df8159b6a4a265aa1009415396ea8ad0513a6024b52b65b191d14429b13a7f6ca585012774d21d6e676dee182860d1f3ede7b60f9067ea786c55ac849b9ce80af90e1ef54247a364752494f24a2a2b78a1d9527e974f0bdc9eae8e9f194dd015b17a3908a5265052237a9ad44bacc80a2409f35d45eb8887229eedda7f525cb0afa10272fa053795f74636e76082a07b5facd47822bc04d3e0a34dde964c8dcf1b2b7684a42445e390d56dc2a4ae8f0df4697d6da23379f1a113f3ae834f1aabdbd34eae58e16566224a3aa120b6e4d15934ab840a2d60583ecd031ae744311270da773a2d97472b8bc6c9fb062ff15f65590f47b156e0487467483abd003641c5e8a369f4b9545ac0f140bbdffaabe38775e589276f381235f61a83fcd2b842b16efe402773b5c578ff92af7f1c55335a89cb920a85c964992bf1b7ab6285f5df74d30b2b554b', '1', '100', 'demo', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-22 22:17:35.464391+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0e4a-7bdb-aa4b-5e7da8fbac90', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'right-index', E'\\x11c27e51e5fd8b88481aae9fd824346f88a24aad3cdfcdb00c0dc467681f89e868743d38d6002878cd6d0af1fc466682e7a4f21694800390a1b437677c829861f3a95a5f9c3cb0fbff5d2f2ac98dbc0635eb830983257b2442c55038f6e8b6cbcb11884e13dff788ab92c2ea9a68f65a5182a43e938d32bfc3c57fe323043c7417a3faa2d7a2b5dea482f93b66260b084d0f768e61491b1571b69d46a339023c8e5c44dc5e626f9c45cb73db724f3db88810e884ccf763fe060d91b6f476f8b404e45334897023e14cbae3dfdde7ed9d58f1bf43f7e0f542b2c68f21e3d10c9a097c005c680400073d6c9b6e6f0775088bb69d13506f82a4b1d7b35276624cf224a7707e83f61be6585187d8e44d5001f4d5628c936dcc8c9ed8920968612e1540e115b8091dd7110775b8215e6ee096670de0f511a27b09154e28aaf94f2993c533b5df897c4bc77548d8e104d390d1c586c05e661a747350c043d64d1e577fac499ed2d07cbd65a19d0417fb99502a2d5b5c359c4aa88aab28993434e631279c507ca7794283ee7907f1c06676c457f004860e53ad10b587225cf89783a6f9033b70f1bde26a1ddccaf00fb26d42c8ecd1188a93dd33bc79b3d141d41ec711cfdc87307abf20e5a106b3868beff27dc324977f9e20092d9e9f3faf7327c57d3cca62e0da2eb77da4a3bd5fee05cfd16ba88ea1fc8f25c5f2af544b8972531a0b5a7fa42a6afe81a8ddd1da63b9e48e92dc50031f7d4026d07388e1c06ba37cfe95037a9a8d9a50864139be2e050838681c48b82e7f20eec3da8f75e87ed6b96f86b2e415ef1b3c4bda089b8fc2064a6ce3aa9e26cefcf09ba408628a62a6b46685226a4accffc18592b74649fd8ea78a273ca57f224cf899644d611894215df31baa175da49623f7930c7d3bd51433741f72325a344a1b3deb968f314e418f8363bdf77d83d0cf56cf07b7bbdc74a6b0040e7cdffe0fe9efda9312d6a35e170d70cf81bb9ea500d958c820cf0a1671047e1f8a964c08482df834f68ce3838f7b59117a35878208231280c2c0930acc518d693aea07368367bc6156ed1f758f9f0fba41933499659809637a15ad4edd103e86bc34c3718e411d9d7499eea74a79d2a9c86f7900029fc53bf8bbdb7aa0f753d8f40f71889dfa5dd73cbb0145b9bea7b8d4bc2f8c978321eddd0beb08835f1c24745e00bac66df84d8c883f40d90c1c3a73ff0a391e2348adece5ef2e4bcd1c285ad618f97acbe1a45d67b58a962601902373439a792335039d841979a52a4c41c8b034ac23bf0204f0e53d4a5eb6f9494321f7933cdecb1abeab54be3cb3df7b490efbf293fc0028660dc14fe4917cf9b717c476fb0d773cb3bf11f606c0255c2277d816b78fd90537d9b68fb7783a4750da3be7e14c4184f86220676dc83c8ae5895e4f4853f305ed69288f5f51601ed23aa489e5666ad79545b801b04111619eb03cc13604620ef38ae036addf25fa20a361e95a1bdeb02b8d067988b3322d82026612b9cbd25ca2291dff359eee5370aa55af28dbcd142aa7041fd1fe91112245935310233b8827feda9529abd0135517820e8f623f65a481fac5e3a38824d559057690cef183fb61d19e9ea01378afa67b7fdddd820935202d502b', '1', '100', 'demo', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-22 22:17:35.55081+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0e8c-7cf7-8131-71fc8527add8', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'right-index', E'\\x94277b7683c5afdf0d977498de9444b9e582ed36fe8017688cc4df08457ccfab13cd496f39e69d41a69890afc10fb53c364a500d433410fb39a68f6ef0a8ca673d12038c668e77ba4cea2f1ad61e1eeb12aa4cb10015db99e5c0cce100d013c52f5ec455fcbbc1f9fea4db1a079070b845432b7775c5ec4ffeeb747221dedbb2900f86f9eda8d23fd3d6273559cfd9e468585aa2df74dfaccabb521fe19b758d8858c487e550e536b3341f05d38cdf4b757f1fe4a1e05ff01bc94b9b4656624b6b0813ae04acfa83bc4f59e7db6e860b0ae2b9c4c751f9d3e5b1e735342b0027f43c317ac78a38883021e2fa5bc8b6310415c4ff8b762b828cfdace16ce957569a3bb5fca7e8957cadda224798ebc6cda70935511c3141ea41fd2a21d2eb893a2f69e9e3d3c3121e22150988b7ffa4a42e1dcc8f257516d0a90ec7f022cb718f5959476b197df52c1e85d2a79e58ded6fffcb3c5dadf8bfcf916f3f06f687986ed9d2cce598334db033e9eae53fc0aff0e5fda3328548fd33efbf09d45a4b4879651374ac4655043856406e82f2319294589863b0cad8f5a449c6a2c8afb00dc497e922286d5ecc1f67566c8bacc512a2772af44cf3651c11a32e513e6a1ce294559ea95277fd3c2ed919ed90a5b44037b94d12aca68caf3aaedfc28a96ad57e571fdafdd134f7f0ed25a8e9c87e0429dea7af7afe56f9959bbe9430f40f0e21217f5933dcb2b5d59055542f53637d323539606f399ff40dd94027a34d4af609c267073396524f4974cec19561a381763d5c88f753cf51b0cb10296f84575e1108daaf11fd2cfb84e8844489559bc1a37dfe821629629f7470eeabf9f5bc3bf853a478240ed3210514a457edde4e659760377a324657f713ff081c0451fde4231eaf1c020fb8a0e72269c04fdc5db82ac667460867a0749a68425802cbfbd300482bc30aacce3303b5ff9d49e68a9982f3e1763e5b124fda1266919cd6cbffdc8257c820a6d7e0dd4c7216255de0b251f2e7c2995a88a2f39f9516170fbe614d8d83fd7ceaab982e63d9149c30c07d0e0d3bfc683dcb598151fefdb2c7a67059beb73820b2c3c11bd210e6c297cad148600c74f8b4437e3a2f18701a91b5312d7bb0b106ab0b87a46ea4a2a27a7fc4e2f80a270176fa4edf0eecd50a6cea5161ee2ff546102cd2c84049a263496875600c48ccb9a4d4ed96ebbd746791dfe0fb9c15c246926389b00663aff92fa60b30d932f9e2d4b53bc1289f82a9d32847f171f3dfbbdffedabb7eeb255833de98fb88580cc83087badc66c0f85683b76141bd42abe91082c26d8ebe787093d19778b75ec3fdd74a86995defcfe248f26ab1d771c0d4954fad4aeafc4525e29927ce94d451a4f83272eb319758b1e12066730d6461936b246ea8b75dd3d7b6604b4290cb703c9f3e9344a1adbb03833dcda462b3b53d5c39714732da5ffd7153e9122f7f4dd5a9ebb7ecd59050da35d98cc10515ec2a5796f50f32e65c8d628edaafd2440d71ab17fd15bd4cc158adf11b34e870daa627fb69a328a5f30cefecd22adfacf28b36d223df0469b56d716c72aa5c1e203bcf3e1243ec60be15dc16a5903793cf6f4fbd196337ba68776acebe2af89df45fec112c875b8663ee1f8a333708bf711f08a375b45e7d3261', '1', '100', 'demo', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-22 22:17:35.625978+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-0ef1-7fbe-a3d9-a852725cc0c9', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'right-index', E'\\x94f3be95be0f8ca26944c2a9392c87fcb6167658265080323bb4a2fdd5dedc4bdd5a88fd411d0513d2365d8c4bf6d710d58247ad1cb8330c9e5e342b2d9d0c8b2efa6b2c2e0c07ff579054cb419a0e7e02937e21d382d450b4e804f7af9ac26db41469b8532b453fc94b5392528cc1b00141a452b5b88d25a461ea20667002069ba1de48d7323b48fa86bddfdf2667c9cc41d238375ae1fb19c6d5cb6397b491425da3210d4e6ec8e131f2a2c67578a06a2895e280be4648c580e8940e812585a642d7ec6061c49dd84f8635f96e753e3e6b8ae946b54550356e403e2f4cd1d450b6260ce4cf7143663bee8f772b6a25fc994aa7e61a89ae1f7ff88e24893206906f274437fa1fab6b52e6cdf6e2c52f03802d124656a1f30408c872a44362d46eced2d34a6c91068de739efaea374073284b9fe59f47d21133f723f211349148f6c7ab94a5319a4a4a5a0fbbe7ff2b781c1cc916cea10a4c1d0060a04d6fe71c76f592e7e12256274acd9ce1f194e2c8501f4d44f8f5d8f6d212254c0e791a87b83e1b35a19d057ae7b41d1d8cd997f61697b48026f20ef1ad9af28a7636cba742f907086710de0b101a75ed350c4278dab5ffcf2b2b69da92c6f2472f5f4059b1c2b332190d1d8b384daf96d002437c588a0c2e829eb700566b64cf03aad231457eb86c3e1df42e521bea9e8337acf52ad8ad85bc704fa0622b73b092c3d2ba6007c77000934e499a67f8e1274b066e0730828d487430c79ab26b23a989e8fc50213a201eb49f36ad35c77efc054e4b7d7ef679af02dfa0fafc5a0e06e8c002a1b5638fcf6205e24e4fca6db0dab11082d8cacc72d6af58c26823948f5c895c891007ac76a26063b4e0d77ab74a363daec02b9e4221215953139d58f02f25786eca4be0e73420d035940711b01e0f0df41603a03aac01c56e56bbd209cecca7d699f0544bdc2511953d1bc3df98383acb7f75376f891da7f22ac4426d336c268defc0c86f7e7ad9638101ce9bb9a69d95bdcd97157f8e46b47eadb27b7711681d3ef32efbd013ac19b1687bfba686f1df5bfc8ed7ff241ab8545f6fc2f42a9b69d8cc5a5afd19cb60cbf53699855382cf618f6c95ab8876bb37f534c78fe69af06a6f43ae2b0f12e7876f1b15efa8e3a4bde83e3b63000318638ed93260934a529676b6b7d6d043411fac32064a521155e6893743a2b7619840486eab5912924f71b904104d1f374aaf3d006442f1215cc4f873749c6b261f3279dd53749550dc26d7a147fd7c0b914feeb9ab3ac9febe6214fd278d954fe2275747997725c0df1587543d8a2cf80753a63cb257a580e7ef56b71f6cbe98855428df18569675f1a09cd0d88058564fbeca7f535a8f6def91b22c75f5b46a12f526b793d6c7d62e44f15f689575df6e38e23da590854fcfbbcd12d580a728cae8799600002aefd692865c34b2b67c57c338fb2b0678e2f47b8d0683784de256dfaaf32a0419644c4773e95cf07250b5f962929e739321adf0c68ea17893d725882321f9a92a44e629381a984e3df7ad50fa932bcaffc6a13cbeb266f589a37379969a3d56b14c9c9b1f8045f217d7008c2f21d3f6d0227f674d42f744cc8291dffe4b93ed2e4d6e9f9759e81bc293fcadd9f88ff64d6ca4654147b71', '1', '100', 'demo', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-22 22:17:35.727017+00');
INSERT INTO gate_events (school_id, id, student_id, kind, method, verified, at, received_at, client_key, recorded_by, override_reason, longitude, latitude, scanner_serial) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a031e8-327f-7997-88a2-50cfe9d5087f', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-08-24 03:54:55.998985+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a031ea-96ce-7c14-821c-7e89f03b4ed3', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-08-24 03:57:32.750151+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a031ec-460d-7d9e-8ead-f05db99352bc', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-08-24 03:59:23.148987+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a033dc-d2b5-7333-8230-27104ad3833b', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-08-24 13:01:45.012619+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a033f3-ead3-7063-80df-e781b68ceb3d', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-08-24 13:26:58.514815+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a033f6-54ff-7f24-873f-e8448b736fad', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-08-24 13:29:36.767293+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03717-055c-73cc-8880-e5769e7b6cb8', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-08-25 04:04:10.716029+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0371e-3bd6-72e0-8240-a65b80ef47cc', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-08-25 04:12:03.414463+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03902-aa18-7a0f-81f7-dcf8032137db', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-08-25 13:01:11.064207+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03917-7a50-70cf-8cd8-305a0bc4a009', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-08-25 13:23:55.08785+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03c38-6d43-7094-8f02-177cfa12c218', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-08-26 03:58:46.083254+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03c38-975a-7997-8715-45118e1bd974', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-08-26 03:58:56.85831+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03c3b-ea44-71a1-815d-c6466148d8b1', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-08-26 04:02:34.692369+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03e2f-02d9-7e0d-866d-9301ea9cceed', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-08-26 13:07:43.449014+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03e32-9463-7d8f-8ad0-c3e264de3791', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-08-26 13:11:37.314995+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03e36-8bea-7cb9-878d-3320957a36cf', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-08-26 13:15:57.289763+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a04158-9bc2-7446-8018-3a68d5c863bf', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-08-27 03:52:01.218475+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0415a-08bf-7f92-8c23-1d5b87fd7efb', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-08-27 03:53:34.654993+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0415c-c5e9-7955-85a6-cd106f2e317e', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-08-27 03:56:34.153375+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a04356-431f-7638-81d6-1f14796e6434', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-08-27 13:08:41.887278+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a04359-1d23-7d79-8367-a8f040a321cd', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-08-27 13:11:48.771411+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a04365-32e2-7b8b-8b7b-825ca649f97b', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-08-27 13:25:00.770233+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a04689-14a8-7027-8c76-ea5afac5e917', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-08-28 04:03:03.976406+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a04695-6bc3-74fd-8e1c-ff705024ef06', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-08-28 04:16:32.706869+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a04697-c55b-7ba1-88db-828ed7bc0b52', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-08-28 04:19:06.714735+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0487a-ead6-7462-8b6b-6b5172af679c', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-08-28 13:06:50.197832+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0488d-51da-7ecd-8050-d06044f5f31e', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-08-28 13:26:56.218187+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a04890-235c-71ed-84e2-f97e29d6c0f9', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-08-28 13:30:00.924314+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05600-b3c0-7137-867a-1a4e6b80c4d4', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-08-31 04:08:01.72842+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05607-2e40-74a5-8f9f-bb2ecd7cef0e', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-08-31 04:15:06.304064+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0560a-2b57-7e75-81a3-d05d6ea72fce', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-08-31 04:18:22.167344+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a057ef-e3db-78cb-8a95-d651e06b52b8', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-08-31 13:08:54.362552+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a057ff-f4b3-7c18-857d-6efc08ddee82', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-08-31 13:26:27.251165+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05803-03fb-79b4-83b2-926bee13fae3', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'pin', 'true', '2026-08-31 13:29:47.770538+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05b1d-fe73-7bce-8278-f5c6c58c23b0', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-01 03:58:07.475176+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05b2c-4205-724e-8fb4-0a7c9be69c66', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'pin', 'true', '2026-09-01 04:13:42.277195+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05b2f-9e05-7605-8493-1e80fdf831ee', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-01 04:17:22.436612+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05d12-ac35-7907-8a49-f17d0b49bab9', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-01 13:04:59.956828+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05d19-a9d5-7cc6-822a-153bbb6cba20', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-01 13:12:38.101001+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05d29-4ff5-7120-8548-8e9356e1ef35', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-01 13:29:43.668776+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0603e-217e-738c-8a59-8965b63aa0f2', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-02 03:51:19.677899+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0604e-57c2-7872-8d5a-bdbf71f617bd', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-02 04:09:02.146128+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06055-0668-7f9b-8354-2c1bea7d95a6', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-02 04:16:20.072449+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0623d-7530-7184-8906-7ea4f3e9ee12', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-02 13:09:50.000323+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06248-071f-7548-8eef-e676d14a1b3b', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-02 13:21:22.718927+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0624b-fd70-7355-83b1-bbd4b7f56956', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-02 13:25:42.383684+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0656a-f05d-71fa-8a51-33856eb16e90', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-03 03:58:22.300599+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06574-76fb-7031-893e-0fd01daa2990', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-03 04:08:46.586877+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06577-e061-79db-83a7-d70f08976ce3', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-03 04:12:30.176727+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0676f-3a12-74d3-813a-0a6e1ed6fbf2', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-03 13:22:17.745518+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06773-4142-7cae-87f1-8407ab1ddaac', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-03 13:26:41.729697+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06775-bda1-781b-8fcb-058db7545822', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-03 13:29:24.640672+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06a8d-8763-7e43-8aec-00fe45281683', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-04 03:54:15.267109+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06a99-3469-71ae-8e73-6b2dd8ee099b', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-04 04:07:00.457404+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06aa6-d5d9-7e58-86fe-a7aeba8eb306', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-04 04:21:53.752923+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06c89-ccea-7e6e-83aa-e95c4516071e', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-04 13:09:25.354237+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06c90-79a2-7595-8f2d-19ad30dd0e1b', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-04 13:16:42.786397+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06c9a-ac69-7f5c-86a4-2fb1a6f77d02', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-04 13:27:51.144796+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a079fe-0e98-75a2-8142-20ffedc0b893', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-07 03:51:28.152368+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a079fe-9087-737e-8bea-2c55afc0d394', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-07 03:52:01.414965+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07a04-c984-7205-84cb-511abff1f157', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-07 03:58:49.220341+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07bf8-0268-7479-839a-7afb32715c28', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-07 13:04:06.247942+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07bfe-24e1-77fe-83ff-f61d5363dd5f', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-07 13:10:48.289171+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07c07-9693-745b-8e29-0ef07084bd95', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-07 13:21:07.219482+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07f32-ddf8-7ae8-8ff0-fd6c28c8a1df', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-08 04:07:15.192209+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07f3b-e115-72a2-8e7a-56d681616af4', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'pin', 'true', '2026-09-08 04:17:05.813003+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07f3e-8353-7a7a-8493-270e398b3bed', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-08 04:19:58.418551+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0811d-f428-709b-842e-3a223405c0c1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'pin', 'true', '2026-09-08 13:03:39.048121+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0811e-a52e-7082-8b50-cea2434d0e24', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-08 13:04:24.366472+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0812d-cc21-7304-8eb8-da4cfcb0dec4', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-08 13:20:57.376611+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08451-fc82-78bd-8521-ace15a8aa13b', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-09 03:59:20.705743+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08465-90d9-7cf5-8022-373067395e63', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-09 04:20:43.865178+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08467-68f7-710a-8b98-3b402aec463c', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-09 04:22:44.726655+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0864a-c49d-7c54-8e12-a6f0f3eb4348', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-09 13:10:42.076709+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0864e-611a-7e97-8488-0b8363aec7b9', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-09 13:14:38.745829+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08656-19ab-7827-8fa1-64833a9f9d53', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-09 13:23:04.747402+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08984-397c-70a7-8efd-c96718b96898', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-10 04:12:19.196041+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08984-af04-7182-8f64-4d285e3789db', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-10 04:12:49.283814+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0898e-8a91-796e-87fc-cbf2d3054cb9', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'pin', 'true', '2026-09-10 04:23:35.312881+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08b6c-cff3-7d5e-87bd-04963ebc95b1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-10 13:05:59.282822+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08b79-5260-76be-8025-4413a92801cf', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-10 13:19:39.104195+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08b7d-eee7-7988-852e-317873034f93', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-10 13:24:41.318691+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08e9c-f003-78dd-8b24-b8cd72a7fe47', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-11 03:57:24.867112+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08ea6-001e-7aa9-83ab-37dcb3fe4ff0', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-11 04:07:18.813903+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08eaa-8162-7d6b-855f-c74f7705c460', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-11 04:12:14.050278+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a090a5-a498-790c-86eb-1f5d2117d2c8', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-11 13:26:09.816362+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a090a8-f006-77c6-8975-6dcf456102af', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-11 13:29:45.733502+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a090aa-d1f2-7e80-8c22-d0f06d134cab', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-11 13:31:49.106295+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a09e0a-4dea-7cc0-8724-6b93c26377a8', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-14 03:51:10.5704+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a09e12-d74c-7f70-8a2f-a028d90f3339', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-14 04:00:30.027896+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a09e24-3003-76ca-8a66-b7dca4e56006', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-14 04:19:26.851185+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a007-34b3-730b-8ad8-741f83c5f600', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-14 13:07:01.939428+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a00f-2944-797f-851b-fb80149ec2d0', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-14 13:15:43.299751+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a012-21b0-794e-8df9-2f823da50fa0', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-14 13:18:57.968198+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a332-6cdd-71d6-835c-07792f1f6185', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-15 03:53:06.012784+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a33a-0aa8-7d4e-89b7-94562829f5a7', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'pin', 'true', '2026-09-15 04:01:25.159804+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a33a-5a17-7361-8d8b-50bf2b6acf6f', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-15 04:01:45.494819+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a529-4da2-70c7-8bc7-f42685baef19', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-15 13:02:22.625958+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a52d-f27d-799b-89ff-bd1002aaab78', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-15 13:07:26.973463+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a53c-addc-7fda-8ce2-b301e3357055', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-15 13:23:32.443995+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a860-2c54-7fd4-848e-fc43149d470a', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-16 04:01:10.228114+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a874-2003-7de6-8797-e866830ac886', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-16 04:22:57.79544+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a874-253b-79f2-8352-e0ad11a6611c', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-16 04:22:59.13056+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0aa51-8c67-78fc-8a34-55b95d3a2b73', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-16 13:04:26.214751+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0aa55-23d7-785e-89a5-ed4299dbd2cf', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-16 13:08:21.590822+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0aa66-a0e0-7f98-8d38-2460f2cbf19f', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-16 13:27:27.711815+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0ad84-e3c5-7482-8020-076e22227f25', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-17 03:59:22.564507+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0ad8c-7c5a-7097-8090-2f35d25175a3', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-17 04:07:40.377573+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0ad94-cf52-7a8b-8230-1b1230f9fe29', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-17 04:16:45.906312+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0af74-0af2-75f8-8ef4-0751cdd6ede2', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-17 13:00:12.913861+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0af8a-e087-7ea2-88e3-491c1866c058', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'pin', 'true', '2026-09-17 13:25:09.382653+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0af8b-7358-75a0-8e2d-346154d46397', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-17 13:25:46.968106+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0b2a5-b040-7bc8-8d6f-2ea22d2d7391', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-18 03:53:18.14375+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0b2a7-8e9b-7b69-8c74-254790391e7b', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-18 03:55:20.603151+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0b2aa-0fb3-70cd-86f6-4aab3e46e28d', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'pin', 'true', '2026-09-18 03:58:04.722801+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0b4a5-0d18-75c7-829d-831026977b71', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-18 13:11:50.808434+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0b4b6-9af6-7edc-8471-63a315e4618c', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-18 13:31:01.238309+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0b4b7-f8ac-704d-8476-89570b1cec43', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-18 13:32:30.763719+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c226-d255-743a-85f6-c5e035d0a3cb', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-21 04:08:39.253373+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c232-b273-77cf-8839-4d25dbb43b58', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'pin', 'true', '2026-09-21 04:21:37.522998+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c40f-5d56-7476-8ea8-85e15395713d', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-21 13:02:16.406472+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c41d-588c-74a4-8dc3-3cec24d38536', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-21 13:17:32.684046+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c73e-50d2-7c24-86e9-5ca35c26f2bf', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-22 03:52:25.041523+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c748-68ce-7219-8d41-d2b6a31afa57', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'pin', 'true', '2026-09-22 04:03:26.541861+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c75a-8e2e-7e5b-8508-97bc8d7eb9c0', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-22 04:23:15.757833+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c944-e5cd-70be-8a7d-c722565a6d44', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-22 13:18:50.828971+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c945-d692-7216-828b-5d75d07c8fad', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-22 13:19:52.465834+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c94e-cc08-7c1f-8d3a-029b30799d77', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'pin', 'true', '2026-09-22 13:29:39.591627+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0cc6c-9657-7f95-821d-bb97f97d4009', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-23 04:01:03.575367+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0cc6f-741b-76cf-82c2-2993edeee468', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'pin', 'true', '2026-09-23 04:04:11.418782+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0cc78-6caf-72bf-8012-c0c22e3b9c5d', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-23 04:13:59.343228+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0ce66-a719-7f6f-82dc-e6957ab5e9da', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-23 13:13:49.080828+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0ce71-f8d1-7986-8cc1-e24570924493', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-23 13:26:10.89749+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0ce73-f1ce-7b50-8cae-66f279864821', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-23 13:28:20.174109+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d191-8de7-7972-82dd-4ab9250fa2d3', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-24 03:59:32.326853+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d197-3b65-71b2-8dd6-69a323e80b9d', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-24 04:05:44.421376+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d1a7-8532-7b57-8ff9-5ebe9dbdb711', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-24 04:23:31.889545+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d384-bf94-7f05-8210-76b153e5c09a', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-24 13:04:47.508006+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d395-8065-7d08-897a-84551af73573', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-24 13:23:05.445004+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d397-7b36-7813-8631-bbfe148819f3', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-24 13:25:15.190157+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d6b1-7fa0-7435-8912-08fa97eb718e', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-25 03:52:31.903514+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d6b2-23e0-7874-8a7d-55462709bf97', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-25 03:53:13.951603+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d6ca-b276-78a5-8a03-c723344e9ba1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-25 04:20:03.318213+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d8b7-9230-7eb7-8eb7-4cfaaa5ac043', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-25 13:18:24.30377+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d8b8-a9f4-7852-8304-d91350a78866', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'pin', 'true', '2026-09-25 13:19:35.924445+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d8c1-c6dd-7b47-80af-948168012c58', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-25 13:29:33.149162+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e628-d9c2-7b83-88e5-8c47dee6162d', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-28 03:57:12.001627+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e63a-e752-7dba-80ee-26239763e069', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-09-28 04:16:55.121578+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e63b-7318-7e15-8b9a-fd8bc08d8f04', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-28 04:17:30.903924+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e820-69e0-72bf-856c-96b50ea7f063', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-28 13:07:13.503636+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e837-4145-7143-8e89-2b8f71701f0c', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-28 13:32:10.437415+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e839-97f8-7372-8bb2-ec8b649d6cb6', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-28 13:34:43.704282+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0eb4c-51cb-77a0-844a-4f1e58eb0bad', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-29 03:54:02.571289+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0eb53-a9de-7f3d-8ecb-b04efb46f21f', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'pin', 'true', '2026-09-29 04:02:03.870035+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0eb66-05f1-7f5f-8094-752fe7d19fb5', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-09-29 04:22:07.088901+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0ed41-c19a-750e-8054-e15f735215cc', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-09-29 13:01:44.729788+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0ed45-0eaa-7fa6-8e5a-5cdd5113b98f', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'pin', 'true', '2026-09-29 13:05:21.06602+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0ed53-0f75-70fc-8630-1f5633333111', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-29 13:20:38.772837+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f07f-240f-7eca-8a75-3206cb38a391', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-09-30 04:07:39.27903+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f086-4741-7f4a-8c92-97da7dd39cbd', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'pin', 'true', '2026-09-30 04:15:27.04139+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f26a-eaf2-7585-8804-1806e2bc198f', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-09-30 13:04:48.369528+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f27a-ce2a-7b08-8f56-f5f228f4a227', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-09-30 13:22:09.577981+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f59a-726b-7cb6-857a-d194dff3475f', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-01 03:55:34.890598+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f5a0-5a88-736b-8b7a-3b5a5fa73d49', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-01 04:02:01.991507+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f5ab-3ae5-7914-8c7e-ad57dc32bc64', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-01 04:13:54.789039+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f793-03c5-7e9a-857b-812b5c4e123c', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-01 13:06:42.244811+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f794-817f-7ff4-8e9e-34f16e9a01f7', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-01 13:08:19.967373+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f79b-914b-70b0-894a-6797267f1c01', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-01 13:16:02.76296+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0faca-059b-776d-881f-20754d7b5d4c', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-02 04:05:38.842916+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0faca-fb88-71db-888b-6205e2bca47d', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'pin', 'true', '2026-10-02 04:06:41.800384+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0fad7-b5fc-74a8-87d2-8f8bfd19e19c', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'pin', 'true', '2026-10-02 04:20:35.963599+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0fcc7-1bde-797a-8cb2-2196589e97f2', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-02 13:21:42.365866+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0fcc8-e3c9-768a-825e-e48eea0a946f', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-02 13:23:39.081354+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0fcce-5852-7eb8-8eb6-dbaca87216e5', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-02 13:29:36.59448+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10a40-df4c-725b-8a70-10c332fbdfee', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-05 04:09:46.060196+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10a45-2089-7e27-84e4-2b1eaa8ed008', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-05 04:14:24.905289+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10a4b-ddf7-7a16-8134-1e9902cf3989', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-05 04:21:46.615165+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10c2e-a815-706f-8323-b7071a20d4d0', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-05 13:09:06.708503+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10c38-838b-7fa2-80e1-49d309c0585b', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-05 13:19:52.714761+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10c38-dea1-741c-80bb-4483961dc748', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-05 13:20:16.03263+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10f5a-a5c1-7369-862e-c65f6dceaf5b', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'pin', 'true', '2026-10-06 03:56:01.345008+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10f5f-9547-7ae9-8d5c-660a59411317', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-06 04:01:24.806869+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10f69-c826-7874-8e13-430dcc1010a8', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-06 04:12:33.190412+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a11157-413b-71d4-89e6-ddea776ed948', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-06 13:11:33.435138+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a11167-bc8a-705b-89df-b220c5b77eda', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-06 13:29:33.577606+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1116a-27c9-7366-8881-d791d3ce54ee', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-06 13:32:12.10525+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a11484-74fa-7f64-857a-f5c96599b9ea', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-07 03:59:47.449745+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1148e-22b5-7cbe-82f1-cd4ec9c19355', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-07 04:10:21.749227+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a11493-695d-7f9e-8450-c1c4f344411a', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-07 04:16:07.516888+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a11685-f074-79d3-8958-90830c58b8e8', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-07 13:20:39.028398+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a11686-a133-7f66-8cb9-7e17908d9ea6', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-07 13:21:24.275174+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1168e-5759-7578-8cee-b74b50a690cb', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'pin', 'true', '2026-10-07 13:29:49.6566+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a119a3-9909-711c-8645-53677fc8dce1', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-08 03:51:54.377111+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a119a5-4dd9-7462-8e99-04a70e2fbda0', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-08 03:53:46.200917+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a119b0-b3aa-77a9-835a-aa64fe3f3f5d', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-08 04:06:13.161805+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a11ba6-d106-71ea-82c9-c5f0da6027a6', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-08 13:14:39.750065+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a11bac-b26e-7ecd-84e4-291e1f3237dd', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-08 13:21:05.133623+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a11bb8-3246-7aab-8fe8-9d3cc621adbd', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-08 13:33:38.758475+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a11eca-d8de-7a01-87ef-0ed2e11a3a05', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-09 03:52:52.702046+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a11ed2-0b54-76bf-83ce-3c392ce676ea', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-09 04:00:44.372423+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL);
INSERT INTO gate_events (school_id, id, student_id, kind, method, verified, at, received_at, client_key, recorded_by, override_reason, longitude, latitude, scanner_serial) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a11ed8-e95e-74f9-8b35-a15fd5038888', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-09 04:08:14.429747+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a120ca-f2a1-7980-8cce-8fc308657e88', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-09 13:12:13.729415+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a120d5-561b-7ea9-8b58-120651671683', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-09 13:23:34.555151+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a120dd-e589-7b63-8cf5-1b542a8d1c89', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-09 13:32:55.560637+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a12e41-3ca6-710d-8a41-0502769f8589', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-12 03:56:29.73382+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a12e50-c6a4-7d1b-8532-40b01c8c4067', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-12 04:13:28.099919+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a12e5b-267a-7b2f-8a59-b2ae20166d45', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-12 04:24:47.993831+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1303e-fdcf-79b8-8c63-6ac3255bc134', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-12 13:13:17.006521+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1304c-bf04-7c03-854d-4ff1a8d7a320', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'pin', 'true', '2026-10-12 13:28:18.436386+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13051-eafb-76d4-844f-091feb0342b4', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-12 13:33:57.370951+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13367-b498-7f4f-82ca-a4eab28d8748', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'pin', 'true', '2026-10-13 03:56:36.887892+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13367-bb29-7d54-87be-a2140e1b2c06', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-13 03:56:38.568649+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13381-7eae-7c88-8a0c-7b72ae768117', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-13 04:24:47.022158+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1355c-11bc-74d5-8028-ff31085d846d', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-13 13:03:08.7318+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1355c-2e44-71f4-8071-541c92709e04', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-13 13:03:16.03627+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1356c-52a1-7d6a-8c73-4702970c5b23', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-13 13:20:53.921168+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1388b-e7d4-7883-8f82-0af3ee2e102c', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-14 03:54:15.380401+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13893-97d0-7933-8a3a-9f8afb662b28', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-14 04:02:39.184141+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a138a6-33b7-7fa7-878e-fdd1b4183820', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-14 04:22:58.742679+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13a84-2cd7-723f-8581-5b0600bb39b2', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-14 13:05:03.190792+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13a8a-c749-7319-812c-cda06cccc80e', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-14 13:12:15.944697+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13a9d-73ca-7957-8346-2ef8401fb89c', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-14 13:32:39.753784+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13db2-95f8-7d3d-8687-bea3904f2eab', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-15 03:54:36.407799+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13db7-bda1-7206-8147-b5d7aea80bcb', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-15 04:00:14.240821+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13dbd-0ad3-7d28-8e23-c62c5aceb3a6', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-15 04:06:01.68322+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fa6-602c-7105-8f97-c5329b685984', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-15 13:00:30.63579+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fab-75a2-7815-8be9-5b5c68fd07c8', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-15 13:06:03.810114+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fc0-ea8d-78e8-8b62-21350ae1604d', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-15 13:29:29.996691+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a142e5-5b91-7f26-8a5a-f054894a2304', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-16 04:08:09.87288+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a142e8-d66b-729a-8c4c-3a9e2261a95c', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-16 04:11:57.931369+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a142f0-b11b-719e-8040-a698a15bef32', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-16 04:20:32.666888+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a144d1-72f6-7d3c-8d59-fc08df5a4411', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-16 13:05:39.574284+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a144d1-81f0-7847-80ff-8625e713a9d5', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'pin', 'true', '2026-10-16 13:05:43.408127+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a144d6-55c5-7446-81e0-6d0d44005e46', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-16 13:10:59.780803+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15248-0b99-7814-8b89-a118d14feeeb', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-19 03:50:15.704956+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1524e-772e-764d-8bec-b0244978c10d', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-19 03:57:16.461914+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15264-30da-758b-8f6b-a780ae11faa9', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-19 04:21:00.250176+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15450-516c-7f90-8bb3-60420f9f4c05', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'pin', 'true', '2026-10-19 13:18:32.300228+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15455-5a00-7200-8a84-51091ee1d25c', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-19 13:24:02.176027+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15458-ecce-7e7e-8c53-cabd4352bc4d', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-19 13:27:56.366209+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15778-a6bc-77da-8550-2d7fe682188e', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-20 04:01:27.228118+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1577f-b317-74e7-8d7d-f22b2ac7569f', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-20 04:09:09.142681+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15787-5a14-7ae0-8b14-2ccb2c247418', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-20 04:17:30.644088+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1596a-d397-7f8a-8ef7-be5e593626a9', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-20 13:05:35.638597+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15972-ff35-762c-8b56-c7d3b32166de', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-20 13:14:31.093279+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15976-0766-77e8-8413-e3857a521757', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-20 13:17:49.797621+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15c98-0b79-7592-8aa9-6a1585f5e24e', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-21 03:53:50.712546+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15c9f-52f8-7722-8f69-2c94ecc0a79d', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-21 04:01:47.767573+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15ca6-1a1f-78f2-8021-be280da3e4f8', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-21 04:09:11.967443+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15ea6-7925-718a-8f54-65c2d5b9cf9e', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-21 13:28:50.72493+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15ea6-fbb7-78c9-8c9c-e760dba574f0', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-21 13:29:24.150923+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15ea8-6c72-7f09-87e3-f162d5799a3c', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-21 13:30:58.54587+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a161c4-afc9-74be-88fe-b666883ba484', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-22 04:00:42.441113+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a161cd-06a5-7646-868f-c191df52982a', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-22 04:09:48.964689+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a161d4-1f45-7af3-8c8c-e93c528de826', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-22 04:17:34.020927+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a163c0-1ef9-77e5-80ba-ab631935a18b', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-22 13:14:57.656568+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a163c2-17b5-7afa-8687-f71c6e2a3679', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-22 13:17:06.869498+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a163cc-f073-7780-839f-11d4b6959532', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-22 13:28:57.715487+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a166ee-8be5-7406-8851-dc521cd06950', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-23 04:04:31.845048+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a166f3-fdc2-7a14-89b6-d6fe3e9b5fcd', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-23 04:10:28.674019+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a16700-60ae-7209-83d6-85373b4cd522', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-23 04:24:00.430027+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a168db-a78d-7ed6-8add-d78fa0a57af2', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-23 13:03:08.173328+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a168e0-a8fd-7c0c-8c9e-ea0b7c20c018', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-23 13:08:36.220686+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a168e3-6341-702f-8750-4d8499056a4e', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-23 13:11:34.976701+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1765b-1b97-77d3-83d8-ac982f978473', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-26 03:57:24.758628+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1766b-628d-7b26-8e10-2686d0009718', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-26 04:15:11.50139+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a17672-84a6-7e15-8b11-0e8fcb9e7d88', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-26 04:22:58.98249+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a17858-6a5b-7989-81c8-164f7bf7b6c0', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-26 13:13:42.74737+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1785f-0ad2-7e32-8972-a5bebbc6a1d5', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-26 13:20:57.042378+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a17867-5eb9-730f-882f-1b586e506883', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-26 13:30:02.809099+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a17b7c-3a18-7e70-80f2-06510aa2f0c4', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-27 03:51:41.336115+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a17b93-42c6-74bb-805a-0c14aa582185', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-27 04:16:50.885885+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a17b93-588e-7ec7-894f-c2d34e9a846e', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-27 04:16:56.461656+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a17d80-4e88-757a-8667-906d39f9e85c', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-27 13:15:23.144229+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a17d8b-51cc-7b6c-8c72-12709b300eca', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-27 13:27:24.875811+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a17d8d-18ab-7407-8ea2-c02876d6ab08', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-27 13:29:21.323119+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a180ad-9fd0-7153-8fa4-931a0e086d41', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-28 04:03:44.719635+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a180b6-0974-75cf-8c67-716e484acbee', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-28 04:12:56.052328+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a180c0-cdb5-750e-84e1-ce93adf409a9', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-28 04:24:41.65347+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a18299-cac4-71d0-8c87-b9234c81a255', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-28 13:01:19.42798+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a182a3-fdf8-78f4-86cb-87224ff81c24', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-28 13:12:27.895914+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a182a6-c031-7f19-8c61-05a61fd291b2', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-28 13:15:28.688832+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a185c8-ccc7-7cec-809a-03d054b3bdcf', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-10-29 03:51:31.782827+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a185cc-7e8f-729e-892a-ddc9ea8d9017', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-29 03:55:33.902766+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a185d2-7cda-7259-8a67-d5602c98c77c', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-29 04:02:06.681702+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a187c6-f614-79df-85fb-106c253f48fb', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-29 13:08:45.715603+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a187d0-1a78-7e59-8823-60f3732e9d8c', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-29 13:18:44.855808+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a187d4-d5e0-7fac-86f3-45febb743b1b', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-29 13:23:54.976367+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a18af0-0bc6-73b7-80ac-dd0a76319a48', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-10-30 03:52:29.893541+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a18afa-d822-7b8d-814e-8600cb5e2c99', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-10-30 04:04:17.569735+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a18b03-8834-7036-8c41-32a93bcad4ef', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'pin', 'true', '2026-10-30 04:13:46.931515+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a18cf5-277c-72f2-808b-a5800d6c9fad', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-10-30 13:17:19.100115+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a18cf5-5929-723c-8dc1-89013d17d41a', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-10-30 13:17:31.816618+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a18cf9-dcc3-78c3-8b28-218e1cb5fcc2', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-10-30 13:22:27.650853+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19a7d-365c-7395-8572-25fffb6cad9f', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-02 04:20:59.612112+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19a7f-cacb-7522-8956-f26c7d77a007', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-11-02 04:23:48.683171+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19c61-1853-7d2d-8833-26a88d660bb8', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-02 13:09:31.346877+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19c74-98fd-7198-88d8-692ece6c7d90', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-02 13:30:49.469085+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19f89-0dbb-7527-8076-5c0caa02b04a', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-03 03:52:01.723385+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19f91-b242-712e-8c11-697cc366a9b7', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-03 04:01:28.130328+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19f93-54db-7ac9-8343-c810fba25e76', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-11-03 04:03:15.290582+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a17f-19d9-7bf9-8b36-82f32fdcebc2', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-03 13:00:23.897454+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a196-572b-71f2-88cc-a8fef3c822fd', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-03 13:25:46.923352+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a19b-8b8b-7875-8f26-5694ed938a46', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-03 13:31:28.010691+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a4b4-5f10-73a6-86ae-cc7623909bfd', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-04 03:57:26.672033+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a4b4-a29b-796c-8cd2-b0e755320743', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-11-04 03:57:43.963161+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a4cc-9156-7d44-806a-32a7eba2a01b', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-04 04:23:52.405774+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a6a7-06e4-75eb-8205-71c16bd298a2', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'pin', 'true', '2026-11-04 13:02:06.564104+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a6a9-7021-77ad-8d55-f7ee539dee51', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-04 13:04:44.577387+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a6b1-d51e-738a-81a6-a14c4cbebf48', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-04 13:13:54.717673+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a9d5-73fb-7bb8-8dfe-0a375e8302ea', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-05 03:51:40.795426+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a9ec-77f9-7f4d-8d7b-ef3da4d81437', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-05 04:16:49.145128+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a9ef-bf0a-713f-896e-8e3bc7ed140a', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'pin', 'true', '2026-11-05 04:20:23.946429+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1abd3-e73a-7ff7-8ab5-5eab844d6258', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-05 13:09:13.658251+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1abdd-ef61-731e-846c-39e4d20656fa', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-05 13:20:11.104887+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1abe4-0ef9-7ff6-831f-3b0b70e105d5', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-05 13:26:52.409253+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1af00-0896-74ed-899e-9d68540711c4', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-06 03:56:17.429859+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1af0c-72fc-7960-8686-5c748139042c', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-06 04:09:51.099966+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1af0e-63c3-7cee-8d40-1edc705ba3c4', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-11-06 04:11:58.274787+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b0f9-6029-7a65-83c8-a2cd93f0f402', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-06 13:08:15.528909+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b0ff-1e06-75fc-872c-43c00c8fd852', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-06 13:14:31.813652+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b10f-df7d-7496-8dba-7b622aaad9d8', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-06 13:32:49.917202+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1be70-f023-7919-8d9e-84025ed13862', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-09 03:53:54.978639+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1be78-913b-7372-87fe-1c8f9a6d4adc', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-11-09 04:02:14.970876+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1be88-848b-70fa-86b9-1458688beb18', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-09 04:19:40.299473+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1c065-4fbb-762a-8efa-d195a9e8d96b', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'pin', 'true', '2026-11-09 13:00:27.451071+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1c06c-47f4-71c5-864c-d6d08fa7e647', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-09 13:08:04.211766+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1c084-0f53-7a8f-8837-cf72784486e0', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-09 13:34:02.579127+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1c394-c283-75a0-8891-033ff4427487', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-10 03:51:08.674501+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1c395-4571-7432-83ad-9a6fba9dc856', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-10 03:51:42.192552+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1c396-dcf8-7871-875e-65dddd8d4703', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-11-10 03:53:26.519959+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1c58f-1561-74e5-82e3-9cebdcb4e57b', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-10 13:04:11.104602+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1c597-4d0d-7f04-8634-f05fa32ea241', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-10 13:13:09.645413+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1c5a4-c053-7364-81e1-b53b57eb3b4b', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-10 13:27:51.122809+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1c8be-ef44-7e0b-85db-a23e2817cbee', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-11 03:55:18.724211+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1c8cc-3274-7f28-8281-bb3f98e42275', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-11-11 04:09:47.892127+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1c8d6-63e3-716f-8308-b58a29148cb7', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-11 04:20:55.90674+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cabf-d3f2-7805-8da8-9c22210a2690', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-11 13:15:31.698325+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cac4-ed3d-7104-8701-dfe795cc292d', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-11 13:21:05.853405+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cacf-e432-79b8-817c-3ef2b9a8b98b', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-11 13:33:04.433575+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cde5-1b19-7cc2-8783-aeaffddc8498', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-12 03:55:06.393485+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cde5-b3db-758c-8ca7-98ad95f746e8', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-11-12 03:55:45.498642+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cdef-9a08-70cc-82b0-bdb595a169da', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-12 04:06:34.248415+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cfe3-b413-7d42-8c08-7863f577eba6', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-12 13:12:48.91471+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cfe6-208b-76bd-8609-1a0a78ebc491', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-12 13:15:27.754541+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cfe7-35d1-7174-85cd-080ab81f1830', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-12 13:16:38.736727+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1d30e-6161-71a4-8253-26b3418e28ee', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'pin', 'true', '2026-11-13 03:58:17.440624+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1d31f-bb54-7e2d-8c61-54a47e8bda9d', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-13 04:17:14.579539+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1d320-a56e-7209-8596-25bc3bf4c3b1', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-13 04:18:14.510135+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1d50d-3686-7149-8686-742c41628aac', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-13 13:16:15.366202+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1d517-ab5b-7d40-8465-7659ae0d818c', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'pin', 'true', '2026-11-13 13:27:40.63544+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1d51d-37ca-7372-8e99-a7b9099b8bb2', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-13 13:33:44.266059+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1e289-9b59-744c-895d-722f665d3f0b', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-16 04:07:11.449338+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1e292-2668-7ed9-8a71-19b956273889', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-11-16 04:16:31.33602+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1e299-b7b0-7a9e-8e45-be3d3a037c55', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-16 04:24:47.280033+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1e485-e545-7ed2-842c-4475e33390d5', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-16 13:22:22.660552+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1e486-c315-76a6-8bab-d0d470bfdaf5', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-16 13:23:19.444547+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1e48d-0bc4-7dcd-8e3d-023c398376f0', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-16 13:30:11.26763+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1e7ae-294a-701f-8ee0-6fd33a6d5bec', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-17 04:05:13.162387+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1e7b1-9af9-7893-8889-aa38269ac5ec', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'pin', 'true', '2026-11-17 04:08:58.873125+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1e7b6-9ae1-7f50-86cc-7afb4d1cea04', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-11-17 04:14:26.528781+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1e99d-eba6-731e-8f74-ac4239fea544', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-17 13:06:43.237698+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1e9a3-f937-7e02-892b-1ad8bba2f713', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-17 13:13:19.926949+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1e9b4-3ec3-7c27-8579-01afa146d9dd', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'pin', 'true', '2026-11-17 13:31:06.307045+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eccc-a89e-7153-8f9b-aef2cdd3d9c5', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-18 03:56:37.917705+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ecd1-749b-7d65-8757-13aa5a39d30d', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-11-18 04:01:52.283024+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ecd7-a971-7a26-8d9f-967bc136f445', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-18 04:08:39.024518+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eec3-4659-7752-8ef1-47311f6b2cff', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-18 13:05:37.368542+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eeca-4d1d-7c26-8252-c57bdb058eed', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-18 13:13:17.853341+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eed6-0042-7825-83ed-ea8b74c6854d', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-18 13:26:04.610214+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1f1f0-fb33-7703-82d9-2f34e66a892c', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-19 03:54:24.435458+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1f1f9-8e13-7663-8b38-89fea25d8129', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-19 04:03:46.322992+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1f200-caf7-7082-82d6-f0301ab95d79', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'pin', 'true', '2026-11-19 04:11:40.662781+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1f3e6-f79e-727a-8fb1-ef7148b0b976', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-19 13:02:42.589765+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1f3f2-f447-7140-88df-6030418dda3f', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-19 13:15:48.166637+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1f401-4639-7e48-8659-0422ce50fb37', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-19 13:31:26.649446+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1f71e-1d08-7bf6-8d43-27b3c2e3c58e', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'fingerprint', 'true', '2026-11-20 04:01:48.296469+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1f725-e927-710c-8438-37c1d298cb49', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'in', 'fingerprint', 'true', '2026-11-20 04:10:19.30299+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1f72c-0526-7c62-83d4-c2df739e81f8', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'in', 'fingerprint', 'true', '2026-11-20 04:16:59.68552+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1f90f-026a-7e0f-88ad-53451cf67f91', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', 'fingerprint', 'true', '2026-11-20 13:04:32.873967+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1f91c-6b52-7dd8-89dd-208f08306b54', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', 'fingerprint', 'true', '2026-11-20 13:19:11.698258+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1f922-806b-78dc-8482-535f45cbee4e', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'fingerprint', 'true', '2026-11-20 13:25:50.314803+00', NULL, NULL, '01a20555-f2ef-7860-94d9-8825a5b48c69', NULL, NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1611-7230-93fc-2479f40c7eb2', '01a20555-f1af-7a2c-b488-c364955882ad', 'in', 'pin', 'true', '2026-11-22 22:17:37.553632+00', NULL, '15b71bb4-605f-4670-89dc-d8c2c3c1095d', '01a20556-10b2-79fc-b14a-f351b21ac63c', NULL, '34.75', '-0.09', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-164b-722c-a630-48c9ffbc82ef', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', 'pin', 'true', '2026-11-22 22:17:37.612049+00', NULL, '3beb42a6-bac6-4346-9b17-8db66bcd6af6', '01a20556-10b2-79fc-b14a-f351b21ac63c', NULL, '34.75', '-0.09', NULL);
INSERT INTO guardians (school_id, id, student_id, name, mobile_number, email, language, created_at, deleted_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f384-7043-b044-6ce0e82f7798', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'Cherono Ndungu', '254700001005', NULL, 'en', '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f384-7450-b908-0e4c57fc4a61', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'Naliaka Ndungu', '254700001004', NULL, 'en', '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f384-74dc-ad39-5cd6bad305dc', '01a20555-f1af-7a2c-b488-c364955882ad', 'Wanjiru Were', '254700001000', NULL, 'en', '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f384-7529-a866-0ebe6871eb15', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'Mutua Njoroge', '254700001002', NULL, 'en', '2026-11-22 22:17:28.532714+00', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f384-7855-a12c-88834faa4d45', '01a20555-f1af-7a2c-b488-c364955882ad', 'Kiprop Were', '254700001001', NULL, 'en', '2026-11-22 22:17:28.532714+00', NULL);
INSERT INTO journal_entries (school_id, id, kind, student_id, amount, fee, method, reference, item, by_user, at, reverses, longitude, latitude) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a02d21-53d0-7e1a-861e-e1373a53c5ce', 'deposit', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '180000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-08-23 05:39:14+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a02d2a-dd38-7806-8059-14b6b57c6138', 'deposit', '01a20555-f1af-7a2c-b488-c364955882ad', '175000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-08-23 05:49:39+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a02d36-00c8-7859-8da7-baaa27f5b53c', 'deposit', '01a20555-f1b0-7f86-b407-d136d13bbeec', '175000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-08-23 06:01:49+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0390b-0a60-7121-85d6-e49e2af60d30', 'cash-out', '01a20555-f1b0-7f86-b407-d136d13bbeec', '10000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-08-25 13:10:20+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03923-ab10-7b0e-8cda-cdcad86605e1', 'cash-out', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '5000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-08-25 13:37:14+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0394c-12d0-724f-87cb-063041409bc6', 'cash-out', '01a20555-f1af-7a2c-b488-c364955882ad', '10000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-08-25 14:21:22+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03d70-3170-7a4e-867a-1fc69909df15', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '4500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-08-26 09:39:18+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03d7e-2f78-7e12-8b01-f35b2095d11c', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '5500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-08-26 09:54:35+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03db9-4c48-7657-8d53-e0e322e9a58f', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-08-26 10:59:09+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c70-6d38-71f5-8936-c937f29abf12', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-01 10:07:47+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c70-80c0-7473-86ee-fa89c0a3a2f1', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-01 10:07:52+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c78-7fa0-7375-8918-c3ca1669b8f6', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-01 10:16:36+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06bc8-9698-7585-8f8b-f73ed021d8f2', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-04 09:38:23+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06bca-7710-7c55-8f80-bd64b33df914', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-04 09:40:26+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06c0d-3cd0-76b2-8f40-e5e67e2d7239', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-04 10:53:22+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0751f-9840-7afa-8977-7ec9eedba7f7', 'deposit', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '45000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-06 05:10:00+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0755b-97a0-7558-8ddf-eaaa25f85671', 'deposit', '01a20555-f1af-7a2c-b488-c364955882ad', '80000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-06 06:15:32+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07567-6ee0-7bf4-88b0-92a6e84c3220', 'deposit', '01a20555-f1b0-7f86-b407-d136d13bbeec', '55000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-06 06:28:28+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b43-47d0-7690-8c26-5bc88e62d59f', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '5000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-07 09:46:42+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b68-4c60-75d4-8eeb-19578704413c', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '5500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-07 10:27:08+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b6d-f598-7669-8f03-676aee647ad8', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-07 10:33:19+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08aa8-61b0-7332-8051-029fde3f8354', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '5500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-10 09:31:26+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08ac6-2ab0-799b-84da-243857cee031', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '5500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-10 10:03:58+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08ad8-8db8-7137-87d7-650bd9d8f431', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '5500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-10 10:24:03+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0909b-a6b8-77c3-8373-44d3c2dbe3c7', 'cash-out', '01a20555-f1af-7a2c-b488-c364955882ad', '8000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-11 13:15:15+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0909c-8560-7f99-84c9-549c54a369fc', 'cash-out', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '11000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-11 13:16:12+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a090cd-5578-7253-8267-61b29333048f', 'cash-out', '01a20555-f1b0-7f86-b407-d136d13bbeec', '9000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-11 14:09:31+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9a2-e888-727a-8a1a-7eaa02baf6fa', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-16 09:53:41+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9b3-6f00-797a-8a60-ae5bb786f22a', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '5000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-16 10:11:44+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9c6-4f08-7b86-8ea1-5f3168b4293d', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-16 10:32:21+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0bd42-b260-7740-8d5b-7b657468c60b', 'deposit', '01a20555-f1b0-7f86-b407-d136d13bbeec', '55000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-20 05:21:00+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0bd54-9c50-70e0-8a5d-b8aa524bd5cc', 'deposit', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '60000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-20 05:40:34+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0bd69-4178-763a-8dd2-9ff93dc2314a', 'deposit', '01a20555-f1af-7a2c-b488-c364955882ad', '75000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-20 06:03:07+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c884-22d0-7a6a-8a24-c89e9a4c6a18', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-22 09:48:18+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c893-6510-71f5-8d0b-7e45e46c6dd2', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-22 10:04:58+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c89e-f218-7de8-88ef-8dc3cdcef479', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '5500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-22 10:17:35+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d7ed-99e0-70fa-8d41-d03fa8674433', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-25 09:37:48+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d828-aaf8-760b-8b5c-4fd8fa9cf353', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-25 10:42:19+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d82f-5600-7c6a-845c-5a28f2555d37', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '5500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-25 10:49:36+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e75a-3988-75cf-8ed1-07cb317d24d0', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-28 09:30:45+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e761-32b0-7c40-8231-d84ee1a65d76', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-28 09:38:22+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e7a0-b480-7bef-832d-db761bb0cc41', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '5500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-28 10:47:44+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e830-5220-7e87-8288-e8bc04386264', 'cash-out', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '11000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-28 13:24:36+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e84b-11c8-7f5a-8d59-56be4a88aa4a', 'cash-out', '01a20555-f1af-7a2c-b488-c364955882ad', '10000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-28 13:53:49+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e85f-c2a8-73be-876e-20746c6e722a', 'cash-out', '01a20555-f1b0-7f86-b407-d136d13bbeec', '12000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-28 14:16:25+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6d4-8918-7182-82c3-aa2407872f90', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-01 09:38:39+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6d6-9488-77bf-89a6-503e8851e60c', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-01 09:40:53+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6ee-0488-79f2-85d7-393d0546b042', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-01 10:06:29+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1054f-6238-752a-8a95-3e182d52edb4', 'deposit', '01a20555-f1af-7a2c-b488-c364955882ad', '65000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-04 05:07:31+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10569-6278-7ed9-8f6c-111e63058fe3', 'deposit', '01a20555-f1b0-7f86-b407-d136d13bbeec', '45000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-04 05:35:55+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1058a-d110-7fef-81a4-c12ff3541198', 'deposit', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '65000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-04 06:12:26+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115b9-7898-7216-8b8d-2cb0d489d03d', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '4500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-07 09:37:19+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115f4-6e58-77fe-8c6a-07e7f0b7c2dd', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-07 10:41:43+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115f8-a090-7855-8e8a-72f793823642', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-07 10:46:18+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134a4-0980-71d7-864a-37c80f410e77', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-13 09:42:08+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134ad-48b0-7224-8f3e-3f238530201f', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-13 09:52:14+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134cf-4bb8-7a19-89a2-165231ff44e3', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-13 10:29:23+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fb5-8880-744b-862b-9f0a0fc4c982', 'cash-out', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '13000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-15 13:17:04+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fe0-1320-719c-8526-a66cd2457368', 'cash-out', '01a20555-f1b0-7f86-b407-d136d13bbeec', '10000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-15 14:03:32+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fea-bd98-7880-8a65-395fa1e41d17', 'cash-out', '01a20555-f1af-7a2c-b488-c364955882ad', '9000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-15 14:15:11+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14414-bc20-75bc-8a9e-4cd499857f0d', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-16 09:39:32+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14421-f6d8-7ba0-8194-6ea8416d48e1', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-16 09:53:59+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1442f-4518-7eac-8da0-0bc07db69db1', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '5500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-16 10:08:31+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14d62-d870-79de-8e1a-cb7a8faad141', 'deposit', '01a20555-f1b0-7f86-b407-d136d13bbeec', '50000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-18 05:01:26+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14d65-7850-7d25-86b1-4bb603765638', 'deposit', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '65000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-18 05:04:18+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14d6e-4e08-70fe-8492-5033fc35120a', 'deposit', '01a20555-f1af-7a2c-b488-c364955882ad', '60000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-18 05:13:57+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1537f-ae18-7e13-8f9c-4d6e527d8834', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-19 09:30:39+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15389-00d0-7466-86af-dc583cace600', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-19 09:40:50+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a153b9-7ee0-7afe-895e-462605e2673f', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-19 10:33:48+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a162f9-6d20-7876-8fb5-2e35a6d37d92', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-22 09:37:56+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a16302-69e8-7759-8a6f-b82bb91980e6', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-22 09:47:45+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a16305-38a8-7635-8523-8886d074473c', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-22 09:50:49+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a181d9-e800-7d6f-8d67-2b25c6c090d6', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-28 09:31:44+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a181f2-4e18-75a1-8d1e-7be9a47677a5', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-28 09:58:23+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a18213-14b8-70dd-8475-ab015e56dd33', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-28 10:34:11+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1957f-c488-72ef-8403-52fd949bbddd', 'deposit', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '55000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-01 05:05:41+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1958b-16f8-73d6-8305-ecb111fcf5c9', 'deposit', '01a20555-f1af-7a2c-b488-c364955882ad', '70000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-01 05:18:03+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19590-a8c0-70aa-836f-ddc887dd1a55', 'deposit', '01a20555-f1b0-7f86-b407-d136d13bbeec', '45000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-01 05:24:08+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1973e-9358-7dd6-8037-82676f3edf9e', 'cash-out', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '7000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-01 13:13:43+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19756-0b28-7936-8ee1-beb384245bf6', 'cash-out', '01a20555-f1af-7a2c-b488-c364955882ad', '12000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-01 13:39:21+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19769-ed00-7389-8b0f-3f1f186211ad', 'cash-out', '01a20555-f1b0-7f86-b407-d136d13bbeec', '12000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-01 14:01:04+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a0d3-22d0-721a-8818-c0095f2ee284', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '5500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-03 09:52:34+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a0e4-d610-7525-8004-79ad43353d63', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '4500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-03 10:11:54+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a10b-f5b0-7348-8f0d-a024b535c0ae', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-03 10:54:38+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b059-49a0-762e-8e73-4b4932216e74', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-06 10:13:24+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b064-80b8-74d4-8f04-3e507d42e3a5', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '5500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-06 10:25:39+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b07c-5a30-7b21-8382-014952becedd', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '4500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-06 10:51:42+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfb3-0940-790a-8c73-fbc5209f189e', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-09 09:45:44+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfc2-0d00-7468-8ab1-24b8c8181edd', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-09 10:02:08+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfcc-c718-7eef-8f14-436ad040ef0b', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '4000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-09 10:13:51+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf30-3348-78b7-8de2-0d6a8100122b', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '4500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-12 09:56:45+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf48-3f88-724f-8af5-d56dcdfe0436', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '3000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-12 10:23:01+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf5d-2330-7467-8dcf-df975918ced0', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '5000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-12 10:45:50+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ddd1-ca60-776e-8b02-75d0f6fb2d59', 'deposit', '01a20555-f1b0-7f86-b407-d136d13bbeec', '80000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-15 06:07:56+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ddd5-6828-7d76-8a8f-5eeaf44bb00c', 'deposit', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '55000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-15 06:11:53+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ddda-4e10-7a78-81a8-6f0ec4592365', 'deposit', '01a20555-f1af-7a2c-b488-c364955882ad', '50000', '0', NULL, NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-15 06:17:14+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee0d-a0e8-779c-8219-12c92df505a2', 'canteen', '01a20555-f1b0-7f86-b407-d136d13bbeec', '5000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-18 09:47:13+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee23-a5a0-77a1-8982-a758f739f251', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '5000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-18 10:11:16+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee3f-d478-79f3-8224-71605f02508c', 'canteen', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '3500', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-18 10:42:03+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eee5-ccc0-7881-8739-1a410f03cf15', 'cash-out', '01a20555-f1af-7a2c-b488-c364955882ad', '6000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-18 13:43:20+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eee7-14e0-7eee-8058-ec2a7922a6d6', 'cash-out', '01a20555-f1b0-7f86-b407-d136d13bbeec', '10000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-18 13:44:44+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eef4-3ff8-7080-816c-453bcf5437c7', 'cash-out', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '12000', '0', 'fingerprint', NULL, NULL, '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-18 13:59:07+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10bb-7fb6-8ccf-b65882fe303d', 'deposit', '01a20555-f1af-7a2c-b488-c364955882ad', '50000', '0', NULL, 'Slip 17', NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:36.193539+00', NULL, '34.75', '-0.09'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10fd-77fc-be8d-57fff630da48', 'reversal', '01a20555-f1af-7a2c-b488-c364955882ad', '50000', '0', NULL, 'Typed twice', NULL, '01a20556-10b4-7e8b-bef7-ff428a62612c', '2026-11-22 22:17:36.256474+00', '01a20556-10bb-7fb6-8ccf-b65882fe303d', '34.75', '-0.09'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-113e-7abe-ae34-425e693b29ca', 'float', NULL, '200000', '0', NULL, 'Morning', NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:36.319597+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-11a4-7a19-b4ba-6d657cb34760', 'deposit', '01a20555-f1af-7a2c-b488-c364955882ad', '30000', '0', NULL, NULL, NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:36.423469+00', NULL, '34.75', '-0.09'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1249-7ae6-ae74-9a4b973170d6', 'cash-out', '01a20555-f1af-7a2c-b488-c364955882ad', '10000', '0', 'pin', NULL, NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:36.587905+00', NULL, '34.75', '-0.09'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-12f4-7f9c-b84d-99cf2b92475e', 'till-close', NULL, '30000', '0', NULL, 'Three hundred short', NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:36.756615+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-12fc-72a9-ba1b-8f90e1d8fca7', 'till-close', NULL, '140000', '0', NULL, NULL, NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:36.767382+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-13e8-7e49-bb17-dd2921d01629', 'item', '01a20555-f1af-7a2c-b488-c364955882ad', '10000', '0', NULL, 'Shoes', '01a20556-13e8-7628-85cc-8f5bd1642368', '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:37.006263+00', NULL, '34.75', '-0.09'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-14cd-76ef-a9b3-c963b9ed60cb', 'item-return', '01a20555-f1af-7a2c-b488-c364955882ad', '5000', '0', NULL, 'Shoes', '01a20556-13e8-7628-85cc-8f5bd1642368', '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:37.23084+00', NULL, '34.75', '-0.09'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-153d-7ef8-9067-9e26caf99376', 'canteen', '01a20555-f1af-7a2c-b488-c364955882ad', '2000', '0', 'pin', 'Uji', '01a20556-14f1-7d81-97ec-ec78543be044', '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:37.352367+00', NULL, '34.75', '-0.09'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-17a2-7c3e-bf14-0f8f6e6d330a', 'collection', '01a20555-f1af-7a2c-b488-c364955882ad', '15000', '0', NULL, 'UKN0IZYAMP', NULL, NULL, '2026-11-22 22:17:37.955302+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-17d9-7b34-a44b-36246e0adba6', 'unclaimed', NULL, '25000', '0', NULL, 'UKNLSA7NJR', NULL, NULL, '2026-11-22 22:17:38.009331+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-19b4-7f95-b228-7c903ef53fce', 'cash-out', '01a20555-f1b0-7f86-b407-d136d13bbeec', '5000', '0', 'pin', NULL, NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:38.486334+00', NULL, '34.75', '-0.09');
INSERT INTO known_payers (school_id, payer_digest, student_id, times, last_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', E'\\xe61e7e5cb125f5d51d2d87d06e70e9e02b53617a5d69573d8d9945f0ee8ff5ea', '01a20555-f1af-7a2c-b488-c364955882ad', '1', '2026-11-22 22:17:37.959294+00');
INSERT INTO meal_locks (school_id, student_id, item_id) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20556-14f1-7d81-97ec-ec78543be044');
INSERT INTO stk_pushes (school_id, id, student_id, amount, reference, phone_sealed, phone_masked, phone_digest, status, code, reason, checkout_id, adopted, receipt, asked_by, requested_at, sent_at, tries, asks) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1706-7554-86b8-3a00a79b5a82', '01a20555-f1b0-7f86-b407-d136d13bbeec', '10000', '4002', E'\\x8eb21f5d7a669b09dee9fea2a1e34930841f5c2eb4eb49b7fefcf6ae55cd547261b8b38e2f42f951', '2547…355', E'\\x752ef5e78bc8107ae876beda0d44918008747775e76828389cc8f17ce4a53015', 'sent', NULL, NULL, 'ws_CO_20261123011737403721254711223355', 'false', NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:37.798577+00', '2026-11-22 22:17:37.891787+00', '1', '0');
INSERT INTO student_keys (school_id, student_id, wrapped, created_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1af-7a2c-b488-c364955882ad', E'\\x5de8b1ce1a8e6282b3be50df96a8ef46bc94eb54cde4750a1be8f8e3e85e75b47db88ba4b78382c1a3a25417b6afdfcd2d4955d57dba5e7eb3b57199', '2026-11-22 22:17:31.402652+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1b0-7de6-9a28-793307f8c3b5', E'\\xfc74316e753e383260afdd31699989f221d99b87688696d96ffbfbb81ae299970de260a59ddab8fc299327595a7471f3a69daf1c5795cf2be98d34f6', '2026-11-22 22:17:35.55081+00'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1b0-7f86-b407-d136d13bbeec', E'\\x2f56c3a7f2ec38cb1de18b18ed1fde11d7dba1ba116c8de77d85f4854065673ac15d44c09d2a8eee279b637d9b9606b07daa2bfda3c353b023d94e21', '2026-11-22 22:17:34.741897+00');
INSERT INTO student_locks (school_id, student_id, pin_failures, pin_locked_until, finger_failures, finger_held_until) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1af-7a2c-b488-c364955882ad', '0', NULL, '0', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1b0-7f86-b407-d136d13bbeec', '0', NULL, '0', NULL);
INSERT INTO bus_states (school_id, student_id, kind, bus_id, since, event_id) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1af-7a2c-b488-c364955882ad', 'off', '01a20555-f3e6-7504-ad62-8fc3e10f05d4', '2026-11-20 13:40:00+00', '01a20555-f3e5-7b03-9cfe-5a398866d690'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'on', '01a20556-1594-70cf-9484-67ddb1eaaa0e', '2026-11-22 22:17:37.468+00', '01a20556-15ae-7829-84fd-844c1a667f35');
INSERT INTO cash_approvals (school_id, id, student_id, amount, reason, asked_by, asked_at, decision, decided_by, decided_at, note, entry_id) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1882-7d5e-b385-a23f914946fa', '01a20555-f1af-7a2c-b488-c364955882ad', '20000', 'Bus fare home', '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:38.178979+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO gate_states (school_id, student_id, kind, since, event_id) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1af-7a2c-b488-c364955882ad', 'out', '2026-11-22 22:17:37.612+00', '01a20556-164b-722c-a630-48c9ffbc82ef'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1b0-7de6-9a28-793307f8c3b5', 'out', '2026-11-20 13:04:32.873967+00', '01a1f90f-026a-7e0f-88ad-53451cf67f91'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20555-f1b0-7f86-b407-d136d13bbeec', 'out', '2026-11-20 13:19:11.698258+00', '01a1f91c-6b52-7dd8-89dd-208f08306b54');
INSERT INTO meals (school_id, id, item_id, item_name, window_name, student_id, day, remaining, amount, balance, entry_id, method, by_user, at, longitude, latitude, scanner_serial) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03d70-3170-7a4e-867a-1fc69909df15', '01a20555-f499-7b11-beb7-b8cb254696ba', 'Ugali na sukuma wiki', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-08-26', '0', '4500', '170500', '01a03d70-3170-7a4e-867a-1fc69909df15', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-08-26 09:39:18+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03d7e-2f78-7e12-8b01-f35b2095d11c', '01a20555-f49a-7707-a252-dbeed03e73f0', 'Pilau ya nyama', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-08-26', '0', '5500', '159500', '01a03d7e-2f78-7e12-8b01-f35b2095d11c', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-08-26 09:54:35+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03db9-4c48-7657-8d53-e0e322e9a58f', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-08-26', '1', '4000', '161000', '01a03db9-4c48-7657-8d53-e0e322e9a58f', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-08-26 10:59:09+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c70-6d38-71f5-8936-c937f29abf12', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-09-01', '0', '3500', '156000', '01a05c70-6d38-71f5-8936-c937f29abf12', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-01 10:07:47+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c70-80c0-7473-86ee-fa89c0a3a2f1', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-09-01', '0', '3500', '157500', '01a05c70-80c0-7473-86ee-fa89c0a3a2f1', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-01 10:07:52+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c78-7fa0-7375-8918-c3ca1669b8f6', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-09-01', '0', '3500', '167000', '01a05c78-7fa0-7375-8918-c3ca1669b8f6', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-01 10:16:36+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06bc8-9698-7585-8f8b-f73ed021d8f2', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-09-04', '1', '3000', '153000', '01a06bc8-9698-7585-8f8b-f73ed021d8f2', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-04 09:38:23+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06bca-7710-7c55-8f80-bd64b33df914', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-09-04', '0', '3500', '163500', '01a06bca-7710-7c55-8f80-bd64b33df914', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-04 09:40:26+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06c0d-3cd0-76b2-8f40-e5e67e2d7239', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-09-04', '1', '4000', '153500', '01a06c0d-3cd0-76b2-8f40-e5e67e2d7239', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-04 10:53:22+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b43-47d0-7690-8c26-5bc88e62d59f', '01a20555-f499-7d51-b1c0-e5d31d4962ee', 'Wali na maharagwe', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-09-07', '0', '5000', '228500', '01a07b43-47d0-7690-8c26-5bc88e62d59f', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-07 09:46:42+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b68-4c60-75d4-8eeb-19578704413c', '01a20555-f49a-7707-a252-dbeed03e73f0', 'Pilau ya nyama', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-09-07', '0', '5500', '203000', '01a07b68-4c60-75d4-8eeb-19578704413c', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-07 10:27:08+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b6d-f598-7669-8f03-676aee647ad8', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-09-07', '1', '4000', '204000', '01a07b6d-f598-7669-8f03-676aee647ad8', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-07 10:33:19+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08aa8-61b0-7332-8051-029fde3f8354', '01a20555-f49a-7707-a252-dbeed03e73f0', 'Pilau ya nyama', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-09-10', '0', '5500', '198500', '01a08aa8-61b0-7332-8051-029fde3f8354', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-10 09:31:26+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08ac6-2ab0-799b-84da-243857cee031', '01a20555-f49a-7707-a252-dbeed03e73f0', 'Pilau ya nyama', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-09-10', '0', '5500', '197500', '01a08ac6-2ab0-799b-84da-243857cee031', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-10 10:03:58+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08ad8-8db8-7137-87d7-650bd9d8f431', '01a20555-f49a-7707-a252-dbeed03e73f0', 'Pilau ya nyama', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-09-10', '0', '5500', '223000', '01a08ad8-8db8-7137-87d7-650bd9d8f431', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-10 10:24:03+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9a2-e888-727a-8a1a-7eaa02baf6fa', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-09-16', '0', '3500', '186000', '01a0a9a2-e888-727a-8a1a-7eaa02baf6fa', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-16 09:53:41+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9b3-6f00-797a-8a60-ae5bb786f22a', '01a20555-f499-7d51-b1c0-e5d31d4962ee', 'Wali na maharagwe', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-09-16', '0', '5000', '210000', '01a0a9b3-6f00-797a-8a60-ae5bb786f22a', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-16 10:11:44+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9c6-4f08-7b86-8ea1-5f3168b4293d', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-09-16', '1', '4000', '182500', '01a0a9c6-4f08-7b86-8ea1-5f3168b4293d', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-16 10:32:21+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c884-22d0-7a6a-8a24-c89e9a4c6a18', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-09-22', '1', '4000', '238500', '01a0c884-22d0-7a6a-8a24-c89e9a4c6a18', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-22 09:48:18+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c893-6510-71f5-8d0b-7e45e46c6dd2', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-09-22', '1', '3000', '238000', '01a0c893-6510-71f5-8d0b-7e45e46c6dd2', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-22 10:04:58+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c89e-f218-7de8-88ef-8dc3cdcef479', '01a20555-f49a-7707-a252-dbeed03e73f0', 'Pilau ya nyama', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-09-22', '0', '5500', '279500', '01a0c89e-f218-7de8-88ef-8dc3cdcef479', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-22 10:17:35+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d7ed-99e0-70fa-8d41-d03fa8674433', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-09-25', '1', '3000', '235000', '01a0d7ed-99e0-70fa-8d41-d03fa8674433', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-25 09:37:48+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d828-aaf8-760b-8b5c-4fd8fa9cf353', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-09-25', '0', '3500', '276000', '01a0d828-aaf8-760b-8b5c-4fd8fa9cf353', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-25 10:42:19+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d82f-5600-7c6a-845c-5a28f2555d37', '01a20555-f49a-7707-a252-dbeed03e73f0', 'Pilau ya nyama', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-09-25', '0', '5500', '233000', '01a0d82f-5600-7c6a-845c-5a28f2555d37', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-25 10:49:36+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e75a-3988-75cf-8ed1-07cb317d24d0', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-09-28', '1', '3000', '273000', '01a0e75a-3988-75cf-8ed1-07cb317d24d0', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-28 09:30:45+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e761-32b0-7c40-8231-d84ee1a65d76', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-09-28', '0', '3500', '229500', '01a0e761-32b0-7c40-8231-d84ee1a65d76', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-28 09:38:22+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e7a0-b480-7bef-832d-db761bb0cc41', '01a20555-f49a-7707-a252-dbeed03e73f0', 'Pilau ya nyama', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-09-28', '0', '5500', '229500', '01a0e7a0-b480-7bef-832d-db761bb0cc41', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-09-28 10:47:44+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6d4-8918-7182-82c3-aa2407872f90', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-10-01', '1', '3000', '260000', '01a0f6d4-8918-7182-82c3-aa2407872f90', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-01 09:38:39+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6d6-9488-77bf-89a6-503e8851e60c', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-10-01', '1', '4000', '214500', '01a0f6d6-9488-77bf-89a6-503e8851e60c', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-01 09:40:53+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6ee-0488-79f2-85d7-393d0546b042', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-10-01', '1', '3000', '214500', '01a0f6ee-0488-79f2-85d7-393d0546b042', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-01 10:06:29+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115b9-7898-7216-8b8d-2cb0d489d03d', '01a20555-f499-7b11-beb7-b8cb254696ba', 'Ugali na sukuma wiki', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-10-07', '0', '4500', '320500', '01a115b9-7898-7216-8b8d-2cb0d489d03d', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-07 09:37:19+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115f4-6e58-77fe-8c6a-07e7f0b7c2dd', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-10-07', '1', '3000', '276500', '01a115f4-6e58-77fe-8c6a-07e7f0b7c2dd', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-07 10:41:43+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115f8-a090-7855-8e8a-72f793823642', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-10-07', '1', '3000', '256500', '01a115f8-a090-7855-8e8a-72f793823642', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-07 10:46:18+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134a4-0980-71d7-864a-37c80f410e77', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-10-13', '0', '3500', '317000', '01a134a4-0980-71d7-864a-37c80f410e77', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-13 09:42:08+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134ad-48b0-7224-8f3e-3f238530201f', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-10-13', '1', '4000', '252500', '01a134ad-48b0-7224-8f3e-3f238530201f', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-13 09:52:14+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134cf-4bb8-7a19-89a2-165231ff44e3', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-10-13', '1', '3000', '273500', '01a134cf-4bb8-7a19-89a2-165231ff44e3', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-13 10:29:23+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14414-bc20-75bc-8a9e-4cd499857f0d', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-10-16', '1', '4000', '256500', '01a14414-bc20-75bc-8a9e-4cd499857f0d', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-16 09:39:32+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14421-f6d8-7ba0-8194-6ea8416d48e1', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-10-16', '0', '3500', '304500', '01a14421-f6d8-7ba0-8194-6ea8416d48e1', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-16 09:53:59+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1442f-4518-7eac-8da0-0bc07db69db1', '01a20555-f49a-7707-a252-dbeed03e73f0', 'Pilau ya nyama', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-10-16', '0', '5500', '237000', '01a1442f-4518-7eac-8da0-0bc07db69db1', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-16 10:08:31+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1537f-ae18-7e13-8f9c-4d6e527d8834', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-10-19', '1', '3000', '284000', '01a1537f-ae18-7e13-8f9c-4d6e527d8834', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-19 09:30:39+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15389-00d0-7466-86af-dc583cace600', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-10-19', '1', '3000', '361500', '01a15389-00d0-7466-86af-dc583cace600', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-19 09:40:50+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a153b9-7ee0-7afe-895e-462605e2673f', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-10-19', '1', '3000', '318500', '01a153b9-7ee0-7afe-895e-462605e2673f', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-19 10:33:48+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a162f9-6d20-7876-8fb5-2e35a6d37d92', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-10-22', '1', '3000', '281000', '01a162f9-6d20-7876-8fb5-2e35a6d37d92', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-22 09:37:56+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a16302-69e8-7759-8a6f-b82bb91980e6', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-10-22', '1', '3000', '315500', '01a16302-69e8-7759-8a6f-b82bb91980e6', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-22 09:47:45+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a16305-38a8-7635-8523-8886d074473c', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-10-22', '0', '3500', '358000', '01a16305-38a8-7635-8523-8886d074473c', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-22 09:50:49+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a181d9-e800-7d6f-8d67-2b25c6c090d6', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-10-28', '1', '4000', '311500', '01a181d9-e800-7d6f-8d67-2b25c6c090d6', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-28 09:31:44+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a181f2-4e18-75a1-8d1e-7be9a47677a5', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-10-28', '1', '4000', '277000', '01a181f2-4e18-75a1-8d1e-7be9a47677a5', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-28 09:58:23+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a18213-14b8-70dd-8475-ab015e56dd33', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-10-28', '1', '4000', '354000', '01a18213-14b8-70dd-8475-ab015e56dd33', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-10-28 10:34:11+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a0d3-22d0-721a-8818-c0095f2ee284', '01a20555-f49a-7707-a252-dbeed03e73f0', 'Pilau ya nyama', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-11-03', '0', '5500', '354000', '01a1a0d3-22d0-721a-8818-c0095f2ee284', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-03 09:52:34+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a0e4-d610-7525-8004-79ad43353d63', '01a20555-f499-7b11-beb7-b8cb254696ba', 'Ugali na sukuma wiki', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-11-03', '0', '4500', '407500', '01a1a0e4-d610-7525-8004-79ad43353d63', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-03 10:11:54+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a10b-f5b0-7348-8f0d-a024b535c0ae', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-11-03', '0', '3500', '306500', '01a1a10b-f5b0-7348-8f0d-a024b535c0ae', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-03 10:54:38+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b059-49a0-762e-8e73-4b4932216e74', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-11-06', '0', '3500', '404000', '01a1b059-49a0-762e-8e73-4b4932216e74', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-06 10:13:24+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b064-80b8-74d4-8f04-3e507d42e3a5', '01a20555-f49a-7707-a252-dbeed03e73f0', 'Pilau ya nyama', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-11-06', '0', '5500', '301000', '01a1b064-80b8-74d4-8f04-3e507d42e3a5', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-06 10:25:39+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b07c-5a30-7b21-8382-014952becedd', '01a20555-f499-7b11-beb7-b8cb254696ba', 'Ugali na sukuma wiki', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-11-06', '0', '4500', '349500', '01a1b07c-5a30-7b21-8382-014952becedd', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-06 10:51:42+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfb3-0940-790a-8c73-fbc5209f189e', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-11-09', '0', '3500', '400500', '01a1bfb3-0940-790a-8c73-fbc5209f189e', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-09 09:45:44+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfc2-0d00-7468-8ab1-24b8c8181edd', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-11-09', '1', '4000', '297000', '01a1bfc2-0d00-7468-8ab1-24b8c8181edd', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-09 10:02:08+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfcc-c718-7eef-8f14-436ad040ef0b', '01a20555-f498-755a-aedf-f6e9d3bb0f86', 'Chapati na ndengu', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-11-09', '1', '4000', '345500', '01a1bfcc-c718-7eef-8f14-436ad040ef0b', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-09 10:13:51+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf30-3348-78b7-8de2-0d6a8100122b', '01a20555-f499-7b11-beb7-b8cb254696ba', 'Ugali na sukuma wiki', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-11-12', '0', '4500', '292500', '01a1cf30-3348-78b7-8de2-0d6a8100122b', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-12 09:56:45+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf48-3f88-724f-8af5-d56dcdfe0436', '01a20555-f497-7afd-82e0-972a059cc206', 'Chai na mandazi', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-11-12', '1', '3000', '397500', '01a1cf48-3f88-724f-8af5-d56dcdfe0436', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-12 10:23:01+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf5d-2330-7467-8dcf-df975918ced0', '01a20555-f499-7d51-b1c0-e5d31d4962ee', 'Wali na maharagwe', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-11-12', '0', '5000', '340500', '01a1cf5d-2330-7467-8dcf-df975918ced0', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-12 10:45:50+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee0d-a0e8-779c-8219-12c92df505a2', '01a20555-f499-7d51-b1c0-e5d31d4962ee', 'Wali na maharagwe', NULL, '01a20555-f1b0-7f86-b407-d136d13bbeec', '2026-11-18', '0', '5000', '367500', '01a1ee0d-a0e8-779c-8219-12c92df505a2', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-18 09:47:13+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee23-a5a0-77a1-8982-a758f739f251', '01a20555-f499-7d51-b1c0-e5d31d4962ee', 'Wali na maharagwe', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-11-18', '0', '5000', '442500', '01a1ee23-a5a0-77a1-8982-a758f739f251', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-18 10:11:16+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee3f-d478-79f3-8224-71605f02508c', '01a20555-f498-7b5f-ae19-ecf074eef3d4', 'Githeri', NULL, '01a20555-f1b0-7de6-9a28-793307f8c3b5', '2026-11-18', '0', '3500', '392000', '01a1ee3f-d478-79f3-8224-71605f02508c', 'fingerprint', '01a20555-f2d4-7824-8069-6eb65b54c47a', '2026-11-18 10:42:03+00', NULL, NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-153d-7ef8-9067-9e26caf99376', '01a20556-14f1-7d81-97ec-ec78543be044', 'Uji', NULL, '01a20555-f1af-7a2c-b488-c364955882ad', '2026-11-23', '0', '2000', '449500', '01a20556-153d-7ef8-9067-9e26caf99376', 'pin', '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:37.355412+00', '34.75', '-0.09', NULL);
INSERT INTO payments (school_id, receipt, id, amount, paid_at, account, payer_sealed, stk_push_id, reported_by, state, confirmed_by, student_id, entry_id, suspense_id, told_at, settled_at, asks, ask_id, ask_conversation, contested, in_statement, provider_answer, confirmed_amount, confirmed_paid_at, approved_in, doubted) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'UKN0IZYAMP', '01a20556-1743-7c0d-8e1d-0802254cd7e5', '15000', '2026-11-22 22:17:37+00', '4001', E'\\x98252f94e29d6d32551ca259bed5b84fae32562c7d023343b10bd818811df40468c1c7c6d60994076174e3a9f1f8e29ead9df9dff9f38bb19ab62739fd4975a37be10dfab1e3d50b8e2ab929f62c2f04c93f7e0ea785cb6c1cfc637f8941e96d1cc5359899ff4961a33c1b50e1aaaec54981799eb9f9d7b69b46d60e73f4f6f259be9ef14be76ed52fbc504bf41b025b77ad29', NULL, 'confirmation', 'credited', 'status', '01a20555-f1af-7a2c-b488-c364955882ad', '01a20556-17a2-7c3e-bf14-0f8f6e6d330a', NULL, '2026-11-22 22:17:37.860666+00', '2026-11-22 22:17:37.957218+00', '1', '01a20556-176a-7e3a-9923-c9e1b30d7e64', 'AG_20261123_7161fcdc048a43c096e1', 'false', 'false', NULL, NULL, NULL, NULL, 'false'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', 'UKNLSA7NJR', '01a20556-17d0-7d78-88a4-b068ab953366', '25000', '2026-11-22 22:17:37+00', 'NOBODY', E'\\x3d255279ce057f11222f98d42a19f339a8356c9333035c5382aae6357bfdc181ddc5d04aa8d13ad4841c61054ca244af4650adec3844ff45b3ba7bffc228a9dc78ba9696a3397d7a278345041b365f28b1f7ccc6e2e7831c', NULL, 'pull', 'parked', 'pull', NULL, NULL, '01a20556-17d9-7c42-9379-8e15809fb976', '2026-11-22 22:17:38.000872+00', '2026-11-22 22:17:38.013659+00', '0', NULL, NULL, 'false', 'false', NULL, NULL, NULL, NULL, 'false');
INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at, "position", balance_after) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a02d21-53d0-7e1a-861e-e1373a53c5ce', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '180000', '2026-08-23 05:39:14+00', '1', '180000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a02d21-53d0-7e1a-861e-e1373a53c5ce', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-180000', '2026-08-23 05:39:14+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a02d2a-dd38-7806-8059-14b6b57c6138', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '175000', '2026-08-23 05:49:39+00', '1', '175000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a02d2a-dd38-7806-8059-14b6b57c6138', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-175000', '2026-08-23 05:49:39+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a02d36-00c8-7859-8da7-baaa27f5b53c', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '175000', '2026-08-23 06:01:49+00', '1', '175000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a02d36-00c8-7859-8da7-baaa27f5b53c', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-175000', '2026-08-23 06:01:49+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0390b-0a60-7121-85d6-e49e2af60d30', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-10000', '2026-08-25 13:10:20+00', '2', '165000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0390b-0a60-7121-85d6-e49e2af60d30', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '10000', '2026-08-25 13:10:20+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03923-ab10-7b0e-8cda-cdcad86605e1', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-5000', '2026-08-25 13:37:14+00', '2', '175000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03923-ab10-7b0e-8cda-cdcad86605e1', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '5000', '2026-08-25 13:37:14+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0394c-12d0-724f-87cb-063041409bc6', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-10000', '2026-08-25 14:21:22+00', '2', '165000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0394c-12d0-724f-87cb-063041409bc6', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '10000', '2026-08-25 14:21:22+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03d70-3170-7a4e-867a-1fc69909df15', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-4500', '2026-08-26 09:39:18+00', '3', '170500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03d70-3170-7a4e-867a-1fc69909df15', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4500', '2026-08-26 09:39:18+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03d7e-2f78-7e12-8b01-f35b2095d11c', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-5500', '2026-08-26 09:54:35+00', '3', '159500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03d7e-2f78-7e12-8b01-f35b2095d11c', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5500', '2026-08-26 09:54:35+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03db9-4c48-7657-8d53-e0e322e9a58f', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-4000', '2026-08-26 10:59:09+00', '3', '161000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03db9-4c48-7657-8d53-e0e322e9a58f', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-08-26 10:59:09+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c70-6d38-71f5-8936-c937f29abf12', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-3500', '2026-09-01 10:07:47+00', '4', '156000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c70-6d38-71f5-8936-c937f29abf12', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-09-01 10:07:47+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c70-80c0-7473-86ee-fa89c0a3a2f1', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-3500', '2026-09-01 10:07:52+00', '4', '157500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c70-80c0-7473-86ee-fa89c0a3a2f1', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-09-01 10:07:52+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c78-7fa0-7375-8918-c3ca1669b8f6', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-3500', '2026-09-01 10:16:36+00', '4', '167000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c78-7fa0-7375-8918-c3ca1669b8f6', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-09-01 10:16:36+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06bc8-9698-7585-8f8b-f73ed021d8f2', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-3000', '2026-09-04 09:38:23+00', '5', '153000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06bc8-9698-7585-8f8b-f73ed021d8f2', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-09-04 09:38:23+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06bca-7710-7c55-8f80-bd64b33df914', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-3500', '2026-09-04 09:40:26+00', '5', '163500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06bca-7710-7c55-8f80-bd64b33df914', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-09-04 09:40:26+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06c0d-3cd0-76b2-8f40-e5e67e2d7239', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-4000', '2026-09-04 10:53:22+00', '5', '153500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06c0d-3cd0-76b2-8f40-e5e67e2d7239', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-09-04 10:53:22+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0751f-9840-7afa-8977-7ec9eedba7f7', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '45000', '2026-09-06 05:10:00+00', '6', '208500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0751f-9840-7afa-8977-7ec9eedba7f7', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-45000', '2026-09-06 05:10:00+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0755b-97a0-7558-8ddf-eaaa25f85671', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '80000', '2026-09-06 06:15:32+00', '6', '233500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0755b-97a0-7558-8ddf-eaaa25f85671', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-80000', '2026-09-06 06:15:32+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07567-6ee0-7bf4-88b0-92a6e84c3220', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '55000', '2026-09-06 06:28:28+00', '6', '208000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07567-6ee0-7bf4-88b0-92a6e84c3220', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-55000', '2026-09-06 06:28:28+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b43-47d0-7690-8c26-5bc88e62d59f', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-5000', '2026-09-07 09:46:42+00', '7', '228500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b43-47d0-7690-8c26-5bc88e62d59f', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5000', '2026-09-07 09:46:42+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b68-4c60-75d4-8eeb-19578704413c', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-5500', '2026-09-07 10:27:08+00', '7', '203000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b68-4c60-75d4-8eeb-19578704413c', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5500', '2026-09-07 10:27:08+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b6d-f598-7669-8f03-676aee647ad8', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-4000', '2026-09-07 10:33:19+00', '7', '204000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b6d-f598-7669-8f03-676aee647ad8', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-09-07 10:33:19+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08aa8-61b0-7332-8051-029fde3f8354', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-5500', '2026-09-10 09:31:26+00', '8', '198500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08aa8-61b0-7332-8051-029fde3f8354', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5500', '2026-09-10 09:31:26+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08ac6-2ab0-799b-84da-243857cee031', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-5500', '2026-09-10 10:03:58+00', '8', '197500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08ac6-2ab0-799b-84da-243857cee031', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5500', '2026-09-10 10:03:58+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08ad8-8db8-7137-87d7-650bd9d8f431', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-5500', '2026-09-10 10:24:03+00', '8', '223000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08ad8-8db8-7137-87d7-650bd9d8f431', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5500', '2026-09-10 10:24:03+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0909b-a6b8-77c3-8373-44d3c2dbe3c7', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-8000', '2026-09-11 13:15:15+00', '9', '215000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0909b-a6b8-77c3-8373-44d3c2dbe3c7', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '8000', '2026-09-11 13:15:15+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0909c-8560-7f99-84c9-549c54a369fc', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-11000', '2026-09-11 13:16:12+00', '9', '186500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0909c-8560-7f99-84c9-549c54a369fc', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '11000', '2026-09-11 13:16:12+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a090cd-5578-7253-8267-61b29333048f', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-9000', '2026-09-11 14:09:31+00', '9', '189500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a090cd-5578-7253-8267-61b29333048f', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '9000', '2026-09-11 14:09:31+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9a2-e888-727a-8a1a-7eaa02baf6fa', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-3500', '2026-09-16 09:53:41+00', '10', '186000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9a2-e888-727a-8a1a-7eaa02baf6fa', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-09-16 09:53:41+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9b3-6f00-797a-8a60-ae5bb786f22a', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-5000', '2026-09-16 10:11:44+00', '10', '210000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9b3-6f00-797a-8a60-ae5bb786f22a', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5000', '2026-09-16 10:11:44+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9c6-4f08-7b86-8ea1-5f3168b4293d', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-4000', '2026-09-16 10:32:21+00', '10', '182500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9c6-4f08-7b86-8ea1-5f3168b4293d', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-09-16 10:32:21+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0bd42-b260-7740-8d5b-7b657468c60b', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '55000', '2026-09-20 05:21:00+00', '11', '241000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0bd42-b260-7740-8d5b-7b657468c60b', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-55000', '2026-09-20 05:21:00+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0bd54-9c50-70e0-8a5d-b8aa524bd5cc', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '60000', '2026-09-20 05:40:34+00', '11', '242500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0bd54-9c50-70e0-8a5d-b8aa524bd5cc', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-60000', '2026-09-20 05:40:34+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0bd69-4178-763a-8dd2-9ff93dc2314a', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '75000', '2026-09-20 06:03:07+00', '11', '285000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0bd69-4178-763a-8dd2-9ff93dc2314a', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-75000', '2026-09-20 06:03:07+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c884-22d0-7a6a-8a24-c89e9a4c6a18', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-4000', '2026-09-22 09:48:18+00', '12', '238500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c884-22d0-7a6a-8a24-c89e9a4c6a18', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-09-22 09:48:18+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c893-6510-71f5-8d0b-7e45e46c6dd2', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-3000', '2026-09-22 10:04:58+00', '12', '238000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c893-6510-71f5-8d0b-7e45e46c6dd2', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-09-22 10:04:58+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c89e-f218-7de8-88ef-8dc3cdcef479', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-5500', '2026-09-22 10:17:35+00', '12', '279500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c89e-f218-7de8-88ef-8dc3cdcef479', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5500', '2026-09-22 10:17:35+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d7ed-99e0-70fa-8d41-d03fa8674433', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-3000', '2026-09-25 09:37:48+00', '13', '235000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d7ed-99e0-70fa-8d41-d03fa8674433', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-09-25 09:37:48+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d828-aaf8-760b-8b5c-4fd8fa9cf353', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-3500', '2026-09-25 10:42:19+00', '13', '276000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d828-aaf8-760b-8b5c-4fd8fa9cf353', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-09-25 10:42:19+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d82f-5600-7c6a-845c-5a28f2555d37', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-5500', '2026-09-25 10:49:36+00', '13', '233000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d82f-5600-7c6a-845c-5a28f2555d37', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5500', '2026-09-25 10:49:36+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e75a-3988-75cf-8ed1-07cb317d24d0', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-3000', '2026-09-28 09:30:45+00', '14', '273000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e75a-3988-75cf-8ed1-07cb317d24d0', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-09-28 09:30:45+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e761-32b0-7c40-8231-d84ee1a65d76', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-3500', '2026-09-28 09:38:22+00', '14', '229500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e761-32b0-7c40-8231-d84ee1a65d76', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-09-28 09:38:22+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e7a0-b480-7bef-832d-db761bb0cc41', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-5500', '2026-09-28 10:47:44+00', '14', '229500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e7a0-b480-7bef-832d-db761bb0cc41', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5500', '2026-09-28 10:47:44+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e830-5220-7e87-8288-e8bc04386264', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-11000', '2026-09-28 13:24:36+00', '15', '218500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e830-5220-7e87-8288-e8bc04386264', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '11000', '2026-09-28 13:24:36+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e84b-11c8-7f5a-8d59-56be4a88aa4a', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-10000', '2026-09-28 13:53:49+00', '15', '263000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e84b-11c8-7f5a-8d59-56be4a88aa4a', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '10000', '2026-09-28 13:53:49+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e85f-c2a8-73be-876e-20746c6e722a', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-12000', '2026-09-28 14:16:25+00', '15', '217500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e85f-c2a8-73be-876e-20746c6e722a', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '12000', '2026-09-28 14:16:25+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6d4-8918-7182-82c3-aa2407872f90', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-3000', '2026-10-01 09:38:39+00', '16', '260000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6d4-8918-7182-82c3-aa2407872f90', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-10-01 09:38:39+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6d6-9488-77bf-89a6-503e8851e60c', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-4000', '2026-10-01 09:40:53+00', '16', '214500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6d6-9488-77bf-89a6-503e8851e60c', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-10-01 09:40:53+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6ee-0488-79f2-85d7-393d0546b042', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-3000', '2026-10-01 10:06:29+00', '16', '214500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6ee-0488-79f2-85d7-393d0546b042', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-10-01 10:06:29+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1054f-6238-752a-8a95-3e182d52edb4', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '65000', '2026-10-04 05:07:31+00', '17', '325000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1054f-6238-752a-8a95-3e182d52edb4', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-65000', '2026-10-04 05:07:31+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10569-6278-7ed9-8f6c-111e63058fe3', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '45000', '2026-10-04 05:35:55+00', '17', '259500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10569-6278-7ed9-8f6c-111e63058fe3', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-45000', '2026-10-04 05:35:55+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1058a-d110-7fef-81a4-c12ff3541198', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '65000', '2026-10-04 06:12:26+00', '17', '279500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1058a-d110-7fef-81a4-c12ff3541198', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-65000', '2026-10-04 06:12:26+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115b9-7898-7216-8b8d-2cb0d489d03d', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-4500', '2026-10-07 09:37:19+00', '18', '320500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115b9-7898-7216-8b8d-2cb0d489d03d', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4500', '2026-10-07 09:37:19+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115f4-6e58-77fe-8c6a-07e7f0b7c2dd', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-3000', '2026-10-07 10:41:43+00', '18', '276500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115f4-6e58-77fe-8c6a-07e7f0b7c2dd', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-10-07 10:41:43+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115f8-a090-7855-8e8a-72f793823642', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-3000', '2026-10-07 10:46:18+00', '18', '256500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115f8-a090-7855-8e8a-72f793823642', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-10-07 10:46:18+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134a4-0980-71d7-864a-37c80f410e77', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-3500', '2026-10-13 09:42:08+00', '19', '317000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134a4-0980-71d7-864a-37c80f410e77', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-10-13 09:42:08+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134ad-48b0-7224-8f3e-3f238530201f', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-4000', '2026-10-13 09:52:14+00', '19', '252500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134ad-48b0-7224-8f3e-3f238530201f', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-10-13 09:52:14+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134cf-4bb8-7a19-89a2-165231ff44e3', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-3000', '2026-10-13 10:29:23+00', '19', '273500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134cf-4bb8-7a19-89a2-165231ff44e3', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-10-13 10:29:23+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fb5-8880-744b-862b-9f0a0fc4c982', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-13000', '2026-10-15 13:17:04+00', '20', '260500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fb5-8880-744b-862b-9f0a0fc4c982', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '13000', '2026-10-15 13:17:04+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fe0-1320-719c-8526-a66cd2457368', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-10000', '2026-10-15 14:03:32+00', '20', '242500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fe0-1320-719c-8526-a66cd2457368', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '10000', '2026-10-15 14:03:32+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fea-bd98-7880-8a65-395fa1e41d17', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-9000', '2026-10-15 14:15:11+00', '20', '308000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fea-bd98-7880-8a65-395fa1e41d17', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '9000', '2026-10-15 14:15:11+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14414-bc20-75bc-8a9e-4cd499857f0d', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-4000', '2026-10-16 09:39:32+00', '21', '256500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14414-bc20-75bc-8a9e-4cd499857f0d', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-10-16 09:39:32+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14421-f6d8-7ba0-8194-6ea8416d48e1', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-3500', '2026-10-16 09:53:59+00', '21', '304500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14421-f6d8-7ba0-8194-6ea8416d48e1', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-10-16 09:53:59+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1442f-4518-7eac-8da0-0bc07db69db1', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-5500', '2026-10-16 10:08:31+00', '21', '237000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1442f-4518-7eac-8da0-0bc07db69db1', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5500', '2026-10-16 10:08:31+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14d62-d870-79de-8e1a-cb7a8faad141', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '50000', '2026-10-18 05:01:26+00', '22', '287000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14d62-d870-79de-8e1a-cb7a8faad141', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-50000', '2026-10-18 05:01:26+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14d65-7850-7d25-86b1-4bb603765638', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '65000', '2026-10-18 05:04:18+00', '22', '321500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14d65-7850-7d25-86b1-4bb603765638', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-65000', '2026-10-18 05:04:18+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14d6e-4e08-70fe-8492-5033fc35120a', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '60000', '2026-10-18 05:13:57+00', '22', '364500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14d6e-4e08-70fe-8492-5033fc35120a', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-60000', '2026-10-18 05:13:57+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1537f-ae18-7e13-8f9c-4d6e527d8834', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-3000', '2026-10-19 09:30:39+00', '23', '284000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1537f-ae18-7e13-8f9c-4d6e527d8834', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-10-19 09:30:39+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15389-00d0-7466-86af-dc583cace600', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-3000', '2026-10-19 09:40:50+00', '23', '361500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15389-00d0-7466-86af-dc583cace600', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-10-19 09:40:50+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a153b9-7ee0-7afe-895e-462605e2673f', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-3000', '2026-10-19 10:33:48+00', '23', '318500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a153b9-7ee0-7afe-895e-462605e2673f', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-10-19 10:33:48+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a162f9-6d20-7876-8fb5-2e35a6d37d92', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-3000', '2026-10-22 09:37:56+00', '24', '281000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a162f9-6d20-7876-8fb5-2e35a6d37d92', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-10-22 09:37:56+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a16302-69e8-7759-8a6f-b82bb91980e6', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-3000', '2026-10-22 09:47:45+00', '24', '315500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a16302-69e8-7759-8a6f-b82bb91980e6', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-10-22 09:47:45+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a16305-38a8-7635-8523-8886d074473c', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-3500', '2026-10-22 09:50:49+00', '24', '358000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a16305-38a8-7635-8523-8886d074473c', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-10-22 09:50:49+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a181d9-e800-7d6f-8d67-2b25c6c090d6', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-4000', '2026-10-28 09:31:44+00', '25', '311500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a181d9-e800-7d6f-8d67-2b25c6c090d6', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-10-28 09:31:44+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a181f2-4e18-75a1-8d1e-7be9a47677a5', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-4000', '2026-10-28 09:58:23+00', '25', '277000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a181f2-4e18-75a1-8d1e-7be9a47677a5', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-10-28 09:58:23+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a18213-14b8-70dd-8475-ab015e56dd33', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-4000', '2026-10-28 10:34:11+00', '25', '354000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a18213-14b8-70dd-8475-ab015e56dd33', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-10-28 10:34:11+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1957f-c488-72ef-8403-52fd949bbddd', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '55000', '2026-11-01 05:05:41+00', '26', '366500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1957f-c488-72ef-8403-52fd949bbddd', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-55000', '2026-11-01 05:05:41+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1958b-16f8-73d6-8305-ecb111fcf5c9', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '70000', '2026-11-01 05:18:03+00', '26', '424000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1958b-16f8-73d6-8305-ecb111fcf5c9', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-70000', '2026-11-01 05:18:03+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19590-a8c0-70aa-836f-ddc887dd1a55', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '45000', '2026-11-01 05:24:08+00', '26', '322000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19590-a8c0-70aa-836f-ddc887dd1a55', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-45000', '2026-11-01 05:24:08+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1973e-9358-7dd6-8037-82676f3edf9e', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-7000', '2026-11-01 13:13:43+00', '27', '359500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1973e-9358-7dd6-8037-82676f3edf9e', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '7000', '2026-11-01 13:13:43+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19756-0b28-7936-8ee1-beb384245bf6', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-12000', '2026-11-01 13:39:21+00', '27', '412000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19756-0b28-7936-8ee1-beb384245bf6', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '12000', '2026-11-01 13:39:21+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19769-ed00-7389-8b0f-3f1f186211ad', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-12000', '2026-11-01 14:01:04+00', '27', '310000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19769-ed00-7389-8b0f-3f1f186211ad', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '12000', '2026-11-01 14:01:04+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a0d3-22d0-721a-8818-c0095f2ee284', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-5500', '2026-11-03 09:52:34+00', '28', '354000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a0d3-22d0-721a-8818-c0095f2ee284', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5500', '2026-11-03 09:52:34+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a0e4-d610-7525-8004-79ad43353d63', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-4500', '2026-11-03 10:11:54+00', '28', '407500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a0e4-d610-7525-8004-79ad43353d63', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4500', '2026-11-03 10:11:54+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a10b-f5b0-7348-8f0d-a024b535c0ae', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-3500', '2026-11-03 10:54:38+00', '28', '306500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a10b-f5b0-7348-8f0d-a024b535c0ae', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-11-03 10:54:38+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b059-49a0-762e-8e73-4b4932216e74', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-3500', '2026-11-06 10:13:24+00', '29', '404000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b059-49a0-762e-8e73-4b4932216e74', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-11-06 10:13:24+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b064-80b8-74d4-8f04-3e507d42e3a5', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-5500', '2026-11-06 10:25:39+00', '29', '301000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b064-80b8-74d4-8f04-3e507d42e3a5', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5500', '2026-11-06 10:25:39+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b07c-5a30-7b21-8382-014952becedd', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-4500', '2026-11-06 10:51:42+00', '29', '349500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b07c-5a30-7b21-8382-014952becedd', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4500', '2026-11-06 10:51:42+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfb3-0940-790a-8c73-fbc5209f189e', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-3500', '2026-11-09 09:45:44+00', '30', '400500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfb3-0940-790a-8c73-fbc5209f189e', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-11-09 09:45:44+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfc2-0d00-7468-8ab1-24b8c8181edd', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-4000', '2026-11-09 10:02:08+00', '30', '297000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfc2-0d00-7468-8ab1-24b8c8181edd', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-11-09 10:02:08+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfcc-c718-7eef-8f14-436ad040ef0b', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-4000', '2026-11-09 10:13:51+00', '30', '345500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfcc-c718-7eef-8f14-436ad040ef0b', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4000', '2026-11-09 10:13:51+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf30-3348-78b7-8de2-0d6a8100122b', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-4500', '2026-11-12 09:56:45+00', '31', '292500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf30-3348-78b7-8de2-0d6a8100122b', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '4500', '2026-11-12 09:56:45+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf48-3f88-724f-8af5-d56dcdfe0436', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-3000', '2026-11-12 10:23:01+00', '31', '397500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf48-3f88-724f-8af5-d56dcdfe0436', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3000', '2026-11-12 10:23:01+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf5d-2330-7467-8dcf-df975918ced0', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-5000', '2026-11-12 10:45:50+00', '31', '340500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf5d-2330-7467-8dcf-df975918ced0', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5000', '2026-11-12 10:45:50+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ddd1-ca60-776e-8b02-75d0f6fb2d59', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '80000', '2026-11-15 06:07:56+00', '32', '372500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ddd1-ca60-776e-8b02-75d0f6fb2d59', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-80000', '2026-11-15 06:07:56+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ddd5-6828-7d76-8a8f-5eeaf44bb00c', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '55000', '2026-11-15 06:11:53+00', '32', '395500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ddd5-6828-7d76-8a8f-5eeaf44bb00c', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-55000', '2026-11-15 06:11:53+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ddda-4e10-7a78-81a8-6f0ec4592365', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '50000', '2026-11-15 06:17:14+00', '32', '447500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ddda-4e10-7a78-81a8-6f0ec4592365', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-50000', '2026-11-15 06:17:14+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee0d-a0e8-779c-8219-12c92df505a2', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-5000', '2026-11-18 09:47:13+00', '33', '367500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee0d-a0e8-779c-8219-12c92df505a2', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5000', '2026-11-18 09:47:13+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee23-a5a0-77a1-8982-a758f739f251', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-5000', '2026-11-18 10:11:16+00', '33', '442500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee23-a5a0-77a1-8982-a758f739f251', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '5000', '2026-11-18 10:11:16+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee3f-d478-79f3-8224-71605f02508c', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-3500', '2026-11-18 10:42:03+00', '33', '392000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee3f-d478-79f3-8224-71605f02508c', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '3500', '2026-11-18 10:42:03+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eee5-ccc0-7881-8739-1a410f03cf15', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-6000', '2026-11-18 13:43:20+00', '34', '436500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eee5-ccc0-7881-8739-1a410f03cf15', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '6000', '2026-11-18 13:43:20+00', NULL, NULL);
INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at, "position", balance_after) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eee7-14e0-7eee-8058-ec2a7922a6d6', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-10000', '2026-11-18 13:44:44+00', '34', '357500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eee7-14e0-7eee-8058-ec2a7922a6d6', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '10000', '2026-11-18 13:44:44+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eef4-3ff8-7080-816c-453bcf5437c7', '1', '01a20555-f1b0-7de6-9a28-793307f8c3b5', '-12000', '2026-11-18 13:59:07+00', '34', '380000'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eef4-3ff8-7080-816c-453bcf5437c7', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '12000', '2026-11-18 13:59:07+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10bb-7fb6-8ccf-b65882fe303d', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '50000', '2026-11-22 22:17:36.193539+00', '35', '486500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10bb-7fb6-8ccf-b65882fe303d', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-50000', '2026-11-22 22:17:36.193539+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10fd-77fc-be8d-57fff630da48', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-50000', '2026-11-22 22:17:36.256474+00', '36', '436500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10fd-77fc-be8d-57fff630da48', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '50000', '2026-11-22 22:17:36.256474+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-113e-7abe-ae34-425e693b29ca', '1', '59419ae9-58d9-4bc0-b46c-48542df96435', '200000', '2026-11-22 22:17:36.319597+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-113e-7abe-ae34-425e693b29ca', '2', '01a20556-113d-7e1b-9c5d-4db4420fed1b', '-200000', '2026-11-22 22:17:36.319597+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-11a4-7a19-b4ba-6d657cb34760', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '30000', '2026-11-22 22:17:36.423469+00', '37', '466500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-11a4-7a19-b4ba-6d657cb34760', '2', '01a20556-113d-7e1b-9c5d-4db4420fed1b', '-30000', '2026-11-22 22:17:36.423469+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1249-7ae6-ae74-9a4b973170d6', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-10000', '2026-11-22 22:17:36.587905+00', '38', '456500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1249-7ae6-ae74-9a4b973170d6', '2', '01a20556-113d-7e1b-9c5d-4db4420fed1b', '10000', '2026-11-22 22:17:36.587905+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-12f4-7f9c-b84d-99cf2b92475e', '1', '01a20556-113d-7e1b-9c5d-4db4420fed1b', '30000', '2026-11-22 22:17:36.756615+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-12f4-7f9c-b84d-99cf2b92475e', '2', 'c650a760-190b-4ee7-9ef4-5b55469736de', '-30000', '2026-11-22 22:17:36.756615+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-12fc-72a9-ba1b-8f90e1d8fca7', '1', '01a20556-113d-7e1b-9c5d-4db4420fed1b', '140000', '2026-11-22 22:17:36.767382+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-12fc-72a9-ba1b-8f90e1d8fca7', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '-140000', '2026-11-22 22:17:36.767382+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-13e8-7e49-bb17-dd2921d01629', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-10000', '2026-11-22 22:17:37.006263+00', '39', '446500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-13e8-7e49-bb17-dd2921d01629', '2', '60fcf27f-fb08-4332-9034-2be8457f0045', '10000', '2026-11-22 22:17:37.006263+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-14cd-76ef-a9b3-c963b9ed60cb', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '5000', '2026-11-22 22:17:37.23084+00', '40', '451500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-14cd-76ef-a9b3-c963b9ed60cb', '2', '60fcf27f-fb08-4332-9034-2be8457f0045', '-5000', '2026-11-22 22:17:37.23084+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-153d-7ef8-9067-9e26caf99376', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '-2000', '2026-11-22 22:17:37.352367+00', '41', '449500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-153d-7ef8-9067-9e26caf99376', '2', '0c1c7b70-7cb7-49ed-8ec2-124af84c16e9', '2000', '2026-11-22 22:17:37.352367+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-17a2-7c3e-bf14-0f8f6e6d330a', '1', '01a20555-f1af-7a2c-b488-c364955882ad', '15000', '2026-11-22 22:17:37.955302+00', '42', '464500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-17a2-7c3e-bf14-0f8f6e6d330a', '2', 'b924eb36-6076-49fe-8050-339f686311e4', '-15000', '2026-11-22 22:17:37.955302+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-17d9-7b34-a44b-36246e0adba6', '1', '6ea059a1-9db2-42e5-bd04-d81e62748aa7', '25000', '2026-11-22 22:17:38.009331+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-17d9-7b34-a44b-36246e0adba6', '2', 'b924eb36-6076-49fe-8050-339f686311e4', '-25000', '2026-11-22 22:17:38.009331+00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-19b4-7f95-b228-7c903ef53fce', '1', '01a20555-f1b0-7f86-b407-d136d13bbeec', '-5000', '2026-11-22 22:17:38.486334+00', '35', '352500'),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-19b4-7f95-b228-7c903ef53fce', '2', '59419ae9-58d9-4bc0-b46c-48542df96435', '5000', '2026-11-22 22:17:38.486334+00', NULL, NULL);
INSERT INTO receipts (school_id, entry_id, token, spent_at, spent_by) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a02d21-53d0-7e1a-861e-e1373a53c5ce', '751B2859775F7C7F', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a02d2a-dd38-7806-8059-14b6b57c6138', '1BF575E534AB9BAF', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a02d36-00c8-7859-8da7-baaa27f5b53c', '913FEAB607FB26A7', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0390b-0a60-7121-85d6-e49e2af60d30', '1258D809E098B147', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03923-ab10-7b0e-8cda-cdcad86605e1', '283A0172E4F9FCF8', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0394c-12d0-724f-87cb-063041409bc6', 'D21FEFE5EA293923', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03d70-3170-7a4e-867a-1fc69909df15', 'B59ED7E93C50F95F', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03d7e-2f78-7e12-8b01-f35b2095d11c', '1A99A292FBC2A528', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a03db9-4c48-7657-8d53-e0e322e9a58f', '54E913601231E224', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c70-6d38-71f5-8936-c937f29abf12', 'E1F2212C979C4CCC', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c70-80c0-7473-86ee-fa89c0a3a2f1', 'EC6034DADE494204', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a05c78-7fa0-7375-8918-c3ca1669b8f6', '91F773958FCDAED9', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06bc8-9698-7585-8f8b-f73ed021d8f2', 'D236DC47844B7F60', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06bca-7710-7c55-8f80-bd64b33df914', 'C538EBDD2BAC6BEB', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a06c0d-3cd0-76b2-8f40-e5e67e2d7239', '389C9B115226704E', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0751f-9840-7afa-8977-7ec9eedba7f7', 'CA0F4CA1889BD178', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0755b-97a0-7558-8ddf-eaaa25f85671', 'F929609312E1C3E2', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07567-6ee0-7bf4-88b0-92a6e84c3220', '40CB3CE67678E2E5', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b43-47d0-7690-8c26-5bc88e62d59f', '55A3BAEEE9868820', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b68-4c60-75d4-8eeb-19578704413c', '192251628718504B', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a07b6d-f598-7669-8f03-676aee647ad8', '4435F2AA75E62349', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08aa8-61b0-7332-8051-029fde3f8354', 'A19D4E74720C2A89', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08ac6-2ab0-799b-84da-243857cee031', 'D07B6C6D5A2C79DF', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a08ad8-8db8-7137-87d7-650bd9d8f431', 'F8EAF4DFFB25D903', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0909b-a6b8-77c3-8373-44d3c2dbe3c7', '0288DEF3496995CB', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0909c-8560-7f99-84c9-549c54a369fc', 'AD2B8859FCB4F7D7', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a090cd-5578-7253-8267-61b29333048f', 'BF401F58F314989C', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9a2-e888-727a-8a1a-7eaa02baf6fa', '2877171077BF3ACC', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9b3-6f00-797a-8a60-ae5bb786f22a', '181620212BE7B8B5', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0a9c6-4f08-7b86-8ea1-5f3168b4293d', '5DD6351CA71977EC', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0bd42-b260-7740-8d5b-7b657468c60b', 'C17E1E068FD5BA86', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0bd54-9c50-70e0-8a5d-b8aa524bd5cc', '2990BC6CF7D1689C', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0bd69-4178-763a-8dd2-9ff93dc2314a', '21288F26D714DD79', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c884-22d0-7a6a-8a24-c89e9a4c6a18', 'F5A36896DD48FA7B', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c893-6510-71f5-8d0b-7e45e46c6dd2', 'FBB0FCA05AA2DD69', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0c89e-f218-7de8-88ef-8dc3cdcef479', 'AE7F830981C61A4B', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d7ed-99e0-70fa-8d41-d03fa8674433', '2CA342C0A03DA4CA', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d828-aaf8-760b-8b5c-4fd8fa9cf353', '9D946F3911E0C156', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0d82f-5600-7c6a-845c-5a28f2555d37', '3DCB16522A264470', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e75a-3988-75cf-8ed1-07cb317d24d0', '572A8E3A42D66FAE', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e761-32b0-7c40-8231-d84ee1a65d76', 'E85806361FAF2745', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e7a0-b480-7bef-832d-db761bb0cc41', '56C3888E62181B55', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e830-5220-7e87-8288-e8bc04386264', '6714D357565C2425', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e84b-11c8-7f5a-8d59-56be4a88aa4a', '2D1D181D08D35803', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0e85f-c2a8-73be-876e-20746c6e722a', '4AEB3E3B2EFD532F', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6d4-8918-7182-82c3-aa2407872f90', '724F2F089975348E', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6d6-9488-77bf-89a6-503e8851e60c', '9DCFA6EC9B81417F', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a0f6ee-0488-79f2-85d7-393d0546b042', '2CB01B5010EBED8A', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1054f-6238-752a-8a95-3e182d52edb4', '1F56577B983F0A27', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a10569-6278-7ed9-8f6c-111e63058fe3', '0E338B57E857757A', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1058a-d110-7fef-81a4-c12ff3541198', 'DF35E028806ECE32', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115b9-7898-7216-8b8d-2cb0d489d03d', '67B896F73CD4B06E', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115f4-6e58-77fe-8c6a-07e7f0b7c2dd', 'BE139C30A907B782', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a115f8-a090-7855-8e8a-72f793823642', '44EC86804EF13205', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134a4-0980-71d7-864a-37c80f410e77', 'B22B4C2316911F4A', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134ad-48b0-7224-8f3e-3f238530201f', 'EDB99C6172641869', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a134cf-4bb8-7a19-89a2-165231ff44e3', 'A8A878BA1EF4BE16', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fb5-8880-744b-862b-9f0a0fc4c982', 'D4946AFEEACA69B1', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fe0-1320-719c-8526-a66cd2457368', '0FA33959762D3D64', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a13fea-bd98-7880-8a65-395fa1e41d17', 'ED6A782207F574E3', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14414-bc20-75bc-8a9e-4cd499857f0d', '21DA94E1DB989E2C', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14421-f6d8-7ba0-8194-6ea8416d48e1', '4E6510A7898AB10A', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1442f-4518-7eac-8da0-0bc07db69db1', 'CF8E659BBAE5A345', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14d62-d870-79de-8e1a-cb7a8faad141', 'ACBEF6A7BE3441FF', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14d65-7850-7d25-86b1-4bb603765638', 'F0D88F6C75297C51', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a14d6e-4e08-70fe-8492-5033fc35120a', 'E38B4D4F3EEE7D6B', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1537f-ae18-7e13-8f9c-4d6e527d8834', '2ABF080104DD51BF', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a15389-00d0-7466-86af-dc583cace600', '507B231561BCD650', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a153b9-7ee0-7afe-895e-462605e2673f', '823F787A6F1A0CD7', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a162f9-6d20-7876-8fb5-2e35a6d37d92', '8FFC9B6AE27E158E', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a16302-69e8-7759-8a6f-b82bb91980e6', 'B87D4C700342C4FF', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a16305-38a8-7635-8523-8886d074473c', '9B852868338E82E9', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a181d9-e800-7d6f-8d67-2b25c6c090d6', '74FD88722CAEF440', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a181f2-4e18-75a1-8d1e-7be9a47677a5', '0C74EBD94C4B0648', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a18213-14b8-70dd-8475-ab015e56dd33', '4CCC9C455021CEDC', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1957f-c488-72ef-8403-52fd949bbddd', 'EF46CFEC4D32BD00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1958b-16f8-73d6-8305-ecb111fcf5c9', '2E273E7DDD751170', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19590-a8c0-70aa-836f-ddc887dd1a55', '92EA3323F139F53E', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1973e-9358-7dd6-8037-82676f3edf9e', '138A6D9F6CD853E4', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19756-0b28-7936-8ee1-beb384245bf6', '068A89DEE28908FB', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a19769-ed00-7389-8b0f-3f1f186211ad', 'F4BD521270440417', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a0d3-22d0-721a-8818-c0095f2ee284', '25A31346EDD70575', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a0e4-d610-7525-8004-79ad43353d63', 'E9AF63852B482A5D', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1a10b-f5b0-7348-8f0d-a024b535c0ae', 'DFD767A203D6D089', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b059-49a0-762e-8e73-4b4932216e74', '0E2CDF8A04822A9F', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b064-80b8-74d4-8f04-3e507d42e3a5', '66F000E7E20EC289', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1b07c-5a30-7b21-8382-014952becedd', 'F5D434EA48930502', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfb3-0940-790a-8c73-fbc5209f189e', 'B05B75FE959FBD03', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfc2-0d00-7468-8ab1-24b8c8181edd', '4956CF250430F09D', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1bfcc-c718-7eef-8f14-436ad040ef0b', '934FC227AE69B570', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf30-3348-78b7-8de2-0d6a8100122b', '9B7F23062BC79E00', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf48-3f88-724f-8af5-d56dcdfe0436', '124D5CEEE7D0E94A', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1cf5d-2330-7467-8dcf-df975918ced0', 'E8060B0FDB2F98F1', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ddd1-ca60-776e-8b02-75d0f6fb2d59', 'A70C901F22704018', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ddd5-6828-7d76-8a8f-5eeaf44bb00c', 'E7919C3BC9C34F82', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ddda-4e10-7a78-81a8-6f0ec4592365', '1A2F45075323984C', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee0d-a0e8-779c-8219-12c92df505a2', 'C377F6EF2234A787', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee23-a5a0-77a1-8982-a758f739f251', 'EE6813220AEC1A0F', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1ee3f-d478-79f3-8224-71605f02508c', '59186A84A12D7108', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eee5-ccc0-7881-8739-1a410f03cf15', '6052ACF91C9503D3', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eee7-14e0-7eee-8058-ec2a7922a6d6', 'C3B58CA360164E18', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a1eef4-3ff8-7080-816c-453bcf5437c7', '5487BB59902D6939', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10bb-7fb6-8ccf-b65882fe303d', 'KY3DM2RVA8XMG56K', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-10fd-77fc-be8d-57fff630da48', 'T8TAG4QK784Z9TAB', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-11a4-7a19-b4ba-6d657cb34760', 'B404H1ACFHCHH25Q', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1249-7ae6-ae74-9a4b973170d6', '52JG41P4DNPQ1JNY', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-13e8-7e49-bb17-dd2921d01629', '32RR751CS4JNRTS9', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-14cd-76ef-a9b3-c963b9ed60cb', 'P8M9WB10EN9Q8KFP', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-153d-7ef8-9067-9e26caf99376', 'C5WFVNS51YV1VDZS', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-17a2-7c3e-bf14-0f8f6e6d330a', 'ZXHZM933VP6V1BWF', NULL, NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-19b4-7f95-b228-7c903ef53fce', '3SJSBCT6Z0KSXATD', NULL, NULL);
INSERT INTO student_items (school_id, id, student_id, name, quantity, price, entry_id, handed_out, returned, balance, by_user, created_at, longitude, latitude, deleted_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-13e8-7628-85cc-8f5bd1642368', '01a20555-f1af-7a2c-b488-c364955882ad', 'Shoes', '2', '5000', '01a20556-13e8-7e49-bb17-dd2921d01629', '0', '1', '446500', '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:37.043057+00', '34.75', '-0.09', NULL);
INSERT INTO suspense_items (school_id, id, receipt, why, amount, paid_at, account, payer_sealed, payer_digest, student_id, entry_id, state, parked_at) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-17d9-7c42-9379-8e15809fb976', 'UKNLSA7NJR', 'unknown-account', '25000', '2026-11-22 22:17:37+00', 'NOBODY', E'\\xf6dcc1bcd13855be49e944d5aa194e4f11d357595e472881ffa34d7f37e31434713fb3024a3be2e77f100beba9a0de0ef107e68c422612bfd8b69ec9e144a470cbd34fa460f70597439f5aee2c379fcfbc6419e5cebf25fd5231f05ec4da17bb2dbcd0cec42423e0780959fd68b584638d53e4', E'\\xe61e7e5cb125f5d51d2d87d06e70e9e02b53617a5d69573d8d9945f0ee8ff5ea', NULL, '01a20556-17d9-7b34-a44b-36246e0adba6', 'proposed', '2026-11-22 22:17:38.011219+00');
INSERT INTO tills (school_id, id, user_id, opened_at, opening_float, note, closed_at, closed_by, expected, counted, counts, reason, left_in, countersigned_at, countersigned_by, countersign_note) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-113d-7e1b-9c5d-4db4420fed1b', '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:36.323298+00', '200000', 'Morning', '2026-11-22 22:17:36.769203+00', '01a20556-10b2-79fc-b14a-f351b21ac63c', '220000', '190000', NULL, 'Three hundred short', '50000', '2026-11-22 22:17:36.837545+00', '01a20556-10b4-7e8b-bef7-ff428a62612c', NULL);
INSERT INTO item_events (school_id, id, item_id, kind, quantity, method, reason, entry_id, amount, handed_out, returned, balance, by_user, at, longitude, latitude, scanner_serial) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1483-77dc-9855-0a98012a394d', '01a20556-13e8-7628-85cc-8f5bd1642368', 'handOut', '1', 'pin', NULL, NULL, '0', '1', '0', NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:37.159879+00', '34.75', '-0.09', NULL),
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-14d0-7e99-97ff-a484ff66c259', '01a20556-13e8-7628-85cc-8f5bd1642368', 'refund', '1', NULL, 'Too small', '01a20556-14cd-76ef-a9b3-c963b9ed60cb', '5000', '0', '1', '451500', '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:37.235302+00', '34.75', '-0.09', NULL);
INSERT INTO suspense_proposals (school_id, id, item_id, way, student_id, note, by_user, at, decision, decided_by, decided_at, entry_id, outcome, sent_at, conversation_id, result_code, result_text) VALUES
('01a20555-f194-752c-8c5c-2dfef39a1fd9', '01a20556-1833-75e5-9aad-27c80ea316c4', '01a20556-17d9-7c42-9379-8e15809fb976', 'settle', '01a20555-f1b0-7f86-b407-d136d13bbeec', NULL, '01a20556-10b2-79fc-b14a-f351b21ac63c', '2026-11-22 22:17:38.100146+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
ALTER TABLE announcements ENABLE TRIGGER USER;
ALTER TABLE announcements FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_chain ENABLE TRIGGER USER;
ALTER TABLE audit_chain FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_events ENABLE TRIGGER USER;
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_waiting ENABLE TRIGGER USER;
ALTER TABLE audit_waiting FORCE ROW LEVEL SECURITY;
ALTER TABLE backup_code_tries ENABLE TRIGGER USER;
ALTER TABLE backup_codes ENABLE TRIGGER USER;
ALTER TABLE buses ENABLE TRIGGER USER;
ALTER TABLE buses FORCE ROW LEVEL SECURITY;
ALTER TABLE clock_checks ENABLE TRIGGER USER;
ALTER TABLE counties ENABLE TRIGGER USER;
ALTER TABLE idempotency_keys ENABLE TRIGGER USER;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
ALTER TABLE import_progress ENABLE TRIGGER USER;
ALTER TABLE import_progress FORCE ROW LEVEL SECURITY;
ALTER TABLE job_runs ENABLE TRIGGER USER;
ALTER TABLE key_checks ENABLE TRIGGER USER;
ALTER TABLE migrations ENABLE TRIGGER USER;
ALTER TABLE notices ENABLE TRIGGER USER;
ALTER TABLE notices FORCE ROW LEVEL SECURITY;
ALTER TABLE offline_events ENABLE TRIGGER USER;
ALTER TABLE offline_events FORCE ROW LEVEL SECURITY;
ALTER TABLE pin_misses ENABLE TRIGGER USER;
ALTER TABLE pin_misses FORCE ROW LEVEL SECURITY;
ALTER TABLE sessions ENABLE TRIGGER USER;
ALTER TABLE sign_in_codes ENABLE TRIGGER USER;
ALTER TABLE sms_gateway ENABLE TRIGGER USER;
ALTER TABLE sms_messages ENABLE TRIGGER USER;
ALTER TABLE sms_messages FORCE ROW LEVEL SECURITY;
ALTER TABLE sms_months ENABLE TRIGGER USER;
ALTER TABLE sms_months FORCE ROW LEVEL SECURITY;
ALTER TABLE sms_opt_outs ENABLE TRIGGER USER;
ALTER TABLE sms_outage_alerts ENABLE TRIGGER USER;
ALTER TABLE sms_outage_alerts FORCE ROW LEVEL SECURITY;
ALTER TABLE spent_pictures ENABLE TRIGGER USER;
ALTER TABLE spent_pictures FORCE ROW LEVEL SECURITY;
ALTER TABLE sql_functions ENABLE TRIGGER USER;
ALTER TABLE student_tries ENABLE TRIGGER USER;
ALTER TABLE student_tries FORCE ROW LEVEL SECURITY;
ALTER TABLE users ENABLE TRIGGER USER;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
ALTER TABLE notice_reads ENABLE TRIGGER USER;
ALTER TABLE notice_reads FORCE ROW LEVEL SECURITY;
ALTER TABLE schools ENABLE TRIGGER USER;
ALTER TABLE schools FORCE ROW LEVEL SECURITY;
ALTER TABLE sms_reports ENABLE TRIGGER USER;
ALTER TABLE sms_reports FORCE ROW LEVEL SECURITY;
ALTER TABLE book_days ENABLE TRIGGER USER;
ALTER TABLE book_days FORCE ROW LEVEL SECURITY;
ALTER TABLE book_explanations ENABLE TRIGGER USER;
ALTER TABLE book_explanations FORCE ROW LEVEL SECURITY;
ALTER TABLE book_findings ENABLE TRIGGER USER;
ALTER TABLE book_findings FORCE ROW LEVEL SECURITY;
ALTER TABLE book_states ENABLE TRIGGER USER;
ALTER TABLE book_states FORCE ROW LEVEL SECURITY;
ALTER TABLE classes ENABLE TRIGGER USER;
ALTER TABLE classes FORCE ROW LEVEL SECURITY;
ALTER TABLE clock_corrections ENABLE TRIGGER USER;
ALTER TABLE clock_corrections FORCE ROW LEVEL SECURITY;
ALTER TABLE clock_statements ENABLE TRIGGER USER;
ALTER TABLE clock_statements FORCE ROW LEVEL SECURITY;
ALTER TABLE devices ENABLE TRIGGER USER;
ALTER TABLE devices FORCE ROW LEVEL SECURITY;
ALTER TABLE fee_rules ENABLE TRIGGER USER;
ALTER TABLE fee_rules FORCE ROW LEVEL SECURITY;
ALTER TABLE import_batches ENABLE TRIGGER USER;
ALTER TABLE import_batches FORCE ROW LEVEL SECURITY;
ALTER TABLE meal_windows ENABLE TRIGGER USER;
ALTER TABLE meal_windows FORCE ROW LEVEL SECURITY;
ALTER TABLE menu_items ENABLE TRIGGER USER;
ALTER TABLE menu_items FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_configs ENABLE TRIGGER USER;
ALTER TABLE payment_configs FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_secrets ENABLE TRIGGER USER;
ALTER TABLE payment_secrets FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_statements ENABLE TRIGGER USER;
ALTER TABLE payment_statements FORCE ROW LEVEL SECURITY;
ALTER TABLE pocket_limits ENABLE TRIGGER USER;
ALTER TABLE pocket_limits FORCE ROW LEVEL SECURITY;
ALTER TABLE provider_balances ENABLE TRIGGER USER;
ALTER TABLE provider_balances FORCE ROW LEVEL SECURITY;
ALTER TABLE provider_callbacks ENABLE TRIGGER USER;
ALTER TABLE provider_callbacks FORCE ROW LEVEL SECURITY;
ALTER TABLE provider_registrations ENABLE TRIGGER USER;
ALTER TABLE provider_registrations FORCE ROW LEVEL SECURITY;
ALTER TABLE school_days ENABLE TRIGGER USER;
ALTER TABLE school_days FORCE ROW LEVEL SECURITY;
ALTER TABLE school_keys ENABLE TRIGGER USER;
ALTER TABLE school_keys FORCE ROW LEVEL SECURITY;
ALTER TABLE sms_settings ENABLE TRIGGER USER;
ALTER TABLE sms_settings FORCE ROW LEVEL SECURITY;
ALTER TABLE till_rules ENABLE TRIGGER USER;
ALTER TABLE till_rules FORCE ROW LEVEL SECURITY;
ALTER TABLE book_amendment_proposals ENABLE TRIGGER USER;
ALTER TABLE book_amendment_proposals FORCE ROW LEVEL SECURITY;
ALTER TABLE device_sights ENABLE TRIGGER USER;
ALTER TABLE device_sights FORCE ROW LEVEL SECURITY;
ALTER TABLE students ENABLE TRIGGER USER;
ALTER TABLE students FORCE ROW LEVEL SECURITY;
ALTER TABLE accounts ENABLE TRIGGER USER;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE book_amendments ENABLE TRIGGER USER;
ALTER TABLE book_amendments FORCE ROW LEVEL SECURITY;
ALTER TABLE bus_events ENABLE TRIGGER USER;
ALTER TABLE bus_events FORCE ROW LEVEL SECURITY;
ALTER TABLE consent_withdrawals ENABLE TRIGGER USER;
ALTER TABLE consent_withdrawals FORCE ROW LEVEL SECURITY;
ALTER TABLE consents ENABLE TRIGGER USER;
ALTER TABLE consents FORCE ROW LEVEL SECURITY;
ALTER TABLE fingerprints ENABLE TRIGGER USER;
ALTER TABLE fingerprints FORCE ROW LEVEL SECURITY;
ALTER TABLE gate_events ENABLE TRIGGER USER;
ALTER TABLE gate_events FORCE ROW LEVEL SECURITY;
ALTER TABLE gate_exceptions ENABLE TRIGGER USER;
ALTER TABLE gate_exceptions FORCE ROW LEVEL SECURITY;
ALTER TABLE guardians ENABLE TRIGGER USER;
ALTER TABLE guardians FORCE ROW LEVEL SECURITY;
ALTER TABLE journal_entries ENABLE TRIGGER USER;
ALTER TABLE journal_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE known_payers ENABLE TRIGGER USER;
ALTER TABLE known_payers FORCE ROW LEVEL SECURITY;
ALTER TABLE meal_locks ENABLE TRIGGER USER;
ALTER TABLE meal_locks FORCE ROW LEVEL SECURITY;
ALTER TABLE stk_pushes ENABLE TRIGGER USER;
ALTER TABLE stk_pushes FORCE ROW LEVEL SECURITY;
ALTER TABLE student_keys ENABLE TRIGGER USER;
ALTER TABLE student_keys FORCE ROW LEVEL SECURITY;
ALTER TABLE student_locks ENABLE TRIGGER USER;
ALTER TABLE student_locks FORCE ROW LEVEL SECURITY;
ALTER TABLE bus_states ENABLE TRIGGER USER;
ALTER TABLE bus_states FORCE ROW LEVEL SECURITY;
ALTER TABLE cash_approvals ENABLE TRIGGER USER;
ALTER TABLE cash_approvals FORCE ROW LEVEL SECURITY;
ALTER TABLE gate_states ENABLE TRIGGER USER;
ALTER TABLE gate_states FORCE ROW LEVEL SECURITY;
ALTER TABLE import_rows ENABLE TRIGGER USER;
ALTER TABLE import_rows FORCE ROW LEVEL SECURITY;
ALTER TABLE meals ENABLE TRIGGER USER;
ALTER TABLE meals FORCE ROW LEVEL SECURITY;
ALTER TABLE payments ENABLE TRIGGER USER;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
ALTER TABLE postings ENABLE TRIGGER USER;
ALTER TABLE postings FORCE ROW LEVEL SECURITY;
ALTER TABLE receipts ENABLE TRIGGER USER;
ALTER TABLE receipts FORCE ROW LEVEL SECURITY;
ALTER TABLE refunds ENABLE TRIGGER USER;
ALTER TABLE refunds FORCE ROW LEVEL SECURITY;
ALTER TABLE student_items ENABLE TRIGGER USER;
ALTER TABLE student_items FORCE ROW LEVEL SECURITY;
ALTER TABLE suspense_items ENABLE TRIGGER USER;
ALTER TABLE suspense_items FORCE ROW LEVEL SECURITY;
ALTER TABLE tills ENABLE TRIGGER USER;
ALTER TABLE tills FORCE ROW LEVEL SECURITY;
ALTER TABLE item_events ENABLE TRIGGER USER;
ALTER TABLE item_events FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_statement_rows ENABLE TRIGGER USER;
ALTER TABLE payment_statement_rows FORCE ROW LEVEL SECURITY;
ALTER TABLE suspense_proposals ENABLE TRIGGER USER;
ALTER TABLE suspense_proposals FORCE ROW LEVEL SECURITY;
SELECT graphile_worker.add_job('query-stk-push', payload => '{"schoolId":"01a20555-f194-752c-8c5c-2dfef39a1fd9","id":"01a20556-1706-7554-86b8-3a00a79b5a82"}'::json, max_attempts => 25);
SELECT graphile_worker.add_job('ask-about-payment', payload => '{"schoolId":"01a20555-f194-752c-8c5c-2dfef39a1fd9","receipt":"UKN0IZYAMP"}'::json, max_attempts => 25);
SELECT graphile_worker.add_job('write-receipt', payload => '{"schoolId" : "01a20555-f194-752c-8c5c-2dfef39a1fd9", "entryId" : "01a20556-19b4-7f95-b228-7c903ef53fce"}'::json, max_attempts => 12);
COMMIT;
