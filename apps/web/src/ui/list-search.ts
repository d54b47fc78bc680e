import type { AnySearch, ScreenAddress, SearchAt } from '../lib/routes.ts';
import { oneOf, positive, type SearchOf, text } from '../lib/search-params.ts';
import type { ListFilter } from './list-columns.ts';

/** Page size of a list where the address does not set one. */
export const PAGE_SIZE = 10;
export const PAGE_SIZES = [10, 25, 50, 100, 1000] as const;

/** Search parameters that hold a list's state. `hide` names the hidden columns. */
export const LIST_SEARCH = { page: positive, pageSize: oneOf(...PAGE_SIZES), search: text, sort: text, hide: text };

export type ListSearch = SearchOf<typeof LIST_SEARCH>;

/** Addresses whose search parameters hold the state of a list. */
export type ListAddress = {
  [Address in ScreenAddress]: keyof ListSearch extends keyof SearchAt<Address> ? Address : never;
}[ScreenAddress];

/** Fields by which any list can be filtered: the search parameters of all lists. */
export type AnyFilter = {
  [Name in keyof AnySearch]-?: string extends AnySearch[Name] ? Exclude<Name, keyof ListSearch> : never;
}[keyof AnySearch] &
  string;

/** Fields by which the list at an address can be filtered. */
export type FilterAt<Address extends ListAddress> = Extract<AnyFilter, keyof SearchAt<Address>>;

export type FiltersAt<Address extends ListAddress> = readonly ListFilter<FilterAt<Address>>[];
