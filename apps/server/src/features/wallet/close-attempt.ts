import type { AnswerOf, Endpoint, InputOf } from '@mfuko/contract/endpoint';
import { closeAttempt as endpoint } from '@mfuko/contract/wallet';
import { mayMake } from '../../platform/http/access.ts';
import type { Call } from '../../platform/http/call.ts';
import { closeKey, hashInput, type Sealer } from '../../platform/http/idempotency.ts';

/** Kept answers, and the calls that they are of. */
interface AnswersKept {
  readonly sealer: Sealer;
  readonly served: readonly Endpoint[];
  readonly production: boolean;
}

/**
 * Says what became of an attempt whose answer was lost, and sees to it that nothing more becomes of it: a desk that has heard
 * "void" may pay again. The answer comes along where this session might make that call now: a role that has changed, or a second factor that was proven
 * for the call alone, tells no more than how it ended.
 */
export function closeAttempt(
  call: Call,
  { sealer, served, production }: AnswersKept,
  { key }: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { userId } = call.actor;
  const inputHash = hashInput(sealer, userId, endpoint.path, { key });
  const mayHear = (path: string) => {
    const about = served.find((one) => one.path === path);
    return about !== undefined && mayMake(about, call.actor, production);
  };
  // Under no key of its own: asked twice it says the same, and what it tells must be kept nowhere that a later session is not asked about.
  return call.autonomous((tx) => closeKey(tx, sealer, { text: key, call: endpoint.path, userId, inputHash }, mayHear));
}
