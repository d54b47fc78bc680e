-- Reader of that serial number: the linked one, else one that was revoked; no `id` where none ever was. One that is linked counts as heard of,
-- to the minute, unless the transaction refuses it. `signed_only`: the school takes fingers from paired readers only.
CREATE OR REPLACE FUNCTION note_reader_heartbeat(
  the_school uuid, serial text, OUT signed_only boolean, OUT id uuid, OUT label text, OUT role text, OUT revoked boolean, OUT capture_key bytea
) LANGUAGE plpgsql AS $$
BEGIN
  SELECT s.require_signed_captures INTO signed_only FROM schools s WHERE s.id = the_school;
  IF serial IS NULL THEN
    RETURN;
  END IF;
  SELECT d.id, d.label, d.role, d.revoked_at IS NOT NULL, d.capture_key INTO id, label, role, revoked, capture_key FROM devices d
  WHERE d.school_id = the_school AND upper(d.serial_number) = upper(serial)
  ORDER BY d.revoked_at DESC NULLS FIRST LIMIT 1;
  IF id IS NOT NULL AND NOT revoked THEN
    INSERT INTO device_heartbeats AS g (school_id, device_id) VALUES (the_school, note_reader_heartbeat.id)
    ON CONFLICT (school_id, device_id) DO UPDATE SET last_seen_at = clock_timestamp()
    WHERE g.last_seen_at < clock_timestamp() - interval '1 minute';
  END IF;
END $$;
