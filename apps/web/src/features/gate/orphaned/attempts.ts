import { isWorkplace, type Workplace, workplaceNow } from '../../../lib/workplace.ts';
import { inTime } from '../../../school/attempts/in-time.ts';
import { endWrite, followWrite } from '../../../school/offline/follow-write.ts';
import type { Attempts, Line } from '../queue.ts';

/** Fetched once the gate stands: the page itself stays light. */
export const pendingPassages = () => import('./pending-passages.ts');

const AGAIN_MS = 5_000;
/** Presses whose code could not be had, with the time at which it is asked for again. */
const unkept = new Map<string, ReturnType<typeof setTimeout>>();

async function keep(line: Line, from: Workplace): Promise<void> {
  const code = pendingPassages();
  const here = code.then(ignore);
  // The press is told of by what follows the write.
  code.catch(() => askAgain(line, from));
  // No child waits longer for code that is on its way than for a disk that is silent.
  const waited = followWrite(line.key, here, inTime(here));
  // After the word that the code is here, or a disk that fails at once would be taken for one that keeps.
  const kept = here.then(() => code.then(({ keepPassage }) => keepPassage(line, from))).catch(ignore);
  await waited.then(() => kept, ignore);
}

function askAgain(line: Line, from: Workplace): void {
  // Of another's nobody is told who signs in next.
  const again = () => (isWorkplace(from) ? void keep(line, from) : askAgain(line, from));
  unkept.set(line.key, setTimeout(again, AGAIN_MS));
}

/** Attempts of the gate on this device's disk. Where their code is late or cannot be had, each child is sent all the same, and the gate says so. */
export const attempts: Attempts = {
  keep: (line) => keep(line, workplaceNow()),
  drop(key) {
    clearTimeout(unkept.get(key));
    unkept.delete(key);
    endWrite(key);
    void pendingPassages().then(({ passages }) => passages.drop(key), ignore);
  },
  leave: (key) =>
    void Promise.all([pendingPassages(), import('./orphaned-passages.ts')]).then(([{ passages }, { left }]) => {
      passages.leave(key);
      return left.look();
    }, ignore),
};

/** Without its code nothing was kept, which is told by the note of a device that keeps nothing. */
function ignore(): void {}
