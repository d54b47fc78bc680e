-- Reminders: guardians who were told at once that pocket money is low, or asked for some, and what became of it.
CREATE TABLE reminders (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  way text NOT NULL CHECK (way IN ('sms', 'prompt')),
  -- Cents: the balance below which a wallet counts as low, and what each phone was asked for.
  below bigint NOT NULL CHECK (below > 0),
  amount bigint CHECK (amount > 0 AND amount % 100 = 0),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  CONSTRAINT reminders_prompt_has_amount CHECK ((way = 'prompt') = (amount IS NOT NULL))
);
CREATE INDEX reminders_newest ON reminders (school_id, at);
SELECT enable_row_security('reminders');
GRANT SELECT, INSERT ON reminders TO mfuko_app;
SELECT make_append_only('reminders');

-- Students of a reminder, also those whose guardian was left out of it.
CREATE TABLE reminder_students (
  school_id uuid NOT NULL,
  reminder_id uuid NOT NULL,
  student_id uuid NOT NULL,
  -- Cents, as the reminder named it.
  balance bigint NOT NULL,
  -- Ends of the number, 2547…678.
  phone_masked text,
  skipped text CHECK (skipped IN ('left', 'notLow', 'noGuardian', 'optedOut', 'reminded', 'pending', 'samePhone')),
  -- The text, or the request on the phone.
  message_id uuid,
  stk_push_id uuid,
  PRIMARY KEY (school_id, reminder_id, student_id),
  FOREIGN KEY (school_id, reminder_id) REFERENCES reminders (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, message_id) REFERENCES sms_messages (school_id, id),
  FOREIGN KEY (school_id, stk_push_id) REFERENCES stk_pushes (school_id, id),
  CONSTRAINT reminder_students_one_end CHECK (num_nonnulls(skipped, message_id, stk_push_id) = 1)
);
CREATE INDEX reminder_students_student ON reminder_students (school_id, student_id);
SELECT enable_row_security('reminder_students');
GRANT SELECT, INSERT ON reminder_students TO mfuko_app;
SELECT make_append_only('reminder_students');
