import { isWorkplace, type Workplace } from '../../lib/workplace.ts';
import { inTime } from '../attempts/in-time.ts';
import { endWrite, followWrite } from '../offline/follow-write.ts';

/** Code that stores the pending requests of one kind of desk on the device's disk, once it is loaded. */
interface KeepingCode<Press> {
  keep(press: Press, from: Workplace): Promise<void>;
  drop(key: string): unknown;
  /** Notes that the page makes no further attempt, so that the request is shown as unresolved. */
  leave(key: string): unknown;
}

const AGAIN_MS = 5_000;

/**
 * Stores the pending requests of a desk whose storing code is loaded after the desk. Where the code is late or fails to load, the desk
 * continues nevertheless, shows that only the page knows its requests, and retries the load.
 */
export function createKeeping<Press extends { readonly key: string }>(load: () => Promise<KeepingCode<Press>>) {
  /** Unanswered requests that wait for the code; true where `leave` was called meanwhile and must be repeated to the code. */
  const waiting = new Map<string, boolean>();

  /** Resolves once the request is on the disk, or cannot be stored. Never throws. */
  async function keep(press: Press, from: Workplace): Promise<void> {
    const { key } = press;
    waiting.set(key, waiting.get(key) ?? false);
    const code = load();
    const here = code.then(ignore);
    // The wait for code is limited like the wait for a disk that does not respond.
    const waited = followWrite(key, here, inTime(here));
    // Starts after `followWrite`, whose success only means that the code is loaded: otherwise that success would clear the failure of a
    // disk that fails at once.
    const kept = here.then(
      async () => {
        if (waiting.has(key)) await (await code).keep(press, from);
        if (waiting.get(key)) leave(key);
        waiting.delete(key);
      },
      () => askAgain(press, from),
    );
    await waited.then(() => kept, ignore);
  }

  function askAgain(press: Press, from: Workplace): void {
    setTimeout(() => {
      if (!waiting.has(press.key)) return;
      // Waits while another user is at work, who must not be shown this user's failure.
      if (isWorkplace(from)) void keep(press, from);
      else askAgain(press, from);
    }, AGAIN_MS);
  }

  /** Leaves a request whose outcome is unknown and which is not retried: it is shown as unresolved, also where the code is loaded late. */
  function leave(key: string): void {
    if (waiting.has(key)) waiting.set(key, true);
    load()
      .then((code) => code.leave(key))
      .catch(ignore);
  }

  return {
    keep,
    leave,
    /** Removes a request that was answered, or is in the device's queue; a pending write for it ends. */
    drop(key: string): void {
      waiting.delete(key);
      endWrite(key);
      void load().then((code) => code.drop(key), ignore);
    },
  };
}

/** Ignores a failed load: nothing was stored, which the storage note tells. */
function ignore(): void {}
