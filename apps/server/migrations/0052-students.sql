-- Holds of finger use in a row without a match between: each is longer than the one before.
ALTER TABLE student_locks ADD COLUMN finger_holds smallint NOT NULL DEFAULT 0;
-- Misses of an agent are fingers too, and each says whose it was: a child who is proven afterwards had mistyped.
ALTER TABLE pin_misses ADD COLUMN kind text NOT NULL DEFAULT 'pin' CHECK (kind IN ('pin', 'finger'));
ALTER TABLE pin_misses ADD COLUMN student_id uuid;
