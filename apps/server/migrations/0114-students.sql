-- Locks of PINs that follow one another without a right PIN between: each lasts longer, as holds of fingers do.
ALTER TABLE student_locks ADD COLUMN pin_holds smallint NOT NULL DEFAULT 0;
