/** Payments that M-Pesa lists no more, from its own statement and two people. */
export { StatementsPage } from './StatementsPage.tsx';
