import type { RemindedStudent, Reminder, ReminderOutcome } from '@mfuko/contract/reminders';

export const OUTCOME_COLOURS = {
  waiting: 'gray',
  sent: 'blue',
  arrived: 'blue',
  paid: 'green',
  cancelled: 'gray',
  failed: 'red',
  skipped: 'gray',
} as const satisfies Record<ReminderOutcome, string>;

const HOUR_MS = 3_600_000;

/** Returns true while deliveries are still expected. */
export function isMoving(reminder: Reminder): boolean {
  return reminder.reached + reminder.failed < reminder.asked && isNew(reminder);
}

/** Returns true within an hour of sending: a later report may take days, or never come. */
export function isNew({ date }: Reminder): boolean {
  return Date.now() - Date.parse(date) < HOUR_MS;
}

export function isOnItsWay({ outcome }: RemindedStudent): boolean {
  return outcome === 'waiting' || outcome === 'sent';
}
