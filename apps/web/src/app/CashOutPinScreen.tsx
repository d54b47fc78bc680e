import { Suspense } from 'react';
import { CashRoom } from '../features/limits/CashRoom.tsx';
import { TillBanner } from '../features/tills/TillBanner.tsx';
import { CashOutPinPage } from '../features/wallet/index.ts';
import { useApprovalNews } from './approval-news.ts';

/** Cash-out by PIN, held to the school's limits. */
export function CashOutPinScreen() {
  useApprovalNews();
  return (
    <CashOutPinPage
      above={<TillBanner />}
      rules={(cashOut) => (
        // Comes while somebody types: what it waits for must not take the page away.
        <Suspense>
          <CashRoom key={cashOut.admissionNumber} {...cashOut} />
        </Suspense>
      )}
    />
  );
}
