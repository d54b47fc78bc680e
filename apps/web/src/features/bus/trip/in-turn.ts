/** A child stands at the door: recorded by two pages is put right by a person, recorded by none is not. */
const PATIENCE_MS = 2_000;

/** Does the work while no other page of this browser does any of that name; without waiting for a turn that the browser does not give. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  let begun = false;
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(PATIENCE_MS) }, () => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (begun) throw error;
    // The turn did not come: what there is to record is recorded.
    return work();
  }
}
