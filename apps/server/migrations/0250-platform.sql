-- Names and reasons that were stored before unseen signs were taken out of what people type: they stood backwards, or looked like another name.
-- A text of nothing else stays as it is, and so does one who was erased.
DO $$
DECLARE
  blank CONSTANT text := '[\u115F\u1160\u2800\u3164\uFFA0]';
  unseen CONSTANT text := '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]';
  place record;
BEGIN
  FOR place IN SELECT * FROM (VALUES
    ('students', 'names', 'erased_at IS NULL'), ('guardians', 'name', 'true'), ('collectors', 'name', 'true'), ('collectors', 'relation', 'true'),
    ('collectors', 'blocked_reason', 'true'), ('users', 'first_name', 'true'), ('users', 'last_names', 'true')) AS p (tbl, col, which)
  LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', place.tbl);
    EXECUTE format(
      'UPDATE %1$I SET %2$I = btrim(regexp_replace(regexp_replace(regexp_replace(%2$I, %3$L, '' '', ''g''), %4$L, '''', ''g''), '' +'', '' '', ''g''))
       WHERE %5$s AND (%2$I ~ %3$L OR %2$I ~ %4$L) AND btrim(regexp_replace(regexp_replace(%2$I, %3$L, '' '', ''g''), %4$L, '''', ''g'')) <> ''''',
      place.tbl, place.col, blank, unseen, place.which);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', place.tbl);
  END LOOP;
END $$;
