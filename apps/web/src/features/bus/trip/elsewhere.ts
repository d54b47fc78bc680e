import { createStore } from '../../../lib/store.ts';
import type { Workplace } from '../../../lib/workplace.ts';
import { isQuiet, type Scan } from './scan.ts';

/** Outcome of a press at a bus that was left before its answer came, with the bus and the account. */
export interface ToldElsewhere extends Workplace {
  readonly key: string;
  readonly plate: string;
  readonly scan: Scan;
}

/** Outcomes that a user has to read. */
export const elsewhere = createStore<readonly ToldElsewhere[]>([]);

export function tellElsewhere(told: ToldElsewhere): void {
  readElsewhere([told.key]);
  if (!isQuiet(told.scan)) elsewhere.set([...elsewhere.get(), { ...told, scan: { ...told.scan, proof: null } }]);
}

export function readElsewhere(keys: readonly string[]): void {
  elsewhere.set(elsewhere.get().filter(({ key }) => !keys.includes(key)));
}
