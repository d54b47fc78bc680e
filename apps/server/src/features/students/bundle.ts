import type { ReadTx } from '../../platform/database/database.ts';
import { type BundlePart, type BundleSubject, bundlePart } from '../../platform/records/bundle.ts';
import { studentNotFound } from './errors.ts';

/** Bundle of this feature: the student, the guardians, and the state of PIN and fingers. Of a PIN, only its existence is told. */
export const STUDENT_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'student',
    ['students'],
    `SELECT s.names, s.admission_number AS "admissionNumber", c.name AS "className", s.status, s.created_at AS date,
            s.left_at AS "left", s.deleted_at AS hidden, s.pin_hash IS NOT NULL AS "hasPin",
            s.pin_hash_elsewhere IS NOT NULL AS "pinElsewhere",
            s.pin_set_at AS "pinSet", s.pin_set_by AS "pinSetBy", s.pin_own_at AS "pinChosen", to_char(s.birth_month, 'YYYY-MM') AS "birthMonth", s.allergens,
            array(SELECT m.name FROM menu_items m WHERE m.school_id = s.school_id AND m.id = ANY(s.blocked_menu_items) ORDER BY m.name) AS "blockedItems"
     FROM students s JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
     WHERE s.school_id = $1 AND s.id = $2`,
  ),
  bundlePart(
    'classes',
    ['student_classes'],
    `SELECT k.since AS date, c.name AS "className" FROM student_classes k
     JOIN classes c ON c.school_id = k.school_id AND c.id = k.class_id
     WHERE k.school_id = $1 AND k.student_id = $2 ORDER BY k.since`,
  ),
  bundlePart(
    'guardians',
    ['guardians'],
    `SELECT name, mobile_number AS "mobileNumber", former_number AS "formerNumber", email, language, notify, created_at AS date,
            deleted_at AS until
     FROM guardians WHERE school_id = $1 AND student_id = $2 ORDER BY created_at, id`,
  ),
  bundlePart(
    'locks',
    ['student_locks'],
    `SELECT pin_failures::int AS "pinFailures", pin_locked_until AS "pinLockedUntil", finger_failures::int AS "fingerFailures",
            finger_held_until AS "fingerHeldUntil"
     FROM student_locks WHERE school_id = $1 AND student_id = $2`,
  ),
  bundlePart(
    'tries',
    ['student_tries', 'failed_attempts'],
    `SELECT at AS date, kind AS proof, false AS wrong, user_id AS by FROM student_tries WHERE school_id = $1 AND student_id = $2
     UNION ALL SELECT at, kind, true, user_id FROM failed_attempts WHERE school_id = $1 AND student_id = $2 ORDER BY 1`,
  ),
  bundlePart(
    'looks',
    ['student_access_log'],
    `SELECT last_at AS date, user_id AS by, times FROM student_access_log WHERE school_id = $1 AND student_id = $2 ORDER BY last_at`,
  ),
  bundlePart(
    'holds',
    ['money_holds'],
    // Omits the digest of a number, which tells a family nothing, and the row of the first enrolment, which holds nothing.
    `SELECT since AS date, split_part(means, ':', 1) AS means, nullif(split_part(means, ':', 2), '') AS finger,
            by_user AS by
     FROM money_holds WHERE school_id = $1 AND student_id = $2 AND isfinite(since) AND means NOT LIKE 'phone:%'
     UNION ALL SELECT since, 'phone', NULL, by_user FROM money_holds
     WHERE school_id = $1 AND student_id = $2 AND isfinite(since) AND means LIKE 'phone:%' ORDER BY 1`,
  ),
];

/** Finds the student of a bundle, including students who have left or are deleted. Throws student.not-found. */
export async function findBundleSubject(tx: ReadTx, id: string): Promise<BundleSubject> {
  const found = await tx.row<Pick<BundleSubject, 'admissionNumber' | 'names'>>(
    `SELECT admission_number AS "admissionNumber", names FROM students WHERE school_id = $1 AND id = $2 AND erased_at IS NULL`,
    [tx.schoolId, id],
  );
  if (!found) throw studentNotFound();
  const guardians = await tx.rows<BundleSubject['guardians'][number]>(
    'SELECT id, mobile_number AS phone FROM guardians WHERE school_id = $1 AND student_id = $2',
    [tx.schoolId, id],
  );
  return { id, ...found, guardians };
}
