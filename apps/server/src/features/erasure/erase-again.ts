import { audit } from '../../platform/audit/audit.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { closeWallet } from '../ledger/index.ts';
import { lockDataSubject } from '../students/index.ts';
import { eraseEverywhere } from './erase.ts';
import { type Erased, noteErased, readErased } from './erased-file.ts';

/**
 * Erases again who was erased before and is there: an older copy of the database was restored. Before anybody is served. What stood
 * against it then stands no more; money that the copy knows of stays under the pseudonym, for the office to see. And the other way
 * round: notes whom the database knows to be erased and the file does not. Answers how many were erased again.
 */
export async function eraseAgain(context: AppContext): Promise<number> {
  const noted = readErased(context);
  let again = 0;
  for (const erased of noted) if (await eraseOne(context, erased)) again += 1;
  const known = new Set(noted.map(({ studentSYSID }) => studentSYSID));
  const schools = await context.db.readPlatform((tx) => tx.rows<{ id: string }>('SELECT id FROM schools'));
  for (const { id: schoolSYSID } of schools) {
    const rows = await context.db.readSchool(schoolSYSID, (tx) =>
      tx.rows<{ studentSYSID: string; pseudonym: string }>(
        `SELECT id AS "studentSYSID", admission_number AS pseudonym FROM students WHERE school_id = $1 AND erased_at IS NOT NULL`,
        [tx.schoolId],
      ),
    );
    for (const row of rows) if (!known.has(row.studentSYSID)) noteErased(context, { schoolSYSID, ...row });
  }
  return again;
}

async function eraseOne(context: AppContext, { schoolSYSID, studentSYSID, pseudonym }: Erased): Promise<boolean> {
  return context.db.inSchool(schoolSYSID, async (tx) => {
    // None in a copy that is older than the student.
    const there = await tx.row('SELECT 1 AS one FROM students WHERE school_id = $1 AND id = $2 AND erased_at IS NULL', [
      tx.schoolId,
      studentSYSID,
    ]);
    if (!there) return false;
    const child = { ...(await lockDataSubject(tx, studentSYSID)), pseudonym };
    await tx.row(
      `UPDATE erasures SET decision = 'rejected', decided_by = by_user, decided_at = clock_timestamp()
       WHERE school_id = $1 AND student_id = $2 AND decision IS NULL`,
      [tx.schoolId, studentSYSID],
    );
    await closeWallet(tx, studentSYSID);
    // A payment that the copy has as open names the child for good otherwise: it is booked into suspense, as one of an unknown number is.
    await tx.row(`SELECT set_config('app.before_service', 'on', true)`);
    await eraseEverywhere(tx, context, child);
    const about = { subjectKind: 'student', subjectId: studentSYSID };
    await audit(tx, { tool: 'erase-again' }, { ...about, action: 'student.erase', detail: { pseudonym } });
    return true;
  });
}
