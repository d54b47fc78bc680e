import { readTypedAmount } from '@mfuko/contract/typed-amount';
import { type BalanceRow, getBalances, TREND_DAYS } from '@mfuko/contract/wallet';
import { IconMessageReply, IconPrinter } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useClassOptions } from '../../school/useClassOptions.ts';
import { Spark } from '../../ui/chart/Spark.tsx';
import { DataList } from '../../ui/DataList.tsx';
import { FirstStep } from '../../ui/FirstStep.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import looks from './BalancesPage.module.css';
import { StatementDrawer } from './StatementDrawer.tsx';
import { withCurrent } from './with-current.ts';

const HERE = '/app/student.balances';
const DASHED = { kind: 'amount', dashes: true } as const;
/** Offered filters: KES below which a balance counts as low, and days without a deposit. */
const BELOW = ['50', '100', '200', '500', '1000'];
const QUIET_DAYS = ['7', '14', '30', '60'];

/** Renders the actions on the selected students; `below` is the amount that the list is filtered by. */
type Bulk = (rows: readonly BalanceRow[], below: string | undefined, done: () => void) => ReactNode;

/** List of students' balances, each with its statement. */
export function BalancesPage({ more }: { readonly more: Bulk }) {
  const { t } = useTranslation('wallet');
  const [total, setTotal] = useState<number>();
  const [opened, open] = useAddressed(HERE, 'view');
  const { classSYSID: picked, below, waiting } = useSearch({ from: HERE });
  const classes = useClassOptions();
  const columns = useMemo<Column<BalanceRow>[]>(
    () => [
      {
        field: 'admissionNumber',
        title: t('fields.admissionNumber'),
        value: (row) => row.admissionNumber,
        sortable: true,
      },
      { field: 'names', title: t('balances.names'), value: (row) => row.names, sortable: true },
      { field: 'className', title: t('balances.class'), value: (row) => row.className, sortable: true },
      { field: 'balance', title: t('balance'), value: (row) => row.balance, ...DASHED, sortable: true },
      {
        field: 'trend',
        title: t('balances.trend', { days: TREND_DAYS }),
        value: () => null,
        render: ({ trend }) => (
          <div className={looks.trend}>
            <Spark values={trend} />
          </div>
        ),
        onScreenOnly: true,
      },
      { field: 'lastIn', title: t('balances.lastIn'), value: (row) => row.lastIn, kind: 'ago' },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(() => {
    const lowerThan = (value: string) => ({
      value,
      label: t('balances.below', { amount: formatMoney(Number(value)).replace(/\.00$/, '') }),
    });
    return [
      {
        field: 'classSYSID',
        label: t('balances.allClasses'),
        options: classes,
      },
      {
        field: 'below',
        label: t('balances.anyBalance'),
        options: withCurrent(BELOW, below).map(lowerThan),
        typed: (text) => {
          const { wire } = readTypedAmount(text);
          return wire !== undefined && Number(wire) > 0 ? lowerThan(wire) : null;
        },
      },
      {
        field: 'quietDays',
        label: t('balances.anyArrival'),
        options: QUIET_DAYS.map((value) => ({ value, label: t('balances.quiet', { count: Number(value) }) })),
      },
      // Shown only on arrival from the To do list, since nobody looks for this filter.
      ...(waiting === undefined
        ? []
        : [
            {
              field: 'waiting' as const,
              label: t('balances.anyPayment'),
              options: [{ value: 'reversal', label: t('balances.reversal') }],
            },
          ]),
    ];
  }, [t, classes, below, waiting]);
  return (
    <>
      <PageHeader
        title={t('balances.title')}
        subtitle={total === undefined ? undefined : t('balances.total', { count: total, shown: formatCount(total) })}
        actions={
          <>
            <LinkButton
              to="/app/student.reminders"
              variant="default"
              leftSection={<IconMessageReply size={18} aria-hidden />}
            >
              {t('balances.reminders')}
            </LinkButton>
            <LinkButton
              to="/app/student.statement"
              search={{ classSYSID: picked ?? '' }}
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
            >
              {t('print.ofClass')}
            </LinkButton>
          </>
        }
      />
      <DataList
        at={HERE}
        name={t('balances.title')}
        endpoint={getBalances}
        columns={columns}
        filters={filters}
        defaultSort="admissionNumber"
        rowId={(row) => row.sysid}
        searchLabel={t('balances.search')}
        empty={{
          title: t('balances.empty'),
          message: t('balances.emptyHint'),
          action: <FirstStep to="/app/student.upload" screen="studentUpload" />,
        }}
        onOpen={(row) => open(row.admissionNumber)}
        actions={(row) => <RowActions name={row.names} onView={() => open(row.admissionNumber)} />}
        bulk={(rows, done) => more(rows, below, done)}
        onTotal={setTotal}
        sumWords={t('balances.sum')}
      />
      <StatementDrawer admissionNumber={opened} onClose={() => open(undefined)} />
    </>
  );
}
