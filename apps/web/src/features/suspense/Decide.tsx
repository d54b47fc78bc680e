import { Alert, Button, Group, Stack } from '@mantine/core';
import { getStudents } from '@mfuko/contract/students';
import {
  approveSettlement,
  getSuspense,
  getSuspenseItem,
  rejectSettlement,
  type SuspenseItem,
} from '@mfuko/contract/suspense';
import { getBalances, getStatement, getWallet } from '@mfuko/contract/wallet';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../lib/format.ts';
import { useRecord } from '../../lib/queries.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { AskDialog } from './AskDialog.tsx';

const READS = [getSuspense, getSuspenseItem, getStatement, getWallet, getBalances, getStudents];

interface DecideProps {
  readonly item: SuspenseItem;
  readonly proposal: NonNullable<SuspenseItem['proposal']>;
}

/** A second person agrees or does not; whoever proposed it can only take it back. */
export function Decide({ item, proposal }: DecideProps) {
  const { t } = useTranslation('suspense');
  const [asking, setAsking] = useState(false);
  const { student, own } = proposal;
  const input = { sysid: item.sysid, proposalSYSID: proposal.sysid };
  const yes = useRecord(approveSettlement, {
    refresh: READS,
    onDone: () => {
      setAsking(false);
      showDone(t(student ? 'settledDone' : 'returningDone'));
    },
    onError: showError,
  });
  const no = useRecord(rejectSettlement, {
    refresh: READS,
    onDone: () => showDone(t(own ? 'takenBackDone' : 'rejectedDone')),
    onError: showError,
  });
  const amount = formatAmount(item.amount);
  return (
    <Stack gap="md">
      {own && (
        <Alert variant="light" icon={<IconInfoCircle aria-hidden />}>
          {t('ownProposal')}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" loading={no.isPending} onClick={() => no.mutate(input)}>
          {t(own ? 'takeBack' : 'reject')}
        </Button>
        {!own && <Button onClick={() => setAsking(true)}>{t('approve')}</Button>}
      </Group>
      {asking && (
        <AskDialog
          question={t(student ? 'ask.approve' : 'ask.approveReturn')}
          what={
            student
              ? t('ask.approveWhat', { amount, ...student })
              : t('ask.approveReturnWhat', { amount, payer: item.payer ?? t('somebody') })
          }
          act={t('approve')}
          busy={yes.isPending}
          onYes={() => yes.mutate(input)}
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}
