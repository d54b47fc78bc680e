-- Last status query of a return: the nightly sweep takes up only those that no job queries any more.
ALTER TABLE suspense_proposals ADD COLUMN asked_at timestamptz;
GRANT UPDATE (asked_at) ON suspense_proposals TO mfuko_app;
