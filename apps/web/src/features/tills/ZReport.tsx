import '@mantine/core/styles/SegmentedControl.css';
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { DENOMINATIONS, type Till } from '@mfuko/contract/tills';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount, formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { PaperHead } from '../../school/PaperHead.tsx';
import { PAPER_NAMES, usePaperKind } from '../../ui/paper/usePaperKind.ts';
import { type PaperKind, usePrint } from '../../ui/paper/usePrint.tsx';
import { Variance } from './Variance.tsx';
import classes from './ZReport.module.css';

/** Paper that a report fits on: a till may stand beside a receipt printer, an office beside one for sheets. */
const PAPERS = ['roll58', 'roll80', 'sheet'] as const;

/** The day of a till on one paper: what it began with, what moved, what was counted, and who stands for it. */
export function ZReport({ till, onDone }: { till: Till; onDone?: () => void }) {
  const { t } = useTranslation('tills');
  const [kind, setKind] = usePaperKind('report-paper', PAPERS, 'roll80');
  const { print, paper } = usePrint(kind, <Report till={till} kind={kind} />);
  if (!till.closing) return null;
  return (
    <Stack gap="md" component="section" aria-label={t('report.title')}>
      <Report till={till} kind={kind} />
      {paper}
      <Group gap="sm">
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={print}>
          {t('report.print')}
        </Button>
        <SegmentedControl
          aria-label={t('report.paper')}
          size="xs"
          value={kind}
          onChange={setKind}
          data={PAPERS.map((value) => ({ value, label: PAPER_NAMES[value] }))}
        />
        {onDone && <Button onClick={onDone}>{t('closed.again')}</Button>}
      </Group>
    </Stack>
  );
}

function Report({ till, kind }: { till: Till; kind: PaperKind }) {
  const { t } = useTranslation('tills');
  const { closing, confirmation } = till;
  if (!closing) return null;
  const kes = (amount: number) => formatMoney(amount);
  const pieces = DENOMINATIONS.flatMap((each) => {
    const count = closing.counts?.[each] ?? 0;
    return count > 0 ? [{ each, count, makes: count * Number(each) }] : [];
  });
  return (
    <div className={classes.report} data-paper={kind}>
      <PaperHead narrow={kind !== 'sheet'} />
      <p className={classes.kind}>{t('report.title')}</p>
      <Rows
        rows={[
          [t('report.number'), till.sysid.slice(-12).toUpperCase()],
          [t('report.agent'), till.names],
          [t('report.opened'), formatDate(till.openedAt)],
          [t('report.closed'), formatDate(closing.date)],
          [t('report.closedBy'), closing.by],
        ]}
      />
      <Rows
        rows={[
          [t('sums.float'), kes(till.float)],
          [t('sums.added'), kes(till.added)],
          [t('sums.handedBack'), kes(-till.handedBack)],
          [t('sums.times', { what: t('sums.paidIn'), count: formatCount(till.paidInCount) }), kes(till.paidIn)],
          [t('sums.times', { what: t('sums.paidOut'), count: formatCount(till.paidOutCount) }), kes(-till.paidOut)],
          [
            t('sums.times', { what: t('sums.takenBack'), count: formatCount(till.takenBackCount) }),
            kes(till.takenBack),
          ],
        ]}
      />
      {pieces.length > 0 && (
        <Rows rows={pieces.map(({ each, count, makes }) => [`${each} × ${formatCount(count)}`, kes(makes)])} />
      )}
      <Rows
        rows={[
          [t('result.expected'), kes(closing.expected)],
          [t('result.counted'), kes(closing.counted)],
          [t('result.variance'), <Variance key="variance" value={closing.variance} />],
          ...(closing.reason ? [[t('close.reason'), closing.reason] as const] : []),
          [t('report.handedOver'), kes(closing.counted - closing.left)],
          [t('report.left'), kes(closing.left)],
        ]}
      />
      {confirmation ? (
        <Rows
          rows={[
            [t('report.confirmedBy'), confirmation.by],
            [t('report.confirmed'), formatDate(confirmation.date)],
            ...(confirmation.note ? [[t('report.note'), confirmation.note] as const] : []),
          ]}
        />
      ) : (
        <p className={classes.signature}>{t('report.signature')}</p>
      )}
    </div>
  );
}

function Rows({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.rows}>
      {rows.map(([name, value]) => (
        <div key={name} className={classes.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
