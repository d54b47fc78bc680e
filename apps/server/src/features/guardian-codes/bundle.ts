import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Exports the codes that were sent to a student's guardians, with their purpose. */
export const GUARDIAN_CODE_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'consentCodes',
    ['guardian_codes'],
    `SELECT c.created_at AS date, g.name AS name, g.mobile_number AS "mobileNumber", c.ended_at AS until, c.sent_by AS by
     FROM guardian_codes c JOIN guardians g ON g.school_id = c.school_id AND g.id = c.contact_id
     WHERE c.school_id = $1 AND c.student_id = $2 AND c.purpose = 'consent' ORDER BY c.created_at, c.id`,
  ),
  bundlePart(
    'collectorCodes',
    ['guardian_codes'],
    `SELECT created_at AS date, name, ended_at AS until, sent_by AS by
     FROM guardian_codes WHERE school_id = $1 AND student_id = $2 AND purpose = 'collector' ORDER BY created_at, id`,
  ),
];
