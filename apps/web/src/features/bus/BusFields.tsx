import { Autocomplete } from '@mantine/core';
import { getBuses } from '@mfuko/contract/bus';
import type { getCheckStudent } from '@mfuko/contract/students';
import type { RefObject } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import type { Answer } from '../../lib/request.ts';
import { StudentCard } from '../../school/StudentCard.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import type { StudentField } from '../../school/useStudentLookup.ts';

interface BusFieldsProps {
  readonly student: StudentField<Answer<typeof getCheckStudent>>;
  readonly numberField: RefObject<HTMLInputElement | null>;
  readonly plate: string;
  readonly onPlate: (plate: string) => void;
  readonly plateError: string | null;
}

/** Who and which bus: the same for getting on, getting off and the roll call. */
export function BusFields({ student, numberField, plate, onPlate, plateError }: BusFieldsProps) {
  const { t } = useTranslation('bus');
  const buses = useCall(getBuses, { sort: 'label' });
  const known = buses.data?.rows ?? [];
  const label = known.find((bus) => keyOf(bus.busNumberPlate) === keyOf(plate))?.label;
  return (
    <>
      <StudentBox
        ref={numberField}
        value={student.number}
        onNumber={student.setNumber}
        named={student.found !== null}
        // Without a network the name stays away, which is no mistake in the number.
        error={student.status !== 'unreachable' && student.error}
        autoFocus
      />
      <StudentCard student={student.found} />
      <Autocomplete
        label={t('fields.busNumberPlate')}
        description={label ?? t('fields.plateHint')}
        data={known.map((bus) => bus.busNumberPlate)}
        value={plate}
        onChange={onPlate}
        error={plateError}
        // Above the field: below it are the buttons.
        comboboxProps={{ position: 'top-start', middlewares: { flip: false } }}
        maxDropdownHeight={140}
        maxLength={15}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        name="busNumberPlate"
      />
    </>
  );
}

function keyOf(plate: string): string {
  return plate.toUpperCase().replace(/[\s-]/g, '');
}
