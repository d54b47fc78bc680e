import { Group, Pagination, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { ImportError, readSheet } from '@mfuko/contract/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Imports.module.css';
import { type Mapping, TELLING } from './kinds.ts';

interface PreviewProps {
  readonly sheet: AnswerOf<typeof readSheet>;
  readonly mapping: Mapping;
  readonly errors: readonly ImportError[];
}

const PAGE = 25;

/** The rows of the file, with what is wrong in its cell. */
export function Preview({ sheet, mapping, errors }: PreviewProps) {
  const { t } = useTranslation('imports');
  const [shown, setShown] = useState<'all' | 'wrong'>(errors.length > 0 ? 'wrong' : 'all');
  const [page, setPage] = useState(1);
  const ofCell = new Map(errors.map((error) => [error.cell, error]));
  const wrongRows = new Set(errors.map(({ row }) => row));
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
            setShown(value as typeof shown);
            setPage(1);
          }}
          data={[
            { value: 'wrong', label: t('preview.wrong', { count: wrongRows.size }) },
            { value: 'all', label: t('preview.all', { count: sheet.rows.length }) },
          ]}
          w="fit-content"
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must be able to */}
      <section className={classes.preview} tabIndex={0} aria-label={t('preview.title')}>
        <Table striped={false} withColumnBorders verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('preview.row')}</Table.Th>
              {sheet.columns.map(({ letter, title }) => (
                <Table.Th key={letter} scope="col">
                  {title || letter}
                  <Text size="xs" c="dimmed" fw={400}>
                    {mapping[letter] ? t(`fields.${mapping[letter]}`) : t('columns.none')}
                  </Text>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {kept.slice((at - 1) * PAGE, at * PAGE).map(({ row, cells }) => (
              <Table.Tr key={row}>
                <Table.Th scope="row">{row}</Table.Th>
                {sheet.columns.map(({ letter }, place) => {
                  const error = ofCell.get(`${letter}${row}`);
                  const text = cells[place] ?? '';
                  return (
                    <Table.Td key={letter} className={classes.cell} data-wrong={error ? true : undefined}>
                      {mapping[letter] === 'checkPin' && text !== '' ? '••••' : text}
                      {error && <Fault error={error} />}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {pages > 1 && (
        <Group justify="flex-end">
          <Pagination
            total={pages}
            value={at}
            onChange={setPage}
            getItemProps={(number) => ({ 'aria-label': t('preview.page', { page: number }) })}
            getControlProps={(control) => ({
              'aria-label': control === 'previous' ? t('preview.previous') : t('preview.next'),
            })}
          />
        </Group>
      )}
    </Stack>
  );
}

export function Fault({ error }: { error: ImportError }) {
  const { t } = useTranslation('imports');
  return (
    <span className={classes.fault}>
      {t(`faults.${error.why}`)}
      {TELLING.includes(error.why) && ` (${error.message})`}
    </span>
  );
}
