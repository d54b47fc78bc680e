-- Attendance rules: from when a check-in is late and who has not come is absent, by the school's clock (null: never), on which
-- days of the week there is school (1 is Monday), and what guardians are told of by themselves.
ALTER TABLE schools
  ADD COLUMN late_from time,
  ADD COLUMN absent_from time,
  ADD COLUMN school_days int[] NOT NULL DEFAULT '{1,2,3,4,5}' CHECK (school_days <@ ARRAY[1, 2, 3, 4, 5, 6, 7]),
  -- Presence by a check-in of the day alone: being in by the gate's word from an earlier day does not count.
  ADD COLUMN daily_check_in boolean NOT NULL DEFAULT false,
  ADD COLUMN tell_absent boolean NOT NULL DEFAULT false,
  ADD COLUMN tell_late boolean NOT NULL DEFAULT false,
  ADD COLUMN tell_overdue_exeats boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT absent_after_late CHECK (late_from IS NULL OR absent_from IS NULL OR absent_from >= late_from);
