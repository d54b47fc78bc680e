/**
 * Erasure: removes a student's personal data for good, by two persons. Each feature erases its own data; money, portions and passages
 * stay as numbers under a pseudonym, so that the books balance. A file outside the database lists the erased students, so that a
 * restored older copy is erased again.
 */
export { eraseAgain } from './erase-again.ts';
