import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/** Callers that are remembered; beyond that who has been quiet for longest begins anew. */
const MOST_CALLERS = 20_000;
/** Live sessions that are remembered, so that a stranger behind the same address stops none of them. */
const MOST_SESSIONS = 20_000;

export interface AddressBrakeOptions {
  /** Calls without a session that an address may make in a minute, all of them at once if it likes. */
  readonly aMinute: number;
  readonly now: () => number;
}

export interface AddressBrake {
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
 * Counts what comes from an address without a session. Each server has its own count, in memory: it is a brake in front of the
 * database, not a limit that anything rests on. This machine itself is not counted.
 */
export function openAddressBrake({ aMinute, now }: AddressBrakeOptions): AddressBrake {
  const callers = new Map<string, { left: number; at: number }>();
  const sessions = new Set<string>();
  // A copy of the memory opens no session.
  const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  const aMilli = aMinute / 60_000;

  function charged(caller: string, price: number): number {
    const at = now();
    const before = callers.get(caller) ?? { left: aMinute, at };
    const left = Math.min(aMinute, before.left + Math.max(0, at - before.at) * aMilli);
    callers.delete(caller);
    callers.set(caller, { left: left < 1 ? left : left - price, at });
    dropOldest(callers, MOST_CALLERS);
    return left;
  }

  function look(caller: string | null, price: number): void {
    if (caller === null) return;
    const left = charged(caller, price);
    if (left < 1) throw tooManyFromAddress(Math.ceil((1 - left) / aMilli / 1000));
  }

  return {
    take: ({ caller }) => look(caller, 1),
    charge({ caller }) {
      if (caller !== null) charged(caller, 1);
    },
    refuseStranger({ caller }, token) {
      if (!sessions.has(digestOf(token))) look(caller, 0);
    },
    remember(token) {
      const digest = digestOf(token);
      sessions.delete(digest);
      sessions.add(digest);
      dropOldest(sessions, MOST_SESSIONS);
    },
  };
}

/** Addresses of the providers prove nothing but by their path: one that is wrong is charged, and whoever has sent too many is stopped. */
export function brakeHooks(app: FastifyInstance, brake: AddressBrake): void {
  const isHook = (request: FastifyRequest) => request.url.startsWith('/hooks/');
  app.addHook('onRequest', async (request) => {
    if (isHook(request)) brake.refuseStranger(request, '');
  });
  app.addHook('onResponse', async (request, reply) => {
    if (isHook(request) && reply.statusCode === 404) brake.charge(request);
  });
}

function dropOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}

function tooManyFromAddress(seconds: number): Refusal {
  return new Refusal('server.too-many-requests', 'So many calls came from your network. Please wait a moment.', {
    retryAfter: seconds,
  });
}
