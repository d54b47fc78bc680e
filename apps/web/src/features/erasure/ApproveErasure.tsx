import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { approveErase, type Erasure, getErasures, rejectErase } from '@mfuko/contract/erasure';
import { getStudents } from '@mfuko/contract/students';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { Blockers } from './Blockers.tsx';

interface ApproveErasureProps {
  readonly erasure: Erasure;
  readonly onErased: () => void;
}

/** Lets a second person erase the student for good or reject the proposal; the proposer can only withdraw it. */
export function ApproveErasure({ erasure, onErased }: ApproveErasureProps) {
  const { t } = useTranslation('erasure');
  const [asking, setAsking] = useState(false);
  const { sysid, own, names, admissionNumber, reason, by, date, blockers } = erasure;
  const yes = useSureRecord(approveErase, {
    // The student's page is left, so its own data are not refreshed.
    refresh: [getStudents],
    onDone: ({ pseudonym }) => {
      showDone(t('erased', { pseudonym }));
      onErased();
    },
    onError: (error) => {
      setAsking(false);
      showError(error);
    },
  });
  const no = useSureRecord(rejectErase, {
    refresh: [getErasures],
    onDone: () => showDone(t('rejected')),
    onError: showError,
  });
  return (
    <Alert variant="light" my="sm" icon={<IconInfoCircle aria-hidden />} title={t('waits')}>
      <Stack gap="sm">
        <Text size="sm">{t('by', { by, date: formatDate(date), reason })}</Text>
        {own && <Text size="sm">{t('own')}</Text>}
        {blockers.length > 0 && <Blockers blockers={blockers} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="sm" loading={no.isPending} onClick={() => no.mutate({ sysid })}>
            {t(own ? 'takeBack' : 'reject')}
          </Button>
          {!own && (
            <Button size="sm" disabled={blockers.length > 0} onClick={() => setAsking(true)}>
              {t('approve')}
            </Button>
          )}
        </Group>
      </Stack>
      {asking && (
        <AskDialog
          question={t('ask')}
          what={t('askWhat', { names, admissionNumber })}
          act={t('erase')}
          busy={yes.isPending}
          forGood
          onYes={() => yes.mutate({ sysid })}
          onClose={() => setAsking(false)}
        />
      )}
    </Alert>
  );
}
