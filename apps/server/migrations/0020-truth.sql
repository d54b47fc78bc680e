-- A school sees what the platform did to its own record: registered it, suspended it, changed its name.
CREATE POLICY about_own_school ON audit_events FOR SELECT
  USING (school_id = '00000000-0000-0000-0000-000000000000' AND subject_kind = 'school'
         AND subject_id = nullif(current_setting('app.school_id', true), '')::uuid);
