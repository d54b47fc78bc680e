import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Problem } from '@mfuko/contract/problem';
import { approveRefund, getRefunds, type Refund, rejectRefund } from '@mfuko/contract/refunds';
import { getStudent } from '@mfuko/contract/students';
import { getBalances, getStatement } from '@mfuko/contract/wallet';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { queryKey } from '../../lib/queries.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { showDone, showError } from '../../ui/notify.tsx';

/** Problems that end the question: another user has decided, or the wallet's balance has changed. */
const OVER: readonly Problem[] = ['refund.wrong-state', 'refund.changed'];
const READS = [getRefunds, getStudent, getStatement, getBalances];

/** Lets a second person approve or reject the refund; the proposer can only withdraw it. */
export function ApproveRefund({ refund }: { refund: Refund }) {
  const { t } = useTranslation('suspense');
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const refused = (error: unknown) => {
    showError(error);
    if (!(error instanceof CallError) || error.problem === null || !OVER.includes(error.problem)) return;
    setAsking(false);
    for (const read of READS) void client.invalidateQueries({ queryKey: queryKey(read) });
  };
  const { sysid, own, guardian, mobileNumber, names, reason, by, numberChanged, leftOver } = refund;
  const about = { admissionNumber: refund.admissionNumber, amount: String(refund.amount) };
  const yes = useMoneyRecord(approveRefund, {
    about,
    refresh: READS,
    onDone: () => {
      setAsking(false);
      showDone(t('refund.sendingDone'));
    },
    onError: refused,
  });
  const no = useMoneyRecord(rejectRefund, {
    about,
    refresh: READS,
    onDone: () => showDone(t(own ? 'takenBackDone' : 'rejectedDone')),
    onError: refused,
  });
  const amount = formatMoney(refund.amount);
  return (
    <Alert variant="light" my="sm" icon={<IconInfoCircle aria-hidden />} title={t('refund.waits')}>
      <Stack gap="sm">
        <Text size="sm">{t('refund.proposed', { by, amount, guardian, mobileNumber, reason })}</Text>
        <Text size="sm">
          {t('refund.wallet', { before: formatMoney(refund.amount + leftOver), after: formatMoney(leftOver) })}
        </Text>
        {numberChanged && (
          <Text size="sm" fw={600}>
            {t(numberChanged.before === null ? 'refund.numberNew' : 'refund.numberChanged', {
              mobileNumber,
              before: numberChanged.before ?? '',
              date: formatDate(numberChanged.date),
            })}
          </Text>
        )}
        {own && <Text size="sm">{t('ownProposal')}</Text>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="sm" loading={no.isPending} onClick={() => no.mutate({ sysid })}>
            {t(own ? 'takeBack' : 'reject')}
          </Button>
          {!own && (
            <Button size="sm" onClick={() => setAsking(true)}>
              {t('approve')}
            </Button>
          )}
        </Group>
      </Stack>
      {asking && (
        <AskDialog
          question={t('refund.ask')}
          what={t('refund.askWhat', { amount, names, guardian, mobileNumber })}
          act={t('refund.pay')}
          busy={yes.isPending}
          note={<DialogAttempts of={[approveRefund, rejectRefund]} />}
          onYes={() => yes.mutate({ sysid })}
          onClose={() => setAsking(false)}
        />
      )}
    </Alert>
  );
}
