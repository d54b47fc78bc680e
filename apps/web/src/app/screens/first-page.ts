import type { Question } from '../../lib/ask-already.ts';
import { LIST_SEARCH, PAGE_SIZE } from '../../ui/list-search.ts';

interface FirstPage {
  readonly sort?: string;
  /** The fields that the list can be filtered by, with the choice that each begins with. */
  readonly filters?: Readonly<Record<string, string | undefined>>;
}

/**
 * The question of a list at an address, for the page that is shown: the same as by `useListState`, as long as the address names no
 * sort, which is the list's to judge.
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
