import { useDebouncedValue } from '@mantine/hooks';
import { getCheckStudent } from '@mfuko/contract/students';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, describe } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';

const TYPING_PAUSE_MS = 300;
const NUMBER = /^\d{1,12}$/;

/** The admission number being typed and the student it names, so that a slip of a digit is seen before it is recorded. */
export function usePupil() {
  const { t } = useTranslation('bus');
  const [number, setNumber] = useState('');
  const [asked] = useDebouncedValue(number, TYPING_PAUSE_MS);
  const pupil = useCall(getCheckStudent, { admissionNumber: asked }, { enabled: NUMBER.test(asked) });
  // Only what was found for the very number in the field counts.
  const current = number !== '' && number === asked;
  const found = current && pupil.data?.admissionNumber === number ? pupil.data : null;
  const missing = pupil.error instanceof CallError && pupil.error.status === 404;
  // Without a network the name stays away, which is no mistake in the number.
  const silent = pupil.error instanceof CallError && pupil.error.status === null;
  return {
    number,
    setNumber: (text: string) => setNumber(text.replace(/\D/g, '').slice(0, 12)),
    found,
    error:
      current && pupil.isError && !silent
        ? missing
          ? t('unknown')
          : describe(pupil.error).message || t('unknown')
        : null,
  };
}

export type PupilInUse = ReturnType<typeof usePupil>;
