import { createKeeping } from '../../../school/pending/keep-before-code.ts';
import type { Line } from '../queue/line.ts';
import type { Attempts } from '../queue/lines.ts';

/** Lazy chunk, fetched after the gate has rendered, so that the page's first load stays small. */
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

/**
 * Stores the gate's presses on this device's disk. Where the chunk is late or cannot be loaded, each child is still sent, and the gate
 * shows a notice.
 */
export const attempts: Attempts = { ...keeping, keep: (line) => keeping.keep(line, line) };
