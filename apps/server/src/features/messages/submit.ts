import { type Sms, SmsError, type SmsGateway, type Taken } from '../../gateways/sms/index.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { gatewayOf, noteFirstFails, type Provider, readFailover } from './failover.ts';
import { FAILURE_RULES } from './failure-rules.ts';
import { inPlace } from './place.ts';
import { noteSubmittedTo } from './store.ts';

interface Submission {
  readonly sms: Sms;
  /** Provider that was chosen and is stored with the message. */
  readonly provider: Provider;
  /** True if an earlier try may have reached that provider. */
  readonly pinned: boolean;
  readonly schoolId: string;
  readonly id: string;
}

/** Result of a try: the provider that took the message, or the failure. `elsewhere`: other messages can go by the other provider. */
export type Tried = (Taken & { readonly provider: Provider }) | Failed;

interface Failed {
  readonly error: unknown;
  readonly provider: Provider;
  readonly elsewhere: boolean;
}

/**
 * Submits a message to a provider, and to the other one where the first certainly does not have it: the connection failed, or the
 * provider takes no messages. After any other answer, after none, and where an earlier try ended so, no other provider is given this
 * message.
 */
export async function submit(context: AppContext, gateway: SmsGateway, given: Submission): Promise<Tried> {
  const note = (provider: Provider | null) =>
    inPlace(context.db, given.schoolId, (tx) => noteSubmittedTo(tx, given.id, provider));
  const first = await tryOne(context, gateway, given, given.provider);
  if (given.pinned) return first;
  if (!gateway.second || !isRefusedByAll(first)) return settled(first);
  const other: Provider = given.provider === 1 ? 2 : 1;
  await note(other);
  const second = await tryOne(context, gateway, given, other);
  return settled(isRefusedByAll(second) ? { ...second, elsewhere: false } : second);

  async function settled(tried: Tried): Promise<Tried> {
    if (isKnownUndelivered(tried, gateway)) await note(null);
    return tried;
  }
}

/** Returns true for a failure by which the provider takes no message at all now. */
function isRefusedByAll(tried: Tried): tried is Failed {
  return 'error' in tried && tried.error instanceof SmsError && FAILURE_RULES[tried.error.failure].takesNothing;
}

/** Returns true where the provider certainly does not have the message: it refused the message, or was not reached. */
function isKnownUndelivered(tried: Tried, gateway: SmsGateway): boolean {
  if (!('error' in tried) || !(tried.error instanceof SmsError)) return false;
  const { mayHaveIt } = FAILURE_RULES[tried.error.failure];
  return mayHaveIt === 'beside-a-second' ? gateway.second === undefined : !mayHaveIt;
}

async function tryOne(
  context: AppContext,
  gateway: SmsGateway,
  { sms }: Submission,
  provider: Provider,
): Promise<Tried> {
  try {
    return { ...(await gatewayOf(gateway, provider).send(sms)), provider };
  } catch (error) {
    return {
      error,
      provider,
      elsewhere: gateway.second !== undefined && (await isElsewhere(context, error, provider)),
    };
  }
}

/**
 * Returns true if other messages can go by the other provider; records a failure of the primary. After a failure of the second that holds
 * only while the primary works.
 */
async function isElsewhere({ db }: AppContext, error: unknown, provider: Provider): Promise<boolean> {
  if (provider === 2) return (await db.readPlatform(readFailover)) === null;
  if (error instanceof SmsError && FAILURE_RULES[error.failure].fails) {
    await db.inPlatform((tx) => noteFirstFails(tx, error));
  }
  return true;
}
