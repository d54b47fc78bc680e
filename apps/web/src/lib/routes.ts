import type { RegisteredRouter, RouteById, RouteIds, ValidateUseSearchResult } from '@tanstack/react-router';

type Tree = RegisteredRouter['routeTree'];

/** Address of a screen of the console, as in the route tree. */
export type ScreenAddress = Exclude<Extract<RouteIds<Tree>, `/app/${string}`>, '/app/'>;

/** Search parameters of the screen at an address; for a union of addresses, the parameters that all of them have. */
export type SearchAt<Address extends ScreenAddress> = RouteById<Tree, Address>['types']['fullSearchSchema'];

/** Search parameters of all routes, as `useSearch({ strict: false })` returns them. */
export type AnySearch = ValidateUseSearchResult<{ strict: false }>;

/** Link target: the address of a screen with search parameters of that screen. */
export type Destination = {
  [Address in ScreenAddress]: {
    readonly to: Address;
    readonly search?: SearchAt<Address>;
    readonly hash?: string;
  };
}[ScreenAddress];
