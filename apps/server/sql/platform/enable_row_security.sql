-- Row-level security of a table: a transaction sees the rows of its own school (`app.school_id`) and of no other one.
-- `school_column` names the school; `platform_reads` lets transactions of the platform read the rows of all schools.
CREATE OR REPLACE FUNCTION enable_row_security(target regclass, platform_reads boolean DEFAULT false, school_column text DEFAULT 'school_id')
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY own_school ON %s USING (%I = nullif(current_setting(''app.school_id'', true), '''')::uuid)',
    target, school_column);
  IF platform_reads THEN
    EXECUTE format(
      'CREATE POLICY platform_reads ON %s FOR SELECT USING (COALESCE(current_setting(''app.scope'', true) = ''platform'', false))',
      target);
  END IF;
END $$;
