import type { SelectProps } from '@mantine/core';
import { viewSchools } from '@mfuko/contract/schools';
import type { PickedSchool } from '../lib/school.ts';
import { PickOne } from '../ui/PickOne.tsx';

interface SchoolFieldProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  /** Id of the school. */
  readonly value: string | null;
  /** Its name, which may not be among the first that are loaded. */
  readonly name: string | undefined;
  readonly onPick: (school: PickedSchool | null) => void;
}

/** Picks a school, for those who may see several. */
export function SchoolField({ name, ...props }: SchoolFieldProps) {
  return (
    <PickOne
      {...props}
      endpoint={viewSchools}
      toOption={({ sysid, shortName }) => ({ value: sysid, label: shortName })}
      valueLabel={name}
    />
  );
}
