import '@mantine/core/styles/Badge.css';
import { Badge, Button, Text } from '@mantine/core';
import { getStatement, rejectReversal, type StatementRow } from '@mfuko/contract/wallet';
import { useTranslation } from '../../lib/i18n.ts';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { showDone, showError } from '../../ui/notify.tsx';

/** Pending proposal to reverse a payment: the proposer may withdraw it, any other user may reject it. */
export function Proposed({ row, proposal }: { row: StatementRow; proposal: NonNullable<StatementRow['proposal']> }) {
  const { t } = useTranslation('wallet');
  const reject = useMoneyRecord(rejectReversal, {
    about: { amount: String(Math.abs(row.amount)) },
    refresh: [getStatement],
    onDone: () => showDone(t('reverse.rejected')),
    onError: showError,
  });
  return (
    <>
      {proposal.own ? (
        <Badge color="blue" variant="light" tt="none" size="lg">
          {t('reverse.waits')}
        </Badge>
      ) : (
        <Text size="sm">{t('reverse.wanted', { by: proposal.by, reason: proposal.reason })}</Text>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={reject.isPending}
        onClick={() => reject.mutate({ sysid: row.sysid })}
      >
        {t(proposal.own ? 'reverse.withdraw' : 'reverse.reject')}
      </Button>
    </>
  );
}
