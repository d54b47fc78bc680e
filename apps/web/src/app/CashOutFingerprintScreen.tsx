import { Suspense } from 'react';
import { CashRoom } from '../features/limits/CashRoom.tsx';
import { TillBanner } from '../features/tills/TillBanner.tsx';
import { CashOutFingerprintPage } from '../features/wallet/index.ts';
import { useApprovalNews } from './approval-news.ts';

/** Cash-out by fingerprint, held to the school's limits. */
export function CashOutFingerprintScreen() {
  useApprovalNews();
  return (
    <CashOutFingerprintPage
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
