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
/** The first digits of a number are nobody's: only one that nobody types on at is told to be so. */
const WHOLE_AFTER_MS = 1_200;

/** Reads that find a student by the admission number: what a gate may see, with the wallet, or everything. */
export type StudentRead = typeof getCheckStudent | typeof getWallet | typeof getStudent;

export interface StudentLookup<Student> {
  readonly status: LookupStatus;
  /** Null unless the student was found for the very number in the field: nobody pays for another's lunch by a typing error. */
  readonly found: Student | null;
  /** Words for below the number field. */
  readonly error: string | null;
  readonly refetch: () => void;
}

/** Looks up the student whose number is in a field, a moment after the last digit. */
export function useStudentOf<Read extends StudentRead>(read: Read, number: string): StudentLookup<Answer<Read>> {
  const { t } = useTranslation('school');
  const [asked] = useDebouncedValue(number, TYPING_PAUSE_MS);
  const answer = useCall<StudentRead>(read, { admissionNumber: asked } satisfies Sent<StudentRead>, {
    enabled: isAdmissionNumber(asked),
    // A balance of a moment ago may have been spent; what a gate may see holds none.
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
  /** Takes what was typed; anything but digits is dropped. */
  readonly setNumber: (text: string) => void;
}

/** The number field of a screen and the student that it names. `given` is a number of the address, which may be none. */
export function useStudentField<Read extends StudentRead>(read: Read, given?: string): StudentField<Answer<Read>> {
  const [number, setNumber] = useState(isAdmissionNumber(given) ? given : '');
  return { number, setNumber: (text) => setNumber(numberOf(text)), ...useStudentOf(read, number) };
}
