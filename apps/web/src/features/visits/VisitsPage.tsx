import { getVisits, type PlatformVisit } from '@mfuko/contract/visits';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useAreas } from './areas.ts';

const HERE = '/app/platform.visits';

/** Visits of platform Admins to the school: reasons, and the data read and changed. */
export function VisitsPage() {
  const { t } = useTranslation('visits');
  const areas = useAreas();
  const [total, setTotal] = useState<number>();
  const columns = useMemo<Column<PlatformVisit>[]>(
    () => [
      { field: 'date', title: t('list.date'), value: (row) => row.date, kind: 'date', sortable: true },
      { field: 'names', title: t('list.names'), value: (row) => row.names },
      { field: 'reason', title: t('list.reason'), value: (row) => row.reason ?? t('list.noReason') },
      { field: 'reads', title: t('list.reads'), value: (row) => areas(row, false) },
      { field: 'changes', title: t('list.changes'), value: (row) => areas(row, true) },
    ],
    [t, areas],
  );
  return (
    <>
      <PageHeader
        title={t('list.title')}
        subtitle={
          total === undefined ? t('list.subtitle') : t('list.total', { count: total, shown: formatCount(total) })
        }
      />
      <DataList
        at={HERE}
        name={t('list.title')}
        endpoint={getVisits}
        columns={columns}
        defaultSort="-date"
        rowId={(row) => row.sysid}
        searchLabel={t('list.search')}
        empty={{ title: t('list.empty'), message: t('list.emptyHint') }}
        onTotal={setTotal}
      />
    </>
  );
}
