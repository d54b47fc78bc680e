-- Money by more ways than the cash desk: M-Pesa in and out, payments that nobody knows yet whose they are, agents' tills.
-- One function for each way that money goes. What a way depends on stands in functions of its own, which the migrations
-- of those parts replace: where it counts (`counter_account`), what forbids it (`refused_by_rule`), where it goes back to
-- (`till_of_reversal`, `suspense_of_reversal`).

ALTER TABLE accounts DROP CONSTRAINT accounts_kind_check;
ALTER TABLE accounts ADD CONSTRAINT accounts_kind_check CHECK (kind IN (
  'wallet', 'cash-desk', 'm-pesa', 'canteen-income', 'item-income', 'platform-fees',
  -- What came in by M-Pesa and nobody knows whose it is; what is on its way to a guardian by M-Pesa; an agent's till;
  -- what tills had too much or too little when they were counted.
  'suspense', 'payouts', 'till', 'till-variance'));
-- Whose till it is.
ALTER TABLE accounts ADD COLUMN user_id uuid;
ALTER TABLE accounts ADD CONSTRAINT accounts_till_has_agent CHECK ((kind = 'till') = (user_id IS NOT NULL));
DROP INDEX accounts_house;
CREATE UNIQUE INDEX accounts_house ON accounts (school_id, kind) WHERE student_id IS NULL AND user_id IS NULL;
CREATE UNIQUE INDEX accounts_till ON accounts (school_id, user_id) WHERE user_id IS NOT NULL;

ALTER TABLE movements DROP CONSTRAINT movements_kind_check;
ALTER TABLE movements ADD CONSTRAINT movements_kind_check CHECK (kind IN (
  'deposit', 'collection', 'cash-out', 'canteen', 'item', 'item-return', 'reversal', 'refund', 'refund-paid', 'refund-failed',
  -- Of the school's own accounts only.
  'unclaimed', 'unclaimed-returned', 'float', 'till-close'));
-- What moves between the school's own accounts is no student's.
ALTER TABLE movements ALTER COLUMN student_id DROP NOT NULL;
ALTER TABLE movements ADD CONSTRAINT movements_student_check
  CHECK ((student_id IS NULL) = (kind IN ('unclaimed', 'unclaimed-returned', 'float', 'till-close')));

CREATE OR REPLACE FUNCTION house_account(the_school uuid, the_kind text) RETURNS uuid LANGUAGE plpgsql AS $$
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

-- The account that stands against the wallet.
CREATE FUNCTION counter_account(the_school uuid, the_movement_kind text, counter_kind text, the_user uuid) RETURNS uuid
LANGUAGE sql AS $$ SELECT house_account(the_school, counter_kind) $$;

-- Why a rule of the school or a guardian's wish forbids a movement: {"problem": …, …}, or null. Runs under the wallet's lock.
CREATE FUNCTION refused_by_rule(
  the_school uuid, the_movement_kind text, the_student uuid, the_amount bigint, the_user uuid, the_method text
) RETURNS jsonb LANGUAGE sql STABLE AS $$ SELECT NULL::jsonb $$;

-- Where the leg of a till, or the leg of M-Pesa, goes when its movement is taken back.
CREATE FUNCTION till_of_reversal(the_school uuid, the_account uuid, the_user uuid) RETURNS uuid
LANGUAGE sql AS $$ SELECT the_account $$;
CREATE FUNCTION suspense_of_reversal(the_school uuid, the_account uuid, the_movement uuid, the_reversal uuid) RETURNS uuid
LANGUAGE sql AS $$ SELECT the_account $$;

-- As before, and: only an active student pays in or out (`not-active`), a rule may refuse (`refused`, with why).
DROP FUNCTION move_pocket_money;
CREATE FUNCTION move_pocket_money(
  the_school uuid, new_id uuid, the_kind text, the_student uuid, direction int, the_amount bigint, counter_kind text,
  the_user uuid, the_method text, the_reference text, the_item uuid, new_token text, long double precision, lat double precision,
  once boolean, out outcome text, out movement_id uuid, out balance bigint, out fee bigint, out token text,
  out at timestamptz, out most bigint, out why jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  wallet accounts%ROWTYPE;
  change bigint;
BEGIN
  SELECT movement_limit INTO most FROM schools WHERE id = the_school;
  -- What a guardian has paid already, and what goes back to one, is not the school's to limit.
  IF the_amount > most AND the_kind NOT IN ('collection', 'refund', 'refund-failed') THEN
    outcome := 'over-limit';
    RETURN;
  END IF;
  -- Between the proof of a student and this the office may have been at work.
  IF the_kind IN ('deposit', 'cash-out', 'canteen', 'item') THEN
    PERFORM 1 FROM students s
    WHERE s.school_id = the_school AND s.id = the_student AND s.status = 'active' AND s.deleted_at IS NULL FOR KEY SHARE;
    IF NOT FOUND THEN
      outcome := 'not-active';
      RETURN;
    END IF;
  END IF;
  SELECT * INTO wallet FROM accounts a WHERE a.school_id = the_school AND a.id = the_student FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO accounts (school_id, id, kind, student_id, balance) VALUES (the_school, the_student, 'wallet', the_student, 0)
      ON CONFLICT DO NOTHING;
    SELECT * INTO wallet FROM accounts a WHERE a.school_id = the_school AND a.id = the_student FOR UPDATE;
  END IF;
  IF once THEN
    SELECT 'repeated', m.id, p.balance_after, m.fee, r.token, m.at INTO outcome, movement_id, balance, fee, token, at
    FROM movements m
    JOIN postings p ON p.school_id = m.school_id AND p.movement_id = m.id AND p.account_id = wallet.id
    JOIN receipts r ON r.school_id = m.school_id AND r.movement_id = m.id
    WHERE m.school_id = the_school AND m.student_id = the_student AND m.at > clock_timestamp() - interval '10 seconds'
      AND m.by_user = the_user AND m.kind = the_kind AND m.amount = the_amount
      AND m.method IS NOT DISTINCT FROM the_method AND m.item IS NOT DISTINCT FROM the_item
    ORDER BY m.at DESC LIMIT 1;
    IF FOUND THEN
      RETURN;
    END IF;
  END IF;
  why := refused_by_rule(the_school, the_kind, the_student, the_amount, the_user, the_method);
  IF why IS NOT NULL THEN
    outcome := 'refused';
    RETURN;
  END IF;
  fee := fee_of(the_school, the_kind, the_amount);
  IF direction = 1 THEN
    fee := least(fee, the_amount - 1);
  END IF;
  change := direction * the_amount - fee;
  balance := wallet.balance + change;
  IF balance < 0 THEN
    outcome := 'insufficient';
    balance := wallet.balance;
    RETURN;
  END IF;
  outcome := 'moved';
  movement_id := new_id;
  token := new_token;
  at := clock_timestamp();
  UPDATE accounts a SET balance = move_pocket_money.balance, newest_position = a.newest_position + 1
  WHERE a.school_id = the_school AND a.id = wallet.id;
  INSERT INTO movements (school_id, id, kind, student_id, amount, fee, method, reference, item, by_user, at, longitude, latitude)
  VALUES (the_school, new_id, the_kind, the_student, the_amount, fee, the_method, the_reference, the_item, the_user, at, long, lat);
  INSERT INTO postings (school_id, movement_id, leg, account_id, amount, at, position, balance_after)
  VALUES (the_school, new_id, 1, wallet.id, change, at, wallet.newest_position + 1, balance),
         (the_school, new_id, 2, counter_account(the_school, the_kind, counter_kind, the_user), -direction * the_amount, at,
          NULL, NULL);
  IF fee > 0 THEN
    INSERT INTO postings (school_id, movement_id, leg, account_id, amount, at)
    VALUES (the_school, new_id, 3, house_account(the_school, 'platform-fees'), fee, at);
  END IF;
  INSERT INTO receipts (school_id, movement_id, token) VALUES (the_school, new_id, new_token);
END $$;

-- As before, and: money that came or went by M-Pesa is not undone by a word, since it stays where it is. What came in goes
-- to suspense; what was paid out to a guardian (`refund`), and what no student owns, is not reversible.
CREATE OR REPLACE FUNCTION reverse_movement(
  the_school uuid, new_id uuid, the_movement uuid, the_user uuid, the_reason text, new_token text, long double precision,
  lat double precision, out outcome text, out movement_id uuid, out balance bigint, out token text,
  out at timestamptz, out student uuid
) LANGUAGE plpgsql AS $$
DECLARE
  was movements%ROWTYPE;
  wallet accounts%ROWTYPE;
BEGIN
  SELECT * INTO was FROM movements m WHERE m.school_id = the_school AND m.id = the_movement;
  IF NOT FOUND THEN
    outcome := 'not-found';
    RETURN;
  END IF;
  IF was.kind IN ('item', 'item-return') THEN
    outcome := 'by-return';
    RETURN;
  END IF;
  IF was.kind NOT IN ('deposit', 'collection', 'cash-out', 'canteen') THEN
    outcome := 'not-reversible';
    RETURN;
  END IF;
  IF was.by_user = the_user THEN
    outcome := 'same-person';
    RETURN;
  END IF;
  student := was.student_id;
  SELECT * INTO wallet FROM accounts a WHERE a.school_id = the_school AND a.id = student FOR UPDATE;
  PERFORM 1 FROM movements m WHERE m.school_id = the_school AND m.reverses = the_movement;
  IF FOUND THEN
    outcome := 'already-reversed';
    RETURN;
  END IF;
  SELECT wallet.balance - p.amount INTO balance
  FROM postings p WHERE p.school_id = the_school AND p.movement_id = the_movement AND p.account_id = student;
  IF balance < 0 THEN
    outcome := 'insufficient';
    balance := wallet.balance;
    RETURN;
  END IF;
  outcome := 'moved';
  movement_id := new_id;
  token := new_token;
  at := clock_timestamp();
  UPDATE accounts a SET balance = reverse_movement.balance, newest_position = a.newest_position + 1
  WHERE a.school_id = the_school AND a.id = student;
  INSERT INTO movements (school_id, id, kind, student_id, amount, fee, reference, by_user, at, reverses, longitude, latitude)
  VALUES (the_school, new_id, 'reversal', student, was.amount, was.fee, the_reason, the_user, at, the_movement, long, lat);
  INSERT INTO postings (school_id, movement_id, leg, account_id, amount, at, position, balance_after)
  SELECT the_school, new_id, p.leg,
         CASE a.kind WHEN 'till' THEN till_of_reversal(the_school, a.id, the_user)
                     WHEN 'm-pesa' THEN suspense_of_reversal(the_school, a.id, the_movement, new_id)
                     ELSE a.id END,
         -p.amount, reverse_movement.at,
         CASE WHEN p.account_id = student THEN wallet.newest_position + 1 END,
         CASE WHEN p.account_id = student THEN reverse_movement.balance END
  FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
  WHERE p.school_id = the_school AND p.movement_id = the_movement;
  INSERT INTO receipts (school_id, movement_id, token) VALUES (the_school, new_id, new_token);
END $$;

-- Moves money between two of the school's own accounts: `gains` gains the cents, `loses` loses them. For what the school
-- holds (cash desk, tills, M-Pesa) minus is more.
CREATE FUNCTION move_school_money(
  the_school uuid, new_id uuid, the_kind text, gains uuid, loses uuid, the_amount bigint, the_user uuid, the_reference text
) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  moved_at timestamptz := clock_timestamp();
BEGIN
  INSERT INTO movements (school_id, id, kind, amount, fee, reference, by_user, at)
  VALUES (the_school, new_id, the_kind, the_amount, 0, the_reference, the_user, moved_at);
  INSERT INTO postings (school_id, movement_id, leg, account_id, amount, at)
  VALUES (the_school, new_id, 1, gains, the_amount, moved_at), (the_school, new_id, 2, loses, -the_amount, moved_at);
  RETURN moved_at;
END $$;
