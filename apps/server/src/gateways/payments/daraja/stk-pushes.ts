import { type PaymentAccount, PaymentsError, type PaymentsGateway, type StkPushState } from '../port.ts';
import { checkCallbackUrl } from './addresses.ts';
import { pushed, stkQueryAnswer } from './answers.ts';
import type { DarajaApi } from './api.ts';
import { pending, stkOutcome } from './codes.ts';
import { eatStamp, stkPassword, toShillings } from './forms.ts';
import { checkPasskey } from './keys-check.ts';

/** STK pushes, which are signed by the passkey of the account's short code. */
export function createStkPushes(
  api: DarajaApi,
  now: () => Date,
): Pick<PaymentsGateway, 'sendStkPush' | 'queryStkPush' | 'checkPasskey'> {
  function signatureOf({ lnmShortCode, lnmPassWord }: PaymentAccount) {
    const stamp = eatStamp(now());
    return {
      BusinessShortCode: lnmShortCode,
      Password: stkPassword(lnmShortCode, lnmPassWord, stamp),
      Timestamp: stamp,
    };
  }

  async function queryStkPush(account: PaymentAccount, checkoutRequestId: string): Promise<StkPushState> {
    try {
      const answer = await api.request(account, {
        path: '/mpesa/stkpushquery/v1/query',
        body: { ...signatureOf(account), CheckoutRequestID: checkoutRequestId },
        answer: stkQueryAnswer,
      });
      const code = answer.ResultCode ?? null;
      const outcome = code === null ? pending : stkOutcome(code);
      return { code, description: answer.ResultDesc.replace(/^\[STK_CB - \]/, '').trim(), outcome };
    } catch (error) {
      // Some gateways report an STK push that is still open as an error.
      if (error instanceof PaymentsError && /being processed/i.test(error.description)) {
        return { code: error.code, description: error.description, outcome: pending };
      }
      throw error;
    }
  }

  return {
    async sendStkPush(account, push) {
      checkCallbackUrl(push.callbackUrl);
      if (push.reference.length > 12) throw new PaymentsError('a prompt’s reference has at most 12 characters');
      if (push.description.length > 13) throw new PaymentsError('a prompt’s description has at most 13 characters');
      const answer = await api.request(account, {
        path: '/mpesa/stkpush/v1/processrequest',
        body: {
          ...signatureOf(account),
          TransactionType: 'CustomerPayBillOnline',
          Amount: toShillings(push.amount),
          PartyA: push.phone,
          PartyB: account.lnmShortCode,
          PhoneNumber: push.phone,
          CallBackURL: push.callbackUrl,
          AccountReference: push.reference,
          TransactionDesc: push.description,
        },
        answer: pushed,
      });
      return { merchantRequestId: answer.MerchantRequestID, checkoutRequestId: answer.CheckoutRequestID };
    },
    queryStkPush,
    checkPasskey: (account) => checkPasskey(account, queryStkPush),
  };
}
