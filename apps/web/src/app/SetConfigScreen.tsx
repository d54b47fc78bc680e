import { Suspense } from 'react';
import { GatewayAddresses } from '../features/messages/GatewayAddresses.tsx';
import { RegisterAddresses } from '../features/payments/RegisterAddresses.tsx';
import { SetConfigPage } from '../features/schools/SetConfigPage.tsx';
import { latePart } from '../ui/late-part.tsx';

// The form is what people come for.
const ConfigCheck = latePart(() => import('../features/diagnosis/ConfigCheck.tsx').then((it) => it.ConfigCheck));

/** Configuration of a school's collection, with the addresses at which M-Pesa and the SMS provider reach the server. */
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
