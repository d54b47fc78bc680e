-- Canteen: the menu, the windows of the day in which it serves, and the meals that were handed out.

CREATE TABLE menu_items (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 300),
  -- Portions that one student may have in one window, or without windows on one day, of the school's time zone.
  quantity_per_person int NOT NULL CHECK (quantity_per_person BETWEEN 1 AND 100),
  -- Cents for a portion.
  price bigint NOT NULL DEFAULT 0 CHECK (price >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX menu_items_name ON menu_items (school_id, lower(name)) WHERE deleted_at IS NULL;
SELECT enable_row_security('menu_items');
GRANT SELECT, INSERT ON menu_items TO mfuko_app;
GRANT UPDATE (name, description, quantity_per_person, price, deleted_at) ON menu_items TO mfuko_app;

-- Windows of the day in which the canteen serves, in the school's time zone. Without any it serves all day. `ends` is no part
-- of a window.
CREATE TABLE meal_windows (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  starts time NOT NULL,
  ends time NOT NULL,
  PRIMARY KEY (school_id, id),
  CHECK (starts < ends)
);
SELECT enable_row_security('meal_windows');
GRANT SELECT, INSERT, DELETE ON meal_windows TO mfuko_app;

-- Every portion that was handed out, with its answer of then. A mistake is put right by reversing its journal entry.
CREATE TABLE meals (
  school_id uuid NOT NULL,
  -- The id of its journal entry, for a portion that was paid for.
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  -- Item and window as they were called then.
  item_name text NOT NULL,
  window_name text CHECK (length(window_name) BETWEEN 1 AND 40),
  student_id uuid NOT NULL,
  -- The school's day.
  day date NOT NULL,
  -- Portions that the student might still have that day.
  remaining int NOT NULL CHECK (remaining >= 0),
  -- Cents, without a fee.
  amount bigint NOT NULL CHECK (amount >= 0),
  -- Cents that it left in the wallet.
  balance bigint NOT NULL CHECK (balance >= 0),
  entry_id uuid CHECK (entry_id = id),
  method text NOT NULL CHECK (method IN ('fingerprint', 'pin')),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  scanner_serial text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, item_id) REFERENCES menu_items (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK ((amount > 0) = (entry_id IS NOT NULL))
);
CREATE INDEX meals_at ON meals (school_id, at);
CREATE INDEX meals_student ON meals (school_id, student_id, item_id, at);
SELECT enable_row_security('meals');
GRANT SELECT, INSERT ON meals TO mfuko_app;
SELECT make_append_only('meals');

-- Locks, one row for each student and item: held while the next portion is decided, so that two counters cannot both hand out
-- the last one. The portions are counted from the meals themselves.
CREATE TABLE meal_locks (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  item_id uuid NOT NULL,
  PRIMARY KEY (school_id, student_id, item_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, item_id) REFERENCES menu_items (school_id, id)
);
SELECT enable_row_security('meal_locks');
GRANT SELECT, INSERT, UPDATE ON meal_locks TO mfuko_app;
CREATE TRIGGER student_is_there BEFORE INSERT ON meal_locks FOR EACH ROW EXECUTE FUNCTION refuse_deleted_student();
