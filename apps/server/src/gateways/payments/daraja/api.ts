import type { z } from 'zod';
import { type Accepted, type PaymentAccount, PaymentsError, type ReplyTo } from '../port.ts';
import { checkCallbackUrl } from './addresses.ts';
import { accepted } from './answers.ts';
import { isDeadToken } from './codes.ts';
import type { Tokens } from './tokens.ts';
import { type Ask, withoutSecrets } from './transport.ts';

type Answer = z.ZodType<{ ResponseCode: string; ResponseDescription: string }>;

interface ApiRequest<Schema extends Answer> {
  readonly path: string;
  readonly body: object;
  readonly answer: Schema;
  readonly method?: 'GET' | 'POST' | undefined;
  /** Returns true for the codes with which the provider accepts this request; by default zero. */
  readonly isSuccess?: (code: string) => boolean;
}

/** Daraja's API on behalf of an account, authorised by the account's token. Throws PaymentsError. */
export interface DarajaApi {
  /** Sends a request and returns its answer. */
  request<Schema extends Answer>(account: PaymentAccount, request: ApiRequest<Schema>): Promise<z.output<Schema>>;
  /** Sends a command of the account's API operator. Its result arrives at `replyTo`. */
  command(account: PaymentAccount, path: string, body: object, replyTo: ReplyTo): Promise<Accepted>;
}

export function openApi(ask: Ask, tokens: Tokens): DarajaApi {
  async function send(account: PaymentAccount, { path, body, method = 'POST' }: ApiRequest<Answer>): Promise<unknown> {
    const secrets = secretsOf(account);
    const withToken = (token: string) => {
      const authorization = `Bearer ${token}`;
      // fetch allows no body with GET, so the body becomes the query string.
      return method === 'GET'
        ? ask({ method, path: `${path}?${query(body)}`, authorization, secrets })
        : ask({ method, path, authorization, body, secrets });
    };
    const token = await tokens.of(account);
    try {
      return await withToken(token);
    } catch (error) {
      if (!(error instanceof PaymentsError && isDeadToken(error.code))) throw error;
      return withToken(await tokens.after(account, token));
    }
  }

  const request: DarajaApi['request'] = async (account, asked) =>
    readAnswer(asked, await send(account, asked), secretsOf(account));

  return {
    request,
    async command(account, path, body, replyTo) {
      checkCallbackUrl(replyTo.resultUrl);
      checkCallbackUrl(replyTo.timeoutUrl);
      const signed = {
        ...body,
        SecurityCredential: account.securityCredential,
        ResultURL: replyTo.resultUrl,
        QueueTimeOutURL: replyTo.timeoutUrl,
      };
      const ack = await request(account, { path, body: signed, answer: accepted });
      return { conversationId: ack.ConversationID, originatorConversationId: ack.OriginatorConversationID };
    },
  };
}

/** Returns true for the code with which most products accept a request. */
export function isZero(code: string): boolean {
  return /^0+$/.test(code);
}

function readAnswer<Schema extends Answer>(
  { answer, isSuccess = isZero }: ApiRequest<Schema>,
  said: unknown,
  secrets: readonly string[],
): z.output<Schema> {
  const parsed = answer.safeParse(said);
  if (!parsed.success) {
    throw new PaymentsError('the provider gave an answer of another shape', { retry: true, unsettled: true });
  }
  const { ResponseCode: code, ResponseDescription: words } = parsed.data;
  if (isSuccess(code)) return parsed.data;
  throw new PaymentsError(`the provider refused with ${code}`, { code, description: withoutSecrets(words, secrets) });
}

function secretsOf(account: PaymentAccount): readonly string[] {
  return [account.consumerKey, account.consumerSecret, account.lnmPassWord, account.securityCredential];
}

function query(body: object): URLSearchParams {
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
}
