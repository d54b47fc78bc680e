import { ApprovalsPage } from '../features/limits/index.ts';
import { UnusualCashOuts } from '../features/reports/UnusualCashOuts.tsx';
import { useApprovalNews } from './approval-news.ts';

/** Approvals screen: requests that wait for a second person, updated live, and the unusual cash-outs of the last days. */
export function ApprovalsScreen() {
  useApprovalNews();
  return (
    <>
      <ApprovalsPage />
      <UnusualCashOuts />
    </>
  );
}
