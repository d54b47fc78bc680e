-- Portions that were taken back at the counter: the cook's slip of a minute ago. What was paid is reversed in the ledger.
CREATE TABLE taken_back_meals (
  school_id uuid NOT NULL,
  meal_id uuid NOT NULL,
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, meal_id),
  FOREIGN KEY (school_id, meal_id) REFERENCES meals (school_id, id)
);
SELECT enable_row_security('taken_back_meals');
GRANT SELECT, INSERT ON taken_back_meals TO mfuko_app;
SELECT make_append_only('taken_back_meals');
