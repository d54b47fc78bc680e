import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Exports a student's meals, with time and place, and meal subsidies. */
export const MEAL_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'mealSubsidy',
    ['meal_subsidies'],
    `SELECT at AS date, kind AS "subsidyKind", percent, pays, by_user AS by FROM meal_subsidies WHERE school_id = $1 AND student_id = $2`,
  ),
  bundlePart(
    'mealSubsidyProposals',
    ['meal_subsidy_proposals'],
    `SELECT at AS date, kind AS "subsidyKind", percent, pays, by_user AS by, decision, decided_at AS decided, decided_by AS "decidedBy"
     FROM meal_subsidy_proposals WHERE school_id = $1 AND student_id = $2 ORDER BY at, id`,
  ),
  bundlePart(
    'meals',
    ['meals', 'meal_reversals'],
    `SELECT at AS date, item_name AS item, portions, window_name AS "mealWindow", amount, subsidy AS given, balance AS "balanceAfter", method, override_reason AS reason, latitude, longitude,
            scanner_serial AS reader, by_user AS by,
            EXISTS (SELECT 1 FROM meal_reversals b WHERE b.school_id = meals.school_id AND b.meal_id = meals.id) AS "takenBack"
     FROM meals WHERE school_id = $1 AND student_id = $2 ORDER BY at, id`,
  ),
];
