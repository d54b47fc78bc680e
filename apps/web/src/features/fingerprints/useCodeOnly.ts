import { getSchoolSettings } from '@mfuko/contract/schools';
import { useCall } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';

/** True where the school enrols a finger by a guardian's code only. */
export function useCodeOnly(): boolean {
  const school = useSchool();
  const rules = useCall(getSchoolSettings, { sysid: school?.sysid ?? '' }, { enabled: school !== null });
  return rules.data?.requireConsentCode ?? false;
}
