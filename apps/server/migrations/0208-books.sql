-- Last look of a night: at every row, as `whole_at`, or at what happened since. A platform of many schools looks at every row of each school once a week.
ALTER TABLE book_states ADD COLUMN night_at timestamptz;
