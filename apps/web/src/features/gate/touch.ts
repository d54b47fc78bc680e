import { CallError } from '../../lib/problems.ts';
import { currentSchool } from '../../lib/school.ts';
import { createStore } from '../../lib/store.ts';
import { outbox } from '../../school/offline/outbox.ts';
import { touchCalls } from './gate-calls.ts';
import type { Touching } from './lane.ts';
import type { TakeBack } from './queue.ts';

/** True where the school lets a touch alone check in. */
const fingerOnly = createStore(false);
export const useFingerOnly = fingerOnly.use;
/** School whose rules were asked for last. */
let askedOf: string | undefined;

const RULES_AGAIN_MS = 10_000;

/** Asks for the school's rules until they are told or refused, or until what it answers is called. Without them a number goes with each finger, as ever. */
export function loadRules(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const school = currentSchool()?.sysid;
  // Of another school nothing is known yet: a number goes with each finger.
  if (school !== askedOf) fingerOnly.set(false);
  askedOf = school;
  const ask = () =>
    touchCalls()
      .then(({ askRules }) => askRules())
      .then(
        (rules) => {
          // An answer that comes late may be of a school that was left meanwhile.
          if (!ended) fingerOnly.set(rules.fingerOnly);
        },
        (error: unknown) => {
          // A server that is away, or has much to do, tells them later.
          if (!ended && (!(error instanceof CallError) || error.unsure || error.status === 429))
            timer = setTimeout(ask, RULES_AGAIN_MS);
        },
      );
  void ask();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

export const touching: Touching = {
  // Whose finger it is, nobody can be asked without a network.
  allowed: () => fingerOnly.get() && !outbox.isAway(),
  whose: async (proof) => (await touchCalls()).askWhose(proof),
};

export const takeBack: TakeBack = async (sysid, key) => (await touchCalls()).sendUndo(sysid, key);
