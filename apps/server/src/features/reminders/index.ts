/** Reminders: guardians told or asked at once that pocket money is low. */
export { eraseReminders } from './erase.ts';
