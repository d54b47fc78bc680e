import { Pagination } from '@mantine/core';
import { useTranslation } from '../lib/i18n.ts';

interface PagesProps {
  readonly total: number;
  readonly value: number;
  readonly onChange: (page: number) => void;
}

/** Numbers of the pages of a list, with those before and behind. */
export function Pages({ total, value, onChange }: PagesProps) {
  const { t } = useTranslation('ui');
  return (
    <Pagination
      total={total}
      value={Math.min(value, total)}
      onChange={onChange}
      getItemProps={(page) => ({ 'aria-label': t('list.page', { page }) })}
      getControlProps={(way) => ({ 'aria-label': t(way === 'previous' ? 'list.previous' : 'list.next') })}
    />
  );
}
