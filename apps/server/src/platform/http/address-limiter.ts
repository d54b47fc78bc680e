import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimiters } from './rate-limiters.ts';
import { Refusal } from './refusal.ts';

/** Limit of remembered callers; beyond it the one idle longest is forgotten and starts with a full allowance. */
const MAX_CALLERS = 20_000;
/** Limit of remembered live sessions. A remembered session is not refused because of a stranger behind the same address. */
const MAX_SESSIONS = 20_000;

export interface AddressLimiterOptions {
  /** Calls without a session that an address may make in a minute; all of them may come at once. */
  readonly aMinute: number;
  readonly limiters: RateLimiters;
}

export interface AddressLimiter {
  /** Charges a call that needs no session. Throws server.too-many-requests where its address has made too many. */
  take(request: FastifyRequest): void;
  /** Charges a call that carried no live session. */
  charge(request: FastifyRequest): void;
  /** Throws server.too-many-requests where the address has made too many calls, unless this session was recently live. */
  refuseStranger(request: FastifyRequest, token: string): void;
  /** Remembers a live session. */
  remember(token: string): void;
}

/**
 * Counts requests without a session per address, across all servers. The limiter protects the database from load; no security property
 * depends on it. Requests from this machine are not counted.
 */
export function openAddressLimiter({ aMinute, limiters }: AddressLimiterOptions): AddressLimiter {
  const aSecond = aMinute / 60;
  const callers = limiters.open({ name: 'address', burst: aMinute, aSecond, remembered: MAX_CALLERS });
  const sessions = new Set<string>();
  // Stores digests, so that a copy of the memory opens no session.
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
      if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    },
  };
}

/**
 * Limits the providers' callbacks, which authenticate by their secret path only: a wrong path is charged to its address, and an address
 * with too many is refused.
 */
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
  return new Refusal('server.too-many-requests', 'Too many requests came from your network. Please wait a moment.', {
    retryAfter: seconds,
  });
}
