import '@mantine/core/styles/List.css';
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { getStudents } from '@mfuko/contract/students';
import {
  approveSettlement,
  getSuspense,
  getSuspenseItem,
  rejectSettlement,
  type SuspenseItem,
} from '@mfuko/contract/suspense';
import { getBalances, getStatement, getWallet } from '@mfuko/contract/wallet';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { useReasonWords } from './reasons.ts';
import { useReadAnew } from './useReadAnew.ts';

const READS = [getSuspense, getSuspenseItem, getStatement, getWallet, getBalances, getStudents];

interface ApproveProposalProps {
  readonly item: SuspenseItem;
  readonly proposal: NonNullable<SuspenseItem['proposal']>;
  readonly onDecided: () => void;
}

/** Lets a second person approve or reject the proposal; the proposer can only withdraw it. */
export function ApproveProposal({ item, proposal, onDecided }: ApproveProposalProps) {
  const { t } = useTranslation('suspense');
  const [asking, setAsking] = useState(false);
  const { student, own } = proposal;
  const input = { sysid: item.sysid, proposalSYSID: proposal.sysid };
  const readAnew = useReadAnew();
  const refused = (error: unknown) => {
    showError(error);
    // Another user or tab has decided already, so the dialog closes.
    if (readAnew(error)) setAsking(false);
  };
  const yes = useMoneyRecord(approveSettlement, {
    refresh: READS,
    onDone: () => {
      setAsking(false);
      showDone(t(student ? 'settledDone' : 'returningDone'));
      onDecided();
    },
    onError: refused,
  });
  const no = useMoneyRecord(rejectSettlement, {
    refresh: READS,
    onDone: () => {
      showDone(t(own ? 'takenBackDone' : 'rejectedDone'));
      onDecided();
    },
    onError: refused,
  });
  const amount = formatMoney(item.amount);
  return (
    <Stack gap="md">
      {student && <Reasons item={item} student={student} />}
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
          note={<DialogAttempts of={[approveSettlement, rejectSettlement]} />}
          onYes={() => yes.mutate(input)}
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}

/** Reasons that the proposer saw; their absence is shown too, since it matters most. */
function Reasons({ item, student }: { item: SuspenseItem; student: { admissionNumber: string; names: string } }) {
  const { t } = useTranslation('suspense');
  const words = useReasonWords();
  const { names } = student;
  const reasons = item.suggestions.find((one) => one.admissionNumber === student.admissionNumber)?.reasons ?? [];
  if (reasons.length === 0)
    return (
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
        {t('noReasonFor', { names })}
      </Alert>
    );
  return (
    <section>
      <Text fw={600} size="sm">
        {t('reasonsFor', { names })}
      </Text>
      <List size="sm" mt="xs">
        {reasons.map((reason) => (
          <List.Item key={reason.kind}>{words(reason)}</List.Item>
        ))}
      </List>
    </section>
  );
}
