import type { AnswerOf, Endpoint, InputOf } from '@mfuko/contract/endpoint';
import { closeAttempt as endpoint } from '@mfuko/contract/wallet';
import { mayMake } from '../../platform/http/access.ts';
import type { Call } from '../../platform/http/call.ts';
import { closeKey, hashInput, type Sealer } from '../../platform/http/idempotency.ts';

/** Needs of `closeAttempt`: the sealer of stored answers, and the calls that the answers belong to. */
interface AnswersKept {
  readonly sealer: Sealer;
  readonly served: readonly Endpoint[];
  readonly production: boolean;
}

/**
 * Closes an attempt whose answer was lost, and returns its outcome. A void attempt can never be recorded afterwards, so that the desk may
 * safely pay again. The stored answer is included only if this session may make that call now; otherwise, as after a change of role, or
 * where the call needs a new second factor, only the outcome is returned.
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
  // Without an idempotency key: the call is idempotent, and its answer must not be stored where a later session could read it unchecked.
  return call.autonomous((tx) => closeKey(tx, sealer, { text: key, call: endpoint.path, userId, inputHash }, mayHear));
}
