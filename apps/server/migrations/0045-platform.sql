-- Audit redactions: rows of the sealed trail from which what is personal was taken, each vouched for by a keyed digest of the
-- link as it was sealed and of the row as it is now. Empty for a row that was not sealed yet, which is sealed as it is now.
CREATE TABLE audit_redactions (
  school_id uuid NOT NULL,
  event_id uuid NOT NULL,
  mac bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, event_id),
  FOREIGN KEY (school_id, event_id) REFERENCES audit_events (school_id, id)
);
SELECT enable_row_security('audit_redactions');
GRANT SELECT, INSERT ON audit_redactions TO mfuko_app;
GRANT UPDATE (mac) ON audit_redactions TO mfuko_app;

DROP TRIGGER append_only ON audit_events;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_unless_redacted();
GRANT UPDATE (detail) ON audit_events TO mfuko_app;
