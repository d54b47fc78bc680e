import type { RegisteredRouter, RouteById, RouteIds, ValidateUseSearchResult } from '@tanstack/react-router';

type Tree = RegisteredRouter['routeTree'];

/** The address of a screen of the console, as the route tree has it. */
export type ScreenAddress = Exclude<Extract<RouteIds<Tree>, `/app/${string}`>, '/app/'>;

/** The search parameters of the screen at an address; of several screens, those that all of them have. */
export type SearchAt<Address extends ScreenAddress> = RouteById<Tree, Address>['types']['fullSearchSchema'];

/** The search parameters of all routes: what `useSearch({ strict: false })` gives. */
export type AnySearch = ValidateUseSearchResult<{ strict: false }>;

/** A way to a screen, with search parameters that it has. */
export type Destination = {
  [Address in ScreenAddress]: {
    readonly to: Address;
    readonly search?: SearchAt<Address>;
    readonly hash?: string;
  };
}[ScreenAddress];
