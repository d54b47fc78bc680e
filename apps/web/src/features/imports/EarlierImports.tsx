import { Button, Group, Text, Title } from '@mantine/core';
import { getImports, type ImportKind, type ImportRow } from '@mfuko/contract/imports';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { LeftOutButton } from './LeftOutButton.tsx';
import { Undo, type Undoable } from './Undo.tsx';

/** Id of the heading, which receives the focus. */
export const EARLIER_IMPORTS = 'earlier-imports';

const HERE = { students: '/app/student.upload', deposits: '/app/student.upload.money' } as const;

/** List of a kind's earlier imports, each with an undo. */
export function EarlierImports({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation('imports');
  const [asked, ask] = useState<Undoable | null>(null);
  const columns = useMemo<Column<ImportRow>[]>(
    () => [
      { field: 'fileName', title: t('list.file'), value: (row) => row.fileName, sortable: true },
      { field: 'date', title: t('list.date'), value: (row) => row.date, kind: 'date', sortable: true },
      { field: 'by', title: t('list.by'), value: (row) => row.by, sortable: true },
      { field: 'rows', title: t('counts.rows'), value: (row) => row.rows, kind: 'count' },
      { field: 'created', title: t(`kinds.${kind}.recorded`), value: (row) => row.created, kind: 'count' },
      ...(kind === 'students'
        ? [
            {
              field: 'updated',
              title: t('counts.changed'),
              value: (row: ImportRow) => row.updated,
              kind: 'count' as const,
            },
          ]
        : [
            {
              field: 'amount',
              title: t('list.amount'),
              value: (row: ImportRow) => row.amount,
              kind: 'amount' as const,
            },
          ]),
      { field: 'leftOut', title: t('list.leftOut'), value: (row) => row.leftOut, kind: 'count' },
      {
        field: 'state',
        title: t('list.state'),
        value: (row) =>
          row.undoneAt ? t('list.undone', { by: row.undoneBy, date: formatDate(row.undoneAt) }) : t('list.recorded'),
      },
    ],
    [t, kind],
  );
  const input = useMemo(() => ({ kind }), [kind]);
  return (
    <section>
      <Title order={2} size="h3" mb={4} id={EARLIER_IMPORTS} tabIndex={-1} style={{ outline: 'none' }}>
        {t('list.title')}
      </Title>
      {kind === 'deposits' && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('list.otherPerson')}
        </Text>
      )}
      <DataList
        at={HERE[kind]}
        name={t('list.title')}
        endpoint={getImports}
        input={input}
        columns={columns}
        defaultSort="-date"
        rowId={(row) => row.sysid}
        empty={{ title: t('list.empty') }}
        actions={(row) => (
          <Group gap={4} justify="flex-end">
            {row.leftOutKept && <LeftOutButton sysid={row.sysid} fileName={row.fileName} inList />}
            {!row.undoneAt && !(kind === 'deposits' && row.own) && (
              <Button
                variant="subtle"
                size="compact-md"
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                aria-label={t('undo.named', { name: row.fileName })}
                onClick={() => ask(row)}
              >
                {t('undo.act')}
              </Button>
            )}
          </Group>
        )}
      />
      <Undo kind={kind} asked={asked} onClose={() => ask(null)} />
    </section>
  );
}
