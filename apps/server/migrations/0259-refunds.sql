-- Last status query of a refund: the nightly sweep takes up only those that no job queries any more.
ALTER TABLE refunds ADD COLUMN asked_at timestamptz;
GRANT UPDATE (asked_at) ON refunds TO mfuko_app;
