-- Rule of a school: so many hours cash waits after a change of the PIN, finger or number by which it is taken; 0: it does not.
ALTER TABLE schools ADD COLUMN hold_after_change_hours int NOT NULL DEFAULT 24 CHECK (hold_after_change_hours BETWEEN 0 AND 168);
