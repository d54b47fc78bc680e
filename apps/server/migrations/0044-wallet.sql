-- Held cash-outs: paid out while a hold was on, on the word of a second person, whose approval each uses up.
CREATE TABLE held_cash_outs (
  school_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  PRIMARY KEY (school_id, entry_id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id)
);
SELECT enable_row_security('held_cash_outs');
GRANT SELECT, INSERT ON held_cash_outs TO mfuko_app;
SELECT make_append_only('held_cash_outs');
CREATE TRIGGER use_hold_approval AFTER INSERT ON held_cash_outs FOR EACH ROW EXECUTE FUNCTION use_hold_approval();
