import type { ReadTx, Tx } from '../database/database.ts';

/** Marks of the backups: known of them beyond their folder, in Unix milliseconds. */
export interface BackupMarks {
  /** When the newest backup was made that lies in the second place too; null where none does. */
  readonly copied: number | null;
  /** When the secret half of a key last opened a backup, as somebody typed it, by the public halves. */
  readonly proven: ReadonlyMap<string, number>;
}

/** Notes of which moment the newest backup in the second place is. */
export async function noteCopied(tx: Tx, madeAt: Date): Promise<void> {
  await note(tx, 'copied', '', madeAt);
}

/** Notes that the secret half of a key opened a backup. */
export async function noteProven(tx: Tx, recipient: string, at: Date): Promise<void> {
  await note(tx, 'key-proven', recipient, at);
}

async function note(tx: Tx, kind: 'copied' | 'key-proven', subject: string, at: Date): Promise<void> {
  await tx.row(
    `INSERT INTO backup_marks (kind, subject, at) VALUES ($1, $2, $3)
     ON CONFLICT (kind, subject) DO UPDATE SET at = excluded.at`,
    [kind, subject, at],
  );
}

export async function readMarks(tx: ReadTx): Promise<BackupMarks> {
  const rows = await tx.rows<{ kind: string; subject: string; at: Date }>('SELECT kind, subject, at FROM backup_marks');
  const copied = rows.find(({ kind }) => kind === 'copied');
  return {
    copied: copied?.at.getTime() ?? null,
    proven: new Map(
      rows.flatMap(({ kind, subject, at }) => (kind === 'key-proven' ? [[subject, at.getTime()] as const] : [])),
    ),
  };
}
