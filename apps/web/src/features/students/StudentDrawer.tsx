import { Button, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { getContacts, getStudents, type StudentRow } from '@mfuko/contract/students';
import { IconFingerprint, IconUserSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { When } from '../../ui/When.tsx';
import { FingerprintState, StudentStatus } from './states.tsx';

/** One student, by the number in the address. */
export function StudentDrawer({
  admissionNumber,
  onClose,
}: {
  admissionNumber: string | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('students');
  // There is no call for one student; shorter numbers come first, so the very one is on the first page of what holds it.
  const found = useCall(
    getStudents,
    { search: admissionNumber, sort: 'admissionNumber', page: 1, pageSize: 500 },
    { enabled: admissionNumber !== undefined },
  );
  const student = found.data?.rows.find((row) => row.admissionNumber === admissionNumber);
  return (
    <DetailDrawer title={student?.names ?? t('drawer.title')} opened={admissionNumber !== undefined} onClose={onClose}>
      {student ? (
        <Details student={student} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data && !found.isFetching ? (
        <Notice Icon={IconUserSearch} title={t('drawer.unknown')} />
      ) : (
        <Waiting />
      )}
    </DetailDrawer>
  );
}

function Details({ student }: { student: StudentRow }) {
  const { t } = useTranslation('students');
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('fields.admissionNumber'), student.admissionNumber],
          [t('fields.names'), student.names],
          [t('fields.classSYSID'), student.className],
          [t('list.balance'), <Money key="balance" value={student.balance} fw={600} />],
          [t('list.fingerprint'), <FingerprintState key="finger" has={student.hasFingerprint} />],
          [t('list.status'), <StudentStatus key="status" status={student.status} />],
          [t('list.created'), <When key="when" moment={student.dateCreated} />],
        ]}
      />
      <Guardians student={student} />
      <Button
        variant={student.hasFingerprint ? 'default' : 'filled'}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        renderRoot={(props) => (
          <Link
            to="/app/student.add.fingerprint"
            search={{ admissionNumber: student.admissionNumber } as never}
            {...props}
          />
        )}
      >
        {student.hasFingerprint ? t('drawer.addAnother') : t('drawer.addFingerprint')}
      </Button>
    </Stack>
  );
}

function Guardians({ student }: { student: StudentRow }) {
  const { t } = useTranslation('students');
  const guardians = useCall(getContacts, { studentSYSID: student.sysid });
  return (
    <section aria-labelledby="guardians">
      <Title order={3} id="guardians" mb="xs">
        {t('drawer.guardians')}
      </Title>
      {guardians.data ? (
        guardians.data.rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('drawer.noGuardians')}
          </Text>
        ) : (
          <List listStyleType="none" spacing="sm">
            {guardians.data.rows.map(({ sysid, name, mobileNumber, email }) => (
              <List.Item key={sysid}>
                <Text fw={600}>{name}</Text>
                <Text size="sm" c="dimmed">
                  {[mobileNumber, email].filter(Boolean).join(' · ')}
                </Text>
              </List.Item>
            ))}
          </List>
        )
      ) : guardians.isError ? (
        <ErrorState error={guardians.error} onRetry={() => void guardians.refetch()} />
      ) : (
        <Skeleton height={48} />
      )}
    </section>
  );
}

function Waiting() {
  return (
    <Stack gap="sm">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </Stack>
  );
}
