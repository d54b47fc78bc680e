import '@mantine/core/styles/SegmentedControl.css';
import { Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import type { ImportAnswer } from '@mfuko/contract/imports';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Pages } from '../../ui/Pages.tsx';
import classes from './Imports.module.css';
import type { OpenedList } from './opened-list.ts';
import { PreviewRow, sortFaults } from './PreviewRow.tsx';
import { useFits } from './useFits.ts';

interface PreviewProps {
  readonly list: OpenedList;
  readonly answer: ImportAnswer;
  readonly onCorrect: (cell: string, text: string) => void;
  readonly onSetAside: (rows: readonly number[]) => void;
}

const PAGE = 25;

/**
 * Rows of the file, with corrections in place and a switch that leaves a row out. Shown as a table where it fits, otherwise as cards, so
 * that no fault lies outside the visible width.
 */
export function Preview({ list, answer, onCorrect, onSetAside }: PreviewProps) {
  const { sheet, mapping, attention } = list;
  const { t } = useTranslation('imports');
  const [chosen, setChosen] = useState<'all' | 'wrong' | null>(null);
  const [page, setPage] = useState(1);
  const [table, fits] = useFits();
  const shown = chosen ?? (attention.size > 0 ? 'wrong' : 'all');
  const said = sortFaults(answer);
  const wrongRows = attention;
  const kept =
    shown === 'wrong' && wrongRows.size > 0 ? sheet.rows.filter(({ row }) => wrongRows.has(row)) : sheet.rows;
  const pages = Math.max(1, Math.ceil(kept.length / PAGE));
  const at = Math.min(page, pages);
  return (
    <Stack gap="sm">
      {wrongRows.size > 0 && (
        <SegmentedControl
          aria-label={t('preview.show')}
          value={shown}
          onChange={(value) => {
            setChosen(value as typeof shown);
            setPage(1);
          }}
          data={[
            { value: 'wrong', label: t('preview.wrong', { count: wrongRows.size }) },
            { value: 'all', label: t('preview.all', { count: sheet.rows.length }) },
          ]}
          w="fit-content"
        />
      )}
      <section ref={table} className={classes.preview} data-cards={!fits || undefined} aria-label={t('preview.title')}>
        {/* Explicit roles: browsers drop the implicit ones where CSS changes a table's layout. */}
        <Table role="table" striped={false} withColumnBorders verticalSpacing={6}>
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              <Table.Th role="columnheader" scope="col">
                {t('preview.row')}
              </Table.Th>
              <Table.Th role="columnheader" scope="col">
                {t('preview.taken')}
              </Table.Th>
              {sheet.columns.map(({ letter, title }) => (
                <Table.Th key={letter} role="columnheader" scope="col">
                  {title || letter}
                  <Text size="xs" c="dimmed" fw={400}>
                    {mapping[letter] ? t(`fields.${mapping[letter]}`) : t('columns.none')}
                  </Text>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {kept.slice((at - 1) * PAGE, at * PAGE).map(({ row, cells }) => (
              <PreviewRow
                key={row}
                row={row}
                cells={cells}
                list={list}
                said={said}
                onCorrect={onCorrect}
                onSetAside={onSetAside}
              />
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {pages > 1 && (
        <Group justify="flex-end">
          <Pages total={pages} value={at} onChange={setPage} />
        </Group>
      )}
    </Stack>
  );
}
