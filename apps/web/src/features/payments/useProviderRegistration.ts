import { getProviderRegistration } from '@mfuko/contract/payments';
import { useCall } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';

/** Standing of the school's account with M-Pesa: since when it is compared, and what time is missing. */
export function useProviderRegistration() {
  const school = useSchool()?.sysid;
  return useCall(getProviderRegistration, { schoolSYSID: school ?? '' }, { enabled: school !== undefined }).data;
}
