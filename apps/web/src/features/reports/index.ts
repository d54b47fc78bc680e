/** Reports: the school's days in figures and lists. */

export { FailedMessagesPage } from './FailedMessagesPage.tsx';
export { PlatformDashboardPage } from './PlatformDashboardPage.tsx';
