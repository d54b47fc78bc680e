import '@mantine/core/styles/SegmentedControl.css';
import { Group, Pagination, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import type { ImportAnswer, ImportError } from '@mfuko/contract/imports';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { faultWords } from './fault-words.ts';
import classes from './Imports.module.css';
import { MendedCell } from './MendedCell.tsx';
import { faultsOf } from './mending.ts';
import type { OpenedList } from './useImport.ts';

interface PreviewProps {
  readonly list: OpenedList;
  readonly answer: ImportAnswer;
  readonly onMend: (cell: string, text: string) => void;
}

const PAGE = 25;

/** The rows of the file, with what is wrong in its cell, which can be mended there. */
export function Preview({ list: { sheet, mapping, mends, attention }, answer, onMend }: PreviewProps) {
  const { t } = useTranslation('imports');
  const [chosen, setChosen] = useState<'all' | 'wrong' | null>(null);
  const [page, setPage] = useState(1);
  const shown = chosen ?? (attention.size > 0 ? 'wrong' : 'all');
  const ofCell = new Map([...answer.warnings, ...faultsOf(answer)].map((error) => [error.cell, error]));
  const doubtful = new Set(answer.warnings.map(({ cell }) => cell));
  const doubtfulRows = new Set(answer.warnings.map(({ row }) => row));
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
                {sheet.columns.map(({ letter, title }, place) => {
                  const cell = `${letter}${row}`;
                  const error = ofCell.get(cell);
                  const secret = mapping[letter] === 'checkPin';
                  const text = mends[cell] ?? cells[place] ?? '';
                  // A name that differs means that the number may be another child's.
                  const asksForNumber = doubtfulRows.has(row) && mapping[letter] === 'admissionNumber';
                  const state = error ? (doubtful.has(cell) ? 'doubt' : 'wrong') : cell in mends ? 'mended' : undefined;
                  return (
                    <Table.Td key={letter} className={classes.cell} data-state={state}>
                      {mapping[letter] && (state === 'wrong' || state === 'mended' || asksForNumber) ? (
                        <MendedCell
                          label={t('preview.mend', { row, column: title || letter })}
                          text={secret ? '' : text}
                          secret={secret}
                          wrong={state === 'wrong'}
                          onMend={(typed) => onMend(cell, typed)}
                        />
                      ) : secret && text !== '' ? (
                        '••••'
                      ) : (
                        text
                      )}
                      {error && <Fault error={error} doubt={state === 'doubt'} />}
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

export function Fault({ error, doubt = false }: { error: ImportError; doubt?: boolean }) {
  // Drawn again in another language.
  useTranslation('imports');
  return (
    <span className={classes.fault} data-doubt={doubt || undefined}>
      {faultWords(error)}
    </span>
  );
}
