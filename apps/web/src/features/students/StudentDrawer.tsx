import { Group, Skeleton, Stack } from '@mantine/core';
import { getStudent, type StudentDetails } from '@mfuko/contract/students';
import { IconFingerprint, IconUserSearch } from '@tabler/icons-react';
import { formatDay } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { useFreshOnce } from '../../ui/useFreshOnce.ts';
import { When } from '../../ui/When.tsx';
import { Guardians } from './Guardians.tsx';
import { StudentForm } from './StudentForm.tsx';
import { FingerprintState, StudentStatus } from './states.tsx';
import { Whereabouts } from './Whereabouts.tsx';

interface StudentDrawerProps {
  readonly admissionNumber: string | undefined;
  readonly mode: 'view' | 'edit';
  readonly onClose: () => void;
  readonly onSaved?: (student: StudentDetails) => void;
}

/** Drawer that shows or edits the student whose admission number is in the address. */
export function StudentDrawer({ admissionNumber, mode, onClose, onSaved = onClose }: StudentDrawerProps) {
  const { t } = useTranslation(['students', 'school']);
  const asked = admissionNumber !== undefined;
  const found = useCall(getStudent, { admissionNumber: admissionNumber ?? '' }, { enabled: asked, staleTime: 0 });
  const fresh = useFreshOnce(asked && mode === 'edit', found.isFetching);
  const missing = found.error instanceof CallError && [400, 404].includes(found.error.status ?? 0);
  return (
    <DetailDrawer title={found.data?.names ?? t('drawer.title')} opened={asked} onClose={onClose}>
      {found.data && asked && (mode === 'view' || fresh) ? (
        mode === 'view' ? (
          <Details student={found.data} />
        ) : (
          <StudentForm key={found.data.sysid} student={found.data} onSaved={onSaved} />
        )
      ) : missing ? (
        <Notice Icon={IconUserSearch} title={t('drawer.unknown')} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Waiting />
      )}
    </DetailDrawer>
  );
}

function Details({ student }: { student: StudentDetails }) {
  const { t } = useTranslation('students');
  const search = { admissionNumber: student.admissionNumber };
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('fields.admissionNumber'), student.admissionNumber],
          [t('fields.names'), student.names],
          [t('fields.classSYSID'), student.className],
          [t('list.status'), <StudentStatus key="status" status={student.status} />],
          [t('page.where'), <Whereabouts key="where" student={student} />],
          [t('list.balance'), <Money key="balance" value={student.balance} fw={600} />],
          [t('list.fingerprint'), <FingerprintState key="finger" has={student.hasFingerprint} />],
          [t('fields.checkPin'), student.hasPin ? t('pin.set') : t('pin.notSet')],
          ...(student.birthMonth ? [[t('fields.birthMonth'), formatDay(student.birthMonth)] as const] : []),
          [t('edit.fields.allergens'), student.allergens.join(', ')],
          [t('list.created'), <When key="when" moment={student.dateCreated} />],
        ]}
      />
      <Guardians student={student} level={3} />
      <Group gap="sm">
        <LinkButton to="/app/student.details" search={search}>
          {t('drawer.toPage')}
        </LinkButton>
        {student.status === 'active' && (
          <LinkButton
            to="/app/student.add.fingerprint"
            search={search}
            variant="default"
            leftSection={<IconFingerprint size={18} aria-hidden />}
          >
            {student.hasFingerprint ? t('drawer.addAnother') : t('drawer.addFingerprint')}
          </LinkButton>
        )}
      </Group>
    </Stack>
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
