import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Column, ListFilter } from './list-columns.ts';

export const PAGE_SIZES = [10, 25, 50, 100, 1000];

export interface ListState {
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  readonly sort: string | undefined;
  readonly filters: Readonly<Record<string, string>>;
  readonly hidden: readonly string[];
}

type Patch = Partial<Record<'page' | 'pageSize' | 'search' | 'sort' | 'hide', string | undefined>> &
  Record<string, string | undefined>;

export interface ListControl extends ListState {
  /** Whether anything narrows the list. */
  readonly narrowed: boolean;
  /** What the wire takes, for the page that is shown (`paged`) and for the whole filtered set. */
  readonly paged: Record<string, unknown>;
  readonly whole: Record<string, unknown>;
  change(patch: Patch): void;
  clear(): void;
}

/** The state of a list lives in the address, so that it can be sent to somebody, kept, and come back to. */
export function useListState(
  columns: readonly Column<never>[],
  filters: readonly ListFilter[],
  defaultSort?: string,
): ListControl {
  const address = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  return useMemo(() => {
    const pageSize = PAGE_SIZES.includes(Number(address.pageSize)) ? Number(address.pageSize) : 10;
    const page = Math.max(1, Math.trunc(Number(address.page)) || 1);
    const search = address.search ?? '';
    const sort = sortOf(address.sort, columns) ?? defaultSort;
    const chosen = Object.fromEntries(
      filters.flatMap(({ field, initial }) => {
        const value = address[field] ?? initial;
        return value ? [[field, value]] : [];
      }),
    );
    const hidden =
      address.hide === undefined
        ? columns.filter((column) => column.hidden).map(({ field }) => field)
        : address.hide.split(',');
    const whole = { search: search || undefined, sort, ...chosen };
    function change(patch: Patch) {
      const back = 'page' in patch ? {} : { page: undefined };
      void navigate({
        to: '.',
        replace: true,
        resetScroll: false,
        search: ((now: object) => ({ ...now, ...back, ...patch })) as never,
      });
    }
    return {
      page,
      pageSize,
      search,
      sort,
      filters: chosen,
      hidden,
      whole,
      paged: { ...whole, page, pageSize },
      narrowed: search !== '' || filters.some(({ field, initial }) => (chosen[field] ?? initial) !== initial),
      change,
      clear: () =>
        change({
          search: undefined,
          ...Object.fromEntries(filters.map((filter) => [filter.field, nothingOf(filter)])),
        }),
    };
  }, [address, columns, filters, defaultSort, navigate]);
}

/** The next sort of a column: up, down, then as the list comes. */
export function nextSort(field: string, sort: string | undefined): string | undefined {
  if (sort === field) return `-${field}`;
  return sort === `-${field}` ? undefined : field;
}

/** What the address carries where nothing is chosen. */
export function nothingOf({ initial }: ListFilter): string | undefined {
  return initial === undefined ? undefined : '';
}

function sortOf(sort: string | undefined, columns: readonly Column<never>[]): string | undefined {
  const field = sort?.replace(/^-/, '');
  return columns.some((column) => column.sortable && column.field === field) ? sort : undefined;
}
