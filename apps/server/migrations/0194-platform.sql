-- Backups beyond their folder: of when the newest copy in the second place is, and when a typed key last opened one (platform/backup/marks.ts).
CREATE TABLE backup_marks (
  kind text NOT NULL CHECK (kind IN ('copied', 'key-proven')),
  -- Public half of the key.
  subject text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (kind, subject)
);
GRANT SELECT, INSERT, UPDATE ON backup_marks TO mfuko_app;
