/**
 * Visits: what the platform's Admins look at and change in a school is noted before the answer is sent, and told to the school,
 * with the reason that they gave.
 */
export { noteChange, noteVisit, requireReason } from './note.ts';
