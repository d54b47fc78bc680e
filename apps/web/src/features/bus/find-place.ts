import { askLocation, type Location } from '../../lib/location.ts';

/** A bus moves: an older place than this is another place. */
const FRESH_MS = 20_000;
/** Nobody stands on the step of a bus for longer than this because a device looks for satellites. */
const LONGEST_SEARCH_MS = 4_000;

/** Place of this device now; null where it does not know it soon enough. */
export function findPlace(): Promise<Location | null> {
  return Promise.race([
    // A ride is recorded without a place too.
    askLocation(FRESH_MS).catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), LONGEST_SEARCH_MS)),
  ]);
}
