import { workplaceNow } from '../../../lib/workplace.ts';
import { inTime } from '../../../school/attempts/in-time.ts';
import { endWrite, followWrite } from '../../../school/offline/follow-write.ts';
import type { Attempts } from '../queue.ts';

/** Fetched once the gate stands: the page itself stays light. */
export const pendingPassages = () => import('./pending-passages.ts');

/** Attempts of the gate on this device's disk. Where their code is late or cannot be had, each child is sent all the same, and the gate says so. */
export const attempts: Attempts = {
  keep(line) {
    const from = workplaceNow();
    const code = pendingPassages();
    const kept = code.then(({ keepPassage }) => keepPassage(line, from), ignore);
    // No child waits longer for code that is on its way than for a disk that is silent.
    return followWrite(line.key, code.then(ignore), inTime(code).then(ignore)).then(() => kept, ignore);
  },
  drop(key) {
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
