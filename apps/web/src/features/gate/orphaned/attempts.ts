import { createKeeping } from '../../../school/pending/keep-before-code.ts';
import type { Attempts, Line } from '../queue.ts';

/** Fetched once the gate stands: the page itself stays light. */
export const pendingPassages = () => import('./pending-passages.ts');

const keeping = createKeeping<Line>(() =>
  pendingPassages().then(({ keepPassage, passages }) => ({
    keep: keepPassage,
    drop: passages.drop,
    async leave(key) {
      passages.leave(key);
      await import('./orphaned-passages.ts').then(({ left }) => left.look());
    },
  })),
);

/** Attempts of the gate on this device's disk. Where their code is late or cannot be had, each child is sent all the same, and the gate says so. */
export const attempts: Attempts = { ...keeping, keep: (line) => keeping.keep(line, line) };
