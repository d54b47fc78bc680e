/** Statements: books payments that M-Pesa no longer lists, from its statement, with two people's approval. */
export { STATEMENT_BUNDLE } from './bundle.ts';
export { eraseStatementRows } from './erase.ts';
