-- The application's role reads no sealed template, no sketch and no key of a student: the functions of sql/fingerprints hand them out to whoever
-- shows the secret (decision 148). A new column of these tables has to be granted by its name.
REVOKE SELECT ON fingerprints, replaced_fingerprints, picture_sketches, student_keys FROM mfuko_app;
GRANT SELECT (school_id, id, student_id, finger, algorithm, quality, scanner_serial, enrolled_by, enrolled_at, put_back_at)
  ON fingerprints TO mfuko_app;
GRANT SELECT (school_id, id, student_id, finger, algorithm, quality, scanner_serial, enrolled_by, enrolled_at, newer_id, replaced_by, replaced_at, anew_ids)
  ON replaced_fingerprints TO mfuko_app;
GRANT SELECT (school_id, id, student_id, enrolled, made_at) ON picture_sketches TO mfuko_app;
GRANT SELECT (school_id, student_id, created_at) ON student_keys TO mfuko_app;
