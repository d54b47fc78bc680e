import { z } from 'zod';
import { hasConnectionFailed } from '../connection-failed.ts';
import { SmsError, type SmsFailure, type SmsGateway, type Taken } from '../port.ts';
import { FAILURE_OF_CODE, failureOfRefusal, readCost } from './answers.ts';

export interface AfricasTalkingAccount {
  readonly username: string;
  readonly apiKey: string;
  readonly senderId: string | null;
  readonly baseUrl: string;
  readonly timeoutMs?: number;
}

const answer = z.object({
  SMSMessageData: z.object({
    Message: z.string(),
    Recipients: z.array(
      z.object({
        // A number according to the documentation; text has been seen as well.
        statusCode: z.coerce.number(),
        status: z.string().catch(''),
        cost: z.unknown(),
        messageId: z.string().catch(''),
      }),
    ),
  }),
});

/** Gateway to Africa's Talking bulk SMS (https://developers.africastalking.com/docs/sms/sending/bulk); sends one message at a time. */
export function africasTalkingSms(account: AfricasTalkingAccount): SmsGateway {
  return {
    async send(message) {
      const form = new URLSearchParams({
        username: account.username,
        to: `+${message.to}`,
        message: message.text,
        bulkSMSMode: '1',
        enqueue: '1',
      });
      if (account.senderId) form.set('from', account.senderId);
      const response = await post(account, form);
      // Only status 201 means that a message was accepted.
      if (response.status !== 201) {
        await response.body?.cancel();
        throw new SmsError(`the gateway answered ${response.status}`, failureOfStatus(response.status));
      }
      // A response that is no JSON fails the next check.
      const parsed = answer.safeParse(await response.json().catch(() => null));
      if (!parsed.success) throw new SmsError('the gateway gave an answer of another shape', 'unsure');
      return readAnswer(parsed.data.SMSMessageData);
    },
    // Queries the account's balance, which is free; any response but a failure shows that the gateway is reachable.
    async isReachable() {
      const status = await askAccount(account);
      return status !== null && failureOfStatus(status) !== 'busy';
    },
  };
}

/** Checks the account: the provider knows it, refuses it, or does not answer. Sends no message and is free. */
export async function lookUpAccount(account: AfricasTalkingAccount): Promise<'answers' | 'refuses' | 'away'> {
  const status = await askAccount(account);
  if (status === null) return 'away';
  const failure = failureOfStatus(status);
  if (failure === 'busy') return 'away';
  return failure === 'stop' ? 'refuses' : 'answers';
}

async function askAccount(account: AfricasTalkingAccount): Promise<number | null> {
  try {
    const response = await fetch(`${account.baseUrl}/version1/user?username=${encodeURIComponent(account.username)}`, {
      headers: { apiKey: account.apiKey, Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(account.timeoutMs ?? 15_000),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    // The gateway cannot be reached, which is the answer.
    return null;
  }
}

/** Classifies a status other than 201. A 2xx is unsure, because a proxy in between may have sent it. */
function failureOfStatus(status: number): SmsFailure {
  if (status === 401 || status === 403) return 'stop';
  if (status >= 500 || status === 429 || status === 408) return 'busy';
  return status < 300 ? 'unsure' : 'never';
}

async function post(account: AfricasTalkingAccount, form: URLSearchParams): Promise<Response> {
  try {
    return await fetch(`${account.baseUrl}/version1/messaging`, {
      method: 'POST',
      // Without Accept the response is XML.
      headers: { apiKey: account.apiKey, Accept: 'application/json' },
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(account.timeoutMs ?? 15_000),
    });
  } catch (error) {
    throw new SmsError('the gateway cannot be reached', hasConnectionFailed(error) ? 'away' : 'unsure');
  }
}

function readAnswer({ Message, Recipients }: z.output<typeof answer>['SMSMessageData']): Taken {
  const [recipient] = Recipients;
  // A request that is refused as a whole is answered with 201 too, without recipients.
  if (!recipient) throw new SmsError(...failureOfRefusal(Message));
  const failure = FAILURE_OF_CODE.get(recipient.statusCode);
  if (failure === 'taken') {
    const { messageId } = recipient;
    return { providerId: messageId === '' || messageId === 'None' ? null : messageId, cost: readCost(recipient.cost) };
  }
  throw new SmsError(`the gateway refused with ${recipient.statusCode}`, failure ?? 'never');
}
