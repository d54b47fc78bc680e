/**
 * Visits: a read or change of an Admin in a school is recorded before the answer is sent, and shown to the school with the Admin's
 * reason.
 */
export { noteChange, noteVisit, requireReason } from './note.ts';
