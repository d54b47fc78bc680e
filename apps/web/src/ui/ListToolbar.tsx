import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconColumns3, IconDownload, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import classes from './DataList.module.css';
import { FilterSelect } from './FilterSelect.tsx';
import { lateDialog } from './late-dialog.tsx';
import type { Column, ListFilter } from './list-columns.ts';
import type { AnyFilter } from './list-search.ts';
import { type ListControl, nothingOf } from './list-state.ts';
import { useOpening } from './useOpening.ts';

const TYPING_PAUSE_MS = 250;

const ColumnsPanel = lateDialog(
  async () => (await import('./ColumnsPanel.tsx')).ColumnsPanel,
  ({ opened }) => opened,
);
const ExportItems = lateDialog(
  async () => (await import('./ExportItems.tsx')).ExportItems,
  ({ opened }) => opened,
);

interface ListToolbarProps<Row> {
  readonly name: string;
  readonly control: ListControl;
  readonly columns: readonly Column<Row>[];
  readonly filters: readonly ListFilter<AnyFilter>[];
  readonly searchLabel: string;
  readonly wholeSet: () => Promise<readonly Row[]>;
  readonly selectedCount: number;
  /** Number of selected rows that the last bulk action has not or may not have reached. */
  readonly leftCount: number;
  readonly bulk?: ReactNode;
  readonly total: number;
  readonly onSelectAll: () => void;
  readonly onDeselect: () => void;
}

/** Toolbar with search, filters, columns and export; while rows are selected, with the bulk actions. */
export function ListToolbar<Row>({
  control,
  filters,
  searchLabel,
  selectedCount,
  leftCount,
  bulk,
  total,
  onSelectAll,
  onDeselect,
  ...rest
}: ListToolbarProps<Row>) {
  const { t } = useTranslation('ui');
  return (
    <>
      {bulk && (
        <Group className={classes.bulk} role="toolbar" aria-label={t('list.selected', { count: selectedCount })}>
          <Text fw={600} size="sm">
            {t('list.selected', { count: selectedCount })}
          </Text>
          {leftCount > 0 && (
            <Text className={classes.left} size="sm">
              <IconAlertTriangle size={18} aria-hidden />
              {t('list.left', { count: leftCount })}
            </Text>
          )}
          {selectedCount < total && (
            <Button variant="subtle" size="sm" onClick={onSelectAll}>
              {t('list.selectWhole', { total })}
            </Button>
          )}
          {bulk}
          <Button variant="subtle" size="sm" onClick={onDeselect}>
            {t('list.deselect')}
          </Button>
        </Group>
      )}
      {/* Stays in the document, hidden, because the printout reads the active filters from it, also for selected rows. */}
      <div className={classes.toolbar} hidden={Boolean(bulk)} data-no-print>
        <SearchField
          label={searchLabel}
          value={control.search}
          onChange={(search) => control.change({ search: search || undefined })}
        />
        {filters.map((filter) => (
          <FilterSelect
            key={filter.field}
            filter={filter}
            value={control.filters[filter.field] ?? null}
            onChange={(value) => control.choose(filter.field, value ?? nothingOf(filter))}
          />
        ))}
        <ColumnChooser control={control} columns={rest.columns} />
        <ExportMenu {...rest} />
      </div>
    </>
  );
}

function SearchField({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Searches that were requested and have not reached the address yet; the text may have changed since. */
  const asked = useRef<string[]>([]);
  useEffect(() => {
    const place = asked.current.indexOf(value);
    asked.current = asked.current.slice(place + 1);
    if (place < 0) setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function type(next: string, pause = TYPING_PAUSE_MS) {
    setText(next);
    clearTimeout(timer.current);
    const { pathname } = window.location;
    timer.current = setTimeout(() => {
      const search = next.trim();
      // A link was pressed meanwhile and its screen's code is still loading: the search would apply to that screen's list.
      if (search === value || window.location.pathname !== pathname) return;
      asked.current.push(search);
      onChange(search);
    }, pause);
  }
  return (
    <TextInput
      className={classes.search}
      aria-label={label}
      placeholder={label}
      type="search"
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label={t('list.clearSearch')} onClick={() => type('', 0)} />}
    />
  );
}

function ColumnChooser<Row>({ control, columns }: { control: ListControl; columns: readonly Column<Row>[] }) {
  const { t } = useTranslation('ui');
  const { buttonProps, part } = useOpening('dialog');
  return (
    <>
      <Button variant="default" leftSection={<IconColumns3 size={18} aria-hidden />} {...buttonProps}>
        {t('list.columns')}
      </Button>
      <ColumnsPanel {...part} control={control} columns={columns} />
    </>
  );
}

function ExportMenu<Row>({ name, columns, wholeSet }: Pick<ListToolbarProps<Row>, 'name' | 'columns' | 'wholeSet'>) {
  const { t } = useTranslation('ui');
  const { buttonProps, part } = useOpening('menu');
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} {...buttonProps}>
        {t('list.export')}
      </Button>
      <ExportItems
        {...part}
        name={name}
        columns={columns as readonly Column<never>[]}
        wholeSet={wholeSet as () => Promise<readonly never[]>}
      />
    </>
  );
}
