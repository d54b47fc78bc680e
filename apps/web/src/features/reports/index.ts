/** What happened in the school, in figures and lists. */

export { CheckDashboardPage } from './CheckDashboardPage.tsx';
export { FailedMessagesPage } from './FailedMessagesPage.tsx';
export { PlatformDashboardPage } from './PlatformDashboardPage.tsx';
export { SchoolDashboardPage } from './SchoolDashboardPage.tsx';
