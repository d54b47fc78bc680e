-- Redaction of a table: in each of its columns that its owner has marked as a free text, what a pattern finds becomes "…", in all rows
-- of the transaction's school, or in those of one student. Where a table is only added to, the whole text goes. Answers in how many rows.
-- By its owner's rights, so that the application itself need not write these columns.
CREATE OR REPLACE FUNCTION redact_free_texts(target regclass, pattern text, the_student uuid DEFAULT NULL) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  sets text;
  finds text;
  redacted bigint;
BEGIN
  SELECT string_agg(format(
           CASE
             -- A slip is unique in its school.
             WHEN t.whole AND target = 'bank_slips'::regclass THEN '%1$I = CASE WHEN %1$I ~* $1 THEN ''… '' || entry_id ELSE %1$I END'
             WHEN t.whole THEN '%1$I = CASE WHEN %1$I ~* $1 THEN ''…'' ELSE %1$I END'
             WHEN a.atttypid = 'jsonb'::regtype THEN '%1$I = regexp_replace(%1$I::text, $1, ''…'', ''gi'')::jsonb'
             ELSE '%1$I = regexp_replace(%1$I, $1, ''…'', ''gi'')'
           END, a.attname), ', '),
         string_agg(format('%I::text ~* $1', a.attname), ' OR ')
  INTO sets, finds
  FROM (SELECT EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = target AND g.tgname = 'append_only') AS whole) AS t,
       pg_attribute a
  WHERE a.attrelid = target AND col_description(target, a.attnum) = 'free text';
  EXECUTE format('UPDATE %s SET %s WHERE school_id = $2 AND (%s)%s', target, sets, finds,
                 CASE WHEN the_student IS NOT NULL THEN ' AND student_id = $3' END)
    USING pattern, nullif(current_setting('app.school_id', true), '')::uuid, the_student;
  GET DIAGNOSTICS redacted := ROW_COUNT;
  RETURN redacted;
END $$;
REVOKE ALL ON FUNCTION redact_free_texts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION redact_free_texts TO mfuko_app;
