import type { getCheckStudent } from '@mfuko/contract/students';
import type { RefObject } from 'react';
import type { Answer } from '../../lib/request.ts';
import { StudentCard } from '../../school/StudentCard.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import type { StudentField } from '../../school/useStudentLookup.ts';
import { PlateField } from './PlateField.tsx';

interface BusFieldsProps {
  readonly student: StudentField<Answer<typeof getCheckStudent>>;
  readonly numberField: RefObject<HTMLInputElement | null>;
  readonly plate: string;
  readonly onPlate: (plate: string) => void;
  readonly plateError: string | null;
}

/** Student and bus: the same for getting on, getting off and the roll call. */
export function BusFields({ student, numberField, plate, onPlate, plateError }: BusFieldsProps) {
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
      <StudentCard student={student.found} keepsRoom />
      <PlateField plate={plate} onPlate={onPlate} error={plateError} above />
    </>
  );
}
