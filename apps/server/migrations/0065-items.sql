-- A school may ask for the student's finger or PIN where an item costs money.
ALTER TABLE schools ADD COLUMN require_proof_for_items boolean NOT NULL DEFAULT false;
-- A guardian is told what was bought from the wallet.
ALTER TABLE sms_settings ADD COLUMN item boolean NOT NULL DEFAULT true;
