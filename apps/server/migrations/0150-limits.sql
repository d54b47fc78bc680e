-- Above it a finger alone is not enough, and the PIN is asked: no reader tells a copied finger from a living one.
ALTER TABLE pocket_limits ADD COLUMN finger_alone bigint CHECK (finger_alone >= 0);
