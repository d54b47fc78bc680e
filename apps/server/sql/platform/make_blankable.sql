-- Blankable columns: of a table that is only added to, these may be emptied, and nothing else may change.
CREATE OR REPLACE FUNCTION make_blankable(target regclass, VARIADIC columns text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DROP TRIGGER append_only ON %s', target);
  EXECUTE format(
    'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION refuse_unless_blanked(%s)', target,
    (SELECT string_agg(quote_literal(c), ', ') FROM unnest(columns) AS c));
  EXECUTE format('GRANT UPDATE (%s) ON %s TO mfuko_app', (SELECT string_agg(quote_ident(c), ', ') FROM unnest(columns) AS c), target);
END $$;
