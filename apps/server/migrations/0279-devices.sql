-- Continuity of an enrolled device: digests of the newest mark that its browser has sent and of the one before, since when the newest is
-- known, since when the device sends marks, and the database in which the mark was noted, since a restored one knows older marks.
-- `forked_at`: when two browsers with one key were last found out.
ALTER TABLE device_heartbeats ADD COLUMN mark bytea, ADD COLUMN mark_before bytea, ADD COLUMN marked_at timestamptz,
  ADD COLUMN marks_since timestamptz, ADD COLUMN marked_in text, ADD COLUMN forked_at timestamptz;

-- It takes the mark too.
DROP FUNCTION IF EXISTS use_device_signature(uuid, uuid, bytea, uuid, smallint, boolean, int, int, bigint);
