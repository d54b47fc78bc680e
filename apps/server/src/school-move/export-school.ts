import { randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { productVersion } from '../backups/make-backup.ts';
import { checkBackup } from '../backups/restore-into.ts';
import { audit } from '../platform/audit/audit.ts';
import { checkpointFile, readCheckpoints } from '../platform/audit/seal.ts';
import { writeEncrypted } from '../platform/backup/age-file.ts';
import { makePair } from '../platform/backup/age-keys.ts';
import { EXACT, type Source } from '../platform/backup/source.ts';
import { writeBackup } from '../platform/backup/write.ts';
import { flush } from '../platform/crypto/durable-files.ts';
import { openKeys } from '../platform/crypto/keys.ts';
import { ownerTx } from '../platform/database/database.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import { commandLine } from '../platform/process/command-line.ts';
import { SchoolMoveError } from './errors.ts';
import type { FoundSchool } from './find-school.ts';
import { renewSchool } from './renew.ts';
import { openSchoolSource } from './source.ts';
import { indexStaged, isRenewed, stage } from './stage.ts';
import { verifySchool } from './verify.ts';

export interface ExportOptions {
  /** Existing folder. */
  readonly to: string;
  readonly recipients: readonly string[];
  readonly now?: () => Date;
}

export interface ExportedSchool {
  readonly file: string;
  /** Number of rows by table name. */
  readonly rows: Readonly<Record<string, number>>;
  readonly ends: Ends;
}

/** Counts of credentials that end with the move, since they depend on the keys or the address of this installation. */
export interface Ends {
  readonly pins: number;
  readonly passkeys: number;
  readonly programs: number;
}

/**
 * Exports a closed school to one encrypted file: a snapshot whose books and audit trail have been verified, and in which everything
 * that depends on this installation's keys is renewed under a key that is generated for this file only. Throws SchoolMoveError where
 * the school is open or not in order.
 */
export async function exportSchool(
  { context, ownerUrl }: { readonly context: AppContext; readonly ownerUrl: string },
  school: FoundSchool,
  { to, recipients, now = () => new Date() }: ExportOptions,
): Promise<ExportedSchool> {
  if (school.closedAt === null)
    throw new SchoolMoveError(
      `${school.name} is open: what is recorded meanwhile would be missing. ${commandLine('school:close', `--school ${school.id}`)}`,
    );
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mfuko school' });
  // A lost connection already fails the statement in progress, and the caller receives that error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; ${EXACT};
       BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL app.school_id = '${school.id}'`,
    );
    const marks = readCheckpoints(checkpointFile(context.config.dataDir)).filter(
      (mark) => mark.schoolSYSID === school.id,
    );
    const { wrong } = await verifySchool(client, school.id, context.keys, marks);
    if (wrong.length > 0)
      throw new SchoolMoveError(`${school.name} is not in order, and does not leave so:\n${wrong.join('\n')}`);
    const ends = await countEnds(client, school.id);
    const master = randomBytes(32);
    const source = await openSchoolSource(client, school.id);
    for (const table of source.header.tables.filter(({ name }) => isRenewed(name))) {
      await stage(client, table, school.id);
      await indexStaged(client, table);
    }
    await renewSchool(ownerTx(client, school.id), context.keys, openKeys(master));
    await client.query('SET LOCAL statement_timeout = 0');
    const madeAt = now();
    const file = join(to, `mfuko-school-${school.id}-${madeAt.toISOString().replace(/[-:]|\.\d+/g, '')}.age`);
    const rows = await write(file, { source, master, madeAt, recipients });
    await client.query('ROLLBACK');
    await context.db.inPlatform((tx) =>
      audit(tx, { tool: 'school:export' }, { action: 'school.export', subjectKind: 'school', subjectId: school.id }),
    );
    return { file, rows, ends };
  } finally {
    await client.end();
  }
}

interface Writing {
  readonly source: Source;
  readonly master: Buffer;
  readonly madeAt: Date;
  readonly recipients: readonly string[];
}

/**
 * Writes the file. It gets its name only after it was flushed, read back and verified against its manifest, with a second key that is
 * not kept.
 */
async function write(file: string, { source, master, madeAt, recipients }: Writing): Promise<ExportedSchool['rows']> {
  const draft = `${file}.part`;
  const own = await makePair();
  const keys = new Map([['master', master.toString('base64')]] as const);
  try {
    const tar = writeBackup({ product: productVersion(), madeAt, source, keys, files: new Map() });
    await writeEncrypted(tar, draft, [...recipients, own.recipient]);
    const { manifest } = await checkBackup(draft, [own.identity]);
    flush(draft);
    renameSync(draft, file);
    return Object.fromEntries(
      Object.entries(manifest.tables).map(([path, { rows }]) => [path.slice('public.'.length), rows]),
    );
  } finally {
    rmSync(draft, { force: true });
  }
}

async function countEnds(client: pg.Client, schoolId: string): Promise<Ends> {
  const { rows } = await client.query<Ends>(
    `SELECT (SELECT count(*)::int FROM students WHERE school_id = $1 AND pin_hash IS NOT NULL AND status = 'active') AS pins,
            (SELECT count(*)::int FROM passkeys k JOIN users u ON u.id = k.user_id WHERE u.school_id = $1) AS passkeys,
            (SELECT count(*)::int FROM api_keys WHERE school_id = $1 AND revoked_at IS NULL) AS programs`,
    [schoolId],
  );
  return rows[0] ?? { pins: 0, passkeys: 0, programs: 0 };
}
