-- Money is recorded at the moment that the database's clock says. A clock that went back would put it into days that are
-- over, closed and sealed; one that is ahead would keep money from being recorded once it is right again.

-- A clock that is stepped by its time service, or a replica that takes over, may be a little behind what was recorded last.
-- Less than the 10 seconds within which the same again is a double press, and far less than the 10 minutes that a day
-- stays open after its end.
CREATE FUNCTION clock_tolerance() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '5 seconds' $$;

-- How far the clock may be from the network's time: half of what a day stays open after its end, so that nothing that is
-- recorded within it comes into a closed day.
CREATE FUNCTION clock_network_tolerance() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '5 minutes' $$;

-- When the newest of the packages that this release is made of came out: no clock that says less is right. A later
-- release replaces this function.
CREATE FUNCTION released_at() RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$ SELECT timestamptz '2026-09-24 00:00:00+00' $$;

-- The last comparison with the network's time, of whichever server made it.
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

-- The word of two persons that the clock is right now and was ahead until then.
CREATE TABLE clock_statements (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- The newest movement, or the end of the newest closed day.
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
SELECT raise_tenant_wall('clock_statements');
GRANT SELECT, INSERT ON clock_statements TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON clock_statements TO mfuko_app;

-- What the newest approved statement of a school means: what was stamped after `begins` and up to `until` before it was
-- approved holds nothing up. What is recorded since then, in that very time, is told by `newest`.
CREATE TABLE clock_corrections (
  school_id uuid NOT NULL PRIMARY KEY REFERENCES schools,
  begins timestamptz NOT NULL,
  until timestamptz NOT NULL CHECK (until > begins),
  newest timestamptz NOT NULL
);
SELECT raise_tenant_wall('clock_corrections');
GRANT SELECT, INSERT, UPDATE ON clock_corrections TO mfuko_app;

-- Why the clock cannot be right, for a school: {"why": "release" | "network" | "movement" | "closed-day", "now", "than",
-- "offsetMs", and in words "nowText", "thanText", "message"}; null where nothing speaks against it. A few rows by their indexes.
CREATE FUNCTION clock_fault(the_school uuid) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
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
    SELECT m.at INTO than FROM movements m WHERE m.school_id = the_school ORDER BY m.at DESC LIMIT 1;
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

-- Stops the transaction where the clock cannot be right.
CREATE FUNCTION require_clock(the_school uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  fault jsonb := clock_fault(the_school);
BEGIN
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault ->> 'message' USING ERRCODE = 'MF503', DETAIL = (fault - ARRAY['message', 'nowText', 'thanText'])::text;
  END IF;
END $$;

-- Whatever way a movement comes in, it is held against the clock, once for each statement. One that is dated back into a
-- closed day has no business there, whatever the clock says.
CREATE FUNCTION refuse_wrong_clock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made record;
  correction clock_corrections%ROWTYPE;
BEGIN
  FOR made IN SELECT m.school_id, min(m.at) AS oldest, max(m.at) AS newest FROM made_movements m GROUP BY m.school_id LOOP
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
CREATE TRIGGER clock_is_right AFTER INSERT ON movements REFERENCING NEW TABLE AS made_movements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_wrong_clock();

-- A till's day is the day on which it was opened, with or without a float.
CREATE FUNCTION refuse_till_at_wrong_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_clock(NEW.school_id);
  RETURN NULL;
END $$;
CREATE TRIGGER clock_is_right AFTER INSERT OR UPDATE OF closed_at ON tills
  FOR EACH ROW EXECUTE FUNCTION refuse_till_at_wrong_clock();

-- As before, and: a double press was a moment ago, by a clock that went back no less than by one that goes on. A movement
-- that is further in the future is none; the clock stops what comes then.
CREATE OR REPLACE FUNCTION move_pocket_money(
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
      AND m.at <= clock_timestamp() + clock_tolerance()
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

-- The schools for which the clock cannot be right, and why. For the platform's transactions: the function goes into one
-- school after the other, as a transaction of that school would, so it needs no rights beyond the wall.
CREATE FUNCTION clock_faults(out school_id uuid, out fault jsonb) RETURNS SETOF record LANGUAGE plpgsql AS $$
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
