import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Exports a student's consents and enrolled fingers. Templates are left out: they are sealed, and of no use to the family. */
export const FINGERPRINT_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'consents',
    ['consents'],
    `SELECT c.recorded_at AS date, c.purpose, c.given_by AS "givenBy", c.relation, c.method AS "consentMethod",
            g.mobile_number AS "mobileNumber", c.withdrawn_at AS until, c.recorded_by AS by
     FROM consents c LEFT JOIN guardians g ON g.school_id = c.school_id AND g.id = c.contact_id
     WHERE c.school_id = $1 AND c.student_id = $2 ORDER BY c.recorded_at, c.id`,
  ),
  bundlePart(
    'withdrawals',
    ['consent_withdrawals'],
    `SELECT at AS date, purpose, withdrawn_by AS "givenBy", relation, erased::int AS impressions, recorded_by AS by
     FROM consent_withdrawals WHERE school_id = $1 AND student_id = $2 ORDER BY at, id`,
  ),
  bundlePart(
    'fingers',
    ['fingerprints'],
    `SELECT finger, count(*)::int AS impressions, min(enrolled_at) AS date, min(scanner_serial) AS reader,
            (array_agg(enrolled_by ORDER BY enrolled_at))[1] AS by
     FROM fingerprints WHERE school_id = $1 AND student_id = $2 GROUP BY finger ORDER BY finger`,
  ),
  bundlePart(
    'replacedFingers',
    ['replaced_fingerprints'],
    `SELECT replaced_at AS date, finger, enrolled_at AS "dateEnrolled", scanner_serial AS reader, replaced_by AS by
     FROM replaced_fingerprints WHERE school_id = $1 AND student_id = $2 ORDER BY replaced_at, id`,
  ),
  bundlePart(
    'sketches',
    ['picture_sketches'],
    'SELECT made_at AS date, enrolled FROM picture_sketches WHERE school_id = $1 AND student_id = $2 ORDER BY made_at, id',
  ),
];
