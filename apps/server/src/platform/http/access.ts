import type { Endpoint } from '@mfuko/contract/endpoint';
import { fieldError } from '@mfuko/contract/field-errors';
import type { WireKey } from '@mfuko/contract/seal';
import type { FastifyRequest } from 'fastify';
import { PLATFORM_SCHOOL } from '../database/database.ts';
import type { AddressLimiter } from './address-limiter.ts';
import type { Actor, Call } from './call.ts';
import { statusOf } from './errors.ts';
import { header, readToken, requireClient } from './headers.ts';
import { Refusal, wrongFields } from './refusal.ts';
import { lacksFactor, requireFactor } from './step-up.ts';

/**
 * Finds the user behind a request; null when nobody is signed in. Provided by the session feature. `byHand` is false for requests that
 * a browser sends by itself, which must not keep an unused session alive.
 */
export type Authenticate = (request: FastifyRequest, token: string | null, byHand: boolean) => Promise<Actor | null>;

/**
 * Finds the program of a school that makes a request. Throws where its API key is invalid, does not permit this call, or is used too
 * often. Provided by the programs feature.
 */
export type CheckKey = (request: FastifyRequest, endpoint: Pick<Endpoint, 'scope'>) => Promise<Actor>;

/** Actor that was admitted, and the session token that the request carried. */
export type Admitted = Pick<Call, 'actor' | 'token'>;

interface Access {
  readonly limiter: AddressLimiter;
  readonly wire: WireKey;
  readonly authenticate: Authenticate;
  readonly checkKey: CheckKey;
  /** True if calls with a second factor require it of every user. */
  readonly production: boolean;
}

const SCHOOL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Admits a request, or throws in this order: who is it (401), which client (403), is the call permitted (403), is the required second
 * factor proven (403). Returns null for calls that need no sign-in.
 */
export async function checkAccess(
  parts: Access,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Admitted | null> {
  const { access } = endpoint;
  if (access === 'open' || access === 'client') parts.limiter.take(request);
  if (access === 'open') return null;
  if (access === 'client') {
    requireClient(request, parts.wire);
    return null;
  }
  // A program sends no sealed headers: its API key identifies the client.
  if (access === 'program') {
    const token = header(request, 'token') ?? '';
    const actor = await known(parts.limiter, request, token, () => parts.checkKey(request, endpoint));
    request.userId = actor.userId;
    return { actor, token: '' };
  }
  const token = readToken(request, parts.wire) ?? '';
  const actor = await known(
    parts.limiter,
    request,
    token,
    async () => (await parts.authenticate(request, token, isByHand(endpoint, request))) ?? notSignedIn(),
  );
  request.userId = actor.userId;
  requireClient(request, parts.wire);
  if (!isAllowed(access, actor)) throw new Refusal('session.role', 'You are not allowed to do this.');
  if (actor.outboxOnly && !endpoint.outbox) throw new Refusal('session.sign-in-due', 'Sign in with a code first.');
  requireFactor(endpoint, actor, parts.production);
  return { actor, token };
}

/** Returns false for a stream, and for a request that a page marks as sent by itself. */
function isByHand(endpoint: Endpoint, request: FastifyRequest): boolean {
  return endpoint.kind !== 'stream' && header(request, 'by-itself') === undefined;
}

function isAllowed(access: Exclude<Endpoint['access'], string>, actor: Actor): boolean {
  return actor.role === 'CheckAgent'
    ? access.duties === 'any' || actor.duties.some((duty) => access.duties !== 'any' && access.duties?.includes(duty))
    : access.roles.includes(actor.role);
}

/** Returns true if this user may make the call now: by role, by duty, and with the second factor that the call may require. */
export function mayMake(endpoint: Endpoint, actor: Actor, production: boolean): boolean {
  const { access } = endpoint;
  return typeof access === 'object' && isAllowed(access, actor) && !lacksFactor(endpoint, actor, production);
}

/**
 * Finds the caller. A request without a live session or key is charged to its address, and refused where that address has sent too
 * many.
 */
async function known(
  limiter: AddressLimiter,
  request: FastifyRequest,
  token: string,
  find: () => Promise<Actor>,
): Promise<Actor> {
  limiter.refuseStranger(request, token);
  try {
    const actor = await find();
    limiter.remember(token);
    return actor;
  } catch (error) {
    if (error instanceof Refusal && statusOf(error) === 401) limiter.charge(request);
    throw error;
  }
}

export function notSignedIn(): never {
  throw new Refusal('session.none', 'Please sign in.');
}

/** Returns the school of a call: the user's own, or the one that an Admin names. Throws session.school and input.malformed. */
export function chooseSchool(endpoint: Endpoint, request: FastifyRequest, actor: Actor): string {
  const named = header(request, 'school')?.trim().toLowerCase() || null;
  if (actor.schoolId !== null && named !== null && named !== actor.schoolId) {
    throw new Refusal('session.school', 'Your account belongs to another school.');
  }
  // Named by an Admin, a school would take in what belongs to the platform: keys, audit rows, changes that its visits then lack.
  if (actor.schoolId === null && endpoint.school === 'none') return PLATFORM_SCHOOL;
  const schoolId = actor.schoolId ?? named;
  if (schoolId === null) {
    if (endpoint.school === 'optional') return PLATFORM_SCHOOL;
    throw new Refusal('input.malformed', 'Choose a school first.', {
      detail: wrongFields({ school: fieldError('required') }),
    });
  }
  // The platform's own id is no school: a request that names it would get the platform's view of all schools.
  if (!SCHOOL_ID.test(schoolId) || schoolId === PLATFORM_SCHOOL) {
    throw new Refusal('input.malformed', 'The school header must be an id.', {
      detail: wrongFields({ school: fieldError('id') }),
    });
  }
  return schoolId;
}

/**
 * Returns true if the call needs an active school. A call about no school stays open to users of a suspended one: they can at least log
 * out.
 */
export function entersSchool(endpoint: Endpoint, schoolId: string): boolean {
  return endpoint.school !== 'none' && schoolId !== PLATFORM_SCHOOL;
}
