import { isWorkplace, type Workplace, workplaceNow } from '../../../lib/workplace.ts';
import { inTime } from '../../../school/attempts/in-time.ts';
import { endWrite, followWrite } from '../../../school/offline/follow-write.ts';
import type { Attempts, Line } from '../queue.ts';

/** Fetched once the gate stands: the page itself stays light. */
export const pendingPassages = () => import('./pending-passages.ts');

const AGAIN_MS = 5_000;
/** Presses that have their answer: what is still on its way for them ends. */
const ended = new Set<string>();
/** Presses of which no try goes out any more: their code, where it comes late, has yet to hear of that. */
const letGo = new Set<string>();

async function keep(line: Line, from: Workplace): Promise<void> {
  const { key } = line;
  const code = pendingPassages();
  const here = code.then(ignore);
  // The press is told of by what follows the write.
  code.catch(() => askAgain(line, from));
  // No child waits longer for code that is on its way than for a disk that is silent.
  const waited = followWrite(key, here, inTime(here));
  // After the word that the code is here, or a disk that fails at once would be taken for one that keeps.
  const kept = here.then(async () => {
    const { keepPassage } = await code;
    if (ended.has(key)) return;
    await keepPassage(line, from);
    if (letGo.has(key)) attempts.leave(key);
  }, ignore);
  await waited.then(() => kept, ignore);
}

function askAgain(line: Line, from: Workplace): void {
  setTimeout(() => {
    if (ended.has(line.key)) return;
    // Of another's nobody is told who signs in next.
    if (isWorkplace(from)) void keep(line, from);
    else askAgain(line, from);
  }, AGAIN_MS);
}

/** Attempts of the gate on this device's disk. Where their code is late or cannot be had, each child is sent all the same, and the gate says so. */
export const attempts: Attempts = {
  keep: (line) => keep(line, workplaceNow()),
  drop(key) {
    ended.add(key);
    endWrite(key);
    void pendingPassages().then(({ passages }) => passages.drop(key), ignore);
  },
  leave(key) {
    letGo.add(key);
    pendingPassages()
      .then(({ passages }) => passages.leave(key))
      .then(() => import('./orphaned-passages.ts'))
      .then(({ left }) => left.look())
      .catch(ignore);
  },
};

/** Without its code nothing was kept, which is told by the note of a device that keeps nothing. */
function ignore(): void {}
