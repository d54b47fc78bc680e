import { CheckDashboardPage } from '../features/gate/CheckDashboardPage.tsx';
import { ChecksTable } from '../features/reports/ChecksTable.tsx';

/** The gate at a glance, with the report of every passage. */
export function CheckDashboardScreen() {
  return <CheckDashboardPage latest={<ChecksTable at="/app/check.dash" />} />;
}
