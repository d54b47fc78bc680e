import { Alert, Box, Button, Text } from '@mantine/core';
import type { ImportAnswer } from '@mfuko/contract/imports';
import { IconAlertTriangle, IconSum } from '@tabler/icons-react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { undecidedTotals } from './held-by.ts';
import type { OpenedList } from './opened-list.ts';

interface TotalsProps {
  readonly totals: ImportAnswer['totals'];
  readonly setAside: readonly number[];
  readonly onSetAside: (rows: readonly number[]) => void;
}

/** Proposes to leave out the sheet's own total rows. The button keeps its place, so that the keyboard focus stays on it. */
export function Totals({ totals, setAside, onSetAside }: TotalsProps) {
  const { t } = useTranslation('imports');
  const rows = totals.map(({ row }) => row);
  const isOut = rows.every((row) => setAside.includes(row));
  const others = setAside.filter((row) => !rows.includes(row));
  return (
    <Alert
      color={isOut ? 'gray' : 'yellow'}
      icon={<IconSum aria-hidden />}
      title={t(isOut ? 'totals.out' : 'totals.title', { count: rows.length })}
    >
      {totals.map(({ row, amount, comesTo, setAside: out }) => (
        <Box key={row}>
          <Text size="sm">{t('totals.row', { row, amount: formatMoney(amount) })}</Text>
          {out > 0 && (
            <Text size="sm">
              {t(amount === comesTo ? 'totals.without' : 'totals.whole', {
                comesTo: formatMoney(comesTo),
                setAside: formatMoney(out),
              })}
            </Text>
          )}
        </Box>
      ))}
      <Button mt="sm" variant="default" onClick={() => onSetAside(isOut ? others : [...others, ...rows])}>
        {t(isOut ? 'totals.takeIn' : 'totals.leaveOut', { count: rows.length })}
      </Button>
    </Alert>
  );
}

interface DifferingTotalsProps {
  readonly answer: ImportAnswer;
  readonly list: OpenedList;
  readonly onDecide: (decision: Pick<OpenedList, 'setAside' | 'decided'>) => void;
}

/** Shows the sheet's totals that differ from the sum of their rows. Nothing is recorded until the user accepts the difference. */
export function DifferingTotals({ answer, list, onDecide }: DifferingTotalsProps) {
  const { t } = useTranslation('imports');
  const totals = answer.totalsThatDiffer;
  const rows = totals.map(({ row }) => row);
  const isOut = undecidedTotals(answer, list).length === 0;
  const others = list.setAside.filter((row) => !rows.includes(row));
  return (
    <Alert
      color={isOut ? 'yellow' : 'red'}
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
      title={t(isOut ? 'differing.out' : 'differing.title', { count: rows.length })}
    >
      {totals.map(({ row, amount, comesTo, setAside }) => (
        <Text key={row} size="sm">
          {t(setAside > 0 ? 'differing.rowWithout' : 'differing.row', {
            row,
            says: formatMoney(amount),
            comesTo: formatMoney(comesTo),
            setAside: formatMoney(setAside),
          })}{' '}
          <strong>
            {t(comesTo < amount ? 'differing.less' : 'differing.more', {
              amount: formatMoney(Math.abs(amount - comesTo)),
            })}
          </strong>
        </Text>
      ))}
      {!isOut && (
        <Text size="sm" mt={4}>
          {t('differing.hint')}
        </Text>
      )}
      <Button
        mt="sm"
        variant="default"
        onClick={() =>
          onDecide(isOut ? { setAside: others, decided: [] } : { setAside: [...others, ...rows], decided: totals })
        }
      >
        {t(isOut ? 'differing.takeBack' : 'differing.allTheSame')}
      </Button>
    </Alert>
  );
}
