import { Suspense } from 'react';
import { TillBanner } from '../features/tills/TillBanner.tsx';
import { CashOutPinPage } from '../features/wallet/CashOutPinPage.tsx';
import { useSignedIn } from '../lib/session.ts';
import { latePart } from '../ui/late-part.tsx';
import { useApprovalNews } from './approval-news.ts';

const CashAllowance = latePart(() => import('../features/limits/CashAllowance.tsx').then((it) => it.CashAllowance));

/** Cash-out by PIN, within the school's limits. */
export function CashOutPinScreen() {
  useApprovalNews();
  const { role } = useSignedIn();
  return (
    <CashOutPinPage
      above={<TillBanner />}
      rules={(cashOut) =>
        // Only the office may see limits and approvals; a cashier learns of them by a refusal.
        role !== 'CheckAgent' && (
          // Loaded while the user types: its loading must not replace the page.
          <Suspense>
            <CashAllowance key={cashOut.admissionNumber} {...cashOut} />
          </Suspense>
        )
      }
    />
  );
}
