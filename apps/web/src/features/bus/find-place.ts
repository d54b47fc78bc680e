import { askLocation, type Location } from '../../lib/location.ts';

/** Largest age of a position, since a bus moves. */
const FRESH_MS = 20_000;
/** Longest search for a position: nobody can wait on the step of a bus for satellites. */
const MAX_SEARCH_MS = 4_000;

/** Returns the device's position, or null where none is found in time. */
export function findPlace(): Promise<Location | null> {
  return Promise.race([
    // A ride is recorded without a position too.
    askLocation(FRESH_MS).catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), MAX_SEARCH_MS)),
  ]);
}
