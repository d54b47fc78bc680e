import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { RightCode } from '../guardian-codes/index.ts';
import { findHold, getContactOf, phoneMeans } from '../students/index.ts';
import { noConsentByCode } from './errors.ts';

/** An enrolment that is checked: the student, the user who enrols, and the guardian's code, if one was given. */
interface Asked {
  readonly studentId: string;
  readonly userId: string;
  readonly code: RightCode | null;
}

/**
 * Checks an enrolment against the school's rule that a guardian consents by code. One code covers all fingers of the student until the
 * consent is withdrawn. A code from a number that is on hold after its change is refused. If no guardian has a number, two users of the
 * office replace the code: one has recorded the consent, another enrols. Throws fingerprint.no-consent.
 */
export async function requireConsentByCode(
  tx: ReadTx,
  context: Pick<AppContext, 'keys'>,
  { studentId, userId, code }: Asked,
): Promise<void> {
  const school = await tx.row<{ asks: boolean }>('SELECT require_consent_code AS asks FROM schools WHERE id = $1', [
    tx.schoolId,
  ]);
  if (!school?.asks) return;
  if (code) {
    const { mobileNumber } = await getContactOf(tx, studentId, code.contactId);
    if (await findHold(tx, studentId, phoneMeans(context, mobileNumber))) throw noConsentByCode('consent-new-number');
    return;
  }
  const known = await tx.row<{ byCode: boolean; reachable: boolean; recordedBy: string | null }>(
    `SELECT EXISTS (SELECT 1 FROM consents c WHERE ${STANDING} AND c.contact_id IS NOT NULL) AS "byCode",
            EXISTS (SELECT 1 FROM guardians g WHERE g.school_id = $1 AND g.student_id = $2 AND g.deleted_at IS NULL) AS reachable,
            (SELECT c.recorded_by FROM consents c WHERE ${STANDING} AND c.recorded_by <> $3
             ORDER BY c.recorded_at DESC LIMIT 1) AS "recordedBy"`,
    [tx.schoolId, studentId, userId],
  );
  if (known?.byCode) return;
  if (known?.reachable) throw noConsentByCode('consent-by-code');
  if (!known?.recordedBy) throw noConsentByCode('consent-by-two');
  await tx.row('SELECT require_two_hands($1, $2)', [known.recordedBy, userId]);
}

const STANDING = `c.school_id = $1 AND c.student_id = $2 AND c.purpose = 'fingerprint' AND c.withdrawn_at IS NULL`;
