import '@mantine/core/styles/SegmentedControl.css';
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import type { Till } from '@mfuko/contract/tills';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { PaperHead } from '../../school/PaperHead.tsx';
import { PAPER_NAMES, usePaperKind } from '../../ui/paper/usePaperKind.ts';
import { type PaperKind, usePrint } from '../../ui/paper/usePrint.tsx';
import classes from './TillPaper.module.css';

/** Paper sizes of a report: a till may have a receipt printer, an office a sheet printer. */
const PAPERS = ['roll58', 'roll80', 'sheet'] as const;

interface PrintableReportProps {
  readonly title: string;
  /** Label of the print button. */
  readonly act: string;
  /** Rows of the report, below its title. */
  readonly rows: ReactNode;
  /** Further buttons beside the print button. */
  readonly children?: ReactNode;
}

/** Printable report of a till, with a choice of the paper. */
export function PrintableReport({ title, act, rows, children }: PrintableReportProps) {
  const { t } = useTranslation('tills');
  const [kind, setKind] = usePaperKind('report-paper', PAPERS, 'roll80');
  const report = <Report {...{ title, kind, rows }} />;
  const { print, paper } = usePrint(kind, report);
  return (
    <Stack gap="md" component="section" aria-label={title}>
      {report}
      {paper}
      <Group gap="sm">
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={print}>
          {act}
        </Button>
        <SegmentedControl
          aria-label={t('report.paper')}
          size="xs"
          value={kind}
          onChange={setKind}
          data={PAPERS.map((value) => ({ value, label: PAPER_NAMES[value] }))}
        />
        {children}
      </Group>
    </Stack>
  );
}

function Report({ title, kind, rows }: { title: string; kind: PaperKind; rows: ReactNode }) {
  return (
    <div className={classes.report} data-paper={kind}>
      <PaperHead narrow={kind !== 'sheet'} />
      <p className={classes.kind}>{title}</p>
      {rows}
    </div>
  );
}

type Row = readonly [name: string, value: ReactNode];

/** Group of lines in a report. */
export function Rows({ rows }: { rows: readonly Row[] }) {
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

/** Lines that add up to the till's balance; outgoing amounts are negative. */
export function SumRows({ till }: { till: Till }) {
  const { t } = useTranslation('tills');
  const times = (what: string, count: number) => t('sums.times', { what, count: formatCount(count) });
  return (
    <Rows
      rows={[
        [t('sums.float'), formatMoney(till.float)],
        [t('sums.added'), formatMoney(till.added)],
        [t('sums.handedBack'), formatMoney(-till.handedBack)],
        [times(t('sums.paidIn'), till.paidInCount), formatMoney(till.paidIn)],
        [times(t('sums.paidOut'), till.paidOutCount), formatMoney(-till.paidOut)],
        [times(t('sums.takenBack'), till.takenBackCount), formatMoney(till.takenBack)],
      ]}
    />
  );
}

/** Footer line: a signature line, or a remark of the report. */
export function Foot({ look, children }: { look: 'signature' | 'word'; children: ReactNode }) {
  return <p className={classes[look]}>{children}</p>;
}
