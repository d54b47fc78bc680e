/** What happened in the school, in figures and lists. */
export { SchoolDashboardPage } from './SchoolDashboardPage.tsx';
export { StudentChecks } from './StudentChecks.tsx';
