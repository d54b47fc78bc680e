/** Statements: payments that M-Pesa lists no more, from its statement and two people. */
export { eraseStatementRows } from './erase.ts';
