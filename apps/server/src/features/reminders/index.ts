/** Reminders: guardians are told that pocket money is low, or asked to pay, many at once. */
export { REMINDER_BUNDLE } from './bundle.ts';
export { eraseReminders } from './erase.ts';
