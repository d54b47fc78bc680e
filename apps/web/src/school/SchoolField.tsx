import type { SelectProps } from '@mantine/core';
import { viewSchools } from '@mfuko/contract/schools';
import type { PickedSchool } from '../lib/school.ts';
import { PickOne } from '../ui/PickOne.tsx';

interface SchoolFieldProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  readonly value: string | null;
  /** Name of the school, which may not be among the first loaded rows. */
  readonly name: string | undefined;
  readonly onPick: (school: PickedSchool | null) => void;
}

/** Field to pick a school, for users who may see several. */
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
