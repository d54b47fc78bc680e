-- Subsidies: who pays less than the menu says for a meal, or nothing. No row: the whole price. They tell who is poor, and are shown in no list
-- of students and at no counter.
CREATE TABLE meal_subsidies (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('free', 'percent', 'fixed')),
  -- Per cent of the price that the school gives.
  percent int CHECK (percent BETWEEN 1 AND 99),
  -- Cents that the student pays for a portion, at most its price.
  pays bigint CHECK (pays > 0),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK ((kind = 'percent') = (percent IS NOT NULL)),
  CHECK ((kind = 'fixed') = (pays IS NOT NULL))
);
SELECT enable_row_security('meal_subsidies');
GRANT SELECT, INSERT, UPDATE, DELETE ON meal_subsidies TO mfuko_app;
CREATE TRIGGER student_is_there BEFORE INSERT ON meal_subsidies FOR EACH ROW EXECUTE FUNCTION refuse_deleted_student();

-- Cents of the amount that the school gave.
ALTER TABLE meals ADD COLUMN subsidy bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT meals_subsidy_check CHECK (subsidy BETWEEN 0 AND amount);
