import { getProviderRegistration } from '@mfuko/contract/payments';
import { useCall } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';

/** Returns the state of the school's M-Pesa account: since when its payments are compared, and which period is missing. */
export function useProviderRegistration() {
  const school = useSchool()?.sysid;
  return useCall(getProviderRegistration, { schoolSYSID: school ?? '' }, { enabled: school !== undefined }).data;
}
