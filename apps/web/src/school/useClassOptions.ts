import { getClasses } from '@mfuko/contract/schools';
import { useMemo } from 'react';
import { useCall } from '../lib/queries.ts';

/** Classes of the school by name, as a filter or a select takes them; none while they are being read. */
export function useClassOptions(): readonly { readonly value: string; readonly label: string }[] {
  const rows = useCall(getClasses, { sort: 'className' }).data?.rows;
  return useMemo(() => (rows ?? []).map(({ sysid, className }) => ({ value: sysid, label: className })), [rows]);
}
