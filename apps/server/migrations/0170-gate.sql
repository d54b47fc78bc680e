-- A tick of a roll call by the finger that names its child, and taken back where it was another one.
ALTER TABLE roll_call_ticks
  -- True where a finger, looked for in the whole school, said who it is; else it is the marshal's word.
  ADD COLUMN by_finger boolean NOT NULL DEFAULT false,
  -- The tick that this one takes back; neither of the two says that anybody was seen.
  ADD COLUMN undoes text,
  ADD CONSTRAINT roll_call_tick_undoes FOREIGN KEY (school_id, roll_call_id, undoes) REFERENCES roll_call_ticks (school_id, roll_call_id, key),
  ADD CONSTRAINT roll_call_tick_undoes_by_hand CHECK (undoes IS NULL OR NOT by_finger);
CREATE UNIQUE INDEX roll_call_ticks_undoes ON roll_call_ticks (school_id, roll_call_id, undoes) WHERE undoes IS NOT NULL;
