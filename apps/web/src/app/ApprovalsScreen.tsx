import { ApprovalsPage } from '../features/limits/index.ts';
import { UnusualCashOuts } from '../features/reports/UnusualCashOuts.tsx';
import { useApprovalNews } from './approval-news.ts';

/** Approvals screen: what waits for a second person, as it comes in, and which cash-outs of the last days were unusual. */
export function ApprovalsScreen() {
  useApprovalNews();
  return (
    <>
      <ApprovalsPage />
      <UnusualCashOuts />
    </>
  );
}
