import type { StudentRow } from '@mfuko/contract/students';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { Column } from '../../ui/list-columns.ts';
import { drawFinger, drawStatus } from './states.tsx';

/** Returns the columns of the students' list; the first one names the student. */
export function useColumns(): readonly Column<StudentRow>[] {
  const { t } = useTranslation('students');
  return useMemo<Column<StudentRow>[]>(
    () => [
      { field: 'admissionNumber', title: t('list.admission'), value: (row) => row.admissionNumber, sortable: true },
      { field: 'names', title: t('fields.names'), value: (row) => row.names, sortable: true },
      { field: 'className', title: t('fields.classSYSID'), value: (row) => row.className, sortable: true },
      { field: 'balance', title: t('list.balance'), value: (row) => row.balance, kind: 'amount', sortable: true },
      {
        field: 'hasFingerprint',
        title: t('list.fingerprint'),
        value: (row) => (row.hasFingerprint ? t('finger.has') : t('finger.hasNot')),
        render: (row) => drawFinger(row.hasFingerprint, t),
      },
      {
        field: 'status',
        title: t('list.status'),
        value: (row) => t(`status.${row.status}`),
        render: (row) => drawStatus(row.status, t),
      },
      {
        field: 'dateCreated',
        title: t('list.created'),
        value: (row) => row.dateCreated,
        kind: 'ago',
        sortable: true,
        hidden: true,
      },
    ],
    [t],
  );
}
