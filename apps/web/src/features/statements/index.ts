/** Payments that M-Pesa no longer lists, imported from its statement with the approval of two people. */
export { StatementsPage } from './StatementsPage.tsx';
