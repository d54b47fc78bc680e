/** Longest wait for the lock. A child stands at the door: a double record can be corrected by a user, a missing one cannot. */
const PATIENCE_MS = 2_000;

/** Runs the work while no other page of this browser runs work of the same name. Without a Web Locks API, runs it at once. */
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
    // The lock was not granted in time: the ride is recorded without it.
    return work();
  }
}
