import { Button } from '@mantine/core';
import { type BusRide, busLatest } from '@mfuko/contract/bus';
import { IconMap2 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FirstStep } from '../../ui/FirstStep.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { busName } from './bus-name.ts';
import { RouteModal } from './RouteModal.tsx';

const HERE = '/app/report.bus';

/** List of each student's latest ride, with a map. */
export function BusRoutePage() {
  const { t } = useTranslation('bus');
  const [total, setTotal] = useState<number>();
  const [shown, show] = useAddressed(HERE, 'route');
  const columns = useMemo<Column<BusRide>[]>(
    () => [
      {
        field: 'admissionNumber',
        title: t('fields.admissionNumber'),
        value: (row) => row.student.admissionNumber,
        sortable: true,
      },
      { field: 'names', title: t('route.names'), value: (row) => row.student.names, sortable: true },
      { field: 'className', title: t('route.class'), value: (row) => row.class.className, sortable: true },
      { field: 'label', title: t('route.bus'), value: busName, sortable: true },
      { field: 'startDate', title: t('route.boarded'), value: (row) => row.startDate, kind: 'date', sortable: true },
    ],
    [t],
  );
  return (
    <>
      <PageHeader
        title={t('route.title')}
        subtitle={total === undefined ? undefined : t('route.total', { count: total, shown: formatCount(total) })}
      />
      <DataList
        at={HERE}
        name={t('route.title')}
        endpoint={busLatest}
        columns={columns}
        rowId={(row) => row.student.admissionNumber}
        searchLabel={t('route.search')}
        empty={{
          title: t('route.empty'),
          message: t('route.emptyHint'),
          action: <FirstStep to="/app/school.bus.view" screen="busView" />,
        }}
        actions={(row) => (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconMap2 size={18} aria-hidden />}
            aria-label={t('route.viewOf', { names: row.student.names })}
            onClick={() => show(row.student.admissionNumber)}
          >
            {t('route.view')}
          </Button>
        )}
        onTotal={setTotal}
      />
      <RouteModal admissionNumber={shown} onClose={() => show(undefined)} />
    </>
  );
}
