-- Things bought for or issued to one student, and the windows of the day in which the canteen serves.

-- What was paid for an item goes back piece by piece, as a movement of its own.
ALTER TABLE movements DROP CONSTRAINT movements_kind_check;
ALTER TABLE movements ADD CONSTRAINT movements_kind_check
  CHECK (kind IN ('deposit', 'collection', 'cash-out', 'canteen', 'item', 'item-return', 'reversal'));

CREATE TABLE student_items (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  quantity int NOT NULL CHECK (quantity >= 1),
  -- Cents for a piece; 0 where it was issued.
  price bigint NOT NULL CHECK (price >= 0),
  -- Where all pieces were paid for.
  movement_id uuid,
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
  FOREIGN KEY (school_id, movement_id) REFERENCES movements (school_id, id),
  CHECK ((price > 0) = (movement_id IS NOT NULL)),
  -- Behind the rules of the feature, which look first under the row's lock.
  CONSTRAINT no_piece_twice CHECK (handed_out + returned <= quantity)
);
CREATE INDEX student_items_student ON student_items (school_id, student_id, created_at);
CREATE INDEX student_items_created ON student_items (school_id, created_at);
CREATE INDEX student_items_name ON student_items (school_id, lower(name));
SELECT raise_tenant_wall('student_items');
GRANT SELECT, INSERT ON student_items TO mfuko_app;
GRANT UPDATE (name, handed_out, returned, deleted_at) ON student_items TO mfuko_app;

-- Every hand-out and every return, with what was answered then.
CREATE TABLE item_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('handOut', 'refund', 'exchange', 'cancel')),
  quantity int NOT NULL CHECK (quantity >= 1),
  method text CHECK (method IN ('fingerprint', 'pin', 'attested')),
  reason text,
  -- Where money went back, its movement and cents.
  movement_id uuid,
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
  FOREIGN KEY (school_id, movement_id) REFERENCES movements (school_id, id),
  CHECK ((amount > 0) = (movement_id IS NOT NULL)),
  CHECK (amount = 0 OR kind IN ('refund', 'cancel')),
  CHECK ((kind = 'handOut') = (method IS NOT NULL)),
  CHECK ((kind = 'handOut') = (reason IS NULL))
);
CREATE INDEX item_events_item ON item_events (school_id, item_id, at);
SELECT raise_tenant_wall('item_events');
GRANT SELECT, INSERT ON item_events TO mfuko_app;
SELECT make_append_only('item_events');

-- What was paid for an item goes back piece by piece and in no other way, or a reversal and a return would give the same
-- money back twice: such movements are answered 'by-return'. All else is as before.
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
  IF was.kind = 'reversal' OR was.by_user = the_user THEN
    outcome := CASE was.kind WHEN 'reversal' THEN 'not-reversible' ELSE 'same-person' END;
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
  SELECT the_school, new_id, p.leg, p.account_id, -p.amount, reverse_movement.at,
         CASE WHEN p.account_id = student THEN wallet.newest_position + 1 END,
         CASE WHEN p.account_id = student THEN reverse_movement.balance END
  FROM postings p WHERE p.school_id = the_school AND p.movement_id = the_movement;
  INSERT INTO receipts (school_id, movement_id, token) VALUES (the_school, new_id, new_token);
END $$;

-- The times of day in which the canteen serves, in the school's time zone. Without any it serves all day. The quantity of
-- a menu item is per window; `ends` is no part of it.
CREATE TABLE meal_windows (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  starts time NOT NULL,
  ends time NOT NULL,
  PRIMARY KEY (school_id, id),
  CHECK (starts < ends)
);
SELECT raise_tenant_wall('meal_windows');
GRANT SELECT, INSERT, DELETE ON meal_windows TO mfuko_app;

-- As the window was called then.
ALTER TABLE meals ADD COLUMN window_name text CHECK (length(window_name) BETWEEN 1 AND 40);

-- Portions are counted from the meals themselves, by day or by window; the row is what is locked meanwhile.
ALTER TABLE meal_counts RENAME TO meal_locks;
ALTER TABLE meal_locks DROP COLUMN day, DROP COLUMN taken;
