import { SmsError } from '../../gateways/sms/index.ts';
import { PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { fail, notifyOfFailure } from './fail.ts';
import { FAILURE_RULES } from './failure-rules.ts';
import { noteAway, noteBack, stopGateway } from './gateway-state.ts';
import { inPlace } from './place.ts';
import { isCode, isRouteLost, pauseAfter, pauseUnsure, waitAfter } from './rules.ts';
import { countUnsure, lockMessage, type Message, tryAgainIn } from './store.ts';

/**
 * Outcome of a try. `away`: the gateway cannot be reached, so that no other message need be tried; `waits`: this message is retried
 * later; `over`: it was sent or given up, or another worker has it.
 */
export type Outcome = 'sent' | 'over' | 'waits' | 'away';

/**
 * Handles a message that the provider did not take: schedules a retry or gives the message up. While another provider takes messages
 * (`elsewhere`), the gateway is not marked as away. Errors other than SmsError are rethrown.
 */
export async function afterFailure(
  context: AppContext,
  schoolId: string,
  due: Message,
  { error, elsewhere }: { readonly error: unknown; readonly elsewhere: boolean },
): Promise<Outcome> {
  if (!(error instanceof SmsError)) throw error;
  const { failure, message: why } = error;
  const tries = due.tries + 1;
  const code = isCode(due.kind);
  const pause = pauseAfter(tries, due.kind);
  const again = (seconds: number): Promise<Outcome> =>
    inPlace(context.db, schoolId, (tx) => tryAgainIn(tx, due.id, seconds)).then(() => 'waits');
  const giveUp = (whom: { readonly next: boolean; readonly platform: boolean }) =>
    stop(context, schoolId, due, why, whom);
  if (FAILURE_RULES[failure].isAnswer) await context.db.inPlatform(noteBack);
  switch (failure) {
    case 'away':
    case 'busy':
      if (elsewhere) return again(pause);
      await again(failure === 'away' ? 0 : pause);
      await noteAway(context);
      return 'away';
    case 'unsure':
      await unsure(context, schoolId, due, giveUp);
      if (elsewhere) return 'waits';
      await noteAway(context);
      return 'away';
    case 'stop':
      if (!elsewhere) await stopGateway(context, why, waitAfter('stop'));
      // A delayed code is useless, so a code is retried on its own schedule; other messages wait until an Admin has mended the account.
      return again(code ? pause : waitAfter('stop'));
    case 'hold':
      return again(code ? pause : waitAfter('hold'));
    case 'later':
      return again(pause);
    case 'route':
      return !code && isRouteLost(tries) ? giveUp({ next: true, platform: false }) : again(pause);
    case 'number':
      return giveUp({ next: true, platform: false });
    case 'never':
      return giveUp({ next: false, platform: true });
  }
}

type GiveUp = (whom: { readonly next: boolean; readonly platform: boolean }) => Promise<Outcome>;

/**
 * Handles a try with an unknown outcome. A code must not arrive twice, so it is given up: the user asks for another code, which replaces
 * this one.
 */
async function unsure(context: AppContext, schoolId: string, due: Message, giveUp: GiveUp): Promise<void> {
  const pause = isCode(due.kind) ? null : pauseUnsure(due.unsure_tries + 1);
  if (pause === null) return void (await giveUp({ next: false, platform: true }));
  await inPlace(context.db, schoolId, (tx) => countUnsure(tx, due.id, pause));
}

/** Gives a message up. Notifies its school, and the platform where the platform may be at fault. */
async function stop(
  context: AppContext,
  schoolId: string,
  due: Message,
  why: string,
  { next, platform }: { readonly next: boolean; readonly platform: boolean },
): Promise<Outcome> {
  const tell = !platform || (schoolId !== PLATFORM_SCHOOL && !isCode(due.kind));
  await inPlace(context.db, schoolId, async (tx) => {
    const held = await lockMessage(tx, due.id);
    if (held?.state === 'waiting') await fail(tx, context, held, { why, tell, next });
  });
  if (platform) await context.db.inPlatform((tx) => notifyOfFailure(tx, due, why));
  return 'over';
}
