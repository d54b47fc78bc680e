import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { type RightCode, useGuardianCode } from '../guardian-codes/index.ts';
import { noConsent, wrongConsentCode } from './errors.ts';

/** Fields of an upload that state the guardian's consent. */
export interface ConsentParts {
  readonly ConsentBy?: string | undefined;
  readonly ConsentRelation?: string | undefined;
  readonly ConsentMethod?: 'paper' | 'otp' | 'witnessed' | undefined;
  readonly ConsentCode?: string | undefined;
}

/** A consent to record with the upload; null if none is needed. */
export type NewConsent = {
  readonly by: string;
  readonly relation: string;
  readonly method: string;
  /** The guardian's code; null if the consent was given otherwise. */
  readonly code: RightCode | null;
} | null;

/**
 * Checks an enrolment against the school's consent policy. The consent is recorded already, or stated in full with the upload, or the
 * school certifies that it holds the forms, which no longer counts once a guardian has withdrawn consent. With `otp` and no name, the
 * guardian who received the code is recorded. Throws fingerprint.no-consent.
 */
export async function requireConsent(
  tx: ReadTx,
  studentId: string,
  parts: ConsentParts,
  code: RightCode | null,
): Promise<NewConsent> {
  const asked = await tx.row<{ needed: boolean }>(
    `SELECT (s.consent_policy = 'student' OR EXISTS (
               SELECT 1 FROM consent_withdrawals w WHERE w.school_id = s.id AND w.student_id = $2 AND w.purpose = 'fingerprint'))
            AND NOT EXISTS (
               SELECT 1 FROM consents c WHERE c.school_id = s.id AND c.student_id = $2 AND c.purpose = 'fingerprint'
                 AND c.withdrawn_at IS NULL) AS needed
     FROM schools s WHERE s.id = $1`,
    [tx.schoolId, studentId],
  );
  const { ConsentMethod: method } = parts;
  const by = parts.ConsentBy ?? code?.guardian;
  const relation = parts.ConsentRelation ?? (code ? 'Guardian' : undefined);
  if (by && relation && method) return { by, relation, method, code };
  if (asked?.needed === false) return null;
  throw noConsent([
    ...(by ? [] : ['ConsentBy']),
    ...(relation ? [] : ['ConsentRelation']),
    ...(method ? [] : ['ConsentMethod']),
  ]);
}

/** Records a consent, unless an equal one is in force: the uploads of a finger's three impressions state the same consent three times. */
export async function recordConsent(tx: Tx, studentId: string, consent: NewConsent, recordedBy: string): Promise<void> {
  if (!consent) return;
  const { by, relation, method, code } = consent;
  if (code && !(await useGuardianCode(tx, code))) throw wrongConsentCode();
  await tx.row(
    `INSERT INTO consents (school_id, id, student_id, purpose, given_by, relation, method, recorded_by, contact_id)
     SELECT $1, $2, $3, 'fingerprint', $4, $5, $6, $7, $8
     WHERE $8::uuid IS NOT NULL OR NOT EXISTS (SELECT 1 FROM consents WHERE school_id = $1 AND student_id = $3 AND purpose = 'fingerprint'
       AND given_by = $4 AND relation = $5 AND method = $6 AND withdrawn_at IS NULL)`,
    [tx.schoolId, newId(), studentId, by, relation, method, recordedBy, code?.contactId ?? null],
  );
}
