import { Checkbox, Popover, Stack } from '@mantine/core';
import { useTranslation } from '../lib/i18n.ts';
import { ButtonThere } from './ButtonThere.tsx';
import type { ListControl } from './list-state.ts';
import type { OpeningProps } from './useOpening.ts';

interface ColumnsPanelProps extends OpeningProps {
  readonly control: ListControl;
  readonly columns: readonly { readonly field: string; readonly title: string }[];
}

/** Panel that shows and hides columns: all but the first. */
export function ColumnsPanel({ control, columns, button, ...opening }: ColumnsPanelProps) {
  const { t } = useTranslation('ui');
  function show(field: string, on: boolean) {
    const hidden = on ? control.hidden.filter((other) => other !== field) : [...control.hidden, field];
    control.change({ hide: hidden.join(','), page: control.page });
  }
  return (
    <Popover {...opening} position="bottom-end" shadow="md" withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <ButtonThere at={button} />
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
