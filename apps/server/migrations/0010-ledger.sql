-- Ledger: the books of pocket money. Double entry, integer cents, only ever added to.
--
-- A journal entry has legs (postings) that sum to zero. A student's wallet is what the school owes the student: never below
-- zero, with a running balance. The school's own accounts (cash desk, M-Pesa, income, fees) keep no running balance, so
-- that no row is written by every journal entry of the school; theirs is the sum of their postings.

CREATE TABLE accounts (
  school_id uuid NOT NULL REFERENCES schools,
  -- A wallet has the id of its student, a till's account the id of the till.
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'wallet', 'cash-desk', 'm-pesa', 'canteen-income', 'item-income', 'platform-fees',
    -- Payments by M-Pesa that are nobody's yet; money on its way to a guardian by M-Pesa; a till; the differences that
    -- counts of tills have found.
    'suspense', 'payouts', 'till', 'till-variance')),
  student_id uuid,
  -- Owner of a till.
  user_id uuid,
  -- Cents. Wallets only.
  balance bigint,
  -- Number of the wallet's postings: the place of the newest in its statement.
  newest_position bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK ((kind = 'wallet') = (student_id IS NOT NULL)),
  CHECK ((kind = 'wallet') = (balance IS NOT NULL)),
  CONSTRAINT accounts_till_has_agent CHECK ((kind = 'till') = (user_id IS NOT NULL)),
  -- Behind the rule of move_pocket_money, which looks first under the wallet's lock.
  CONSTRAINT wallet_never_below_zero CHECK (balance >= 0)
);
-- Over all accounts, so that the planner sees that a student has one wallet at most, and a count leaves it out.
CREATE UNIQUE INDEX accounts_student ON accounts (school_id, student_id);
CREATE UNIQUE INDEX accounts_school ON accounts (school_id, kind) WHERE student_id IS NULL AND user_id IS NULL;
SELECT enable_row_security('accounts', true);
GRANT SELECT, INSERT ON accounts TO mfuko_app;
GRANT UPDATE (balance, newest_position) ON accounts TO mfuko_app;
CREATE TRIGGER student_is_there BEFORE INSERT ON accounts
  FOR EACH ROW WHEN (NEW.student_id IS NOT NULL) EXECUTE FUNCTION refuse_deleted_student();

CREATE TABLE journal_entries (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'deposit', 'collection', 'cash-out', 'canteen', 'item', 'item-return', 'reversal', 'refund', 'refund-paid', 'refund-failed',
    -- Of the school's own accounts only.
    'unclaimed', 'unclaimed-returned', 'float', 'till-close')),
  student_id uuid,
  -- Cents, both without a sign.
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  -- Proof of the student; null: none was asked for.
  method text CHECK (method IN ('fingerprint', 'pin')),
  reference text,
  -- The menu item or student item: tells two meals of one price apart.
  item uuid,
  -- Null: nobody was at the desk, a payment came in by itself.
  by_user uuid,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The journal entry that this one takes back.
  reverses uuid,
  longitude double precision,
  latitude double precision,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, reverses) REFERENCES journal_entries (school_id, id),
  CHECK ((kind = 'reversal') = (reverses IS NOT NULL)),
  CONSTRAINT journal_entries_student_check
    CHECK ((student_id IS NULL) = (kind IN ('unclaimed', 'unclaimed-returned', 'float', 'till-close')))
);
CREATE UNIQUE INDEX journal_entries_reversed_once ON journal_entries (school_id, reverses) WHERE reverses IS NOT NULL;
CREATE INDEX journal_entries_student ON journal_entries (school_id, student_id, at);
CREATE INDEX journal_entries_at ON journal_entries (school_id, at);
SELECT enable_row_security('journal_entries');
GRANT SELECT, INSERT ON journal_entries TO mfuko_app;
SELECT make_append_only('journal_entries');
CREATE TRIGGER not_in_deleted_school BEFORE INSERT ON journal_entries
  FOR EACH ROW WHEN (NEW.kind <> 'collection') EXECUTE FUNCTION refuse_in_deleted_school();
CREATE TRIGGER clock_is_right AFTER INSERT ON journal_entries REFERENCING NEW TABLE AS made_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_wrong_clock();

CREATE TABLE postings (
  school_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  leg smallint NOT NULL CHECK (leg >= 1),
  account_id uuid NOT NULL,
  -- Cents that the account gains.
  amount bigint NOT NULL CHECK (amount <> 0),
  at timestamptz NOT NULL,
  -- On wallets: the place in the statement, and the balance from there on.
  position bigint,
  balance_after bigint,
  PRIMARY KEY (school_id, entry_id, leg),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  FOREIGN KEY (school_id, account_id) REFERENCES accounts (school_id, id)
);
CREATE UNIQUE INDEX postings_statement ON postings (school_id, account_id, position) WHERE position IS NOT NULL;
CREATE INDEX postings_school ON postings (school_id, account_id, at) INCLUDE (amount) WHERE position IS NULL;
SELECT enable_row_security('postings');
GRANT SELECT, INSERT ON postings TO mfuko_app;
SELECT make_append_only('postings');

-- Double entry on both tables: a journal entry without legs is as wrong as a leg too many on an old journal entry. A leg 1 needs no
-- check of its own, since every journal entry that was let in has one already.
CREATE CONSTRAINT TRIGGER entry_balances AFTER INSERT ON journal_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_entry();
CREATE CONSTRAINT TRIGGER entry_balances AFTER INSERT ON postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.leg > 1) EXECUTE FUNCTION refuse_unbalanced_entry();
CREATE CONSTRAINT TRIGGER balance_is_posted AFTER INSERT OR UPDATE ON accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'wallet') EXECUTE FUNCTION refuse_unposted_balance();

-- Receipt of a journal entry, by the token in its barcode. Asking for it once at the till spends it.
CREATE TABLE receipts (
  school_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  token text NOT NULL,
  spent_at timestamptz,
  spent_by uuid,
  PRIMARY KEY (school_id, entry_id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id)
);
CREATE UNIQUE INDEX receipts_token ON receipts (school_id, token);
SELECT enable_row_security('receipts');
GRANT SELECT, INSERT ON receipts TO mfuko_app;
GRANT UPDATE (spent_at, spent_by) ON receipts TO mfuko_app;
