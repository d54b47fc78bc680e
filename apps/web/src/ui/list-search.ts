import type { AnySearch, ScreenAddress, SearchAt } from '../lib/routes.ts';
import { oneOf, positive, type SearchOf, text } from '../lib/search-params.ts';
import type { ListFilter } from './list-columns.ts';

/** Number of rows that a list shows where the address does not say. */
export const PAGE_SIZE = 10;
export const PAGE_SIZES = [10, 25, 50, 100, 1000] as const;

/** The search parameters in which a list keeps its state. `hide` names the columns that are not shown. */
export const LIST_SEARCH = { page: positive, pageSize: oneOf(...PAGE_SIZES), search: text, sort: text, hide: text };

export type ListSearch = SearchOf<typeof LIST_SEARCH>;

/** The addresses whose search parameters hold the state of a list. */
export type ListAddress = {
  [Address in ScreenAddress]: keyof ListSearch extends keyof SearchAt<Address> ? Address : never;
}[ScreenAddress];

/** The fields by which any list can be filtered: the search parameters of all lists. */
export type AnyFilter = {
  [Name in keyof AnySearch]-?: string extends AnySearch[Name] ? Exclude<Name, keyof ListSearch> : never;
}[keyof AnySearch] &
  string;

/** The fields by which the list at an address can be filtered. */
export type FilterAt<Address extends ListAddress> = Extract<AnyFilter, keyof SearchAt<Address>>;

export type FiltersAt<Address extends ListAddress> = readonly ListFilter<FilterAt<Address>>[];
