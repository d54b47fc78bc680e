-- Clock fault of a school: {"why": "release" | "network" | "movement" | "closed-day", "now", "than", "offsetMs", and in words
-- "nowText", "thanText", "message"}; null for a clock that may be right. Reads a few rows by their indexes.
CREATE OR REPLACE FUNCTION clock_fault(the_school uuid) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
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
    SELECT m.at INTO than FROM journal_entries m WHERE m.school_id = the_school ORDER BY m.at DESC LIMIT 1;
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
    'The clock of the server shows %s, but %s. Nothing was recorded. Set the clock, then try again.',
    to_char(here AT TIME ZONE zone, 'FMDD Mon YYYY HH24:MI'),
    format(CASE why
      WHEN 'release' THEN 'this software was made on %s'
      WHEN 'network' THEN 'by the network it is %s'
      WHEN 'movement' THEN 'money was recorded on %s'
      ELSE 'the day that ended on %s is closed already' END,
      to_char(than AT TIME ZONE zone, 'FMDD Mon YYYY HH24:MI'))));
END $$;
