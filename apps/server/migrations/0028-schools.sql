-- Rule of a school: cash moves over an open till only.
ALTER TABLE schools ADD COLUMN require_till boolean NOT NULL DEFAULT false;

-- Ways to one payment: the number of its receipt, the reference of a deposit, and the payer of one in suspense.
CREATE INDEX journal_entries_number ON journal_entries (school_id, upper(right(id::text, 12)));
CREATE INDEX journal_entries_reference ON journal_entries (school_id, upper(replace(reference, ' ', ''))) WHERE kind = 'deposit';
CREATE INDEX suspense_payer ON suspense_items (school_id, payer_digest) WHERE payer_digest IS NOT NULL;
