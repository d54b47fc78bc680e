import type { z } from 'zod';
import type { PaymentsGateway, PulledPayment } from '../port.ts';
import { checkCallbackUrl } from './addresses.ts';
import { pulled, pullRegistered } from './answers.ts';
import { type DarajaApi, isZero } from './api.ts';
import { centsOf, eatText, momentOf } from './forms.ts';

/** Success codes of a pull: 1000 with payments, 1001 without. */
const PULL_SUCCESS = new Set(['1000', '1001']);
const isSuccess = (code: string) => isZero(code) || PULL_SUCCESS.has(code);

/** Payments as the provider lists them afterwards. `method` is the HTTP method of the list's pages. */
export function createPull(
  api: DarajaApi,
  method: 'GET' | 'POST' | undefined,
): Pick<PaymentsGateway, 'registerPull' | 'pull'> {
  return {
    async registerPull(account, nominated) {
      checkCallbackUrl(nominated.callbackUrl);
      await api.request(account, {
        path: '/pulltransactions/v1/register',
        body: {
          ShortCode: account.shortCode,
          RequestType: 'Pull',
          NominatedNumber: nominated.phone.replace(/^254/, '0'),
          CallBackURL: nominated.callbackUrl,
        },
        answer: pullRegistered,
        isSuccess,
      });
    },

    async pull(account, { from, to, offset }) {
      const answer = await api.request(account, {
        path: '/pulltransactions/v1/query',
        body: {
          ShortCode: account.shortCode,
          StartDate: eatText(from),
          EndDate: eatText(to),
          OffSetValue: String(offset),
        },
        answer: pulled,
        method,
        isSuccess,
      });
      const rows = answer.Response.flat();
      return { payments: rows.flatMap(paymentOf), next: rows.length === 0 ? null : offset + rows.length };
    },
  };
}

type PulledRow = Exclude<z.output<typeof pulled>['Response'][number], readonly unknown[]>;

/** Returns the payment of a row; none for a row whose amount or time cannot be read. */
function paymentOf({ transactionId: receipt, amount, trxDate, msisdn, billreference }: PulledRow): PulledPayment[] {
  const cents = centsOf(amount);
  const paidAt = momentOf(trxDate);
  if (cents === null || paidAt === null) return [];
  const phone = /^(?:254|0)?([17]\d{8})$/.exec(msisdn)?.[1];
  return [{ receipt, amount: cents, paidAt, phone: phone ? `254${phone}` : null, account: billreference }];
}
