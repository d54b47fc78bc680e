import { Button, Group, Stack, Text } from '@mantine/core';
import type { Finger } from '@mfuko/contract/fingerprints';
import { getCheckStudent } from '@mfuko/contract/students';
import { IconUsersGroup } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSchool } from '../../lib/school.ts';
import { StudentLine } from '../../school/StudentCard.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import { useStudentField } from '../../school/useStudentLookup.ts';
import { LinkButton } from '../../ui/links.tsx';
import { showDone } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EnrolmentFields } from './EnrolmentFields.tsx';
import { useEnrolment } from './useEnrolment.ts';

/** Adds a fingerprint to an existing student. */
export function ScanFingerprintPage() {
  // Remounts when the school changes: the same number belongs to another student there.
  return <Scan key={useSchool()?.sysid} />;
}

function Scan() {
  const { t } = useTranslation('fingerprints');
  const { admissionNumber: given } = useSearch({ from: '/app/student.add.fingerprint' });
  const student = useStudentField(getCheckStudent, given);
  const { found } = student;
  const [impressions, setImpressions] = useState<Partial<Record<Finger, number>>>({});
  const enrolment = useEnrolment(found, (saved) => {
    showDone(t('done'));
    setImpressions((now) => ({ ...now, [saved.finger]: saved.impressions }));
    student.refetch();
  });
  function type(number: string) {
    if (number === student.number) return;
    student.setNumber(number);
    if (!found) return;
    // No data of the former student may be used for the next one.
    setImpressions({});
    enrolment.forget();
  }
  return (
    <>
      <PageHeader
        title={t('scan.title')}
        actions={
          <LinkButton
            to="/app/student.enrol.class"
            variant="default"
            leftSection={<IconUsersGroup size={18} aria-hidden />}
          >
            {t('scan.class')}
          </LinkButton>
        }
      />
      <Stack gap="md" maw={640}>
        <StudentBox
          autoFocus={!given}
          value={student.number}
          onNumber={type}
          named={found !== null}
          error={student.error}
        />
        <StudentLine student={found}>
          <Text size="sm" c="dimmed">
            {found?.hasFingerprint ? t('scan.has') : t('scan.hasNot')}
          </Text>
        </StudentLine>
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
