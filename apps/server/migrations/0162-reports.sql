-- Fingers that did not match and renewals that were refused are few among all events, and every staff screen counts them.
CREATE INDEX audit_events_finger_misses ON audit_events (school_id, at, subject_id)
  WHERE action IN ('fingerprint.no-match', 'fingerprint.not-renewed');
-- Day of a student's newest impression, without reading the impressions.
CREATE INDEX fingerprints_newest ON fingerprints (school_id, student_id, enrolled_at);
