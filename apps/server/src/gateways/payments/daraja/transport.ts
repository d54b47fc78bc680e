import { z } from 'zod';
import { PaymentsError } from '../port.ts';
import { classOfError } from './codes.ts';

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly authorization: string;
  readonly body?: object;
  /** Secrets that must not appear in an error. */
  readonly secrets?: readonly string[];
}

/** Sends a request to Daraja and returns the JSON of the response. Throws PaymentsError. */
export type Ask = (question: Question) => Promise<unknown>;

export interface Transport {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** Called with the Date header of each response. */
  readonly heardTime?: (time: Date) => void;
}

/** Error body: `errorCode`, or with older gateways `ResultCode` or `fault`. */
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
    // A truncated response fails below as invalid JSON.
    const text = await response.text().catch(() => '');
    const said = readJson(text);
    const parsed = errorBody.safeParse(said);
    const code = parsed.success ? (parsed.data.errorCode ?? null) : null;
    if (response.ok && code === null) {
      // A gateway in between may answer 200 with a web page, or truncate the response.
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
    // The caller handles invalid JSON according to the status.
    return undefined;
  }
}

function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return NEVER_CONNECTED.has(code);
}

/** Returns the provider's message without secrets of the account and without long numbers, fit to be shown. */
export function withoutSecrets(words: string, secrets: readonly string[]): string {
  const clean = secrets.reduce((text, secret) => (secret ? text.replaceAll(secret, '…') : text), words);
  return clean.replace(/\d{9,}/g, '…').slice(0, 200);
}
