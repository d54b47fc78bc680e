import { z } from 'zod';
import { hasConnectionFailed } from '../connection-failed.ts';
import { SmsError, type SmsFailure, type SmsGateway, type Taken } from '../port.ts';

export interface PartnerAccount {
  readonly baseUrl: string;
  readonly partnerId: string;
  readonly apiKey: string;
  readonly senderId: string;
  readonly timeoutMs?: number;
}

/**
 * Failure of code: what is to be done about each code of an answer. A code that nobody knows may stand for a message that
 * was taken.
 */
const FAILURE_OF_CODE: ReadonlyMap<number, SmsFailure | 'taken'> = new Map([
  [200, 'taken'],
  [401, 'stop'],
  [402, 'stop'],
  // Invalid sender id.
  [1001, 'stop'],
  // Network not allowed, invalid mobile number.
  [1002, 'number'],
  [1003, 'number'],
  // Low bulk credits, invalid credentials.
  [1004, 'stop'],
  [1006, 'stop'],
  // A failure of theirs, said as such.
  [1005, 'later'],
  [1007, 'later'],
  [4090, 'later'],
  // No partner id, no key, details not found.
  [4091, 'stop'],
  [4092, 'stop'],
  [4093, 'stop'],
]);

// The provider's own spelling is the first; some companies have mended it.
const said = z
  .object({ 'respose-code': z.coerce.number().optional(), 'response-code': z.coerce.number().optional() })
  .transform((one) => one['respose-code'] ?? one['response-code'] ?? null);
const answer = z.union([
  z.object({ responses: z.tuple([said]).rest(z.unknown()) }).transform(({ responses: [first] }) => first),
  said,
]);

/**
 * SMS by the API with `apikey` and `partnerID` that several Kenyan providers serve, each at its own address (Advanta,
 * TextSMS, Celcom Africa). It tells no cost, and its delivery reports are not asked for.
 */
export function partnerSms(account: PartnerAccount): SmsGateway {
  return {
    async send(message): Promise<Taken> {
      const { status, code } = await ask(account, 'sendsms', {
        message: message.text,
        shortcode: account.senderId,
        mobile: message.to,
      });
      const failure = failureOf(status, code);
      if (failure === 'taken') return { providerId: null, cost: null };
      throw new SmsError(`the second gateway answered ${code ?? status}`, failure);
    },
    // The account's balance: it costs nothing, and any answer but a failure says that somebody is there.
    async isReachable() {
      const outcome = await lookUpPartner(account);
      return outcome !== 'away';
    },
  };
}

/** Account: known to the provider, refused by it, or nobody answers. It sends nothing and costs nothing. */
export async function lookUpPartner(account: PartnerAccount): Promise<'answers' | 'refuses' | 'away'> {
  try {
    const { status, code } = await ask(account, 'getbalance', {});
    const failure = failureOf(status, code);
    if (failure === 'busy') return 'away';
    return failure === 'stop' ? 'refuses' : 'answers';
  } catch {
    // The question is whether anybody answers, and nobody does.
    return 'away';
  }
}

function failureOf(status: number, code: number | null): SmsFailure | 'taken' {
  if (status >= 500 || status === 429 || status === 408) return 'busy';
  // 4xx without a code is an address or a key that is none: no message would be taken.
  if (code === null) return status >= 400 ? 'stop' : 'unsure';
  return FAILURE_OF_CODE.get(code) ?? 'unsure';
}

async function ask(
  account: PartnerAccount,
  what: 'sendsms' | 'getbalance',
  more: Readonly<Record<string, string>>,
): Promise<{ status: number; code: number | null }> {
  try {
    const response = await fetch(`${account.baseUrl.replace(/\/+$/, '')}/api/services/${what}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ apikey: account.apiKey, partnerID: account.partnerId, ...more }),
      redirect: 'error',
      signal: AbortSignal.timeout(account.timeoutMs ?? 15_000),
    });
    // No JSON is an answer without a code.
    const parsed = answer.safeParse(await response.json().catch(() => null));
    return { status: response.status, code: parsed.success ? parsed.data : null };
  } catch (error) {
    throw new SmsError('the second gateway cannot be reached', hasConnectionFailed(error) ? 'away' : 'unsure');
  }
}
