-- Heartbeats: the standard word for what a device was last heard of with. Columns say who was notified and what was reported.
ALTER TABLE device_sights RENAME TO device_heartbeats;
ALTER TABLE device_heartbeats RENAME COLUMN silence_told_at TO silence_notified_at;
ALTER TABLE device_heartbeats RENAME COLUMN told_at TO reported_at;
ALTER TABLE device_heartbeats RENAME CONSTRAINT device_sights_pkey TO device_heartbeats_pkey;
ALTER TABLE device_heartbeats RENAME CONSTRAINT device_sights_school_id_device_id_fkey TO device_heartbeats_school_id_device_id_fkey;
ALTER TABLE device_heartbeats RENAME CONSTRAINT device_sights_battery_check TO device_heartbeats_battery_check;
ALTER TABLE device_heartbeats RENAME CONSTRAINT device_sights_waiting_check TO device_heartbeats_waiting_check;
-- Of their new names the functions are there before this.
DROP FUNCTION IF EXISTS hear_reader(uuid, text), one_hand(uuid, uuid);
