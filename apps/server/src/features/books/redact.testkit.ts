import { createHmac } from 'node:crypto';
import pg from 'pg';
import type { TestServer } from '../../../tests/kit.ts';
import { audit } from '../../platform/audit/audit.ts';
import { NamePattern } from '../../platform/audit/name-pattern.ts';
import { ownerTx } from '../../platform/database/database.ts';
import { eraseStudent } from '../students/index.ts';
import { redactBooks, renewBooks } from './index.ts';

/** Keys of another server. */
const THERE = {
  digest: (purpose: string, text: string | Uint8Array) =>
    createHmac('sha256', 'another installation').update(purpose).update(text).digest(),
};

/** Erases a student who has data in the books only. */
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
 * Moves a school's books to other keys and verifies them there, where no earlier redaction's MAC is valid. Returns the new hashes by
 * the old ones.
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
