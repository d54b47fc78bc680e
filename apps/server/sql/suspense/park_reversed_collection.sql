-- Reversed collection: it lies in suspense as an item, no matter if it had come straight from M-Pesa or out of suspense.
CREATE OR REPLACE FUNCTION park_reversed_collection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was journal_entries%ROWTYPE;
  before suspense_items%ROWTYPE;
BEGIN
  SELECT * INTO was FROM journal_entries m WHERE m.school_id = NEW.school_id AND m.id = NEW.reverses;
  IF was.kind <> 'collection' OR NOT EXISTS (
    SELECT 1 FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
    WHERE p.school_id = NEW.school_id AND p.entry_id = NEW.reverses AND a.kind IN ('m-pesa', 'suspense')
  ) THEN
    RETURN NULL;
  END IF;
  SELECT * INTO before FROM suspense_items i
  WHERE i.school_id = NEW.school_id AND i.receipt = was.reference ORDER BY i.parked_at LIMIT 1;
  INSERT INTO suspense_items (school_id, id, receipt, why, amount, paid_at, account, payer_sealed, payer_digest, student_id,
                              entry_id)
  VALUES (NEW.school_id, gen_random_uuid(), left(nullif(was.reference, ''), 40), 'reversed', was.amount,
          coalesce(before.paid_at, was.at), coalesce(before.account, ''), before.payer_sealed, before.payer_digest,
          was.student_id, NEW.id);
  RETURN NULL;
END $$;
