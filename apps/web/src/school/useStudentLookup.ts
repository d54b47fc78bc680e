import { useDebouncedValue } from '@mantine/hooks';
import type { getCheckStudent, getStudent } from '@mfuko/contract/students';
import type { getWallet } from '@mfuko/contract/wallet';
import { useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { describe } from '../lib/problems.ts';
import { useCall } from '../lib/queries.ts';
import type { Answer, Sent } from '../lib/request.ts';
import { isAdmissionNumber, numberOf } from './admission-number.ts';
import { failedLookup, type LookupStatus } from './student-lookup.ts';

const TYPING_PAUSE_MS = 300;
/** Delay before a number counts as unknown, because the first digits of a number usually belong to nobody. */
const WHOLE_AFTER_MS = 1_200;

/** Reads that find a student by the admission number: for a gate, with the wallet, or with all fields. */
export type StudentRead = typeof getCheckStudent | typeof getWallet | typeof getStudent;

export interface StudentLookup<Student> {
  readonly status: LookupStatus;
  /** Null unless the student was found for exactly the number in the field, so that a typing error charges nobody else. */
  readonly found: Student | null;
  /** Text below the number field. */
  readonly error: string | null;
  readonly refetch: () => void;
}

/** Looks up the student of a number field, after a pause in typing. */
export function useStudentOf<Read extends StudentRead>(read: Read, number: string): StudentLookup<Answer<Read>> {
  const { t } = useTranslation('school');
  const [asked] = useDebouncedValue(number, TYPING_PAUSE_MS);
  const answer = useCall<StudentRead>(read, { admissionNumber: asked } satisfies Sent<StudentRead>, {
    enabled: isAdmissionNumber(asked),
    // Refetches each time, because a balance may have been spent meanwhile; the gate's answer contains none.
    ...(read.path === 'check/getStudent' ? {} : { staleTime: 0 }),
  });
  const current = number !== '' && number === asked;
  const found = current && answer.data?.admissionNumber === number ? (answer.data as Answer<Read>) : null;
  const [whole] = useDebouncedValue(number, WHOLE_AFTER_MS);
  const failed = current && answer.isError ? failedLookup(answer.error) : null;
  const failure = failed === 'missing' && whole !== number ? null : failed;
  return {
    status: failure ?? (found ? 'found' : number === '' ? 'none' : 'looking'),
    found,
    error: failure && ((failure !== 'missing' && describe(answer.error).message) || t('student.unknown')),
    refetch: () => void answer.refetch(),
  };
}

export interface StudentField<Student> extends StudentLookup<Student> {
  readonly number: string;
  /** Sets the number from typed text; all but digits are dropped. */
  readonly setNumber: (text: string) => void;
}

/** State of a screen's number field, and the student of that number. `given` is the number in the address, which may be invalid. */
export function useStudentField<Read extends StudentRead>(read: Read, given?: string): StudentField<Answer<Read>> {
  const [number, setNumber] = useState(isAdmissionNumber(given) ? given : '');
  return { number, setNumber: (text) => setNumber(numberOf(text)), ...useStudentOf(read, number) };
}
