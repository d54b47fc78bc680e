-- Receipt to a guardian: enqueued with the transaction of its journal entry, and written by the job. Nothing happens for a school
-- that wants no such receipts, or a student without a guardian.
CREATE OR REPLACE FUNCTION enqueue_receipt(the_school uuid, the_entry uuid, the_kind text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  the_receipt text := CASE the_kind WHEN 'refund-paid' THEN 'refund' ELSE the_kind END;
BEGIN
  IF NOT coalesce((SELECT CASE the_receipt WHEN 'cash-out' THEN s.cash_out WHEN 'collection' THEN s.collection
                                           WHEN 'refund' THEN s.refund WHEN 'item' THEN s.item ELSE false END
                   FROM sms_settings s WHERE s.school_id = the_school), the_receipt IN ('cash-out', 'collection', 'refund', 'item')) THEN
    RETURN;
  END IF;
  PERFORM 1 FROM journal_entries m
  JOIN guardians g ON g.school_id = m.school_id AND g.student_id = m.student_id AND g.deleted_at IS NULL
  WHERE m.school_id = the_school AND m.id = the_entry;
  IF FOUND THEN
    PERFORM enqueue_job('write-receipt', json_build_object('schoolId', the_school, 'entryId', the_entry),
                        to_timestamp(0), 12);
  END IF;
END $$;
