import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AnySearch } from '../lib/routes.ts';
import type { Column, ListFilter } from './list-columns.ts';
import { type AnyFilter, type ListAddress, type ListSearch, PAGE_SIZE } from './list-search.ts';

export interface ListState {
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  readonly sort: string | undefined;
  readonly filters: Readonly<Record<string, string>>;
  readonly hidden: readonly string[];
}

export interface ListControl extends ListState {
  /** True if a search or a filter is active. */
  readonly narrowed: boolean;
  /** Input of the call for the current page (`paged`), and for the whole filtered set (`whole`). */
  readonly paged: Record<string, unknown>;
  readonly whole: Record<string, unknown>;
  change(patch: ListSearch): void;
  /** Sets a filter; undefined selects its default, an empty text selects none. */
  choose(field: AnyFilter, value: string | undefined): void;
  clear(): void;
}

/** State of a list, held in the address, so that it can be shared, bookmarked and returned to. */
export function useListState(
  from: ListAddress,
  columns: readonly Column<never>[],
  filters: readonly ListFilter<AnyFilter>[],
  defaultSort?: string,
): ListControl {
  const address: AnySearch = useSearch({ from });
  const navigate = useNavigate();
  return useMemo(() => {
    const { pageSize = PAGE_SIZE, page = 1, search = '' } = address;
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
    function change(patch: ListSearch & { readonly [Field in AnyFilter]?: string }) {
      const back = 'page' in patch ? {} : { page: undefined };
      void navigate({
        to: '.',
        replace: true,
        resetScroll: false,
        search: (now) => ({ ...now, ...back, ...patch }),
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
      choose: (field, value) => change({ [field]: value }),
      clear: () =>
        change({
          search: undefined,
          ...Object.fromEntries(filters.map((filter) => [filter.field, nothingOf(filter)])),
        }),
    };
  }, [address, columns, filters, defaultSort, navigate]);
}

/** Returns the next sort of a column: ascending, descending, then the list's own order. */
export function nextSort(field: string, sort: string | undefined): string | undefined {
  if (sort === field) return `-${field}`;
  return sort === `-${field}` ? undefined : field;
}

/** Returns the parameter value for "nothing chosen". */
export function nothingOf({ initial }: ListFilter): string | undefined {
  return initial === undefined ? undefined : '';
}

function sortOf(sort: string | undefined, columns: readonly Column<never>[]): string | undefined {
  const field = sort?.replace(/^-/, '');
  return columns.some((column) => column.sortable && column.field === field) ? sort : undefined;
}
