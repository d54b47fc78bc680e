import type { BundlePart } from '../../platform/records/bundle.ts';

/** Bundle of this feature: notices to staff about the student, and the users who read them. */
export const NOTICE_BUNDLE: readonly BundlePart[] = [
  {
    name: 'notices',
    tables: ['notices', 'notice_reads'],
    read: (tx, _context, { admissionNumber, names }) =>
      tx.rows(
        `SELECT n.at AS date, n.kind AS notice, n.params AS detail,
                array(SELECT r.user_id FROM notice_reads r WHERE r.school_id = n.school_id AND r.notice_id = n.id ORDER BY r.at) AS "readBy"
         FROM notices n WHERE n.school_id = $1
           AND (n.subject_kind = 'student' AND n.subject_id = $2 OR n.params ->> 'admissionNumber' = $2
                OR strpos(n.params::text, to_json($3::text)::text) > 0)
         ORDER BY n.at, n.id`,
        [tx.schoolId, admissionNumber, names],
      ),
  },
];
