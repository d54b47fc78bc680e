-- Takes back a whole movement: the same legs with their signs turned, under the wallet's lock, in one round trip. The fee
-- is given back with it. What came in can only be taken back as long as the wallet still holds it.
-- Answers outcome 'moved', 'insufficient' (with the balance), 'not-found', 'same-person',
-- 'already-reversed' or 'not-reversible' (a reversal is never taken back: make the movement again).
CREATE FUNCTION reverse_movement(
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
