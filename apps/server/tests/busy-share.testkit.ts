/** Requests by call, and the number of them that first got 503. */
export type Shots = Map<string, { fired: number; busy: number }>;

/**
 * Maximum shares of busy answers that are attributed to a loaded machine: over all calls, and for one call, which may have few requests.
 */
const MAX_OF_ALL = 0.02;
const MAX_OF_A_CALL = 0.2;

export function countShot(shots: Shots, path: string, busy: boolean): void {
  const of = shots.get(path) ?? { fired: 0, busy: 0 };
  shots.set(path, { fired: of.fired + 1, busy: of.busy + (busy ? 1 : 0) });
}

/** Returns the calls that are busy too often for a slow machine, and the total if it is. */
export function tooBusy(shots: Shots): string[] {
  const all = [...shots.values()].reduce(
    (sum, { fired, busy }) => ({ fired: sum.fired + fired, busy: sum.busy + busy }),
    { fired: 0, busy: 0 },
  );
  const told = [...shots]
    .filter(([, { fired, busy }]) => busy > Math.max(1, fired * MAX_OF_A_CALL))
    .map(([path, { fired, busy }]) => `${path}: ${busy} of ${fired}`);
  return all.busy > all.fired * MAX_OF_ALL ? [`all: ${all.busy} of ${all.fired}`, ...told] : told;
}
