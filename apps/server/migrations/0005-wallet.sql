-- The ledger of pocket money: double entry, integer cents, only ever added to.
--
-- A movement has legs (postings) that sum to zero. A student's wallet is what the school owes the student: never below
-- zero, with a running balance. The school's own accounts (cash desk, M-Pesa, income, fees) keep no running balance, so
-- that no row is written by every movement of the school; theirs is the sum of their postings.

CREATE TABLE accounts (
  school_id uuid NOT NULL REFERENCES schools,
  -- A wallet has the id of its student.
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('wallet', 'cash-desk', 'm-pesa', 'canteen-income', 'item-income', 'platform-fees')),
  student_id uuid,
  -- Cents. Wallets only.
  balance bigint,
  -- How many postings the wallet has: the place of the newest in its statement.
  newest_position bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK ((kind = 'wallet') = (student_id IS NOT NULL)),
  CHECK ((kind = 'wallet') = (balance IS NOT NULL)),
  -- Behind the rule of move_pocket_money, which looks first under the wallet's lock.
  CONSTRAINT wallet_never_below_zero CHECK (balance >= 0)
);
CREATE UNIQUE INDEX accounts_wallet ON accounts (school_id, student_id) WHERE student_id IS NOT NULL;
CREATE UNIQUE INDEX accounts_house ON accounts (school_id, kind) WHERE student_id IS NULL;
SELECT raise_tenant_wall('accounts', true);
GRANT SELECT, INSERT ON accounts TO mfuko_app;
GRANT UPDATE (balance, newest_position) ON accounts TO mfuko_app;

CREATE TABLE movements (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('deposit', 'collection', 'cash-out', 'canteen', 'item', 'reversal')),
  student_id uuid NOT NULL,
  -- Cents, both without a sign.
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  -- How the student was proven, or null: fingerprint, pin.
  method text CHECK (method IN ('fingerprint', 'pin')),
  reference text,
  -- What was bought: tells two meals of one price apart.
  item uuid,
  -- Null where nobody sat at the desk: a payment that came in by itself.
  by_user uuid,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The movement that this one takes back.
  reverses uuid,
  longitude double precision,
  latitude double precision,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, reverses) REFERENCES movements (school_id, id),
  CHECK ((kind = 'reversal') = (reverses IS NOT NULL))
);
CREATE UNIQUE INDEX movements_reversed_once ON movements (school_id, reverses) WHERE reverses IS NOT NULL;
CREATE INDEX movements_student ON movements (school_id, student_id, at);
SELECT raise_tenant_wall('movements');
GRANT SELECT, INSERT ON movements TO mfuko_app;
SELECT make_append_only('movements');

CREATE TABLE postings (
  school_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  leg smallint NOT NULL CHECK (leg >= 1),
  account_id uuid NOT NULL,
  -- Cents; what the account gains.
  amount bigint NOT NULL CHECK (amount <> 0),
  at timestamptz NOT NULL,
  -- On wallets: the place in the statement, and the balance from there on.
  position bigint,
  balance_after bigint,
  PRIMARY KEY (school_id, movement_id, leg),
  FOREIGN KEY (school_id, movement_id) REFERENCES movements (school_id, id),
  FOREIGN KEY (school_id, account_id) REFERENCES accounts (school_id, id)
);
CREATE UNIQUE INDEX postings_statement ON postings (school_id, account_id, position) WHERE position IS NOT NULL;
CREATE INDEX postings_house ON postings (school_id, account_id, at) INCLUDE (amount) WHERE position IS NULL;
SELECT raise_tenant_wall('postings');
GRANT SELECT, INSERT ON postings TO mfuko_app;
SELECT make_append_only('postings');

CREATE FUNCTION refuse_unbalanced_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_movement uuid;
  legs record;
BEGIN
  IF TG_TABLE_NAME = 'movements' THEN the_movement := NEW.id; ELSE the_movement := NEW.movement_id; END IF;
  SELECT count(*) AS number, min(leg) AS first, sum(amount) AS total INTO legs
  FROM postings WHERE school_id = NEW.school_id AND movement_id = the_movement;
  IF legs.number < 2 OR legs.first <> 1 OR legs.total <> 0 THEN
    RAISE EXCEPTION 'the legs of a movement must sum to zero' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
-- On both tables: a movement without legs is as wrong as a leg too many on an old movement. A leg 1 needs no look of its
-- own: every movement that was let in has one already.
CREATE CONSTRAINT TRIGGER movement_balances AFTER INSERT ON movements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_movement();
CREATE CONSTRAINT TRIGGER movement_balances AFTER INSERT ON postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.leg > 1) EXECUTE FUNCTION refuse_unbalanced_movement();

-- A wallet's balance is what its newest posting says, and that follows from the one before: a balance that was written
-- without a posting does not commit.
CREATE FUNCTION refuse_unposted_balance() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE CONSTRAINT TRIGGER balance_is_posted AFTER INSERT OR UPDATE ON accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'wallet') EXECUTE FUNCTION refuse_unposted_balance();

-- What a receipt's barcode holds. Asking for it once at the till spends it.
CREATE TABLE receipts (
  school_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  token text NOT NULL,
  spent_at timestamptz,
  spent_by uuid,
  PRIMARY KEY (school_id, movement_id),
  FOREIGN KEY (school_id, movement_id) REFERENCES movements (school_id, id)
);
CREATE UNIQUE INDEX receipts_token ON receipts (school_id, token);
SELECT raise_tenant_wall('receipts');
GRANT SELECT, INSERT ON receipts TO mfuko_app;
GRANT UPDATE (spent_at, spent_by) ON receipts TO mfuko_app;

-- The platform's fee on a kind of movement: fixed cents, plus basis points of the amount, at most the cap. None: no fee.
CREATE TABLE fee_rules (
  school_id uuid NOT NULL REFERENCES schools,
  kind text NOT NULL CHECK (kind IN ('cash-out', 'collection', 'canteen')),
  fixed bigint NOT NULL DEFAULT 0 CHECK (fixed >= 0),
  basis_points int NOT NULL DEFAULT 0 CHECK (basis_points BETWEEN 0 AND 10000),
  cap bigint CHECK (cap >= 0),
  PRIMARY KEY (school_id, kind)
);
SELECT raise_tenant_wall('fee_rules');
GRANT SELECT, INSERT, UPDATE, DELETE ON fee_rules TO mfuko_app;

CREATE FUNCTION fee_of(the_school uuid, the_kind text, the_amount bigint) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT COALESCE(
    (SELECT least(fixed + round(the_amount * basis_points / 10000.0)::bigint, COALESCE(cap, 9223372036854775807))
     FROM fee_rules WHERE school_id = the_school AND kind = the_kind), 0);
$$;

-- The account of the school's own of that kind, made at its first use.
CREATE FUNCTION house_account(the_school uuid, the_kind text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  found_id uuid;
BEGIN
  SELECT id INTO found_id FROM accounts WHERE school_id = the_school AND kind = the_kind AND student_id IS NULL;
  IF found_id IS NULL THEN
    INSERT INTO accounts (school_id, id, kind) VALUES (the_school, gen_random_uuid(), the_kind) ON CONFLICT DO NOTHING;
    SELECT id INTO found_id FROM accounts WHERE school_id = the_school AND kind = the_kind AND student_id IS NULL;
  END IF;
  RETURN found_id;
END $$;

-- Moves pocket money in one round trip: the hot path of the wallet. Locks the wallet, so that two movements of one student
-- never see the same balance, and decides under that lock.
--   direction  1 into the wallet, -1 out of it
--   once       no idempotency key came along: the same by the same user within 10 seconds is a double press
-- A fee is taken on top of what goes out, and out of what comes in: of that it always leaves a cent.
-- Answers outcome 'moved', 'repeated' (with the first movement), 'insufficient' (with the balance) or 'over-limit' (with the limit).
CREATE FUNCTION move_pocket_money(
  the_school uuid, new_id uuid, the_kind text, the_student uuid, direction int, the_amount bigint, counter_kind text,
  the_user uuid, the_method text, the_reference text, the_item uuid, new_token text, long double precision, lat double precision,
  once boolean, out outcome text, out movement_id uuid, out balance bigint, out fee bigint, out token text,
  out at timestamptz, out most bigint
) LANGUAGE plpgsql AS $$
DECLARE
  wallet accounts%ROWTYPE;
  change bigint;
BEGIN
  SELECT movement_limit INTO most FROM schools WHERE id = the_school;
  IF the_amount > most THEN
    outcome := 'over-limit';
    RETURN;
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
         (the_school, new_id, 2, house_account(the_school, counter_kind), -direction * the_amount, at, NULL, NULL);
  IF fee > 0 THEN
    INSERT INTO postings (school_id, movement_id, leg, account_id, amount, at)
    VALUES (the_school, new_id, 3, house_account(the_school, 'platform-fees'), fee, at);
  END IF;
  INSERT INTO receipts (school_id, movement_id, token) VALUES (the_school, new_id, new_token);
END $$;
