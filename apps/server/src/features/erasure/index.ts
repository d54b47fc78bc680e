/**
 * Erasure: what is personal of a student goes for good, on the word of two people. Each feature erases its own; money, portions and
 * passages stay as numbers under a pseudonym, so that the books balance. A file outside the database remembers who was erased, and an
 * older copy that is restored is erased again by it.
 */
export { eraseAgain } from './erase-again.ts';
