import { Button, Group, Text } from '@mantine/core';
import { getOwnPayments, type OwnPayment } from '@mfuko/contract/wallet';
import { formatAmount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Recent } from '../../ui/Recent.tsx';
import type { Shown } from './DeskPage.tsx';
import type { Paid } from './Receipt.tsx';

const MOST = 10;
const INPUT = {};

/** The last payments of whoever is at the desk, each with its receipt. */
export function OwnPayments({ onShow }: { onShow: (shown: Shown) => void }) {
  const { t } = useTranslation('wallet');
  function show(row: OwnPayment, print: boolean): void {
    const { admissionNumber, names, method, channel, reference } = row;
    const paid: Paid = {
      kind: row.kind === 'deposit' ? 'deposit' : 'cashOut',
      moved: row,
      ...{ admissionNumber, names, method },
      ...(channel && { channel }),
      ...(reference && { reference }),
    };
    // It may have been handed out already.
    onShow({ paid, copy: true, print, at: Date.now() });
  }
  return (
    <Recent
      title={t('desk.last.title')}
      endpoint={getOwnPayments}
      input={INPUT}
      most={MOST}
      rowId={(row) => row.receipt.sysid}
      empty={t('desk.last.empty')}
      line={(row) => {
        const amount = formatAmount(row.amount);
        const told = { names: row.names, amount };
        return {
          what: `${row.names} · ${row.admissionNumber}`,
          moment: row.receipt.date,
          detail: [t(`kinds.${row.kind}`), row.reversed && t('desk.last.reversed')].filter(Boolean).join(' · '),
          end: (
            <Group gap={4} justify="flex-end" wrap="wrap">
              <Text fw={700} td={row.reversed ? 'line-through' : undefined}>
                {row.kind === 'deposit' ? `+${amount}` : `\u2212${amount}`}
              </Text>
              <Button
                variant="subtle"
                size="compact-md"
                aria-label={t('desk.last.receiptOf', told)}
                onClick={() => show(row, false)}
              >
                {t('desk.last.receipt')}
              </Button>
              <Button
                variant="subtle"
                size="compact-md"
                aria-label={t('desk.last.reprintOf', told)}
                onClick={() => show(row, true)}
              >
                {t('desk.last.reprint')}
              </Button>
            </Group>
          ),
        };
      }}
    />
  );
}
