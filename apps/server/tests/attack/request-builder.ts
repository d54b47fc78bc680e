import { seal, type WireKey } from '@mfuko/contract/seal';
import type { Chances } from '../../../simulators/src/simulation/index.ts';
import type { Called } from './calls.ts';
import type { Cast, Member } from './cast.ts';

/** One request of the attack. */
export interface HostileRequest {
  readonly kind: string;
  /** Sender; null where nobody is signed in. */
  readonly by: Member | null;
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body: string | Buffer | null;
}

type Headers = Readonly<Record<string, string | string[]>>;

export interface RequestBuilder {
  /** Headers of a call by that user, each time with another special-key. */
  headersOf(by: Member | null, call: Called): Headers;
  /** Request with the input as the call's method carries it. */
  build(kind: string, by: Member | null, call: Called, input: object, headers?: Headers): HostileRequest;
}

/** Longest query and body, which are cut: what is longer has tests of its own. */
const MAX_QUERY_LENGTH = 12_000;
const MAX_BODY_LENGTH = 60_000;

export function createRequestBuilder(chances: Chances, cast: Cast, wire: WireKey): RequestBuilder {
  let sent = 0;
  const headersOf = (by: Member | null, call: Called): Headers => ({
    'special-key': seal(wire, 'special-key', JSON.stringify({ v: 'attack', n: String(++sent), ts: 0 })),
    long: '36.82',
    lat: '-1.29',
    ...(by ? { opToken: seal(wire, 'opToken', by.token) } : {}),
    ...(by?.role === 'Admin' && call.takesSchool ? { school: cast.own.id } : {}),
    ...(chances.happens(30) ? { 'idempotency-key': chances.letters('abcdef', 20) } : {}),
  });
  return {
    headersOf,
    build(kind, by, call, input, headers = headersOf(by, call)) {
      const target = `/api/${call.path}`;
      if (call.method === 'GET')
        return { kind, by, method: 'GET', target: `${target}?${asQuery(input)}`, headers, body: null };
      const json = { ...headers, 'content-type': 'application/json' };
      return { kind, by, method: 'POST', target, headers: json, body: textOf(input).slice(0, MAX_BODY_LENGTH) };
    },
  };
}

function asQuery(input: object): string {
  const fields = Object.entries(input).map(([name, value]) => [name, textOf(value)]);
  return new URLSearchParams(fields).toString().slice(0, MAX_QUERY_LENGTH);
}

function textOf(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Made so that it cannot be written down.
    return '{';
  }
}
