import { useDebouncedValue } from '@mantine/hooks';
import { getCheckStudent } from '@mfuko/contract/students';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, describe } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';

const TYPING_PAUSE_MS = 300;
const NUMBER = /^\d{1,12}$/;

/** The admission number being typed, and whom it names, so that nobody pays for somebody else's lunch. */
export function useStudentOf() {
  const { t } = useTranslation('canteen');
  const [number, setNumber] = useState('');
  const [asked] = useDebouncedValue(number, TYPING_PAUSE_MS);
  const student = useCall(getCheckStudent, { admissionNumber: asked }, { enabled: NUMBER.test(asked) });
  // Only what was found for the very number in the field counts.
  const found = number !== '' && number === asked && student.data?.admissionNumber === number ? student.data : null;
  const failed = student.isError && number === asked && number !== '';
  const missing = student.error instanceof CallError && student.error.status === 404;
  return {
    number,
    setNumber: (text: string) => setNumber(text.replace(/\D/g, '').slice(0, 12)),
    found,
    error: failed ? (missing ? t('consume.unknown') : describe(student.error).message || t('consume.unknown')) : null,
  };
}
