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
