-- Pages of the list of schools, the newest first, come off it: without it a platform reads and sorts all of its schools for ten of them.
CREATE INDEX schools_newest ON schools (created_at, id);
