import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Finger } from '@mfuko/contract/fingerprints';
import { getCheckStudent } from '@mfuko/contract/students';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, describe } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';
import { showDone } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EnrolmentFields } from './EnrolmentFields.tsx';
import { useEnrolment } from './useEnrolment.ts';

const TYPING_PAUSE_MS = 300;
const NUMBER = /^\d{1,12}$/;

/** Adds a fingerprint to a student who is there already. */
export function ScanFingerprintPage() {
  // The same number in another school is another student.
  return <Scan key={useSchool()?.sysid} />;
}

function Scan() {
  const { t } = useTranslation('fingerprints');
  const { admissionNumber: given } = useSearch({ strict: false }) as { admissionNumber?: string };
  const [number, setNumber] = useState(given && NUMBER.test(given) ? given : '');
  const [asked] = useDebouncedValue(number, TYPING_PAUSE_MS);
  const student = useCall(getCheckStudent, { admissionNumber: asked }, { enabled: NUMBER.test(asked) });
  // Only what was found for the very number in the field may be enrolled.
  const found = number === asked && student.data?.admissionNumber === number ? student.data : null;
  const [impressions, setImpressions] = useState<Partial<Record<Finger, number>>>({});
  const enrolment = useEnrolment(found, (saved) => {
    showDone(t('done'));
    setImpressions((now) => ({ ...now, [saved.finger]: saved.impressions }));
    void student.refetch();
  });
  function type(text: string) {
    const digits = text.replace(/\D/g, '').slice(0, 12);
    if (digits === number) return;
    setNumber(digits);
    if (!found) return;
    // Nothing of the one student may go to the other.
    setImpressions({});
    enrolment.forget();
  }
  const missing = student.error instanceof CallError && student.error.status === 404;
  const failed =
    student.isError && number === asked
      ? missing
        ? t('scan.unknown')
        : describe(student.error).message || t('scan.unknown')
      : null;
  return (
    <>
      <PageHeader title={t('scan.title')} />
      <Stack gap="md" maw={640}>
        <TextInput
          label={t('scan.number')}
          inputMode="numeric"
          autoComplete="off"
          autoFocus={!given}
          value={number}
          onChange={(event) => type(event.currentTarget.value)}
          error={failed}
          required
        />
        <div role="status">
          {found && (
            <Group gap="xs">
              <Text fw={600}>{found.names}</Text>
              <Text c="dimmed">{found.className}</Text>
              <Text size="sm" c="dimmed">
                {found.hasFingerprint ? t('scan.has') : t('scan.hasNot')}
              </Text>
            </Group>
          )}
        </div>
        <EnrolmentFields enrolment={enrolment} impressions={impressions} fresh={found?.hasFingerprint !== true} />
        <Group justify="flex-end">
          <Button onClick={() => enrolment.save()} disabled={!enrolment.scanned || !found} loading={enrolment.busy}>
            {t('scan.save')}
          </Button>
        </Group>
      </Stack>
    </>
  );
}
