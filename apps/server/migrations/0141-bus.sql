-- Papers of a bus: the last days of its inspection and its insurance; null where the school has not said.
ALTER TABLE buses ADD COLUMN inspected_until date;
ALTER TABLE buses ADD COLUMN insured_until date;
