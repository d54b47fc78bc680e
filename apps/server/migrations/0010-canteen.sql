-- The menu of the canteen, and who had what of it.

CREATE TABLE menu_items (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 300),
  -- Portions that one student may have on one day of the school's time zone.
  quantity_per_person int NOT NULL CHECK (quantity_per_person BETWEEN 1 AND 100),
  -- Cents for a portion.
  price bigint NOT NULL DEFAULT 0 CHECK (price >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX menu_items_name ON menu_items (school_id, lower(name)) WHERE deleted_at IS NULL;
SELECT raise_tenant_wall('menu_items');
GRANT SELECT, INSERT ON menu_items TO mfuko_app;
GRANT UPDATE (name, description, quantity_per_person, price, deleted_at) ON menu_items TO mfuko_app;

-- Every portion that was handed out, with what was answered then. A mistake is put right by reversing its movement.
CREATE TABLE meals (
  school_id uuid NOT NULL,
  -- Where it was paid for, the movement's id.
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  -- As it was called then.
  item_name text NOT NULL,
  student_id uuid NOT NULL,
  -- The school's day.
  day date NOT NULL,
  -- Portions that the student might still have that day.
  remaining int NOT NULL CHECK (remaining >= 0),
  -- Cents, without a fee.
  amount bigint NOT NULL CHECK (amount >= 0),
  -- Cents that it left in the wallet.
  balance bigint NOT NULL CHECK (balance >= 0),
  movement_id uuid CHECK (movement_id = id),
  method text NOT NULL CHECK (method IN ('fingerprint', 'pin')),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  scanner_serial text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, item_id) REFERENCES menu_items (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, movement_id) REFERENCES movements (school_id, id),
  CHECK ((amount > 0) = (movement_id IS NOT NULL))
);
CREATE INDEX meals_at ON meals (school_id, at);
CREATE INDEX meals_student ON meals (school_id, student_id, item_id, at);
SELECT raise_tenant_wall('meals');
GRANT SELECT, INSERT ON meals TO mfuko_app;
SELECT make_append_only('meals');

-- One row for each student and item: the last day and how many portions were handed out on it. It is locked while the
-- next portion is decided, so that two counters cannot both hand out the last one.
CREATE TABLE meal_counts (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  item_id uuid NOT NULL,
  day date,
  taken int NOT NULL DEFAULT 0 CHECK (taken >= 0),
  PRIMARY KEY (school_id, student_id, item_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, item_id) REFERENCES menu_items (school_id, id)
);
SELECT raise_tenant_wall('meal_counts');
GRANT SELECT, INSERT, UPDATE ON meal_counts TO mfuko_app;
