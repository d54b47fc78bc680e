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

/** Fields for student and bus, shared by boarding, alighting and the roll call. */
export function BusFields({ student, numberField, plate, onPlate, plateError }: BusFieldsProps) {
  return (
    <>
      <StudentBox
        ref={numberField}
        value={student.number}
        onNumber={student.setNumber}
        named={student.found !== null}
        // Offline the name cannot be fetched, which is no fault of the number.
        error={student.status !== 'unreachable' && student.error}
        autoFocus
      />
      <StudentCard student={student.found} keepsRoom />
      <PlateField plate={plate} onPlate={onPlate} error={plateError} above />
    </>
  );
}
