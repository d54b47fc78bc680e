/**
 * How much pocket money may go out, and the word of a second person above an amount. What is set here is held by
 * `refused_by_rule` in the database, under the lock of the wallet that it is about: the strictest limit counts. An approval
 * is used by the one cash-out that it was good for, in that cash-out's transaction.
 */
export { approvalNotFound } from './errors.ts';
export { limitsOfStudent } from './of-student.ts';
