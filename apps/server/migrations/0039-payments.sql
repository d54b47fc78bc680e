-- Payer words: keyed digests of the words of payers' names, by which a payment is found though the name itself is sealed. Without
-- the key they tell no name.
CREATE TABLE payer_words (
  school_id uuid NOT NULL,
  word bytea NOT NULL CHECK (length(word) = 32),
  receipt text NOT NULL,
  PRIMARY KEY (school_id, word, receipt),
  FOREIGN KEY (school_id, receipt) REFERENCES payments (school_id, receipt)
);
SELECT enable_row_security('payer_words');
GRANT SELECT, INSERT ON payer_words TO mfuko_app;
