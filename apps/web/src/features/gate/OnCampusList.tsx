import type { AnswerOf } from '@mfuko/contract/endpoint';
import { onCampus } from '@mfuko/contract/gate';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FirstLeanStep } from '../../ui/FirstStep.tsx';
import type { Column } from '../../ui/list-columns.ts';

const HERE = '/app/check.dash';

type Here = AnswerOf<typeof onCampus>;

/** List of the students who are in school now, with the time of their check-in. */
export function OnCampusList() {
  const { t } = useTranslation('campus');
  const columns = useMemo<Column<Here>[]>(
    () => [
      { field: 'admissionNumber', title: t('fields.number'), value: (row) => row.admissionNumber, sortable: true },
      { field: 'names', title: t('fields.names'), value: (row) => row.names, sortable: true },
      { field: 'className', title: t('fields.class'), value: (row) => row.className, sortable: true },
      { field: 'since', title: t('fields.since'), value: (row) => row.since, kind: 'date', sortable: true },
      {
        field: 'method',
        title: t('fields.method'),
        value: (row) => (row.verified ? t(`methods.${row.method}`) : t('methods.unverified')),
      },
    ],
    [t],
  );
  return (
    <DataList
      at={HERE}
      name={t('here.list')}
      endpoint={onCampus}
      columns={columns}
      rowId={(row) => row.admissionNumber}
      searchLabel={t('search')}
      empty={{
        title: t('here.empty'),
        message: t('here.emptyHint'),
        action: <FirstLeanStep href="/app/checkin.fingerprint" screen="checkInFingerprint" />,
      }}
    />
  );
}
