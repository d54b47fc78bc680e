import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Bundle of this feature: the student's own limits, the guardian's wishes, and cash-outs that a second person decided on. */
export const LIMIT_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'limits',
    ['pocket_limits'],
    `SELECT scope, cash_out AS "cashOut", cash_day AS "cashDay", cash_week AS "cashWeek", no_cash AS "noCash",
            spending_day AS "spendingDay", finger_alone AS "fingerAlone", cash_outs_day AS "cashOutsDay", on_campus AS "onCampus", approval_above AS "approvalAbove",
            wished_by AS "wishedBy", wished_how AS "wishedHow", wished_on::text AS "wishedOn", set_at AS date, set_by AS by
     FROM pocket_limits WHERE school_id = $1 AND subject_id = $2 AND scope IN ('student', 'guardian') ORDER BY scope`,
  ),
  bundlePart(
    'approvals',
    ['cash_approvals'],
    `SELECT asked_at AS date, amount, reason, asked_by AS by, decision, decided_at AS decided, decided_by AS "decidedBy", note
     FROM cash_approvals WHERE school_id = $1 AND student_id = $2 ORDER BY asked_at, id`,
  ),
];
