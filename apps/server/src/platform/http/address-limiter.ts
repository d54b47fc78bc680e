import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimiters } from './rate-limiters.ts';
import { Refusal } from './refusal.ts';

/** Callers that are remembered; beyond that who has been quiet for longest begins anew. */
const MOST_CALLERS = 20_000;
/** Live sessions that are remembered, so that a stranger behind the same address stops none of them. */
const MOST_SESSIONS = 20_000;

export interface AddressLimiterOptions {
  /** Calls without a session that an address may make in a minute, all of them at once if it likes. */
  readonly aMinute: number;
  readonly limiters: RateLimiters;
}

export interface AddressLimiter {
  /** Charges a call that needs no session. Throws server.too-many-requests where its address has made too many. */
  take(request: FastifyRequest): void;
  /** Charges a call that brought no live session. */
  charge(request: FastifyRequest): void;
  /** Throws server.too-many-requests where the address has made too many calls, unless this session was live lately. */
  refuseStranger(request: FastifyRequest, token: string): void;
  /** Remembers a live session. */
  remember(token: string): void;
}

/**
 * Counts what comes from an address without a session, at all servers together: a rate limiter in front of the database, not a limit that
 * anything rests on. This machine itself is not counted.
 */
export function openAddressLimiter({ aMinute, limiters }: AddressLimiterOptions): AddressLimiter {
  const aSecond = aMinute / 60;
  const callers = limiters.open({ name: 'address', burst: aMinute, aSecond, remembered: MOST_CALLERS });
  const sessions = new Set<string>();
  // A copy of the memory opens no session.
  const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url');

  function look(caller: string | null, price: number): void {
    if (caller === null) return;
    const left = callers.charge(caller, price);
    if (left < 1) throw tooManyFromAddress(Math.ceil((1 - left) / aSecond));
  }

  return {
    take: ({ caller }) => look(caller, 1),
    charge({ caller }) {
      if (caller !== null) callers.charge(caller, 1);
    },
    refuseStranger({ caller }, token) {
      if (!sessions.has(digestOf(token))) look(caller, 0);
    },
    remember(token) {
      const digest = digestOf(token);
      sessions.delete(digest);
      sessions.add(digest);
      const [oldest] = sessions;
      if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    },
  };
}

/** Addresses of the providers prove nothing but by their path: one that is wrong is charged, and whoever has sent too many is stopped. */
export function limitHooks(app: FastifyInstance, limiter: AddressLimiter): void {
  const isHook = (request: FastifyRequest) => request.url.startsWith('/hooks/');
  app.addHook('onRequest', async (request) => {
    if (isHook(request)) limiter.refuseStranger(request, '');
  });
  app.addHook('onResponse', async (request, reply) => {
    if (isHook(request) && reply.statusCode === 404) limiter.charge(request);
  });
}

function tooManyFromAddress(seconds: number): Refusal {
  return new Refusal('server.too-many-requests', 'So many calls came from your network. Please wait a moment.', {
    retryAfter: seconds,
  });
}
