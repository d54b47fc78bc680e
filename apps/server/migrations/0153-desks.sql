-- State of an enrolled device by its own word, beside its last call; null: it has not said. `told_at` is when it said so.
ALTER TABLE device_sights
  ADD COLUMN told_at timestamptz,
  ADD COLUMN battery smallint CHECK (battery BETWEEN 0 AND 100),
  ADD COLUMN charging boolean,
  ADD COLUMN waiting int CHECK (waiting >= 0),
  ADD COLUMN waiting_since timestamptz,
  ADD COLUMN clock_ahead_seconds bigint;

-- Positions of a bus on an open trip, as the attendant's device told them. They go with the places of its rides.
CREATE TABLE bus_positions (
  school_id uuid NOT NULL,
  trip_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  -- Meters within which the device believes to be.
  accuracy int CHECK (accuracy >= 0),
  sent_by uuid NOT NULL,
  PRIMARY KEY (school_id, trip_id, at),
  FOREIGN KEY (school_id, trip_id) REFERENCES bus_trips (school_id, id)
);
CREATE INDEX bus_positions_at ON bus_positions (school_id, at);
SELECT enable_row_security('bus_positions');
GRANT SELECT, INSERT, DELETE ON bus_positions TO mfuko_app;

-- Proposals of another meal subsidy: one person's word, and another's before it holds.
CREATE TABLE meal_subsidy_proposals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('none', 'free', 'percent', 'fixed')),
  percent int CHECK (percent BETWEEN 1 AND 99),
  pays bigint CHECK (pays > 0),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK ((kind = 'percent') = (percent IS NOT NULL)),
  CHECK ((kind = 'fixed') = (pays IS NOT NULL)),
  CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  CONSTRAINT subsidy_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
CREATE UNIQUE INDEX meal_subsidy_proposals_open ON meal_subsidy_proposals (school_id, student_id) WHERE decision IS NULL;
CREATE INDEX meal_subsidy_proposals_student ON meal_subsidy_proposals (school_id, student_id);
SELECT enable_row_security('meal_subsidy_proposals');
GRANT SELECT, INSERT, DELETE ON meal_subsidy_proposals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON meal_subsidy_proposals TO mfuko_app;
CREATE TRIGGER student_is_there BEFORE INSERT ON meal_subsidy_proposals FOR EACH ROW EXECUTE FUNCTION refuse_deleted_student();
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON meal_subsidy_proposals
  FOR EACH ROW WHEN (NEW.decision = 'approved') EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');

-- Classes of a student, each from when on: a past day is of the class of that day. Of students from before, the present one since they were made.
CREATE TABLE student_classes (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  since timestamptz NOT NULL,
  class_id uuid NOT NULL,
  PRIMARY KEY (school_id, student_id, since),
  -- None to the students: their own triggers write it, no row of theirs is ever deleted, and of a whole roll the check took seconds.
  FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id)
);
CREATE INDEX student_classes_class ON student_classes (school_id, class_id);
SELECT enable_row_security('student_classes');
GRANT SELECT, INSERT, DELETE ON student_classes TO mfuko_app;
ALTER TABLE students NO FORCE ROW LEVEL SECURITY;
ALTER TABLE student_classes NO FORCE ROW LEVEL SECURITY;
INSERT INTO student_classes (school_id, student_id, since, class_id) SELECT school_id, id, created_at, class_id FROM students;
ALTER TABLE students FORCE ROW LEVEL SECURITY;
ALTER TABLE student_classes FORCE ROW LEVEL SECURITY;
-- Of a whole roll at once: ten thousand rows come in one statement.
CREATE TRIGGER keep_first_class AFTER INSERT ON students REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION keep_first_class();
CREATE TRIGGER keep_next_class AFTER UPDATE OF class_id ON students
  FOR EACH ROW WHEN (NEW.class_id <> OLD.class_id) EXECUTE FUNCTION keep_next_class();
