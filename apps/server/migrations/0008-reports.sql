-- The dashboard counts a month of check-ins and check-outs: from the index alone.
CREATE INDEX gate_events_kind ON gate_events (school_id, kind, at);
