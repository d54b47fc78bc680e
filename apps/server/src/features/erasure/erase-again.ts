import { audit } from '../../platform/audit/audit.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { closeWallet } from '../ledger/index.ts';
import { lockDataSubject } from '../students/index.ts';
import { eraseEverywhere } from './erase.ts';
import { type Erased, noteErased, readErased } from './erased-file.ts';

/**
 * Erases students again who were erased before and have come back because an older copy of the database was restored. Runs before the
 * server accepts requests. Blockers are ignored; money that the copy holds stays under the pseudonym, where the office sees it. Also
 * notes students in the file whom only the database knows as erased. Returns the number of students erased again.
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
    // Absent if the copy is older than the student.
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
    // A payment that the copy holds as open would otherwise name the child for good: it is booked into suspense, like one for an
    // unknown number.
    await tx.row(`SELECT set_config('app.before_service', 'on', true)`);
    await eraseEverywhere(tx, context, child);
    const about = { subjectKind: 'student', subjectId: studentSYSID };
    await audit(tx, { tool: 'erase-again' }, { ...about, action: 'student.erase', detail: { pseudonym } });
    return true;
  });
}
