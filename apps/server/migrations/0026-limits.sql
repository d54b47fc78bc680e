-- How much pocket money may go out: limits by school, class, student and by a guardian's wish, of which the strictest
-- counts, and the word of a second person above an amount. `move_pocket_money` asks under the wallet's lock.

-- Amounts in cents. Null: no such limit. A row that limits nothing is not kept, so that where nobody has set anything one
-- look at an index is all that a movement pays.
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
  -- Of the school only: cash-outs of one student in a day, whether the student must be checked in today, and from where
  -- on a second person has to say yes.
  cash_outs_day int CHECK (cash_outs_day > 0),
  on_campus boolean NOT NULL DEFAULT false,
  approval_above bigint CHECK (approval_above >= 0),
  -- Whose wish it was, how it came, and when.
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
SELECT raise_tenant_wall('pocket_limits');
GRANT SELECT, INSERT, UPDATE, DELETE ON pocket_limits TO mfuko_app;

-- What the one who pays out has asked a second person for.
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
  movement_id uuid,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, movement_id) REFERENCES movements (school_id, id),
  CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  CHECK (movement_id IS NULL OR decision = 'approved'),
  -- Behind the rule of the feature.
  CONSTRAINT approved_by_another CHECK (decision IS NULL OR (decision = 'withdrawn') = (decided_by = asked_by))
);
CREATE UNIQUE INDEX cash_approvals_open ON cash_approvals (school_id, student_id, asked_by) WHERE decision IS NULL;
CREATE INDEX cash_approvals_live ON cash_approvals (school_id, student_id) WHERE decision = 'approved' AND movement_id IS NULL;
CREATE INDEX cash_approvals_asked ON cash_approvals (school_id, asked_at);
SELECT raise_tenant_wall('cash_approvals');
GRANT SELECT, INSERT ON cash_approvals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at, note, movement_id) ON cash_approvals TO mfuko_app;

-- The limits that count for a student: of each kind the strictest, who set it (of two equal ones the wider), and what of it
-- is used up by now. Days and weeks are the school's own, a week begins on Monday. What was taken back does not count.
CREATE FUNCTION pocket_limits_of(the_school uuid, the_student uuid)
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
             SELECT sum(r.amount) FROM movements r
             WHERE r.school_id = m.school_id AND r.student_id = m.student_id AND r.at >= begins.today
               AND r.kind = 'item-return' AND r.item = m.item AND m.kind = 'item'), 0))
             FILTER (WHERE m.kind <> 'cash-out' AND m.at >= begins.today), 0)::bigint AS spent
    FROM begins
    JOIN movements m ON m.school_id = the_school AND m.student_id = the_student AND m.at >= begins.week
    WHERE m.kind IN ('cash-out', 'canteen', 'item')
      AND NOT EXISTS (SELECT 1 FROM movements b WHERE b.school_id = m.school_id AND b.reverses = m.id)
  )
  SELECT s.rule, s.most, s.scope,
         CASE s.rule WHEN 'cash-outs' THEN gone.times WHEN 'day' THEN gone.today WHEN 'week' THEN gone.week
                     WHEN 'spending' THEN gone.spent ELSE 0 END
  FROM strictest s CROSS JOIN gone;
END $$;

-- Whether the last that the gate knows of a student is that they came in today.
CREATE FUNCTION is_checked_in(the_school uuid, the_student uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM gate_states g JOIN schools s ON s.id = g.school_id
    WHERE g.school_id = the_school AND g.student_id = the_student AND g.kind = 'in'
      AND (g.since AT TIME ZONE s.time_zone)::date = (clock_timestamp() AT TIME ZONE s.time_zone)::date)
$$;

-- The approval that a cash-out would use: the smallest that is large enough. Good for 30 minutes, by the clock of the
-- transaction, so that what is found here is still there when the cash-out has been written.
CREATE FUNCTION live_approval(the_school uuid, the_student uuid, the_user uuid, the_amount bigint) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT id FROM cash_approvals
  WHERE school_id = the_school AND student_id = the_student AND asked_by = the_user AND amount >= the_amount
    AND decision = 'approved' AND movement_id IS NULL AND decided_at > now() - interval '30 minutes'
  ORDER BY amount, id LIMIT 1
$$;

CREATE OR REPLACE FUNCTION refused_by_rule(
  the_school uuid, the_movement_kind text, the_student uuid, the_amount bigint, the_user uuid, the_method text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  broken record;
  whose text;
  room text;
BEGIN
  IF the_movement_kind NOT IN ('cash-out', 'canteen', 'item') THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM pocket_limits WHERE school_id = the_school LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- What no smaller amount would change comes first, then the limit that leaves the least, so that what is told to be left
  -- can be paid out. An approval is asked for only where it would help.
  SELECT l.rule, l.most, l.set_by, greatest(l.most - l.used, 0) AS left INTO broken
  FROM pocket_limits_of(the_school, the_student) AS l
  WHERE (l.rule = 'spending') = (the_movement_kind <> 'cash-out') AND CASE l.rule
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

-- A cash-out that needed an approval takes it with it, in its own transaction. It was looked for under the wallet's lock;
-- where it is not there, nothing is paid out.
CREATE FUNCTION use_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM pocket_limits
  WHERE school_id = NEW.school_id AND subject_id = NEW.school_id AND scope = 'school' AND approval_above < NEW.amount;
  IF FOUND THEN
    UPDATE cash_approvals SET movement_id = NEW.id
    WHERE school_id = NEW.school_id AND id = live_approval(NEW.school_id, NEW.student_id, NEW.by_user, NEW.amount);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a cash-out of this size needs an approval' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER use_approval AFTER INSERT ON movements
  FOR EACH ROW WHEN (NEW.kind = 'cash-out') EXECUTE FUNCTION use_approval();
