import { Button, Group, Text } from '@mantine/core';
import { getOwnPayments } from '@mfuko/contract/wallet';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Recent } from '../../ui/Recent.tsx';
import { type Shown, shownOf } from './paid-of.ts';

/** Number of payments shown. */
const MAX_SHOWN = 10;
const INPUT = {};

/** Last payments of the user at the desk, each with its receipt. */
export function OwnPayments({ onShow }: { onShow: (shown: Shown) => void }) {
  const { t } = useTranslation('wallet');
  return (
    <Recent
      title={t('desk.last.title')}
      endpoint={getOwnPayments}
      input={INPUT}
      most={MAX_SHOWN}
      rowId={(row) => row.receipt.sysid}
      empty={t('desk.last.empty')}
      line={(row) => {
        const amount = formatMoney(row.amount);
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
                onClick={() => onShow(shownOf(row, false))}
              >
                {t('desk.last.receipt')}
              </Button>
              <Button
                variant="subtle"
                size="compact-md"
                aria-label={t('desk.last.reprintOf', told)}
                onClick={() => onShow(shownOf(row, true))}
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
