import type { DeviceRow } from '@mfuko/contract/devices';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { Column } from '../../ui/list-columns.ts';
import { Ago } from '../../ui/When.tsx';
import { DeviceState, useStateWords } from './DeviceState.tsx';
import { DeviceStatus } from './DeviceStatus.tsx';

/** Columns of the list of devices. */
export function useDeviceColumns(): readonly Column<DeviceRow>[] {
  const { t } = useTranslation('devices');
  const words = useStateWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language alone
  return useMemo<Column<DeviceRow>[]>(
    () => [
      { field: 'deviceLabel', title: t('fields.deviceLabel'), value: (row) => row.deviceLabel, sortable: true },
      {
        field: 'serialNumber',
        title: t('fields.serialNumber'),
        value: (row) => (row.enrolled ? t('list.ownKey') : row.serialNumber),
        sortable: true,
      },
      {
        field: 'deviceRole',
        title: t('fields.deviceRole'),
        value: (row) => t(`roles.${row.deviceRole}`),
        sortable: true,
      },
      {
        field: 'status',
        title: t('list.status'),
        value: (row) => t(`status.${row.status}`),
        render: (row) => <DeviceStatus status={row.status} />,
      },
      {
        field: 'lastSeen',
        title: t('list.lastSeen'),
        value: (row) => row.lastSeen,
        kind: 'ago',
        sortable: true,
        render: (row) => (row.lastSeen === null ? t('list.never') : <Ago moment={row.lastSeen} />),
      },
      {
        field: 'concern',
        title: t('state.title'),
        value: ({ state }) =>
          state === null
            ? null
            : words(state)
                .map(({ text }) => text)
                .join(' · '),
        sortable: true,
        render: (row) => <DeviceState device={row} />,
      },
      { field: 'dateCreated', title: t('list.created'), value: (row) => row.dateCreated, kind: 'ago', sortable: true },
    ],
    [t],
  );
}
