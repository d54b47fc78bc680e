-- Schools are changed, suspended and deleted; the platform sees its schools in figures.

-- Every list of schools and the platform's dashboard count the students of each school: from the index alone.
CREATE INDEX students_active ON students (school_id) WHERE status = 'active' AND deleted_at IS NULL;
-- Movements of a time, whichever student's.
CREATE INDEX movements_at ON movements (school_id, at);

-- How many movements a school had on each of its days that are over: counted once, since movements are only ever added.
-- The days of a school are closed in their order and none is left out.
CREATE TABLE school_days (
  school_id uuid NOT NULL REFERENCES schools,
  -- Of the school's time zone.
  day date NOT NULL,
  movements int NOT NULL CHECK (movements >= 0),
  PRIMARY KEY (school_id, day)
);
SELECT raise_tenant_wall('school_days', true);
GRANT SELECT, INSERT ON school_days TO mfuko_app;
SELECT make_append_only('school_days');

-- Closes the days of the transaction's school that are over and not closed yet, at most the last 30. A movement is
-- stamped a moment before it commits, so a day stays open for some minutes more.
CREATE FUNCTION close_school_days(the_school uuid) RETURNS void LANGUAGE sql AS $$
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
    SELECT count(*) FROM movements m WHERE m.school_id = the_school
      AND m.at >= open.day::timestamp AT TIME ZONE open.time_zone
      AND m.at < (open.day + 1)::timestamp AT TIME ZONE open.time_zone)
  FROM open ON CONFLICT DO NOTHING;
$$;

-- Movements of each school today and on the last 30 days with today, by the school's own clock. For the platform's
-- transactions: the function goes into one school after the other, as a transaction of that school would, so it needs no
-- rights beyond the wall. Days that are closed are summed; only what came since is counted.
CREATE FUNCTION movements_of_schools(out school_id uuid, out today bigint, out month bigint) RETURNS SETOF record
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  asked_in text := current_setting('app.school_id', true);
  school record;
BEGIN
  -- The moments are worked out here, once for each school: in the count they would be for each movement. Planned at every
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
    FROM movements m WHERE m.school_id = school.id AND m.at >= school.open_begins;
    RETURN NEXT;
  END LOOP;
  PERFORM set_config('app.school_id', coalesce(asked_in, ''), true);
END $$;

-- Nothing begins in a school that was deleted: no money moves, no child comes in. A call may have been let in a moment
-- before, so both sides meet in one lock: whoever deletes takes it alone, and waits for what is on its way. What comes in
-- by M-Pesa was paid already and is always written down.
CREATE FUNCTION refuse_in_deleted_school() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('school:' || NEW.school_id::text, 0));
  PERFORM 1 FROM schools WHERE id = NEW.school_id AND deleted_at IS NOT NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'the school was deleted' USING ERRCODE = 'MF404';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER not_in_deleted_school BEFORE INSERT ON movements
  FOR EACH ROW WHEN (NEW.kind <> 'collection') EXECUTE FUNCTION refuse_in_deleted_school();
CREATE TRIGGER not_in_deleted_school BEFORE INSERT ON gate_events
  FOR EACH ROW WHEN (NEW.kind = 'in') EXECUTE FUNCTION refuse_in_deleted_school();
CREATE TRIGGER not_in_deleted_school BEFORE INSERT ON bus_events
  FOR EACH ROW WHEN (NEW.kind = 'on') EXECUTE FUNCTION refuse_in_deleted_school();

-- A message that could not be sent keeps the ends of its number, so that somebody can ask its owner: 2547…678.
ALTER TABLE sms_messages ADD COLUMN to_masked text;
CREATE INDEX sms_messages_failed ON sms_messages (failed_at) WHERE failed_at IS NOT NULL;
