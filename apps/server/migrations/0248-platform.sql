-- Platform: which call a key was used for, so that closing the attempt tells its answer only to whom that call would. Null of keys from before.
ALTER TABLE idempotency_keys ADD COLUMN call text;
