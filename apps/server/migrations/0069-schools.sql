-- Minutes after which the school is alarmed of a bus trip that nobody has closed.
ALTER TABLE schools ADD COLUMN trip_alarm_minutes int NOT NULL DEFAULT 120 CHECK (trip_alarm_minutes BETWEEN 15 AND 720);
