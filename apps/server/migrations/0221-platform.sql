-- A row of the audit trail carries what the program's keys alone can make; the sealer asks for it (decision 147).
ALTER TABLE audit_events ADD COLUMN proof bytea CHECK (length(proof) = 32);
GRANT INSERT (proof) ON audit_events TO mfuko_app;

-- Rows that wait for their seal and were written before there were proofs, or by another installation. The application's role cannot say so.
ALTER TABLE audit_waiting ADD COLUMN before_proofs boolean NOT NULL DEFAULT false;
ALTER TABLE audit_waiting NO FORCE ROW LEVEL SECURITY;
UPDATE audit_waiting SET before_proofs = true;
ALTER TABLE audit_waiting FORCE ROW LEVEL SECURITY;
REVOKE INSERT ON audit_waiting FROM mfuko_app;
GRANT INSERT (school_id, event_id) ON audit_waiting TO mfuko_app;
