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

/** Action for each response code. An unknown code may belong to a message that was accepted. */
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
  // Internal failures, reported explicitly.
  [1005, 'later'],
  [1007, 'later'],
  [4090, 'later'],
  // Missing partner id, missing API key, details not found.
  [4091, 'stop'],
  [4092, 'stop'],
  [4093, 'stop'],
]);

// The first name is the provider's misspelling; some companies have corrected it.
const said = z
  .object({ 'respose-code': z.coerce.number().optional(), 'response-code': z.coerce.number().optional() })
  .transform((one) => one['respose-code'] ?? one['response-code'] ?? null);
const answer = z.union([
  z.object({ responses: z.tuple([said]).rest(z.unknown()) }).transform(({ responses: [first] }) => first),
  said,
]);

/**
 * Gateway to the SMS API with `apikey` and `partnerID` that several Kenyan providers offer, each at its own URL (Advanta, TextSMS,
 * Celcom Africa). It reports no cost, and its delivery reports are not used.
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
    // Queries the account's balance, which is free; any response but a failure shows that the gateway is reachable.
    async isReachable() {
      const outcome = await lookUpPartner(account);
      return outcome !== 'away';
    },
  };
}

/** Checks the account: the provider knows it, refuses it, or does not answer. Sends no message and is free. */
export async function lookUpPartner(account: PartnerAccount): Promise<'answers' | 'refuses' | 'away'> {
  try {
    const { status, code } = await ask(account, 'getbalance', {});
    const failure = failureOf(status, code);
    if (failure === 'busy') return 'away';
    return failure === 'stop' ? 'refuses' : 'answers';
  } catch {
    // No answer, which is the result.
    return 'away';
  }
}

function failureOf(status: number, code: number | null): SmsFailure | 'taken' {
  if (status >= 500 || status === 429 || status === 408) return 'busy';
  // A 4xx without a code means a wrong URL or key: no message would be accepted.
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
    // A response that is no JSON has no code.
    const parsed = answer.safeParse(await response.json().catch(() => null));
    return { status: response.status, code: parsed.success ? parsed.data : null };
  } catch (error) {
    throw new SmsError('the second gateway cannot be reached', hasConnectionFailed(error) ? 'away' : 'unsure');
  }
}
