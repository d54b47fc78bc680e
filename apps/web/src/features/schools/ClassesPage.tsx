import { Button } from '@mantine/core';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { getClasses } from '@mfuko/contract/schools';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

type ClassRow = AnswerOf<typeof getClasses>;

/** The classes of the school. */
export function ClassesPage() {
  const { t } = useTranslation('schools');
  const [total, setTotal] = useState<number>();
  const columns = useMemo<Column<ClassRow>[]>(
    () => [
      { field: 'className', title: t('classes.name'), value: (row) => row.className, sortable: true },
      { field: 'noOfStudents', title: t('classes.students'), value: (row) => row.noOfStudents, kind: 'count' },
      {
        field: 'dateCreated',
        title: t('classes.created'),
        value: (row) => row.dateCreated,
        kind: 'ago',
        sortable: true,
      },
    ],
    [t],
  );
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      renderRoot={(props) => <Link to="/app/class.add" {...props} />}
    >
      {t('addClass.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('classes.title')}
        subtitle={total === undefined ? undefined : t('classes.total', { count: total, shown: formatCount(total) })}
        actions={add}
      />
      <DataList
        name={t('classes.title')}
        endpoint={getClasses}
        columns={columns}
        rowId={(row) => row.sysid}
        searchLabel={t('classes.search')}
        empty={{ title: t('classes.empty'), message: t('classes.emptyHint'), action: add }}
        onTotal={setTotal}
      />
    </>
  );
}
