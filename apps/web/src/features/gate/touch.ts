import { CallError } from '../../lib/problems.ts';
import { currentSchool } from '../../lib/school.ts';
import { createStore } from '../../lib/store.ts';
import { outbox } from '../../school/offline/outbox.ts';
import { touchCalls } from './gate-calls.ts';
import type { Touching } from './lane/pairing.ts';
import type { TakeBack } from './queue/queue.ts';

/** True where the school allows check-ins by a touch alone. */
const fingerOnly = createStore(false);
export const useFingerOnly = fingerOnly.use;
/** School whose rules were requested last. */
let askedOf: string | undefined;

const RULES_AGAIN_MS = 10_000;

/**
 * Requests the school's rules and retries until the server answers or refuses, or until the returned function is called. Without the rules
 * every finger needs a number.
 */
export function loadRules(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const school = currentSchool()?.sysid;
  // The rules of another school are not known yet, so every finger needs a number.
  if (school !== askedOf) fingerOnly.set(false);
  askedOf = school;
  const ask = () =>
    touchCalls()
      .then(({ askRules }) => askRules())
      .then(
        (rules) => {
          // A late answer may belong to a school that was left meanwhile.
          if (!ended) fingerOnly.set(rules.fingerOnly);
        },
        (error: unknown) => {
          // Retries where the server is unreachable or busy.
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
  // Offline, nobody can tell whose finger a touch is.
  allowed: () => fingerOnly.get() && !outbox.isAway(),
  whose: async (proof) => (await touchCalls()).askWhose(proof),
};

export const takeBack: TakeBack = async (sysid, key) => (await touchCalls()).sendUndo(sysid, key);
