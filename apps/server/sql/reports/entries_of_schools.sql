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
