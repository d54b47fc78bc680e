-- Settled receipts: M-Pesa's receipt numbers that were credited or put in suspense, once over all schools: a payment that two
-- schools are told of is booked in one of them.
CREATE TABLE settled_receipts (
  receipt text PRIMARY KEY,
  school_id uuid NOT NULL REFERENCES schools (id)
);
INSERT INTO settled_receipts (receipt, school_id)
  SELECT receipt, school_id FROM payments WHERE state IN ('credited', 'parked') ORDER BY settled_at ON CONFLICT DO NOTHING;
SELECT enable_row_security('settled_receipts');
GRANT SELECT, INSERT ON settled_receipts TO mfuko_app;
SELECT make_append_only('settled_receipts');

-- Elsewhere: another school has booked the payment.
ALTER TABLE payments DROP CONSTRAINT payments_state_check;
ALTER TABLE payments ADD CONSTRAINT payments_state_check
  CHECK (state IN ('told', 'unknown', 'credited', 'parked', 'elsewhere'));
