import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Bundle of this feature: lists that entered or changed the student, or paid in for them. */
export const IMPORT_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'lists',
    ['import_rows'],
    `SELECT b.at AS date, b.file_name AS "fileName", r.row, r.outcome, r.change, b.by_user AS by
     FROM import_rows r JOIN import_batches b ON b.school_id = r.school_id AND b.id = r.batch_id
     WHERE r.school_id = $1 AND r.student_id = $2 ORDER BY b.at, r.row`,
  ),
];
