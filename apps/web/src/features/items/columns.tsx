import type { StudentItem } from '@mfuko/contract/items';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { Column } from '../../ui/list-columns.ts';
import { ItemState } from './ItemState.tsx';

/** Item columns: what the report shows of an item. */
export function useItemColumns(): readonly Column<StudentItem>[] {
  const { t } = useTranslation('items');
  return useMemo(
    () => [
      { field: 'itemName', title: t('fields.itemName'), value: (row) => row.itemName, sortable: true },
      {
        field: 'admissionNumber',
        title: t('fields.admissionNumber'),
        value: (row) => row.admissionNumber,
        sortable: true,
      },
      { field: 'studentName', title: t('fields.student'), value: (row) => row.studentName, sortable: true },
      { field: 'class', title: t('fields.class'), value: (row) => row.class, sortable: true, hidden: true },
      {
        field: 'quantity',
        title: t('fields.quantity'),
        value: (row) => row.quantity,
        kind: 'count',
        sortable: true,
        hidden: true,
      },
      {
        field: 'waiting',
        title: t('fields.waiting'),
        value: (row) => row.waiting,
        render: (row) => t('pieces.of', { waiting: row.waiting, quantity: row.quantity }),
        kind: 'count',
        sortable: true,
      },
      { field: 'handedOut', title: t('fields.handedOut'), value: (row) => row.handedOut, kind: 'count', hidden: true },
      { field: 'returned', title: t('fields.returned'), value: (row) => row.returned, kind: 'count', hidden: true },
      { field: 'price', title: t('fields.price'), value: (row) => row.price, kind: 'amount', hidden: true },
      { field: 'paid', title: t('fields.paid'), value: (row) => row.paid, kind: 'amount', sortable: true },
      {
        field: 'state',
        title: t('fields.state'),
        value: (row) => t(`states.${row.state}`),
        render: (row) => <ItemState state={row.state} />,
      },
      { field: 'soldBy', title: t('fields.soldBy'), value: (row) => row.soldBy, hidden: true },
      {
        field: 'dateCreated',
        title: t('fields.dateCreated'),
        value: (row) => row.dateCreated,
        kind: 'ago',
        sortable: true,
      },
    ],
    [t],
  );
}
