import { Button, Checkbox, CloseButton, Group, Menu, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconColumns3, IconDownload, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import classes from './DataList.module.css';
import { FilterSelect } from './FilterSelect.tsx';
import type { Column, ListFilter } from './list-columns.ts';
import { exportCsv, exportXlsx } from './list-export.ts';
import type { AnyFilter } from './list-search.ts';
import { type ListControl, nothingOf } from './list-state.ts';
import { showDone, showError } from './notify.tsx';

const TYPING_PAUSE_MS = 250;

interface ListToolbarProps<Row> {
  readonly name: string;
  readonly control: ListControl;
  readonly columns: readonly Column<Row>[];
  readonly filters: readonly ListFilter<AnyFilter>[];
  readonly searchLabel: string;
  readonly wholeSet: () => Promise<readonly Row[]>;
  readonly selectedCount: number;
  readonly bulk?: ReactNode;
  readonly total: number;
  readonly onSelectAll: () => void;
  readonly onDeselect: () => void;
}

/** Search, filters, columns and export; while rows are selected, what can be done with them. */
export function ListToolbar<Row>({
  control,
  filters,
  searchLabel,
  selectedCount,
  bulk,
  total,
  onSelectAll,
  onDeselect,
  ...rest
}: ListToolbarProps<Row>) {
  const { t } = useTranslation('ui');
  if (bulk) {
    return (
      <Group className={classes.bulk} role="toolbar" aria-label={t('list.selected', { count: selectedCount })}>
        <Text fw={600} size="sm">
          {t('list.selected', { count: selectedCount })}
        </Text>
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
    );
  }
  return (
    <div className={classes.toolbar} data-no-print>
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
  );
}

function SearchField({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Searches that were asked for and are not in the address yet: the text has gone on since. */
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
    timer.current = setTimeout(() => {
      const search = next.trim();
      if (search === value) return;
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
  function show(field: string, on: boolean) {
    const hidden = on ? control.hidden.filter((other) => other !== field) : [...control.hidden, field];
    control.change({ hide: hidden.join(','), page: control.page });
  }
  return (
    <Popover position="bottom-end" shadow="md" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} aria-hidden />}>
          {t('list.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.columns')}>
        <Stack gap="xs">
          {columns.slice(1).map(({ field, title }) => (
            <Checkbox
              key={field}
              label={title}
              checked={!control.hidden.includes(field)}
              onChange={(event) => show(field, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function ExportMenu<Row>({ name, columns, wholeSet }: Pick<ListToolbarProps<Row>, 'name' | 'columns' | 'wholeSet'>) {
  const { t } = useTranslation('ui');
  async function download(write: typeof exportXlsx<Row>) {
    try {
      const rows = await wholeSet();
      await write(
        name,
        columns.filter((column) => !column.onScreenOnly),
        rows,
      );
      showDone(t('list.exported', { count: rows.length, name }), { keep: true });
    } catch (error) {
      showError(error);
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />}>
          {t('list.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void download(exportXlsx)}>{t('list.exportXlsx')}</Menu.Item>
        <Menu.Item onClick={() => void download(async (...sheet) => exportCsv(...sheet))}>
          {t('list.exportCsv')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
