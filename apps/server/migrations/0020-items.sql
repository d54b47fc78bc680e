-- Items: things bought for or issued to one student. A payment for an item goes back piece by piece, as a journal entry of its own.

CREATE TABLE student_items (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  quantity int NOT NULL CHECK (quantity >= 1),
  -- Cents for a piece; 0: it was issued.
  price bigint NOT NULL CHECK (price >= 0),
  -- The journal entry that paid for all pieces.
  entry_id uuid,
  -- Pieces that the student has, and pieces that were given back for good. The rest waits to be handed out.
  handed_out int NOT NULL DEFAULT 0 CHECK (handed_out >= 0),
  returned int NOT NULL DEFAULT 0 CHECK (returned >= 0),
  -- Cents that were left in the wallet, as was answered then.
  balance bigint NOT NULL CHECK (balance >= 0),
  by_user uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK ((price > 0) = (entry_id IS NOT NULL)),
  -- Behind the rules of the feature, which look first under the row's lock.
  CONSTRAINT no_piece_twice CHECK (handed_out + returned <= quantity)
);
CREATE INDEX student_items_student ON student_items (school_id, student_id, created_at);
CREATE INDEX student_items_created ON student_items (school_id, created_at);
CREATE INDEX student_items_name ON student_items (school_id, lower(name));
SELECT enable_row_security('student_items');
GRANT SELECT, INSERT ON student_items TO mfuko_app;
GRANT UPDATE (name, handed_out, returned, deleted_at) ON student_items TO mfuko_app;

-- Every hand-out and every return, with its answer of then.
CREATE TABLE item_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('handOut', 'refund', 'exchange', 'cancel')),
  quantity int NOT NULL CHECK (quantity >= 1),
  method text CHECK (method IN ('fingerprint', 'pin', 'attested')),
  reason text,
  -- Money that went back: its journal entry and cents.
  entry_id uuid,
  amount bigint NOT NULL DEFAULT 0 CHECK (amount >= 0),
  -- Of the item, from here on.
  handed_out int NOT NULL,
  returned int NOT NULL,
  -- Cents that were in the wallet after a return.
  balance bigint,
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  scanner_serial text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, item_id) REFERENCES student_items (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK ((amount > 0) = (entry_id IS NOT NULL)),
  CHECK (amount = 0 OR kind IN ('refund', 'cancel')),
  CHECK ((kind = 'handOut') = (method IS NOT NULL)),
  CHECK ((kind = 'handOut') = (reason IS NULL))
);
CREATE INDEX item_events_item ON item_events (school_id, item_id, at);
SELECT enable_row_security('item_events');
GRANT SELECT, INSERT ON item_events TO mfuko_app;
SELECT make_append_only('item_events');
