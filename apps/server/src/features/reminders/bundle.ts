import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Bundle of this feature: times at which a guardian was notified or asked to pay because pocket money was low. */
export const REMINDER_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'reminders',
    ['reminder_students'],
    `SELECT r.at AS date, r.way AS "reminderWay", s.balance, s.phone_masked AS "mobileNumber", s.skipped, r.by_user AS by
     FROM reminder_students s JOIN reminders r ON r.school_id = s.school_id AND r.id = s.reminder_id
     WHERE s.school_id = $1 AND s.student_id = $2 ORDER BY r.at, r.id`,
  ),
];
