import { Badge, Button, Group, Text } from '@mantine/core';
import { getSchools, type SchoolRow } from '@mfuko/contract/schools';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { DataList } from '../../ui/DataList.tsx';
import { useAddressed } from '../../ui/DetailDrawer.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { SchoolDrawer } from './SchoolDrawer.tsx';
import { SchoolLogo } from './SchoolLogo.tsx';

/** Every school of the platform. */
export function SchoolsPage() {
  const { t } = useTranslation('schools');
  const [total, setTotal] = useState<number>();
  const [opened, open] = useAddressed('view');
  const columns = useMemo<Column<SchoolRow>[]>(
    () => [
      {
        field: 'schoolCode',
        title: t('fields.SchoolCode'),
        value: (row) => row.schoolCode,
        sortable: true,
        render: (row) => (
          <Group gap="sm" wrap="nowrap" component="span" display="inline-flex" style={{ verticalAlign: 'middle' }}>
            <SchoolLogo school={row} size={32} />
            <span style={{ whiteSpace: 'nowrap' }}>{row.schoolCode}</span>
          </Group>
        ),
      },
      { field: 'officialName', title: t('fields.OfficialName'), value: (row) => row.officialName, sortable: true },
      { field: 'shortName', title: t('fields.ShortName'), value: (row) => row.shortName, sortable: true },
      { field: 'pobox', title: t('fields.Pobox'), value: (row) => row.pobox },
      { field: 'town', title: t('fields.Town'), value: (row) => row.town, sortable: true },
      {
        field: 'dateCreated',
        title: t('schools.registered'),
        value: (row) => row.dateCreated,
        kind: 'ago',
        sortable: true,
      },
      {
        field: 'hasConfig',
        title: t('schools.config'),
        value: (row) => (row.hasConfig ? t('schools.configured') : t('schools.noConfig')),
        render: (row) =>
          row.hasConfig ? (
            <Text size="sm" c="dimmed" span>
              {t('schools.configured')}
            </Text>
          ) : (
            <NoConfig />
          ),
      },
    ],
    [t],
  );
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      renderRoot={(props) => <Link to="/app/school.add" {...props} />}
    >
      {t('schools.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('schools.title')}
        subtitle={total === undefined ? undefined : t('schools.total', { count: total, shown: formatCount(total) })}
        actions={add}
      />
      <DataList
        name={t('schools.title')}
        endpoint={getSchools}
        columns={columns}
        rowId={(row) => row.sysid}
        searchLabel={t('schools.search')}
        empty={{ title: t('schools.empty'), message: t('schools.emptyHint'), action: add }}
        onOpen={(row) => open(row.sysid)}
        actions={(row) => <RowActions name={row.officialName} onView={() => open(row.sysid)} />}
        onTotal={setTotal}
      />
      <SchoolDrawer id={opened} onClose={() => open(undefined)} />
    </>
  );
}

function NoConfig() {
  const { t } = useTranslation('schools');
  return (
    <Badge color="yellow" variant="light" tt="none" size="lg" miw="max-content">
      {t('schools.noConfig')}
    </Badge>
  );
}
