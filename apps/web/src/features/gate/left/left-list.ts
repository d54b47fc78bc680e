import { createStore } from '../../../lib/store.ts';
import type { LeftPress } from '../../../school/presses/press.ts';
import type { Kind } from '../screens.ts';

/** Left passages of this school, until somebody has said what happened, or has read what is known. */
export const leftPassages = createStore<readonly LeftPress[]>([]);

/** Direction of a left passage. */
export function directionOf({ kind }: LeftPress): Kind {
  return kind === 'out' ? 'out' : 'in';
}
