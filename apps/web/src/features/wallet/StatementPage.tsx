import '@mantine/core/styles/SegmentedControl.css';
import { Button, Group, NativeSelect, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { printStatements } from '@mfuko/contract/statements';
import { IconPrinter } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PERIODS, type Period, type PeriodName, periodOf } from './periods.ts';
import classes from './StatementSheet.module.css';
import { StatementSheet } from './StatementSheet.tsx';
import { ClassField, StudentField } from './WhoseStatement.tsx';

const HERE = '/app/student.statement';
const PAPERS = ['a4', 'slip'] as const;
type Paper = (typeof PAPERS)[number];

/** Printable statements: of one student, or of a whole class with a page for each student. */
export function StatementPage() {
  const { t } = useTranslation('wallet');
  const { admissionNumber, classSYSID } = useSearch({ from: HERE });
  const [name, setName] = useState<PeriodName>('term');
  const [typed, setTyped] = useState<Period>(() => periodOf('month', today()));
  const [paper, setPaper] = useState<Paper>('a4');
  const period = name === 'days' ? typed : periodOf(name, today());
  const whose = classSYSID === undefined ? { admissionNumber: admissionNumber ?? '' } : { classSYSID };
  const asked = admissionNumber !== undefined || (classSYSID ?? '') !== '';
  const found = useCall(
    printStatements,
    { ...whose, to: period.to, ...(period.from === null ? {} : { from: period.from }) },
    { enabled: asked && period.to !== '' && period.from !== '' },
  );
  const sheets = found.data?.statements ?? [];
  return (
    <>
      <PageHeader
        title={t('print.title')}
        actions={
          <Button
            leftSection={<IconPrinter size={18} aria-hidden />}
            disabled={sheets.length === 0}
            onClick={() => window.print()}
          >
            {t('print.act', { count: sheets.length })}
          </Button>
        }
      />
      <Group align="flex-start" gap="md" mb="lg" data-no-print>
        <StudentField value={admissionNumber} />
        <ClassField value={classSYSID ?? ''} />
        <NativeSelect
          label={t('print.period')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value as PeriodName)}
          data={PERIODS.map((value) => ({ value, label: t(`print.periods.${value}`) }))}
        />
        {name === 'days' && (
          <>
            <DayField
              label={t('print.from')}
              value={typed.from ?? ''}
              onChange={(from) => setTyped({ ...typed, from })}
            />
            <DayField label={t('print.to')} value={typed.to} onChange={(to) => setTyped({ ...typed, to })} />
          </>
        )}
        <SegmentedControl
          className={classes.unlabelled}
          aria-label={t('print.paper')}
          value={paper}
          onChange={(value) => setPaper(value as Paper)}
          data={PAPERS.map((value) => ({ value, label: t(`print.papers.${value}`) }))}
        />
      </Group>
      {found.isError && !found.data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !asked || (found.data && sheets.length === 0) ? (
        <EmptyState title={t('print.nobody')} message={t('print.nobodyHint')} />
      ) : found.data ? (
        <div className={classes.run}>
          {sheets.map((sheet) => (
            <StatementSheet
              key={sheet.admissionNumber}
              sheet={sheet}
              statements={found.data}
              narrow={paper === 'slip'}
            />
          ))}
        </div>
      ) : (
        <Skeleton height={400} />
      )}
    </>
  );
}

function DayField({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      max="9999-12-31"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Returns the current day in the school's time zone. */
function today(): string {
  const [day, month, year] = formatDate(Date.now()).slice(0, 10).split('/');
  return `${year}-${month}-${day}`;
}
