import { getClasses } from '@mfuko/contract/schools';
import { useMemo } from 'react';
import { useCall } from '../lib/queries.ts';

/** Returns the school's classes by name, as options of a filter or a select; empty while they are loading, and before they are `wanted`. */
export function useClassOptions(wanted = true): readonly { readonly value: string; readonly label: string }[] {
  const rows = useCall(getClasses, { sort: 'className' }, { enabled: wanted }).data?.rows;
  return useMemo(() => (rows ?? []).map(({ sysid, className }) => ({ value: sysid, label: className })), [rows]);
}
