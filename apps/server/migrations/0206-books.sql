-- Redactions of the books: an erasure takes out texts that name a child and that lie under a seal. The keyed digest vouches for what
-- stands there now, in place of what was sealed.
CREATE TABLE book_redactions (
  school_id uuid NOT NULL REFERENCES schools,
  -- A journal entry, or the proposal of an amendment.
  record_id uuid NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  PRIMARY KEY (school_id, record_id)
);
SELECT enable_row_security('book_redactions');
GRANT SELECT, INSERT ON book_redactions TO mfuko_app;
SELECT make_append_only('book_redactions');

-- These texts may be taken out of rows that else stay as they are: by `redact_free_texts`, and not by the application itself.
SELECT make_blankable('bank_slips', 'slip'),
       make_blankable('book_amendments', 'reason'),
       make_blankable('book_explanations', 'reason'),
       make_blankable('journal_entries', 'reference'),
       make_blankable('meals', 'longitude', 'latitude', 'override_reason', 'item_name', 'window_name');
REVOKE UPDATE (slip) ON bank_slips FROM mfuko_app;
REVOKE UPDATE (reason) ON book_amendments FROM mfuko_app;
REVOKE UPDATE (reason) ON book_explanations FROM mfuko_app;
REVOKE UPDATE (reference) ON journal_entries FROM mfuko_app;
REVOKE UPDATE (item_name, window_name) ON meals FROM mfuko_app;
