-- Whether somebody wrote the bus down. A bus that is only known because its plate was typed in a school without a list does
-- not make one: from the first bus that is listed on, no other plate is taken.
ALTER TABLE buses ADD COLUMN listed boolean NOT NULL DEFAULT true;
