/** Statements: payments that M-Pesa lists no more, from its statement and two people. */
export { STATEMENT_BUNDLE } from './bundle.ts';
export { eraseStatementRows } from './erase.ts';
