/** Limits on the pocket money that may go out, and the word of a second person. */
export { ApprovalsPage } from './ApprovalsPage.tsx';
