import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { openSchool } from '../features/schools/index.ts';
import { audit } from '../platform/audit/audit.ts';
import { proverOf } from '../platform/audit/proof.ts';
import { takeAsBeforeProofs } from '../platform/audit/unproven.ts';
import { openEncrypted } from '../platform/backup/age-file.ts';
import type { Header } from '../platform/backup/format.ts';
import { readBackup } from '../platform/backup/read.ts';
import { type Keys, openKeys } from '../platform/crypto/keys.ts';
import { inSchoolOf, ownerTx, PLATFORM_SCHOOL } from '../platform/database/database.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import { commandLine } from '../platform/process/command-line.ts';
import { SchoolMoveError } from './errors.ts';
import { renewSchool } from './renew.ts';
import { type MovingClient, openMovingClient } from './replica.ts';
import { fillStaged, findDangling, putRows, putShortCodes, wordsOfViolation } from './rows.ts';
import { indexStaged, readGoing, stage } from './stage.ts';
import { findTaken } from './taken.ts';
import { type Verified, verifySchool } from './verify.ts';

export interface ImportedSchool {
  readonly schoolId: string;
  readonly name: string;
  readonly verified: Verified;
  /** Number of students whose PIN was set aside and has to be set again. */
  readonly pins: number;
  readonly people: number;
}

/**
 * Imports a school from its file in one transaction: inserts its rows under row-level security, so that none can enter another school;
 * verifies everything that depends on keys with the file's key, and renews it under this installation's; then runs both verifications.
 * On any error nothing is imported. The school is reopened in the state before it was closed. Throws SchoolMoveError and BackupError.
 */
export async function importSchool(
  { context, ownerUrl }: { readonly context: AppContext; readonly ownerUrl: string },
  file: string,
  identities: readonly string[],
): Promise<ImportedSchool> {
  const moving = await openMovingClient(context.config, ownerUrl);
  const { client } = moving;
  try {
    const tar = await openEncrypted(file, identities);
    const { header, keys } = await readBackup(tar, {
      begin: (head) => begin(moving, head),
      table: (table, chunks) => fillStaged(client, table, chunks),
    });
    const schoolId = header.school ?? '';
    const master = keys.get('master');
    if (master === undefined) throw new SchoolMoveError('The file holds no key: it is not one of school:export.');
    for (const table of header.tables) await indexStaged(client, table);
    const taken = await findTaken(client, schoolId);
    if (taken.length > 0) throw new SchoolMoveError(`The school cannot come in here:\n${taken.join('\n')}`);
    await renew(client, schoolId, openKeys(Buffer.from(master, 'base64')), context.keys);
    const answer = await comeIn(moving, header, context.keys);
    await client.query('COMMIT');
    return { schoolId, ...answer };
  } finally {
    await client.end();
  }
}

async function begin(moving: MovingClient, header: Header): Promise<void> {
  const { client } = moving;
  const { school } = header;
  if (school === undefined)
    throw new SchoolMoveError(`The file is a backup of a whole installation: ${commandLine('restore', 'FILE')}.`);
  // A file with the platform's own id would bring in Admins.
  if (school === PLATFORM_SCHOOL) throw new SchoolMoveError('The file names no school, but the platform itself.');
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL app.school_id = '${school}'`);
  await moving.becomeOwner();
  const { rows } = await client.query<Header['migrations'][number]>(
    'SELECT number, name, hash FROM public.migrations ORDER BY number',
  );
  const going = await readGoing(client);
  if (!isDeepStrictEqual(rows, header.migrations) || !isDeepStrictEqual(going, header.tables))
    throw new SchoolMoveError(
      `The file was made by version ${header.product} with other tables than there are here: bring both installations to the same ` +
        'version, then export anew.',
    );
  for (const table of going) await stage(client, table, null);
}

async function renew(client: pg.Client, schoolId: string, from: Keys, to: Keys): Promise<void> {
  try {
    await renewSchool(ownerTx(client, schoolId), from, to);
  } catch (error) {
    // An exported file was verified under this key; any other file may contain anything.
    throw new SchoolMoveError(
      'What the file holds does not verify under its own key: it was changed after the export.',
      {
        cause: error,
      },
    );
  }
  await client.query('SET LOCAL statement_timeout = 0');
}

async function comeIn(
  moving: MovingClient,
  { school: schoolId = '', tables }: Header,
  keys: Keys,
): Promise<Omit<ImportedSchool, 'schoolId'>> {
  const { client } = moving;
  try {
    await moving.asReplica(() => putRows(client, tables, schoolId));
    await putShortCodes(client, tables);
  } catch (error) {
    throw wordsOfViolation(error);
  }
  // The planner has no statistics for the new rows yet, and the following checks read all of them.
  await client.query(`ANALYZE ${tables.map(({ name }) => `public.${client.escapeIdentifier(name)}`).join(', ')}`);
  const dangling = await findDangling(client, tables, schoolId);
  if (dangling.length > 0)
    throw new SchoolMoveError(`The file has rows that name what is not there:\n${dangling.join('\n')}`);
  const tx = ownerTx(client, schoolId, proverOf(keys));
  await takeAsBeforeProofs(tx);
  await openSchool(tx, { tool: 'school:import' });
  const event = { action: 'school.import', subjectKind: 'school', subjectId: schoolId };
  await inSchoolOf(tx, PLATFORM_SCHOOL, (platform) => audit(platform, { tool: 'school:import' }, event));
  const verified = await verifySchool(client, schoolId, keys, []);
  if (verified.wrong.length > 0)
    throw new SchoolMoveError(`The school is not in order here, and was not taken in:\n${verified.wrong.join('\n')}`);
  const told = await tx.row<{ name: string; pins: number; people: number }>(
    `SELECT short_name AS name,
            (SELECT count(*)::int FROM students WHERE school_id = $1 AND pin_hash_elsewhere IS NOT NULL AND status = 'active') AS pins,
            (SELECT count(*)::int FROM users WHERE school_id = $1 AND deleted_at IS NULL) AS people
     FROM schools WHERE id = $1`,
    [schoolId],
  );
  return { verified, name: told?.name ?? '', pins: told?.pins ?? 0, people: told?.people ?? 0 };
}
