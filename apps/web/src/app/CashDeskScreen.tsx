import { Suspense } from 'react';
import { TillBanner } from '../features/tills/TillBanner.tsx';
import { DeskPage } from '../features/wallet/DeskPage.tsx';
import { useSchool } from '../lib/school.ts';
import { useSignedIn } from '../lib/session.ts';
import { latePart } from '../ui/late-part.tsx';
import { useApprovalNews } from './approval-news.ts';

const CashAllowance = latePart(() => import('../features/limits/CashAllowance.tsx').then((it) => it.CashAllowance));

/** Cash desk: cash out of and into the till, held to the school's limits. */
export function CashDeskScreen() {
  useApprovalNews();
  const { role } = useSignedIn();
  return (
    <DeskPage
      // Another school has other students.
      key={useSchool()?.sysid}
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
