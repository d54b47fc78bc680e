import { Group, Pagination, Text } from '@mantine/core';
import { formatCount, formatMoney } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import classes from './DataList.module.css';
import { LateSelect } from './LateSelect.tsx';
import { PAGE_SIZES } from './list-search.ts';
import type { ListControl } from './list-state.ts';

interface ListFooterProps {
  readonly control: ListControl;
  readonly total: number;
  readonly sum: number | null;
  readonly sumWords: string | undefined;
}

/** Footer with the range of rows shown, the total, the sum, and the pagination. */
export function ListFooter({ control, total, sum, sumWords }: ListFooterProps) {
  const { t } = useTranslation('ui');
  const { page, pageSize } = control;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = Math.min(total, (page - 1) * pageSize + 1);
  const to = Math.min(total, page * pageSize);
  return (
    <div className={classes.footer}>
      <Text size="sm" role="status">
        {t('list.range', { from, to, total: formatCount(total) })}
        {sumWords !== undefined && sum !== null && (
          <>
            {' · '}
            {sumWords} <strong className={classes.sum}>KES {formatMoney(sum)}</strong>
            {to - from + 1 < total && ` ${t('list.sumOf', { total: formatCount(total) })}`}
          </>
        )}
      </Text>
      <Group gap="md" data-no-print>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" id="items-per-page">
            {t('list.perPage')}
          </Text>
          <LateSelect
            aria-labelledby="items-per-page"
            data={PAGE_SIZES.map(String)}
            value={String(pageSize)}
            onChange={(picked) => control.change({ pageSize: PAGE_SIZES.find((size) => String(size) === picked) })}
            allowDeselect={false}
            checkIconPosition="right"
            w={84}
          />
        </Group>
        <Pagination
          total={pages}
          value={Math.min(page, pages)}
          onChange={(next) => control.change({ page: next })}
          siblings={1}
          boundaries={1}
          getItemProps={(item) => ({ 'aria-label': t('list.page', { page: item }) })}
          getControlProps={(way) => ({ 'aria-label': t(way === 'previous' ? 'list.previous' : 'list.next') })}
        />
      </Group>
    </div>
  );
}
