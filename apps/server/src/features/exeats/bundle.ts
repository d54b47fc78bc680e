import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Exports a student's exeats with their use. */
export const EXEAT_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'exeats',
    ['exeats'],
    `SELECT granted_at AS date, leaves_from AS "leavesFrom", return_by AS "returnBy", reason, goes_with AS "goesWith", granted_by AS by,
            out_at AS "wentOut", returned_at AS "cameBack", cancelled_at AS cancelled, cancelled_by AS "cancelledBy",
            cancel_reason AS "cancelReason"
     FROM exeats WHERE school_id = $1 AND student_id = $2 ORDER BY granted_at, id`,
  ),
];
