-- Owner of an idempotency key: whoever used it may ask what became of it. Keys from before have none.
ALTER TABLE idempotency_keys ADD COLUMN user_id uuid;
