-- Month of birth, kept as its first day; null where the family did not tell. The day is nobody's need.
ALTER TABLE students ADD COLUMN birth_month date CHECK (extract(day FROM birth_month) = 1 AND birth_month >= '1950-01-01');
