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
        // A number in the documents; text has been seen as well.
        statusCode: z.coerce.number(),
        status: z.string().catch(''),
        cost: z.unknown(),
        messageId: z.string().catch(''),
      }),
    ),
  }),
});

/** Africa's Talking's bulk SMS (https://developers.africastalking.com/docs/sms/sending/bulk), one message at a time. */
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
      // 201 is the only answer of a message that was taken.
      if (response.status !== 201) {
        await response.body?.cancel();
        throw new SmsError(`the gateway answered ${response.status}`, failureOfStatus(response.status));
      }
      // No JSON is an answer of another shape, which is refused next.
      const parsed = answer.safeParse(await response.json().catch(() => null));
      if (!parsed.success) throw new SmsError('the gateway gave an answer of another shape', 'unsure');
      return readAnswer(parsed.data.SMSMessageData);
    },
    // The account's balance: it costs nothing, and any answer but a failure says that somebody is there.
    async isReachable() {
      const status = await askAccount(account);
      return status !== null && failureOfStatus(status) !== 'busy';
    },
  };
}

/** Account: known to the provider, refused by it, or nobody answers. It sends nothing and costs nothing. */
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
    // The question is whether the gateway can be reached, and it cannot.
    return null;
  }
}

/** Meaning of a status other than 201. A 2xx is unsure: a proxy on the way may have said it for the gateway. */
function failureOfStatus(status: number): SmsFailure {
  if (status === 401 || status === 403) return 'stop';
  if (status >= 500 || status === 429 || status === 408) return 'busy';
  return status < 300 ? 'unsure' : 'never';
}

async function post(account: AfricasTalkingAccount, form: URLSearchParams): Promise<Response> {
  try {
    return await fetch(`${account.baseUrl}/version1/messaging`, {
      method: 'POST',
      // Without Accept the answer is XML.
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
  // A request that is refused whole is answered 201 too, with nobody in it.
  if (!recipient) throw new SmsError(...failureOfRefusal(Message));
  const failure = FAILURE_OF_CODE.get(recipient.statusCode);
  if (failure === 'taken') {
    const { messageId } = recipient;
    return { providerId: messageId === '' || messageId === 'None' ? null : messageId, cost: readCost(recipient.cost) };
  }
  throw new SmsError(`the gateway refused with ${recipient.statusCode}`, failure ?? 'never');
}
