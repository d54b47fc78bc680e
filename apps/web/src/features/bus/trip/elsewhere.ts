import { createStore } from '../../../lib/store.ts';
import type { Workplace } from '../../../lib/workplace.ts';
import { isQuiet, type Scan } from './scan.ts';

/** Outcome of a press at a bus that was left before its answer came, by the bus and the account that it is of. */
export interface ToldElsewhere extends Workplace {
  readonly key: string;
  readonly plate: string;
  readonly scan: Scan;
}

/** Those that somebody has to hear of, until they have read it. */
export const elsewhere = createStore<readonly ToldElsewhere[]>([]);

export function tellElsewhere(told: ToldElsewhere): void {
  readElsewhere([told.key]);
  if (!isQuiet(told.scan)) elsewhere.set([...elsewhere.get(), { ...told, scan: { ...told.scan, proof: null } }]);
}

export function readElsewhere(keys: readonly string[]): void {
  elsewhere.set(elsewhere.get().filter(({ key }) => !keys.includes(key)));
}
