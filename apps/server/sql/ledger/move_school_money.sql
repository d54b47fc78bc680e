-- Moves money between two of the school's own accounts: what `gains` gains the cents, what `loses` loses them. For what the
-- school holds (cash desk, tills, M-Pesa) minus is more. Of each: id, kind, amount, by_user, reference; `gains` and `loses`
-- as a kind of account, or `gains_till` and `loses_till` as the id of a till; `student` where it is about one.
CREATE OR REPLACE FUNCTION move_school_money(the_school uuid, moves json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  asked record;
  entry journal_entries%ROWTYPE;
  leg postings%ROWTYPE;
  entries journal_entries[] := '{}';
  legs postings[] := '{}';
BEGIN
  FOR asked IN
    SELECT m.* FROM json_to_recordset(moves) AS m (
      id uuid, kind text, student uuid, gains text, gains_till uuid, loses text, loses_till uuid, amount bigint, by_user uuid,
      reference text)
  LOOP
    entry := NULL;
    entry.school_id := the_school;
    entry.id := asked.id;
    entry.kind := asked.kind;
    entry.student_id := asked.student;
    entry.amount := asked.amount;
    entry.fee := 0;
    entry.reference := asked.reference;
    entry.by_user := asked.by_user;
    entry.at := clock_timestamp();
    entries := entries || entry;
    leg := NULL;
    leg.school_id := the_school;
    leg.entry_id := asked.id;
    leg.at := entry.at;
    leg.leg := 1;
    leg.account_id := coalesce(asked.gains_till, school_account(the_school, asked.gains));
    leg.amount := asked.amount;
    legs := legs || leg;
    leg.leg := 2;
    leg.account_id := coalesce(asked.loses_till, school_account(the_school, asked.loses));
    leg.amount := -asked.amount;
    legs := legs || leg;
  END LOOP;
  PERFORM write_journal_entries(entries, legs, '{}');
END $$;
