-- Digest of the secret that the database wants to be shown before it hands out what is sealed for a student. Each start of a server writes it, by its
-- master key (decision 148). One row at most.
CREATE TABLE reading_secret (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  digest bytea NOT NULL
);
