import { ApprovalsPage } from '../features/limits/index.ts';
import { useApprovalNews } from './approval-news.ts';

/** Approvals screen: what waits for a second person, as it comes in. */
export function ApprovalsScreen() {
  useApprovalNews();
  return <ApprovalsPage />;
}
