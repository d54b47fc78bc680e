import { Suspense } from 'react';
import { RegisterAddresses } from '../features/payments/RegisterAddresses.tsx';
import { SetConfigPage } from '../features/schools/index.ts';

/** How a school collects, with the addresses at which M-Pesa reaches it. */
export function SetConfigScreen() {
  return (
    <SetConfigPage
      more={(sysid) => (
        <Suspense>
          <RegisterAddresses key={sysid} schoolSYSID={sysid} />
        </Suspense>
      )}
    />
  );
}
