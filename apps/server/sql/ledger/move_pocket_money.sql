-- Moves pocket money: into wallets (`direction` 1) or out of them (-1), each against one of the school's accounts. Wallets are
-- locked in the order of their students' ids, and what is decided is decided under that lock, so that two moves of one
-- student never see the same balance. Amounts are cents. Of each move:
--   id, token   of the journal entry and of its receipt, new ones
--   student     or `number`, the admission number of an active student
--   counter     the kind of the school's account; `till` is the open till of `by_user`, or the cash desk
--   once        no idempotency key came along: the same by the same user within 10 seconds, with the same reference, is a double press
--   ask         refused if the same was paid in by the same user a short time ago (`refused_as_repeated`)
--   key         a move whose key has been answered is left out; for those who take their keys after the move
-- `subsidy`: cents of what goes out that the school gives; the rest is the student's, and limits, fee and balance are about that rest.
-- The movement is of the whole amount, so that its receipt tells nobody who pays.
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
  own bigint;
  charged text[];
  till_required boolean;
  seat text;
  seats jsonb := '{}';
  entry journal_entries%ROWTYPE;
  leg postings%ROWTYPE;
  slip receipts%ROWTYPE;
  entries journal_entries[] := '{}';
  legs postings[] := '{}';
  slips receipts[] := '{}';
BEGIN
  SELECT s.entry_limit, s.require_till INTO most, till_required FROM schools s WHERE s.id = the_school;
  SELECT array_agg(f.kind) INTO charged FROM fee_rules f WHERE f.school_id = the_school;
  FOR asked IN
    SELECT listed.*, m.*
    FROM ROWS FROM (json_to_recordset(moves) AS (
      id uuid, kind text, student uuid, number text, direction int, amount bigint, counter text, by_user uuid, method text,
      reference text, item uuid, token text, longitude double precision, latitude double precision, once boolean, ask boolean, key text, subsidy bigint
    )) WITH ORDINALITY AS m
    CROSS JOIN LATERAL (SELECT
      -- One look at an index for each, whatever the planner believes of the tables.
      coalesce(m.student, (SELECT s.id FROM students s WHERE s.school_id = the_school AND s.admission_number = m.number
                                                         AND s.deleted_at IS NULL)) AS holder,
      (SELECT true FROM idempotency_keys k WHERE k.school_id = the_school AND k.key = m.key) AS answered) AS listed
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
        AND e.reference IS NOT DISTINCT FROM asked.reference
      ORDER BY e.at DESC LIMIT 1;
      IF FOUND THEN
        RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    own := asked.amount - coalesce(asked.subsidy, 0);
    why := CASE WHEN till_required AND asked.counter = 'till' THEN refused_without_till(the_school, asked.by_user) END;
    IF why IS NULL THEN
      why := refused_by_rule(the_school, asked.kind, asked.holder, own, asked.by_user, asked.method);
    END IF;
    IF why IS NULL AND asked.ask THEN
      why := refused_as_repeated(the_school, asked.kind, asked.holder, asked.amount, asked.counter, asked.by_user, asked.reference);
    END IF;
    IF why IS NOT NULL THEN
      outcome := 'refused';
      RETURN NEXT; CONTINUE;
    END IF;
    fee := CASE WHEN asked.kind = ANY (charged) AND own > 0 THEN fee_of(the_school, asked.kind, own) ELSE 0 END;
    IF asked.direction = 1 THEN
      fee := least(fee, asked.amount - 1);
    END IF;
    balance := wallet.balance + asked.direction * own - fee;
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
    leg.leg := 0;
    IF own > 0 THEN
      leg.leg := 1;
      leg.account_id := asked.holder;
      leg.amount := balance - wallet.balance;
      leg.position := wallet.newest_position + 1;
      leg.balance_after := balance;
      legs := legs || leg;
    END IF;
    -- Asked for once in a list: of most moves the account is the same, and only a till is somebody's own.
    seat := concat(asked.counter, CASE asked.counter WHEN 'till' THEN asked.by_user END);
    IF seats ->> seat IS NULL THEN
      seats := seats || jsonb_build_object(seat, counter_account(the_school, asked.kind, asked.counter, asked.by_user));
    END IF;
    leg.leg := leg.leg + 1;
    leg.account_id := seats ->> seat;
    leg.amount := -asked.direction * asked.amount;
    leg.position := NULL;
    leg.balance_after := NULL;
    legs := legs || leg;
    IF asked.subsidy > 0 THEN
      leg.leg := leg.leg + 1;
      leg.account_id := school_account(the_school, 'meal-subsidy');
      leg.amount := -asked.subsidy;
      legs := legs || leg;
    END IF;
    IF fee > 0 THEN
      leg.leg := leg.leg + 1;
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
