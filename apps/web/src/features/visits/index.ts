/** Visits: why an Admin of the platform comes into a school, and what the school is told of it. */
export { VisitDialog } from './VisitDialog.tsx';
export { VisitsPage } from './VisitsPage.tsx';
