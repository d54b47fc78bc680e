-- Redaction of tables: in each column that its owner has marked as a free text, what names a child becomes "…", in all rows of the
-- transaction's school. Where a table is only added to, the whole text goes. Answers in how many rows. By its owner's rights, so that the
-- application itself need not write these columns; it names the child and not the words, and has to erase it in the same transaction.
CREATE OR REPLACE FUNCTION redact_free_texts(the_student uuid, targets regclass[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  the_school uuid := nullif(current_setting('app.school_id', true), '')::uuid;
  named text[];
  target regclass;
  pattern text;
  sets text;
  finds text;
  count_of_target bigint;
  redacted bigint := 0;
  the_number text;
  given_up uuid[];
BEGIN
  -- Looked at once more when the transaction ends (`require_erased`).
  UPDATE students SET redacted_at = clock_timestamp() WHERE school_id = the_school AND id = the_student AND erased_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Nobody is erased by this id' USING ERRCODE = 'restrict_violation';
  END IF;
  SELECT ARRAY(SELECT CASE WHEN cardinality(ways) > 0 THEN '(?<!\w)(?:' || array_to_string(ways, '|') || ')(?!\w)' ELSE '(?!)' END
               FROM (VALUES (1, w.own), (2, w.others)) AS v (place, ways) ORDER BY place)
  INTO named FROM name_patterns_of(the_student) AS w;
  SELECT s.admission_number INTO the_number FROM students s WHERE s.school_id = the_school AND s.id = the_student;
  -- A payment that may still be booked keeps whose it is (an erasure waits for it, `blockers.ts`), and so does one of before that is being booked now: whoever
  -- books it waits for the child, and neither waits for the other in a ring. Before anybody is served (`erase-again.ts`) none is being booked.
  given_up := ARRAY(SELECT p.id FROM payments p WHERE p.school_id = the_school AND p.state IN ('told', 'unknown')
                      AND (NOT is_open_payment(p) OR current_setting('app.before_service', true) = 'on')
                      AND (p.account ~* named[2] OR is_account_of(the_school, p.account, the_number)) FOR UPDATE SKIP LOCKED);
  FOREACH target IN ARRAY targets LOOP
    -- In a row of the child's own each of its names tells.
    pattern := CASE WHEN EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = target AND a.attname = 'student_id')
                    THEN '(CASE WHEN student_id = $4 THEN $1 ELSE $2 END)' ELSE '$2' END;
    SELECT string_agg(format(
             CASE
               -- A slip is unique in its school.
               WHEN t.whole AND target = 'bank_slips'::regclass THEN '%1$I = CASE WHEN %1$I ~* %2$s THEN ''… '' || entry_id ELSE %1$I END'
               WHEN t.account AND a.attname = 'account' THEN
                 '%1$I = CASE WHEN is_account_of($3, %1$I, $6) THEN ''…'' ELSE regexp_replace(%1$I, %2$s, ''…'', ''gi'') END'
               WHEN t.whole THEN '%1$I = CASE WHEN %1$I ~* %2$s THEN ''…'' ELSE %1$I END'
               WHEN a.atttypid = 'jsonb'::regtype THEN '%1$I = regexp_replace(%1$I::text, %2$s, ''…'', ''gi'')::jsonb'
               ELSE '%1$I = regexp_replace(%1$I, %2$s, ''…'', ''gi'')'
             END, a.attname, pattern), ', '),
           string_agg(format(CASE WHEN t.account AND a.attname = 'account' THEN '%1$I ~* %2$s OR is_account_of($3, %1$I, $6)'
                                  ELSE '%1$I::text ~* %2$s' END, a.attname, pattern), ' OR ')
    INTO sets, finds
    FROM (SELECT EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = target AND g.tgname = 'append_only') AS whole,
                 target IN ('payments'::regclass, 'suspense_items'::regclass) AS account) AS t,
         pg_attribute a
    WHERE a.attrelid = target AND col_description(target, a.attnum) = 'free text';
    IF target = 'payments'::regclass THEN
      finds := format('(state NOT IN (''told'', ''unknown'') OR id = ANY ($5)) AND (%s)', finds);
    END IF;
    EXECUTE format('UPDATE %s SET %s WHERE school_id = $3 AND (%s)', target, sets, finds)
      USING named[1], named[2], the_school, the_student, given_up, the_number;
    GET DIAGNOSTICS count_of_target := ROW_COUNT;
    redacted := redacted + count_of_target;
  END LOOP;
  RETURN redacted;
END $$;
REVOKE ALL ON FUNCTION redact_free_texts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION redact_free_texts TO mfuko_app;
