import { createStore } from '../../lib/store.ts';
import { outbox } from '../../school/offline/outbox.ts';
import { touchCalls } from './gate-calls.ts';
import type { Touching } from './lane.ts';
import type { TakeBack } from './queue.ts';

/** True where the school lets a touch alone check in. */
const fingerOnly = createStore(false);
export const useFingerOnly = fingerOnly.use;

export function loadRules(): void {
  touchCalls()
    .then(({ askRules }) => askRules())
    .then(
      (rules) => fingerOnly.set(rules.fingerOnly),
      // Without them a number goes with each finger, as ever.
      () => undefined,
    );
}

export const touching: Touching = {
  // Whose finger it is, nobody can be asked without a network.
  allowed: () => fingerOnly.get() && !outbox.isAway(),
  whose: async (proof) => (await touchCalls()).askWhose(proof),
};

export const takeBack: TakeBack = async (sysid, key) => (await touchCalls()).sendUndo(sysid, key);
