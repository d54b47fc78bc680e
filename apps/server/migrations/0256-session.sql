-- A browser in which somebody has signed in for days may set up a first factor that opens all at once: since when it has. Of those of before it is known
-- that they signed in then.
ALTER TABLE known_devices ADD COLUMN first_used_at timestamptz NOT NULL DEFAULT clock_timestamp();
UPDATE known_devices SET first_used_at = last_used_at;
-- Of the browser of the session, as its sign-in found it; null of a client that is none.
ALTER TABLE sessions ADD COLUMN known_since timestamptz;
-- A first factor that waits opens nothing before then; null where it waits for nothing.
ALTER TABLE second_factors ADD COLUMN counts_from timestamptz;
