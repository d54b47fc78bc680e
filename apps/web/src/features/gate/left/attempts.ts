import { workplaceNow } from '../../../lib/workplace.ts';
import type { Attempts } from '../queue.ts';

/** Fetched once the gate stands: the page itself stays light. */
export const keptPassages = () => import('./kept-passages.ts');

/** Attempts of the gate on this device's disk. Where their code cannot be had, each child is sent all the same. */
export const attempts: Attempts = {
  keep: (line) => {
    const from = workplaceNow();
    return keptPassages().then(({ keepPassage }) => keepPassage(line, from), ignore);
  },
  drop: (key) => void keptPassages().then(({ passages }) => passages.drop(key), ignore),
  leave: (key) =>
    void Promise.all([keptPassages(), import('./left-passages.ts')]).then(([{ passages }, { left }]) => {
      passages.leave(key);
      return left.look();
    }, ignore),
};

/** Without its code nothing was kept. */
function ignore(): void {}
