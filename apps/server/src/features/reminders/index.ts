/** Reminders: guardians told or asked at once that pocket money is low. */
export { REMINDER_BUNDLE } from './bundle.ts';
export { eraseReminders } from './erase.ts';
