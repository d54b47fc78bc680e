-- What makes a notice that is told twice one is text that its teller chooses: `payment.difference:<receipt>` as well as an id.
ALTER TABLE notices ALTER COLUMN key TYPE text;
ALTER TABLE notices ADD CONSTRAINT notices_key_length CHECK (length(key) BETWEEN 1 AND 200);
