import { getSchoolSettings } from '@mfuko/contract/schools';
import { useCall } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';

/** Returns true where the school accepts only a guardian's code for an enrolment. */
export function useCodeOnly(): boolean {
  const school = useSchool();
  const rules = useCall(getSchoolSettings, { sysid: school?.sysid ?? '' }, { enabled: school !== null });
  return rules.data?.requireConsentCode ?? false;
}
