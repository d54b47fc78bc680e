-- Digits that a PIN needs at least which is newly given; those that are there go on opening.
ALTER TABLE schools ADD COLUMN pin_length smallint NOT NULL DEFAULT 4 CHECK (pin_length BETWEEN 4 AND 6);
