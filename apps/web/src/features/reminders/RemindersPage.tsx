import { getReminders, REMINDER_WAYS, type Reminder } from '@mfuko/contract/reminders';
import { IconCoins } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatCount, formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { ReminderDrawer } from './ReminderDrawer.tsx';
import { isMoving } from './words.ts';

const HERE = '/app/student.reminders';

/** List of sent reminders: students reached, payments, amounts, and balances that are still low. */
export function RemindersPage() {
  const { t } = useTranslation('reminders');
  const [viewed, view] = useAddressed(HERE, 'view');
  const columns = useMemo<Column<Reminder>[]>(
    () => [
      { field: 'date', title: t('fields.date'), value: (row) => row.date, kind: 'date', sortable: true },
      {
        field: 'way',
        title: t('fields.way'),
        value: ({ way, amount }) =>
          amount === null ? t(`ways.${way}`) : t('askedFor', { amount: formatMoney(amount) }),
      },
      { field: 'below', title: t('fields.below'), value: (row) => row.below, kind: 'amount', hidden: true },
      { field: 'asked', title: t('fields.asked'), value: (row) => row.asked, kind: 'count' },
      {
        field: 'reached',
        title: t('fields.reached'),
        value: ({ reached, waiting, failed }) =>
          [
            formatCount(reached),
            ...(waiting > 0 ? [t('waiting', { count: waiting, shown: formatCount(waiting) })] : []),
            ...(failed > 0 ? [t('failed', { count: failed, shown: formatCount(failed) })] : []),
          ].join(', '),
      },
      { field: 'paid', title: t('fields.paid'), value: (row) => row.paid, kind: 'count' },
      { field: 'paidAmount', title: t('fields.paidAmount'), value: (row) => row.paidAmount, kind: 'amount' },
      { field: 'stillLow', title: t('fields.stillLow'), value: (row) => row.stillLow, kind: 'count' },
      { field: 'by', title: t('fields.by'), value: (row) => row.by, hidden: true },
      { field: 'cost', title: t('fields.cost'), value: (row) => row.cost, kind: 'amount', hidden: true },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'way',
        label: t('anyWay'),
        options: REMINDER_WAYS.map((value) => ({ value, label: t(`ways.${value}`) })),
      },
    ],
    [t],
  );
  const balances = (
    <LinkButton to="/app/student.balances" variant="default" leftSection={<IconCoins size={18} aria-hidden />}>
      {t('toBalances')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('page.title')} subtitle={t('page.subtitle')} actions={balances} />
      <DataList
        at={HERE}
        name={t('page.title')}
        endpoint={getReminders}
        columns={columns}
        filters={filters}
        defaultSort="-date"
        rowId={(row) => row.sysid}
        searchLabel={t('page.search')}
        empty={{ title: t('page.empty'), message: t('page.emptyHint'), action: balances }}
        onOpen={(row) => view(row.sysid)}
        actions={(row) => <RowActions name={formatDate(row.date)} onView={() => view(row.sysid)} />}
        isMoving={isMoving}
      />
      <ReminderDrawer sysid={viewed} onClose={() => view(undefined)} />
    </>
  );
}
