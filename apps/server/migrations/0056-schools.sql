-- Retention: after how many days those who have left are put up for erasure, and where students were is forgotten. 0: never.
ALTER TABLE schools
  ADD COLUMN erase_leavers_days int NOT NULL DEFAULT 0 CHECK (erase_leavers_days = 0 OR erase_leavers_days BETWEEN 30 AND 3650),
  -- Who set it, in whose name the leavers are put up: somebody else approves.
  ADD COLUMN erase_leavers_by uuid,
  ADD COLUMN forget_places_days int NOT NULL DEFAULT 0 CHECK (forget_places_days = 0 OR forget_places_days BETWEEN 7 AND 3650),
  ADD CONSTRAINT leavers_have_proposer CHECK (erase_leavers_days = 0 OR erase_leavers_by IS NOT NULL);
