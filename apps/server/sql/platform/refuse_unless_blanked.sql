-- Append-only trigger of a table with personal columns: those that the trigger names may be emptied, or redacted as a whole, and nothing
-- else changes.
CREATE OR REPLACE FUNCTION refuse_unless_blanked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := to_jsonb(OLD);
  becomes jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    becomes := to_jsonb(NEW);
    IF was - TG_ARGV = becomes - TG_ARGV AND NOT EXISTS (
      SELECT 1 FROM unnest(TG_ARGV) AS c WHERE becomes -> c IS DISTINCT FROM was -> c AND becomes -> c NOT IN ('null', '{}', '"…"')
        -- A redacted text that is unique stays so by its entry.
        AND becomes ->> c IS DISTINCT FROM '… ' || (becomes ->> 'entry_id')
    ) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
