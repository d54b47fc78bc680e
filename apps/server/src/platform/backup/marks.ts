import type { ReadTx, Tx } from '../database/database.ts';

/** Facts about the backups that their folder does not show; times are Unix milliseconds. */
export interface BackupMarks {
  /** Time of the newest backup that also exists in the second folder; null when there is none. */
  readonly copied: number | null;
  /** Time at which a typed secret key last opened a backup, by its public half. */
  readonly proven: ReadonlyMap<string, number>;
}

/** Records the time of the newest backup in the second folder. */
export async function noteCopied(tx: Tx, madeAt: Date): Promise<void> {
  await note(tx, 'copied', '', madeAt);
}

/** Records that the secret half of a key opened a backup. */
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
