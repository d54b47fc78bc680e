-- Former number: whoever changes a guardian's number and then the PIN would otherwise be told of the PIN alone.
ALTER TABLE guardians ADD COLUMN former_number text;
ALTER TABLE guardians ADD COLUMN former_since timestamptz;
ALTER TABLE guardians ADD CONSTRAINT guardians_former_is_whole CHECK (num_nulls(former_number, former_since) IN (0, 2));
