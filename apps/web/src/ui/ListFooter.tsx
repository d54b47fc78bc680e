import { Group, Text } from '@mantine/core';
import { formatCount, formatMoney } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import classes from './DataList.module.css';
import { LateSelect } from './LateSelect.tsx';
import { PAGE_SIZES } from './list-search.ts';
import type { ListControl } from './list-state.ts';
import { Pages } from './Pages.tsx';

interface ListFooterProps {
  readonly control: ListControl;
  readonly total: number;
  readonly sum: number | null;
  readonly sumWords: string | undefined;
}

/**
 * Footer with the range of rows shown, the total, the sum of all pages, and the pagination. The sum is not labelled with a number of
 * rows: some lists leave rows out of it, such as payments that were returned.
 */
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
            {to - from + 1 < total && ` ${t('list.sumOf')}`}
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
        <Pages total={pages} value={page} onChange={(next) => control.change({ page: next })} />
      </Group>
    </div>
  );
}
