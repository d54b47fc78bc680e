import { ApprovalsPage } from '../features/limits/index.ts';
import { useApprovalNews } from './approval-news.ts';

/** What waits for a second person, as it comes in. */
export function ApprovalsScreen() {
  useApprovalNews();
  return <ApprovalsPage />;
}
