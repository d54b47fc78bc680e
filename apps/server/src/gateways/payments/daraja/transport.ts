import { z } from 'zod';
import { PaymentsError } from '../port.ts';
import { classOfError } from './codes.ts';

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly authorization: string;
  readonly body?: object;
  /** Secrets: what must not stand in an error. */
  readonly secrets?: readonly string[];
}

/** Asks Daraja and gives what it said, read as JSON. Throws PaymentsError. */
export type Ask = (question: Question) => Promise<unknown>;

export interface Transport {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** Takes what each answer says is the time. */
  readonly heardTime?: (time: Date) => void;
}

/** Errors come with `errorCode`, or from older gateways with `ResultCode` or `fault`. */
const errorBody = z.object({
  errorCode: z.coerce.string().optional(),
  errorMessage: z.string().optional(),
  ResponseDescription: z.string().optional(),
  fault: z.object({ faultstring: z.string() }).optional(),
});

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH']);

export function openTransport({ baseUrl, timeoutMs, heardTime }: Transport): Ask {
  const base = baseUrl.replace(/\/+$/, '');
  return async ({ method, path, authorization, body, secrets = [] }) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { authorization, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new PaymentsError('the provider cannot be reached', { retry: true, unsettled: !neverConnected(error) });
    });
    const told = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(told)) heardTime?.(new Date(told));
    // An answer that was cut off is judged below as one of another shape.
    const text = await response.text().catch(() => '');
    const said = readJson(text);
    const parsed = errorBody.safeParse(said);
    const code = parsed.success ? (parsed.data.errorCode ?? null) : null;
    if (response.ok && code === null) {
      // A gateway on the way may answer 200 with a page, or cut the answer short.
      if (said === undefined) {
        throw new PaymentsError('the provider gave an answer that is no JSON', { retry: true, unsettled: true });
      }
      return said;
    }
    const words = parsed.success
      ? (parsed.data.errorMessage ?? parsed.data.fault?.faultstring ?? parsed.data.ResponseDescription ?? '')
      : '';
    throw new PaymentsError(`the provider refused with ${code ?? response.status}`, {
      code,
      description: withoutSecrets(words, secrets),
      ...classOfError(code, words, response.status),
    });
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The caller judges by the status what is no JSON.
    return undefined;
  }
}

function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return NEVER_CONNECTED.has(code);
}

/** The provider's words, fit to be shown: no secret of the account, no long number. */
export function withoutSecrets(words: string, secrets: readonly string[]): string {
  const clean = secrets.reduce((text, secret) => (secret ? text.replaceAll(secret, '…') : text), words);
  return clean.replace(/\d{9,}/g, '…').slice(0, 200);
}
