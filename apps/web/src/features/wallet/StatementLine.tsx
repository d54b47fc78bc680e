import '@mantine/core/styles/Badge.css';
import { Badge, Button, Text } from '@mantine/core';
import type { StatementRow } from '@mfuko/contract/wallet';
import { IconArrowBackUp } from '@tabler/icons-react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Money } from '../../ui/Money.tsx';
import { When } from '../../ui/When.tsx';
import { Proposed } from './Proposed.tsx';
import classes from './StatementDrawer.module.css';
import { TakeBack } from './TakeBack.tsx';
import { useWhat } from './useWhat.ts';

/**
 * Returns true where a movement may be reversed. Reversals and payments to a guardian by M-Pesa may not; payments for an item are refunded
 * when its pieces are returned.
 */
export function isReversible({ kind, reversed }: Pick<StatementRow, 'kind' | 'reversed'>): boolean {
  return !reversed && ['deposit', 'collection', 'cash-out', 'canteen'].includes(kind);
}

/** Row of one movement: kind, time, user, amount and the balance afterwards. */
export function StatementLine({ row, onReverse }: { row: StatementRow; onReverse: () => void }) {
  const { t } = useTranslation('wallet');
  const what = useWhat()(row);
  const mayReverse = isReversible(row) && !row.own;
  const proposes = row.kind === 'collection' && row.proposal === null;
  return (
    <li className={classes.line}>
      <div>
        <Text fw={600} size="sm">
          {what}
        </Text>
        <Text size="sm" c="dimmed">
          <When moment={row.date} />
          {` · ${row.by}`}
        </Text>
        {row.reference && (
          <Text size="sm" c="dimmed">
            {row.reference}
          </Text>
        )}
      </div>
      <div className={classes.money}>
        <Text fw={600} size="sm">
          {row.amount > 0 && '+'}
          <Money value={row.amount} />
        </Text>
        {row.fee !== 0 && (
          <Text size="sm" c="dimmed">
            {t('statement.withFee', { fee: formatMoney(row.fee) })}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t('statement.left')} <Money value={row.balance} />
        </Text>
      </div>
      {row.own && row.kind === 'deposit' && !row.reversed && (
        <div className={classes.act} data-no-print>
          <TakeBack sysid={row.sysid} date={row.date} />
        </div>
      )}
      {(mayReverse || row.reversed) && (
        <div className={classes.act} data-no-print>
          {row.reversed && (
            <Badge color="yellow" variant="light" tt="none" size="lg">
              {t(row.takenBack ? 'takeBack.mark' : 'reverse.reversed')}
            </Badge>
          )}
          {!row.reversed && row.proposal && <Proposed row={row} proposal={row.proposal} />}
          {!row.reversed && !row.proposal?.own && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              aria-label={t(proposes ? 'reverse.proposeWhich' : 'reverse.which', { what, date: formatDate(row.date) })}
              onClick={onReverse}
            >
              {t(proposes ? 'reverse.propose' : 'reverse.act')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
