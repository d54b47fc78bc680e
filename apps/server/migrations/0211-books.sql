-- Keyed digest over the moment of the last look at every row: the application's password alone does not write one.
ALTER TABLE book_states ADD COLUMN whole_mac bytea;
