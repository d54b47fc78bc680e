import type { TestServer } from '../../../tests/kit.ts';
import { audit } from '../../platform/audit/audit.ts';
import { Telling } from '../../platform/audit/telling.ts';
import { eraseStudent } from '../students/index.ts';
import { redactBooks } from './index.ts';

/** Erases a student of whom nothing is to go but what stands in the books. */
export async function eraseFromBooks(
  { context }: TestServer,
  school: string,
  child: { readonly id: string; readonly admissionNumber: string },
): Promise<void> {
  await context.db.inSchool(school, async (tx) => {
    const [ways] = await tx.rows<Record<'own' | 'others', string[]>>('SELECT * FROM ways_to_name($1)', [child.id]);
    const [own, others] = [new Telling(ways?.own ?? []), new Telling(ways?.others ?? [])];
    await redactBooks(tx, context.keys, { id: child.id, own, others });
    await eraseStudent(tx, { ...child, names: '', guardians: [], pseudonym: 'E-0123456789AB' });
    await audit(tx, { tool: 'test' }, { action: 'student.erase', subjectKind: 'student', subjectId: child.id });
  });
}
