import type { SelectProps } from '@mantine/core';
import { getClasses } from '@mfuko/contract/schools';
import { PickOne } from '../../ui/PickOne.tsx';

interface PickedClass {
  readonly sysid: string;
  readonly className: string;
}

interface ClassPickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  readonly picked: PickedClass | null;
  readonly onPick: (picked: PickedClass | null) => void;
}

/** Picks the class of a student. */
export function ClassPicker({ picked, onPick, ...props }: ClassPickerProps) {
  return (
    <PickOne
      {...props}
      endpoint={getClasses}
      toOption={({ sysid, className }) => ({ value: sysid, label: className })}
      value={picked?.sysid || null}
      valueLabel={picked?.className}
      onPick={onPick}
    />
  );
}
