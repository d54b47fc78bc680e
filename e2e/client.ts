import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf, Endpoint, RequestOf } from '@mfuko/contract/endpoint';
import { seal, type WireKey } from '@mfuko/contract/seal';

export interface Answer {
  readonly status: number;
  // Raw body; each step of the journey states its expectations.
  readonly body: Record<string, unknown> & { readonly [index: number]: Record<string, unknown> };
}

/** HTTP client that shares no code with the console: headers, encryption and JSON by the contract's documentation. */
export interface WireClient {
  call(
    path: string,
    input?: Record<string, unknown> | FormData,
    method?: 'GET' | 'POST',
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Makes a call that must succeed, and returns its answer, typed by the contract. */
  ask<In extends Endpoint['input'], Out extends Endpoint['output']>(
    endpoint: Endpoint<In, Out>,
    input: RequestOf<Endpoint<In, Out>>,
  ): Promise<AnswerOf<Endpoint<In, Out>>>;
  /** Makes a list call that must succeed, and returns its rows. */
  list<In extends Endpoint['input'], Out extends Endpoint['output']>(
    endpoint: Endpoint<In, Out, 'list'>,
    input: RequestOf<Endpoint<In, Out>>,
  ): Promise<AnswerOf<Endpoint<In, Out>>[]>;
  /** Returns the response of a stream, whose body stays open. */
  stream(path: string): Promise<Response>;
  signIn(phone: string, code: () => Promise<string>): Promise<void>;
  /** The session token, for another client of the same person. */
  token(): string;
  /** Sets the school that an Admin acts on. */
  actOn(school: string): void;
}

/** Returns the configuration that the server gives to every client. Retries while a server, or its database, is still starting. */
export async function configOf(url: string): Promise<{ wireKey: string; wireKeyId: number }> {
  for (let tries = 0; ; tries++) {
    const response = await fetch(`${url}/api/auth/config`);
    if (response.ok) return (await response.json()) as { wireKey: string; wireKeyId: number };
    if (response.status !== 503 || tries >= 60) throw new Error(`auth/config was answered ${response.status}`);
    await sleep(500);
  }
}

/** Returns a client of the server at `url`; already signed in if a session token is given. */
export async function connect(url: string, sessionToken = ''): Promise<WireClient> {
  const config = await configOf(url);
  const wire: WireKey = { key: config.wireKey, id: config.wireKeyId };
  let token = sessionToken;
  let school = '';

  const whoAsks = () => ({
    'special-key': seal(wire, 'special-key', JSON.stringify({ v: 'journey', n: randomUUID(), ts: Date.now() })),
    long: '36.82',
    lat: '-1.29',
    ...(token ? { opToken: seal(wire, 'opToken', token) } : {}),
    ...(school ? { school } : {}),
  });
  const call: WireClient['call'] = async (path, input = {}, method = 'POST', headers = {}) => {
    const isForm = input instanceof FormData;
    const query = method === 'GET' && !isForm ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const response = await fetch(`${url}/api/${path}${query}`, {
      method,
      headers: {
        ...whoAsks(),
        ...(isForm || method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: isForm ? input : JSON.stringify(input) }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };

  async function granted({ path, methods }: Endpoint, input: unknown): Promise<unknown> {
    const { status, body } = await call(path, Object(input), methods[0]);
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  return {
    call,
    ask: async (endpoint, input) => endpoint.output.parse(await granted(endpoint, input)),
    list: async (endpoint, input) => endpoint.output.array().parse(await granted(endpoint, input)),
    stream: (path) => fetch(`${url}/api/${path}`, { headers: { ...whoAsks(), accept: 'text/event-stream' } }),
    token: () => token,
    actOn: (id) => {
      school = id;
    },
    async signIn(phone, code) {
      const asked = await call('auth/token', { userName: seal(wire, 'userName', phone), password: 'placeholder' });
      const answer = await call('auth/validateOTP', { otp: await code(), profileSYSID: asked.body.profileSYSID });
      if (answer.status !== 200) throw new Error(`signing in was refused: ${JSON.stringify(answer.body)}`);
      token = String((answer.body.session as { sToken: string }).sToken);
    },
  };
}
