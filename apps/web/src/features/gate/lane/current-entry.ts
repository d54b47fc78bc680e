import { createStore, type Store } from '../../../lib/store.ts';
import { workplaceNow } from '../../../lib/workplace.ts';
import { isOfOther } from '../queue/line.ts';
import { EMPTY, type Entry } from './entry.ts';

/** Entry of the student who stands at the gate now. */
export interface CurrentEntry {
  readonly store: Store<Entry>;
  get(): Entry;
  change(patch: Partial<Entry>): void;
  /** Empties the fields; the notice and the keys for the next student stay. */
  empty(): void;
  /** True for an entry made for another school, or by the user before the desk was unlocked by somebody else. */
  isOfOther(): boolean;
}

export function createCurrentEntry(): CurrentEntry {
  const store = createStore<Entry>(EMPTY);
  /** Account and school of this lane, fixed as soon as each is known. */
  let from = workplaceNow();
  const { get } = store;
  return {
    store,
    get,
    change(patch) {
      const now = workplaceNow();
      from = { user: from.user || now.user, school: from.school ?? now.school };
      store.set({ ...get(), ...patch });
    },
    empty() {
      const { notice, ahead } = get();
      store.set({ ...EMPTY, notice, ahead });
    },
    isOfOther: () => isOfOther(from),
  };
}
