/** The most moves in one statement, which must end within the five seconds of `statement_timeout` on a slow machine too. */
const MOST = 250;

/** Cuts a list into slices of what one statement may move, in their order. */
export function inSlices<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / MOST) }, (_, slice) =>
    list.slice(slice * MOST, (slice + 1) * MOST),
  );
}
