import { Suspense } from 'react';
import { TillBanner } from '../features/tills/TillBanner.tsx';
import { DeskPage } from '../features/wallet/DeskPage.tsx';
import { useSchool } from '../lib/school.ts';
import { useSignedIn } from '../lib/session.ts';
import { latePart } from '../ui/late-part.tsx';
import { useApprovalNews } from './approval-news.ts';

const CashAllowance = latePart(() => import('../features/limits/CashAllowance.tsx').then((it) => it.CashAllowance));

/** Cash desk: cash out of and into the till, within the school's limits. */
export function CashDeskScreen() {
  useApprovalNews();
  const { role } = useSignedIn();
  return (
    <DeskPage
      // Remounts for another school, which has other students.
      key={useSchool()?.sysid}
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
