import { getClasses } from '@mfuko/contract/schools';
import { useMemo } from 'react';
import { useCall } from '../lib/queries.ts';

/** Classes of the school by name, as a filter or a select takes them; none while they are being read, and before they are `wanted`. */
export function useClassOptions(wanted = true): readonly { readonly value: string; readonly label: string }[] {
  const rows = useCall(getClasses, { sort: 'className' }, { enabled: wanted }).data?.rows;
  return useMemo(() => (rows ?? []).map(({ sysid, className }) => ({ value: sysid, label: className })), [rows]);
}
