import type { z } from 'zod';
import type { Clock } from '../../../platform/process/clock.ts';
import { type PaymentAccount, PaymentsError, type PaymentsGateway, type ReplyTo, type StkPushState } from '../port.ts';
import type { TokenStore } from '../token-store.ts';
import { checkCallbackUrl } from './addresses.ts';
import { accepted, pulled, pullRegistered, pushed, registered, stkQueryAnswer } from './answers.ts';
import { isDeadToken, pending, stkOutcome } from './codes.ts';
import { centsOf, eatStamp, eatText, momentOf, stkPassword, toShillings } from './forms.ts';
import { checkKeys, checkPasskey } from './keys-check.ts';
import { shareTokens } from './shared-tokens.ts';
import { keepTokens } from './tokens.ts';
import { openTransport, withoutSecrets } from './transport.ts';

export interface DarajaSettings {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
  /** Provider's other host, at which keys that are refused here may be valid; null with a simulator. */
  readonly elsewhere?: string | null;
  /** Token store shared by all servers; by default tokens are kept in this process. */
  readonly tokenStore?: TokenStore;
  /** HTTP method of `pull`: Safaricom's documentation says GET, its older samples POST. */
  readonly pullMethod?: 'GET' | 'POST';
}

type Answer = z.ZodType<{ ResponseCode: string; ResponseDescription: string }>;

const MAX_TOKEN_MS = 10_000;
/** Success codes of a pull: 1000 with payments, 1001 without. */
const PULL_GOOD = new Set(['1000', '1001']);
const PULLS: readonly Answer[] = [pulled, pullRegistered];

/** Gateway to Safaricom's Daraja (https://developer.safaricom.co.ke), or to a compatible server at `baseUrl`. */
export function darajaPayments(settings: DarajaSettings): PaymentsGateway {
  const timeoutMs = settings.timeoutMs ?? 30_000;
  let aheadMs: number | null = null;
  const heardTime = (time: Date) => {
    aheadMs = settings.clock.now() - time.getTime();
  };
  const ask = openTransport({ baseUrl: settings.baseUrl, timeoutMs, heardTime });
  const { baseUrl, tokenStore: store } = settings;
  // Limits the wait for a token, because other servers wait for the same token.
  const tokenMs = Math.min(timeoutMs, MAX_TOKEN_MS);
  const askToken = openTransport({ baseUrl, timeoutMs: tokenMs, heardTime });
  const tokens = store
    ? shareTokens(askToken, { store, baseUrl, timeoutMs: tokenMs })
    : keepTokens(askToken, settings.clock.now);
  const tokensOf = (baseUrl: string) => keepTokens(openTransport({ baseUrl, timeoutMs }), settings.clock.now);
  const now = () => new Date(settings.clock.now());

  async function send(account: PaymentAccount, path: string, body: object, method: 'GET' | 'POST' = 'POST') {
    const secrets = [account.consumerKey, account.consumerSecret, account.lnmPassWord, account.securityCredential];
    const withToken = (token: string) =>
      // fetch allows no body with GET, so the body becomes the query string.
      method === 'GET'
        ? ask({ method, path: `${path}?${query(body)}`, authorization: `Bearer ${token}`, secrets })
        : ask({ method, path, authorization: `Bearer ${token}`, body, secrets });
    const token = await tokens.of(account);
    try {
      return await withToken(token);
    } catch (error) {
      if (!(error instanceof PaymentsError && isDeadToken(error.code))) throw error;
      return withToken(await tokens.after(account, token));
    }
  }

  function read<Schema extends Answer>(account: PaymentAccount, schema: Schema, said: unknown): z.output<Schema> {
    const parsed = schema.safeParse(said);
    if (!parsed.success) {
      throw new PaymentsError('the provider gave an answer of another shape', { retry: true, unsettled: true });
    }
    const { ResponseCode: code, ResponseDescription: words } = parsed.data;
    if (/^0+$/.test(code) || (PULL_GOOD.has(code) && PULLS.includes(schema))) {
      return parsed.data;
    }
    const secrets = [account.securityCredential, account.consumerSecret, account.lnmPassWord];
    throw new PaymentsError(`the provider refused with ${code}`, { code, description: withoutSecrets(words, secrets) });
  }

  async function order(account: PaymentAccount, path: string, body: object, replyTo: ReplyTo) {
    checkCallbackUrl(replyTo.resultUrl);
    checkCallbackUrl(replyTo.timeoutUrl);
    const said = await send(account, path, {
      ...body,
      SecurityCredential: account.securityCredential,
      ResultURL: replyTo.resultUrl,
      QueueTimeOutURL: replyTo.timeoutUrl,
    });
    const ack = read(account, accepted, said);
    return { conversationId: ack.ConversationID, originatorConversationId: ack.OriginatorConversationID };
  }

  const signed = (account: PaymentAccount) => {
    const stamp = eatStamp(now());
    return {
      BusinessShortCode: account.lnmShortCode,
      Password: stkPassword(account.lnmShortCode, account.lnmPassWord, stamp),
      Timestamp: stamp,
    };
  };

  async function queryStkPush(account: PaymentAccount, checkoutRequestId: string): Promise<StkPushState> {
    const body = { ...signed(account), CheckoutRequestID: checkoutRequestId };
    try {
      const answer = read(account, stkQueryAnswer, await send(account, '/mpesa/stkpushquery/v1/query', body));
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
    async registerUrls(account, urls) {
      checkCallbackUrl(urls.validationUrl);
      checkCallbackUrl(urls.confirmationUrl);
      const version = urls.phones === 'hashed' ? 'v1' : 'v2';
      const said = await send(account, `/mpesa/c2b/${version}/registerurl`, {
        ShortCode: account.shortCode,
        ResponseType: urls.whenUnreachable,
        ConfirmationURL: urls.confirmationUrl,
        ValidationURL: urls.validationUrl,
      });
      const answer = read(account, registered, said);
      return { responseCode: answer.ResponseCode, responseDescription: answer.ResponseDescription };
    },

    async sendStkPush(account, push) {
      checkCallbackUrl(push.callbackUrl);
      if (push.reference.length > 12) throw new PaymentsError('a prompt’s reference has at most 12 characters');
      if (push.description.length > 13) throw new PaymentsError('a prompt’s description has at most 13 characters');
      const said = await send(account, '/mpesa/stkpush/v1/processrequest', {
        ...signed(account),
        TransactionType: 'CustomerPayBillOnline',
        Amount: toShillings(push.amount),
        PartyA: push.phone,
        PartyB: account.lnmShortCode,
        PhoneNumber: push.phone,
        CallBackURL: push.callbackUrl,
        AccountReference: push.reference,
        TransactionDesc: push.description,
      });
      const answer = read(account, pushed, said);
      return { merchantRequestId: answer.MerchantRequestID, checkoutRequestId: answer.CheckoutRequestID };
    },

    queryStkPush,

    checkPasskey: (account) => checkPasskey(account, queryStkPush),

    async checkKeys(account) {
      const { elsewhere } = settings;
      const keys = await checkKeys(account, tokens, elsewhere ? tokensOf(elsewhere) : null);
      return { keys, aheadMs };
    },

    askTransaction: (account, which, replyTo) =>
      order(
        account,
        '/mpesa/transactionstatus/v1/query',
        {
          Initiator: account.initiator,
          CommandID: 'TransactionStatusQuery',
          ...('receipt' in which
            ? { TransactionID: which.receipt }
            : { OriginalConversationID: which.originatorConversationId }),
          PartyA: account.shortCode,
          IdentifierType: '4',
          Remarks: 'ok',
          Occasion: 'ok',
        },
        replyTo,
      ),

    payOut: async (account, payment, replyTo) =>
      order(
        account,
        '/mpesa/b2c/v3/paymentrequest',
        {
          OriginatorConversationID: payment.id,
          InitiatorName: account.initiator,
          CommandID: 'BusinessPayment',
          Amount: toShillings(payment.amount),
          PartyA: account.shortCode,
          PartyB: payment.phone,
          Remarks: payment.remarks,
          // The provider's spelling in this call.
          Occassion: payment.occasion,
        },
        replyTo,
      ),

    askBalance: (account, replyTo) =>
      order(
        account,
        '/mpesa/accountbalance/v1/query',
        {
          Initiator: account.initiator,
          CommandID: 'AccountBalance',
          PartyA: account.shortCode,
          IdentifierType: '4',
          Remarks: 'ok',
        },
        replyTo,
      ),

    reverse: async (account, payment, replyTo) =>
      order(
        account,
        '/mpesa/reversal/v1/request',
        {
          Initiator: account.initiator,
          CommandID: 'TransactionReversal',
          TransactionID: payment.receipt,
          Amount: toShillings(payment.amount),
          ReceiverParty: account.shortCode,
          // The provider's spelling.
          RecieverIdentifierType: '11',
          Remarks: payment.remarks,
        },
        replyTo,
      ),

    async registerPull(account, nominated) {
      checkCallbackUrl(nominated.callbackUrl);
      const said = await send(account, '/pulltransactions/v1/register', {
        ShortCode: account.shortCode,
        RequestType: 'Pull',
        NominatedNumber: nominated.phone.replace(/^254/, '0'),
        CallBackURL: nominated.callbackUrl,
      });
      read(account, pullRegistered, said);
    },

    async pull(account, { from, to, offset }) {
      const body = {
        ShortCode: account.shortCode,
        StartDate: eatText(from),
        EndDate: eatText(to),
        OffSetValue: String(offset),
      };
      const said = await send(account, '/pulltransactions/v1/query', body, settings.pullMethod);
      const rows = read(account, pulled, said).Response.flat();
      const payments = rows.flatMap((row) => {
        const amount = centsOf(row.amount);
        const paidAt = momentOf(row.trxDate);
        if (amount === null || paidAt === null) return [];
        const phone = /^(?:254|0)?([17]\d{8})$/.exec(row.msisdn)?.[1];
        return [
          {
            receipt: row.transactionId,
            amount,
            paidAt,
            phone: phone ? `254${phone}` : null,
            account: row.billreference,
          },
        ];
      });
      return { payments, next: rows.length === 0 ? null : offset + rows.length };
    },
  };
}

function query(body: object): URLSearchParams {
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
}
