/** Visits of a platform Admin to a school: the reason, and the report that the school sees. */
export { VisitDialog } from './VisitDialog.tsx';
export { VisitsPage } from './VisitsPage.tsx';
