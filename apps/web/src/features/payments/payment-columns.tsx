import { PAYMENT_STATES, type PaymentRow } from '@mfuko/contract/payments';
import { useMemo } from 'react';
import { daysAgo } from '../../lib/days-ago.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { Tag } from '../../ui/Tag.tsx';
import { STATE_COLOURS, useReason } from './words.ts';

const DAYS = [1, 7, 30] as const;

export function usePaymentColumns(): Column<PaymentRow>[] {
  const { t } = useTranslation('payments');
  const reasonOf = useReason();
  return useMemo<Column<PaymentRow>[]>(
    () => [
      { field: 'date', title: t('list.date'), value: (row) => row.date, kind: 'date', sortable: true },
      {
        field: 'state',
        title: t('list.state'),
        value: (row) => t(`states.${row.state}`),
        render: (row) => <Tag color={STATE_COLOURS[row.state]}>{t(`states.${row.state}`)}</Tag>,
        sortable: true,
      },
      { field: 'amount', title: t('list.amount'), value: (row) => row.amount, kind: 'amount', sortable: true },
      { field: 'receiptNumber', title: t('list.receipt'), value: (row) => row.receiptNumber },
      { field: 'names', title: t('list.student'), value: (row) => row.names },
      { field: 'admissionNumber', title: t('list.admission'), value: (row) => row.admissionNumber, hidden: true },
      { field: 'className', title: t('list.class'), value: (row) => row.className, hidden: true },
      { field: 'account', title: t('list.account'), value: (row) => row.account },
      { field: 'mobileNumber', title: t('list.number'), value: (row) => row.mobileNumber, hidden: true },
      {
        field: 'borneOutBy',
        title: t('list.borneOut'),
        value: (row) => row.borneOutBy && t(`borneOut.${row.borneOutBy}`),
        hidden: true,
      },
      { field: 'by', title: t('list.by'), value: (row) => row.by },
      { field: 'reason', title: t('list.reason'), value: (row) => reasonOf(row), hidden: true },
    ],
    [t, reasonOf],
  );
}

export function usePaymentFilters(): FiltersAt<'/app/payments.view'> {
  const { t } = useTranslation('payments');
  return useMemo<FiltersAt<'/app/payments.view'>>(
    () => [
      {
        field: 'state',
        label: t('list.anyState'),
        options: PAYMENT_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      {
        field: 'from',
        label: t('list.anyTime'),
        options: DAYS.map((count) => ({ value: daysAgo(count - 1), label: t('list.days', { count }) })),
      },
    ],
    [t],
  );
}
