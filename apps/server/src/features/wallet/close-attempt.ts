import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { closeAttempt as endpoint } from '@mfuko/contract/wallet';
import type { Call } from '../../platform/http/call.ts';
import { closeKey, hashInput, type Sealer } from '../../platform/http/idempotency.ts';

/**
 * Says what became of an attempt whose answer was lost, and sees to it that nothing more becomes of it: a desk that has heard
 * "void" may pay again.
 */
export function closeAttempt(
  call: Call,
  sealer: Sealer,
  { key }: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { userId } = call.actor;
  const inputHash = hashInput(sealer, userId, 'wallet/closeAttempt', { key });
  return call.record((tx) => closeKey(tx, sealer, { text: key, userId, inputHash }));
}
