import { SmsError } from '../../gateways/sms/index.ts';
import { PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { fail, notifyOfFailure } from './fail.ts';
import { FAILURE_RULES } from './failure-rules.ts';
import { noteAway, noteBack, stopGateway } from './gateway-state.ts';
import { inPlace } from './place.ts';
import { isCode, isRouteLost, pauseAfter, pauseUnsure, waitAfter } from './rules.ts';
import { countUnsure, holdMessage, type Message, tryAgainIn } from './store.ts';

/**
 * Outcome of a try. `away`: the gateway is not reached, so that no other message need be tried; `waits`: this one is
 * tried again later; `over`: it was sent, given up, or is somebody else's.
 */
export type Outcome = 'sent' | 'over' | 'waits' | 'away';

/**
 * Does what is to be done about a message that was not taken; where others can go by another provider (`elsewhere`), they do
 * not wait for it. Anything that the gateway does not throw goes on its way.
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
      // A code is of no use later than now, so it is tried by itself; the rest waits until somebody has seen to it.
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

/** The same code must not come twice: whoever waits for it asks for another, and that one ends this. */
async function unsure(context: AppContext, schoolId: string, due: Message, giveUp: GiveUp): Promise<void> {
  const pause = isCode(due.kind) ? null : pauseUnsure(due.unsure_tries + 1);
  if (pause === null) return void (await giveUp({ next: false, platform: true }));
  await inPlace(context.db, schoolId, (tx) => countUnsure(tx, due.id, pause));
}

/** Gives a message up. Its school is told, and the platform where the fault may be there. */
async function stop(
  context: AppContext,
  schoolId: string,
  due: Message,
  why: string,
  { next, platform }: { readonly next: boolean; readonly platform: boolean },
): Promise<Outcome> {
  const tell = !platform || (schoolId !== PLATFORM_SCHOOL && !isCode(due.kind));
  await inPlace(context.db, schoolId, async (tx) => {
    const held = await holdMessage(tx, due.id);
    if (held?.state === 'waiting') await fail(tx, context, held, { why, tell, next });
  });
  if (platform) await context.db.inPlatform((tx) => notifyOfFailure(tx, due, why));
  return 'over';
}
