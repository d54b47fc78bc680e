import { z } from 'zod';
import { SmsError, type SmsGateway } from './port.ts';

export interface AfricasTalkingAccount {
  readonly username: string;
  readonly apiKey: string;
  readonly senderId: string | null;
  readonly baseUrl: string;
}

const answer = z.object({
  SMSMessageData: z.object({
    Message: z.string(),
    Recipients: z.array(z.object({ statusCode: z.number(), status: z.string() })),
  }),
});

/** Processed, Sent, Queued. */
const ACCEPTED = new Set([100, 101, 102]);
/** RiskHold, InsufficientBalance, CouldNotRoute, InternalServerError, GatewayError. */
const WORTH_ANOTHER_TRY = new Set([401, 405, 407, 500, 501]);

/** Africa's Talking's bulk SMS (https://developers.africastalking.com/docs/sms/sending/bulk). */
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
      const response = await fetch(`${account.baseUrl}/version1/messaging`, {
        method: 'POST',
        // Without Accept the answer is XML.
        headers: { apiKey: account.apiKey, Accept: 'application/json' },
        body: form,
        redirect: 'error',
        signal: AbortSignal.timeout(15_000),
      }).catch(() => {
        throw new SmsError('the gateway cannot be reached', true);
      });
      if (response.status !== 201)
        throw new SmsError(`the gateway answered ${response.status}`, response.status >= 500);
      const parsed = answer.safeParse(await response.json().catch(() => null));
      if (!parsed.success) throw new SmsError('the gateway gave an answer of another shape', true);
      const recipient = parsed.data.SMSMessageData.Recipients[0];
      if (!recipient) throw new SmsError('the gateway took no recipient', false);
      if (ACCEPTED.has(recipient.statusCode)) return;
      throw new SmsError(
        `the gateway refused with ${recipient.statusCode}`,
        WORTH_ANOTHER_TRY.has(recipient.statusCode),
      );
    },
  };
}
