-- When the request that a notice is about was decided: from then on it is unread by nobody.
ALTER TABLE notices ADD COLUMN settled_at timestamptz;
GRANT UPDATE (settled_at) ON notices TO mfuko_app;
CREATE INDEX notices_settled ON notices (school_id, settled_at) WHERE settled_at IS NOT NULL;
