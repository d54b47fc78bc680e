import type { Question } from '../../lib/ask-already.ts';
import { LIST_SEARCH, PAGE_SIZE } from '../../ui/list-search.ts';

interface FirstPage {
  readonly sort?: string;
  /** Filters of the list, with their defaults. */
  readonly filters?: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the query of a list at an address, for the current page: the same as `useListState` makes, unless the address contains a sort,
 * which only the list can validate.
 */
export function firstPage(
  path: string,
  search: URLSearchParams,
  { sort, filters = {} }: FirstPage,
): readonly Question[] {
  if (search.has('sort')) return [];
  const chosen = Object.entries(filters).map(([field, initial]) => [field, search.get(field) ?? initial] as const);
  const asked = {
    search: search.get('search') || undefined,
    sort,
    ...Object.fromEntries(chosen.filter(([, value]) => value)),
    page: LIST_SEARCH.page(search.get('page')) ?? 1,
    pageSize: LIST_SEARCH.pageSize(search.get('pageSize')) ?? PAGE_SIZE,
  };
  return [['list', path, asked]];
}
