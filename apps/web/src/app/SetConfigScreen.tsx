import { Suspense } from 'react';
import { GatewayAddresses } from '../features/messages/GatewayAddresses.tsx';
import { RegisterAddresses } from '../features/payments/RegisterAddresses.tsx';
import { SetConfigPage } from '../features/schools/SetConfigPage.tsx';
import { latePart } from '../ui/late-part.tsx';

// Lazy, because the form is the main part of the screen.
const ConfigCheck = latePart(() => import('../features/diagnosis/ConfigCheck.tsx').then((it) => it.ConfigCheck));

/** Configuration of a school's collection, with the addresses of the server for M-Pesa and the SMS provider. */
export function SetConfigScreen() {
  return (
    <SetConfigPage
      more={(sysid) => (
        <>
          <Suspense>
            <RegisterAddresses key={sysid} schoolSYSID={sysid} />
          </Suspense>
          <Suspense>
            <ConfigCheck key={`check:${sysid}`} schoolSYSID={sysid} />
          </Suspense>
          <Suspense>
            <GatewayAddresses />
          </Suspense>
        </>
      )}
    />
  );
}
