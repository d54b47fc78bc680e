-- Uses up the signature of a device that is not revoked, by the digest of what it signed. Notes to the minute that the device was heard of,
-- and what it reports about itself: at most twice a minute, except for a queue that has filled or emptied, since a device that is switched
-- off after its last event was sent must not stand as full. Under the account that makes the call, the device's presence grows to the half
-- minute. Answers `marked` where the device's mark differs from the known one, which the caller then judges.
CREATE OR REPLACE FUNCTION use_device_signature(
  the_school uuid, the_device uuid, the_digest bytea, the_user uuid, the_battery smallint, is_charging boolean, now_waiting int,
  waiting_seconds int, clock_ahead bigint, the_mark bytea
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  present device_presences;
  known bytea;
BEGIN
  PERFORM 1 FROM devices WHERE school_id = the_school AND id = the_device AND revoked_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'revoked';
  END IF;
  INSERT INTO device_signatures (school_id, device_id, digest) VALUES (the_school, the_device, the_digest) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN 'used';
  END IF;
  INSERT INTO device_heartbeats AS d (school_id, device_id) VALUES (the_school, the_device)
  ON CONFLICT (school_id, device_id) DO UPDATE SET last_seen_at = clock_timestamp()
  WHERE d.last_seen_at < clock_timestamp() - interval '1 minute';
  IF the_user IS NOT NULL THEN
    SELECT * INTO present FROM device_presences p
    WHERE p.school_id = the_school AND p.device_id = the_device AND p.user_id = the_user
      AND p.last_at > clock_timestamp() - interval '3 minutes' ORDER BY p.begun_at DESC LIMIT 1;
    IF NOT FOUND THEN
      INSERT INTO device_presences (school_id, device_id, user_id) VALUES (the_school, the_device, the_user) ON CONFLICT DO NOTHING;
    ELSIF present.last_at < clock_timestamp() - interval '30 seconds' THEN
      UPDATE device_presences p SET last_at = greatest(p.last_at, clock_timestamp())
      WHERE p.school_id = the_school AND p.device_id = the_device AND p.user_id = the_user AND p.begun_at = present.begun_at;
    END IF;
  END IF;
  IF num_nonnulls(the_battery, is_charging, now_waiting, waiting_seconds, clock_ahead) > 0 THEN
    UPDATE device_heartbeats SET reported_at = clock_timestamp(), last_seen_at = clock_timestamp(), battery = COALESCE(the_battery, battery),
      charging = CASE WHEN the_battery IS NULL THEN charging ELSE is_charging END, waiting = COALESCE(now_waiting, waiting),
      waiting_since = CASE WHEN now_waiting IS NULL THEN waiting_since
        WHEN now_waiting > 0 THEN clock_timestamp() - make_interval(secs => COALESCE(waiting_seconds, 0)) END,
      clock_ahead_seconds = COALESCE(clock_ahead, clock_ahead_seconds)
    WHERE school_id = the_school AND device_id = the_device AND (reported_at IS NULL OR reported_at < clock_timestamp() - interval '30 seconds'
      OR now_waiting IS NOT NULL AND (waiting IS NULL OR (waiting = 0) <> (now_waiting = 0)));
  END IF;
  SELECT mark INTO known FROM device_heartbeats WHERE school_id = the_school AND device_id = the_device;
  RETURN CASE WHEN known IS NOT DISTINCT FROM the_mark THEN 'fresh' ELSE 'marked' END;
END $$;
