-- Place of an event among those of its enrolled device: an event that claims to have happened before one that the device had counted
-- earlier is doubted, in whatever batch that one arrived. `at` is null where that event's own time is doubtful.
ALTER TABLE offline_events ADD COLUMN device_id uuid, ADD COLUMN counter bigint, ADD COLUMN at timestamptz,
  ADD CONSTRAINT offline_events_order CHECK (num_nonnulls(device_id, counter) IN (0, 2) AND (at IS NULL OR device_id IS NOT NULL));
GRANT UPDATE (device_id, counter, at) ON offline_events TO mfuko_app;
CREATE INDEX offline_events_order ON offline_events (school_id, device_id, at) WHERE at IS NOT NULL;
