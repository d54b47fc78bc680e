import { createStore } from '../../../lib/store.ts';
import type { LeftPress } from '../../../school/presses/press.ts';

/** Left rides of this school, until somebody has said what happened, or has read what is known. */
export const leftRides = createStore<readonly LeftPress[]>([]);
