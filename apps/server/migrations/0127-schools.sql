-- Minutes after which a child who got off a bus at school and was not checked in is looked for; 0: never.
ALTER TABLE schools ADD COLUMN arrival_alarm_minutes int NOT NULL DEFAULT 30 CHECK (arrival_alarm_minutes BETWEEN 0 AND 240);
