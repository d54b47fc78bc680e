import { Box, NativeSelect } from '@mantine/core';
import { getCheckStudent } from '@mfuko/contract/students';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import { useClassOptions } from '../../school/useClassOptions.ts';
import { useStudentField } from '../../school/useStudentLookup.ts';

const HERE = '/app/student.statement';

/** Picks one student instead of a class. */
export function StudentField({ value }: { value: string | undefined }) {
  const { t } = useTranslation('wallet');
  const navigate = useNavigate();
  const { number, setNumber, found, error } = useStudentField(getCheckStudent, value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice, which may be a class
  useEffect(() => setNumber(value ?? ''), [value]);
  return (
    // As wide as the field's placeholder.
    <Box w={320} maw="100%">
      <StudentBox
        label={t('print.student')}
        value={number}
        onNumber={setNumber}
        named={found !== null}
        error={error}
        required={false}
        onChosen={(admissionNumber) => void navigate({ to: HERE, replace: true, search: { admissionNumber } })}
      />
    </Box>
  );
}

/** Picks all students of a class. */
export function ClassField({ value }: { value: string }) {
  const { t } = useTranslation('wallet');
  const navigate = useNavigate();
  const options = useClassOptions();
  return (
    <NativeSelect
      label={t('balances.class')}
      value={value}
      onChange={(event) =>
        void navigate({ to: HERE, replace: true, search: { classSYSID: event.currentTarget.value } })
      }
      data={[{ value: '', label: t('print.pickClass') }, ...options]}
    />
  );
}
