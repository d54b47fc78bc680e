import { Suspense } from 'react';
import { TillBanner } from '../features/tills/TillBanner.tsx';
import { CashOutPinPage } from '../features/wallet/CashOutPinPage.tsx';
import { useSignedIn } from '../lib/session.ts';
import { latePart } from '../ui/late-part.tsx';
import { useApprovalNews } from './approval-news.ts';

const CashAllowance = latePart(() => import('../features/limits/CashAllowance.tsx').then((it) => it.CashAllowance));

/** Cash-out by PIN, held to the school's limits. */
export function CashOutPinScreen() {
  useApprovalNews();
  const { role } = useSignedIn();
  return (
    <CashOutPinPage
      above={<TillBanner />}
      rules={(cashOut) =>
        // Limits and approvals are the office's; a cashier hears of them where they refuse.
        role !== 'CheckAgent' && (
          // Comes while somebody types: what it waits for must not take the page away.
          <Suspense>
            <CashAllowance key={cashOut.admissionNumber} {...cashOut} />
          </Suspense>
        )
      }
    />
  );
}
