import { type Sms, SmsError, type SmsGateway, type Taken } from '../../gateways/sms/index.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { inPlace } from './place.ts';
import { noteHandedTo } from './store.ts';
import { TROUBLE_RULES } from './trouble-rules.ts';
import { gatewayOf, noteFirstFails, readDetour, type Way } from './ways.ts';

interface HandedOver {
  readonly sms: Sms;
  /** Way that was chosen, and noted with the message. */
  readonly way: Way;
  /** An earlier try may have reached that provider. */
  readonly pinned: boolean;
  readonly schoolId: string;
  readonly id: string;
}

/** The provider that took a message, or the trouble with it; `elsewhere`: other messages can go by the other provider. */
export type Tried = (Taken & { readonly way: Way }) | Failed;

interface Failed {
  readonly error: unknown;
  readonly way: Way;
  readonly elsewhere: boolean;
}

/**
 * Hands a message to a provider, and to the other one where the first asked surely has it not: no connection came about, or
 * it said that it takes nothing. After any other answer, after none, and where an earlier try ended so, no other provider
 * sees this message.
 */
export async function handOver(context: AppContext, gateway: SmsGateway, given: HandedOver): Promise<Tried> {
  const note = (way: Way | null) => inPlace(context.db, given.schoolId, (tx) => noteHandedTo(tx, given.id, way));
  const first = await tryOne(context, gateway, given, given.way);
  if (given.pinned) return first;
  if (!gateway.second || !isRefusedByAll(first)) return settled(first);
  const other: Way = given.way === 1 ? 2 : 1;
  await note(other);
  const second = await tryOne(context, gateway, given, other);
  return settled(isRefusedByAll(second) ? { ...second, elsewhere: false } : second);

  async function settled(tried: Tried): Promise<Tried> {
    if (surelyNotThere(tried, gateway)) await note(null);
    return tried;
  }
}

/** Nothing of ours would be taken there now. */
function isRefusedByAll(tried: Tried): tried is Failed {
  return 'error' in tried && tried.error instanceof SmsError && TROUBLE_RULES[tried.error.trouble].takesNothing;
}

/** The provider has said no, or was not reached. */
function surelyNotThere(tried: Tried, gateway: SmsGateway): boolean {
  if (!('error' in tried) || !(tried.error instanceof SmsError)) return false;
  const { mayHaveIt } = TROUBLE_RULES[tried.error.trouble];
  return mayHaveIt === 'beside-a-second' ? gateway.second === undefined : !mayHaveIt;
}

async function tryOne(context: AppContext, gateway: SmsGateway, { sms }: HandedOver, way: Way): Promise<Tried> {
  try {
    return { ...(await gatewayOf(gateway, way).send(sms)), way };
  } catch (error) {
    return { error, way, elsewhere: gateway.second !== undefined && (await isElsewhere(context, error, way)) };
  }
}

/** Notes that the first provider fails; the second one's failure leaves a way only while the first works. */
async function isElsewhere({ db }: AppContext, error: unknown, way: Way): Promise<boolean> {
  if (way === 2) return (await db.readPlatform(readDetour)) === null;
  if (error instanceof SmsError && TROUBLE_RULES[error.trouble].fails) {
    await db.inPlatform((tx) => noteFirstFails(tx, error));
  }
  return true;
}
