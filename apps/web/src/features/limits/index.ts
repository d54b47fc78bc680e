/** Limits on spending pocket money, and the approval by a second person. */
export { ApprovalsPage } from './ApprovalsPage.tsx';
