-- Channels: money that is handed in as cash, to the bank, or in another way lies on an account of its own.
ALTER TABLE accounts DROP CONSTRAINT accounts_kind_check;
ALTER TABLE accounts ADD CONSTRAINT accounts_kind_check CHECK (kind IN (
  'wallet', 'cash-desk', 'm-pesa', 'canteen-income', 'item-income', 'platform-fees', 'suspense', 'payouts', 'till',
  'till-variance', 'bank', 'other-money'));

-- Bank slips: the reference of each deposit by bank, so that one slip pays in once.
CREATE TABLE bank_slips (
  school_id uuid NOT NULL,
  -- Reference without spaces, in capitals.
  slip text NOT NULL CHECK (slip <> ''),
  -- More than 1: those before were taken back, or a second person approved.
  number int NOT NULL CHECK (number >= 1),
  entry_id uuid NOT NULL,
  PRIMARY KEY (school_id, slip, number),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id)
);
SELECT enable_row_security('bank_slips');
GRANT SELECT, INSERT ON bank_slips TO mfuko_app;
SELECT make_append_only('bank_slips');

-- Approval of a slip that is paid in once more; null: of a cash-out.
ALTER TABLE cash_approvals ADD COLUMN slip text CHECK (slip <> '');
DROP INDEX cash_approvals_open;
CREATE UNIQUE INDEX cash_approvals_open ON cash_approvals (school_id, student_id, asked_by, coalesce(slip, ''))
  WHERE decision IS NULL;
CREATE TRIGGER use_slip_approval AFTER INSERT ON bank_slips
  FOR EACH ROW WHEN (NEW.number > 1) EXECUTE FUNCTION use_slip_approval();
