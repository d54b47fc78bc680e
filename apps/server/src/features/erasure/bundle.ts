import type { InputOf, UploadedFile } from '@mfuko/contract/endpoint';
import type { getBundle } from '@mfuko/contract/erasure';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { ReadCall } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { BUNDLE_PEOPLE, type BundleRow } from '../../platform/records/bundle.ts';
import { findBundleSubject } from '../students/index.ts';
import { writeBundle } from './bundle-file.ts';
import { BUNDLE_PARTS } from './bundle-parts.ts';

/** Everything that is stored about one student. */
export interface Bundle {
  readonly made: Date;
  readonly school: string;
  readonly timeZone: string;
  readonly parts: ReadonlyMap<string, readonly BundleRow[]>;
}

/**
 * Makes a bundle of everything stored about a student, for the family: a zip of a page and a machine-readable file. The audit log, and
 * so every later bundle, records it. Throws student.not-found.
 */
export async function makeBundle(
  call: ReadCall,
  context: AppContext,
  { sysid, language }: InputOf<typeof getBundle>,
): Promise<UploadedFile> {
  const bundle = await call.read((tx) => readBundle(tx, context, sysid));
  // A call that returns a file has a read-only transaction; the audit row is committed before anything is sent.
  await context.db.inSchool(call.schoolId, (tx) =>
    audit(tx, call, { action: 'student.bundle', subjectKind: 'student', subjectId: sysid }),
  );
  const named = await replaceUserIds(context, bundle);
  // Named by id, because file names remain in browser histories and on shared machines.
  return { filename: `bundle-${sysid}.zip`, mimetype: 'application/zip', bytes: await writeBundle(named, language) };
}

async function readBundle(tx: ReadTx, context: AppContext, id: string): Promise<Bundle> {
  const subject = await findBundleSubject(tx, id);
  const school = await tx.row<{ name: string; timeZone: string; now: Date }>(
    'SELECT official_name AS name, time_zone AS "timeZone", clock_timestamp() AS now FROM schools WHERE id = $1',
    [tx.schoolId],
  );
  if (!school) throw new TypeError('The school of this transaction has no row in schools.');
  const parts = new Map<string, readonly BundleRow[]>();
  for (const { name, read } of BUNDLE_PARTS) parts.set(name, await read(tx, context, subject));
  return { made: school.now, school: school.name, timeZone: school.timeZone, parts };
}

/** Replaces users' ids by names. Platform users are in no school, so that the names are read in a platform transaction. */
async function replaceUserIds(context: AppContext, bundle: Bundle): Promise<Bundle> {
  const ids = new Set<unknown>();
  for (const rows of bundle.parts.values())
    for (const row of rows) for (const column of BUNDLE_PEOPLE) for (const id of [row[column]].flat()) ids.add(id);
  const people = await context.db.readPlatform((tx) =>
    tx.rows<{ id: string; names: string }>(
      `SELECT id, first_name || ' ' || last_names AS names FROM users WHERE id = ANY($1::uuid[])`,
      [[...ids].filter((id) => typeof id === 'string')],
    ),
  );
  const names = new Map<unknown, string>(people.map((one) => [one.id, one.names]));
  const named = (row: BundleRow): BundleRow =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        if (!BUNDLE_PEOPLE.has(column)) return [column, value];
        if (Array.isArray(value)) return [column, value.flatMap((id) => names.get(id) ?? [])];
        return [column, names.get(value) ?? null];
      }),
    );
  return { ...bundle, parts: new Map([...bundle.parts].map(([part, rows]) => [part, rows.map(named)])) };
}
