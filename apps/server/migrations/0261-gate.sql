-- Repeated event: answered with the student and the closed trip that the first answer named, since a device whose first answer was lost
-- learns of them by the repeat alone.
ALTER TABLE offline_events ADD COLUMN student_id uuid, ADD COLUMN closed_trip_id uuid,
  ADD CONSTRAINT offline_events_settled CHECK (status IS NOT NULL OR num_nonnulls(student_id, closed_trip_id) = 0);
GRANT UPDATE (student_id, closed_trip_id) ON offline_events TO mfuko_app;
