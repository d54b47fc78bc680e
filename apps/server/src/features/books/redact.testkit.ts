import { createHmac } from 'node:crypto';
import pg from 'pg';
import type { TestServer } from '../../../tests/kit.ts';
import { audit } from '../../platform/audit/audit.ts';
import { NamePattern } from '../../platform/audit/name-pattern.ts';
import { ownerTx } from '../../platform/database/database.ts';
import { eraseStudent } from '../students/index.ts';
import { redactBooks, renewBooks } from './index.ts';

/** Keys of another installation. */
const THERE = {
  digest: (purpose: string, text: string | Uint8Array) =>
    createHmac('sha256', 'another installation').update(purpose).update(text).digest(),
};

/** Erases a student of whom nothing is to go but what stands in the books. */
export async function eraseFromBooks(
  { context }: TestServer,
  school: string,
  child: { readonly id: string; readonly admissionNumber: string },
): Promise<void> {
  await context.db.inSchool(school, async (tx) => {
    const [ways] = await tx.rows<Record<'own' | 'others', string[]>>('SELECT * FROM name_patterns_of($1)', [child.id]);
    const [own, others] = [new NamePattern(ways?.own ?? []), new NamePattern(ways?.others ?? [])];
    await redactBooks(tx, context.keys, { id: child.id, own, others });
    await eraseStudent(tx, { ...child, names: '', guardians: [], pseudonym: 'E-0123456789AB' });
    await audit(tx, { tool: 'test' }, { action: 'student.erase', subjectKind: 'student', subjectId: child.id });
  });
}

/**
 * Has the books of a school move to other keys and be looked at there, where no redaction of before vouches for anything. Answers the
 * new hashes by those before.
 */
export async function moveBooks(
  { ownerUrl, context }: TestServer,
  school: string,
): Promise<ReadonlyMap<string, Buffer>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`BEGIN; SET LOCAL app.school_id = '${school}'`);
    const hashes = await renewBooks(ownerTx(client, school), context.keys, THERE);
    await renewBooks(ownerTx(client, school), THERE, THERE);
    return hashes;
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
}
