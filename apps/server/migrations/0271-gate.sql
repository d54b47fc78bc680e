-- Finds the earlier event with a device's number: each device counts its events, so that one number stands for one event.
CREATE INDEX offline_events_counter ON offline_events (school_id, device_id, counter) WHERE device_id IS NOT NULL;
