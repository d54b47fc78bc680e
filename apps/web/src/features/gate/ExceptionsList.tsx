import { EXCEPTION_KINDS, type GateException, getExceptions } from '@mfuko/contract/campus';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { ClearMany } from './ClearMany.tsx';
import { ExceptionDrawer } from './ExceptionDrawer.tsx';
import { GRAVE, useExceptionWords } from './exception-words.ts';

const HERE = '/app/check.dash';

/** Exceptions list: what was recorded although it does not add up, for a person to settle. */
export function ExceptionsList() {
  const { t } = useTranslation('campus');
  const words = useExceptionWords();
  const [viewed, view] = useAddressed(HERE, 'view');
  const columns = useMemo<Column<GateException>[]>(
    () => [
      { field: 'names', title: t('fields.names'), value: (row) => row.names, sortable: true },
      { field: 'admissionNumber', title: t('fields.number'), value: (row) => row.admissionNumber, sortable: true },
      { field: 'className', title: t('fields.class'), value: (row) => row.className, sortable: true },
      {
        field: 'kind',
        title: t('fields.kind'),
        value: (row) => t(`kinds.${row.kind}`),
        render: (row) => (
          <Tag color={row.kind === GRAVE ? 'red' : 'yellow'} long>
            {t(`kinds.${row.kind}`)}
          </Tag>
        ),
      },
      { field: 'why', title: t('fields.why'), value: (row) => words.why(row) },
      { field: 'date', title: t('fields.date'), value: (row) => row.date, kind: 'date', sortable: true },
      { field: 'recordedBy', title: t('fields.by'), value: (row) => row.recordedBy, hidden: true },
      { field: 'settledBy', title: t('fields.settledBy'), value: (row) => row.settledBy, hidden: true },
      {
        field: 'settledAt',
        title: t('fields.settledAt'),
        value: (row) => row.settledAt,
        kind: 'date',
        sortable: true,
        hidden: true,
      },
      { field: 'note', title: t('fields.note'), value: (row) => row.note, hidden: true },
    ],
    [t, words],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'settled',
        label: t('odd.anyState'),
        initial: 'false',
        options: [
          { value: 'false', label: t('odd.open') },
          { value: 'true', label: t('odd.settled') },
        ],
      },
      {
        field: 'kind',
        label: t('odd.anyKind'),
        options: EXCEPTION_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
    ],
    [t],
  );
  return (
    <>
      <DataList
        at={HERE}
        name={t('odd.list')}
        endpoint={getExceptions}
        columns={columns}
        filters={filters}
        rowId={(row) => row.sysid}
        searchLabel={t('search')}
        empty={{ title: t('odd.empty'), message: t('odd.emptyHint') }}
        onOpen={(row) => view(row.sysid)}
        bulk={(rows, done) => <ClearMany rows={rows} done={done} />}
      />
      {/* A notification about the list as a whole links here too; it opens no drawer. */}
      <ExceptionDrawer id={viewed?.startsWith('open') ? undefined : viewed} onClose={() => view(undefined)} />
    </>
  );
}
