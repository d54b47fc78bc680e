import { Anchor, Card, Checkbox, Group, ScrollArea, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../lib/format.ts';
import classes from './DataList.module.css';
import { type Column, isNumeric } from './list-columns.ts';
import { type ListControl, nextSort } from './list-state.ts';
import { Money } from './Money.tsx';
import { Ago, When } from './When.tsx';

interface ListBodyProps<Row> {
  readonly name: string;
  readonly control: ListControl;
  readonly columns: readonly Column<Row>[];
  /** undefined while the first page is on its way. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  readonly narrow: boolean;
  readonly stale: boolean;
  readonly selected?: ReadonlyMap<string, Row>;
  readonly onSelect: (rows: readonly Row[], on: boolean) => void;
  readonly onOpen?: (row: Row) => void;
  readonly actions?: (row: Row) => ReactNode;
}

/** The rows: a table, or cards where the screen is narrow. */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  if (!props.rows) return <ListSkeleton />;
  return props.narrow ? <ListCards {...props} rows={props.rows} /> : <ListTable {...props} rows={props.rows} />;
}

type Loaded<Row> = ListBodyProps<Row> & { readonly rows: readonly Row[] };

function ListTable<Row>({
  name,
  control,
  columns,
  rows,
  rowId,
  stale,
  selected,
  onSelect,
  onOpen,
  actions,
}: Loaded<Row>) {
  const { t } = useTranslation('ui');
  const chosen = rows.filter((row) => selected?.has(rowId(row))).length;
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': name }}>
      <Table
        className={classes.table}
        aria-busy={stale}
        data-stale={stale || undefined}
        verticalSpacing={0}
        horizontalSpacing="md"
      >
        <Table.Thead>
          <Table.Tr>
            {selected && (
              <Table.Th w={44}>
                <Checkbox
                  aria-label={t('list.selectAll')}
                  checked={rows.length > 0 && chosen === rows.length}
                  indeterminate={chosen > 0 && chosen < rows.length}
                  onChange={(event) => onSelect(rows, event.currentTarget.checked)}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.field} column={column} control={control} />
            ))}
            {actions && <Table.Th className={classes.actions}>{t('list.actions')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowId(row)} data-selected={selected?.has(rowId(row)) || undefined}>
              {selected && (
                <Table.Td>
                  <SelectRow row={row} {...{ columns, rowId, selected, onSelect }} />
                </Table.Td>
              )}
              {columns.map((column, index) => (
                <Table.Td key={column.field} data-numeric={isNumeric(column) || undefined}>
                  {index === 0 ? <Opener {...{ column, row, onOpen }} /> : <Value column={column} row={row} />}
                </Table.Td>
              ))}
              {actions && <Table.Td className={classes.actions}>{actions(row)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function HeaderCell<Row>({ column, control }: { column: Column<Row>; control: ListControl }) {
  const { field, title, sortable } = column;
  const direction = control.sort === field ? 'ascending' : control.sort === `-${field}` ? 'descending' : undefined;
  const Arrow = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <Table.Th aria-sort={sortable ? (direction ?? 'none') : undefined} data-numeric={isNumeric(column) || undefined}>
      {sortable ? (
        <UnstyledButton
          className={classes.sort}
          onClick={() => control.change({ sort: nextSort(field, control.sort) })}
        >
          <span>{title}</span>
          <Arrow size={16} aria-hidden data-idle={direction === undefined || undefined} />
        </UnstyledButton>
      ) : (
        title
      )}
    </Table.Th>
  );
}

function ListCards<Row>({ name, columns, rows, rowId, stale, selected, onSelect, onOpen, actions }: Loaded<Row>) {
  const [first, ...others] = columns;
  if (!first) return null;
  return (
    <ul className={classes.cards} aria-label={name} aria-busy={stale} data-stale={stale || undefined}>
      {rows.map((row) => (
        <Card component="li" key={rowId(row)} withBorder padding="sm">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Group gap="sm" wrap="nowrap">
              {selected && <SelectRow row={row} {...{ columns, rowId, selected, onSelect }} />}
              <Text fw={600} component="div">
                <Opener {...{ column: first, row, onOpen }} />
              </Text>
            </Group>
            {actions?.(row)}
          </Group>
          <dl className={classes.pairs}>
            {others.map((column) => (
              <div key={column.field}>
                <dt>{column.title}</dt>
                <dd>
                  <Value column={column} row={row} />
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </ul>
  );
}

function SelectRow<Row>({
  row,
  columns,
  rowId,
  selected,
  onSelect,
}: Pick<ListBodyProps<Row>, 'columns' | 'rowId' | 'onSelect'> & { row: Row; selected: ReadonlyMap<string, Row> }) {
  const { t } = useTranslation('ui');
  return (
    <Checkbox
      aria-label={t('list.selectRow', { name: columns[0]?.value(row) ?? '' })}
      checked={selected.has(rowId(row))}
      onChange={(event) => onSelect([row], event.currentTarget.checked)}
    />
  );
}

function Opener<Row>({ column, row, onOpen }: { column: Column<Row>; row: Row; onOpen?: (row: Row) => void }) {
  if (!onOpen) return <Value column={column} row={row} />;
  return (
    <Anchor component="button" type="button" inherit fw={600} ta="start" onClick={() => onOpen(row)}>
      <Value column={column} row={row} />
    </Anchor>
  );
}

function Value<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (column.render) return column.render(row);
  const value = column.value(row);
  if (column.kind === 'amount') return <Money value={value as number | null} />;
  if (value === null || value === undefined || value === '') return '---';
  if (column.kind === 'date') return <When moment={String(value)} />;
  if (column.kind === 'ago') return <Ago moment={String(value)} />;
  return column.kind === 'count' ? formatCount(Number(value)) : String(value);
}

function ListSkeleton() {
  const { t } = useTranslation('ui');
  return (
    <Stack gap="sm" p="md" role="status" aria-label={t('loading')}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
        <Skeleton key={row} height={24} />
      ))}
    </Stack>
  );
}
