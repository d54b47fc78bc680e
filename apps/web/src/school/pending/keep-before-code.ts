import { isWorkplace, type Workplace } from '../../lib/workplace.ts';
import { inTime } from '../attempts/in-time.ts';
import { endWrite, followWrite } from '../offline/follow-write.ts';

/** Code that keeps the presses of one kind of desk on the device's disk, once it is here. */
interface KeepingCode<Press> {
  keep(press: Press, from: Workplace): Promise<void>;
  drop(key: string): unknown;
  /** No try goes out any more: told of from now on. */
  leave(key: string): unknown;
}

const AGAIN_MS = 5_000;

/**
 * Presses of a desk whose keeping code is fetched once the desk stands. Where it is late or cannot be had, each child goes all the same, the desk
 * says that the page alone knows it, and the code is asked for again.
 */
export function createKeeping<Press extends { readonly key: string }>(load: () => Promise<KeepingCode<Press>>) {
  /** Presses without an answer whose code is on its way; true: no try goes out any more, of which that code has yet to hear. */
  const waiting = new Map<string, boolean>();

  /** Resolves once the press lies on the disk, or cannot. Never throws. */
  async function keep(press: Press, from: Workplace): Promise<void> {
    const { key } = press;
    waiting.set(key, waiting.get(key) ?? false);
    const code = load();
    const here = code.then(ignore);
    // No child waits longer for code that is on its way than for a disk that is silent.
    const waited = followWrite(key, here, inTime(here));
    // The press is told of by what follows the write: after the word that the code is here, or a disk that fails at once would be taken for one that keeps.
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
      // Of another's nobody is told who signs in next.
      if (isWorkplace(from)) void keep(press, from);
      else askAgain(press, from);
    }, AGAIN_MS);
  }

  /** Nobody knows what became of it, and no try goes out any more: told from now on, also where the code comes late. */
  function leave(key: string): void {
    if (waiting.has(key)) waiting.set(key, true);
    load()
      .then((code) => code.leave(key))
      .catch(ignore);
  }

  return {
    keep,
    leave,
    /** There is an answer, or the device's queue has it: what is still on its way for it ends. */
    drop(key: string): void {
      waiting.delete(key);
      endWrite(key);
      void load().then((code) => code.drop(key), ignore);
    },
  };
}

/** Without its code nothing was kept, which is told by the note of a device that keeps nothing. */
function ignore(): void {}
