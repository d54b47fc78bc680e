/** Most moves in one statement, so that the statement ends within the five seconds of `statement_timeout` on a slow machine too. */
const MAX_SLICE = 250;

/** Cuts a list, in its order, into slices that one statement may move. */
export function inSlices<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / MAX_SLICE) }, (_, slice) =>
    list.slice(slice * MAX_SLICE, (slice + 1) * MAX_SLICE),
  );
}
