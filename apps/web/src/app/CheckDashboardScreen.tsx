import { CheckDashboardPage } from '../features/gate/CheckDashboardPage.tsx';
import { ChecksTable } from '../features/reports/ChecksTable.tsx';

/** Overview of the gate, with the report of all passages. */
export function CheckDashboardScreen() {
  return <CheckDashboardPage latest={<ChecksTable at="/app/check.dash" />} />;
}
