-- A touch alone checks a student in, where a school allows it: found among all of the school, and taken back where it was another child.
ALTER TABLE schools ADD COLUMN finger_only_gate boolean NOT NULL DEFAULT false;
ALTER TABLE gate_events
  -- True where no number was given: the finger was looked for in the whole school.
  ADD COLUMN found boolean NOT NULL DEFAULT false,
  -- The passage that this one takes back.
  ADD COLUMN undoes uuid,
  ADD CONSTRAINT gate_event_undoes FOREIGN KEY (school_id, undoes) REFERENCES gate_events (school_id, id);
CREATE UNIQUE INDEX gate_events_undoes ON gate_events (school_id, undoes) WHERE undoes IS NOT NULL;

-- It tells of a touch when nobody can take it back any more.
DROP FUNCTION IF EXISTS enqueue_passage_notice(uuid, uuid, text, uuid, timestamptz, text);
