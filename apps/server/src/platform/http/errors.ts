import { fieldError } from '@mfuko/contract/field-errors';
import { PROBLEM_STATUS, type ProblemBody } from '@mfuko/contract/problem';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { clockFault, sqlState } from '../database/database.ts';
import { saysDiskFull, saysNotNow } from '../database/not-now.ts';
import { faultOf } from '../process/fault.ts';
import { MalformedInput, Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** School acted on, once known; for the log. */
    schoolId: string | null;
    /** Signed-in user, once known; for the log. */
    userId: string | null;
  }
}

/** SQLSTATEs of values that no column can hold: out of range, no date, no text. The schemas of the calls should have refused them. */
const IMPOSSIBLE_VALUES = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);
/** SQLSTATE of the trigger not_in_deleted_school: the call was admitted a moment before its school was deleted. */
const SCHOOL_DELETED = 'MF404';
/** SQLSTATE of that trigger and of not_in_closed_school: the school is moving to another installation. */
const SCHOOL_CLOSED = 'MF423';
/** Refusals of signed-in users who lack a right. */
const BEYOND_RIGHTS: ReadonlySet<string> = new Set(['session.role', 'session.school', 'session.factor-due']);
/** Retry-After of a wrong clock, which a person has to set first. */
const CLOCK_RETRY_SECONDS = 60;

/** Returns the HTTP status of a refusal. */
export function statusOf(refusal: Refusal): number {
  return PROBLEM_STATUS[refusal.problem];
}

/** Returns the response body of a refusal. */
export function bodyOf(refusal: Refusal): ProblemBody {
  return {
    code: String(statusOf(refusal)),
    message: refusal.message,
    problem: refusal.problem,
    ...(refusal.detail ? { detail: refusal.detail } : {}),
  };
}

/**
 * Creates the error handler that turns every thrown error into a response. `isDiskFull` is checked where the database does not respond.
 */
export function answerErrors(isDiskFull: () => Promise<boolean>) {
  const tellAttempt = attemptTeller();
  return async (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    let refusal = error instanceof Refusal ? error : translate(error);
    // PostgreSQL shuts down when its log has no space left, and then cannot report the reason.
    if (refusal?.problem === 'server.busy' && (await isDiskFull())) refusal = diskFull();
    if (refusal) {
      if (BEYOND_RIGHTS.has(refusal.problem)) tellAttempt(request, refusal.problem);
      if (refusal.problem === 'server.disk-full') logFault(error, request, 'the disk is full');
      if (refusal.retryAfter !== undefined) reply.header('Retry-After', Math.max(1, Math.ceil(refusal.retryAfter)));
      return reply.code(statusOf(refusal)).send(bodyOf(refusal));
    }
    logFault(error, request, 'unexpected fault');
    return reply.code(500).send({
      code: '500',
      message: 'Something went wrong on our side. Nothing was changed. Please try again.',
      problem: 'server.fault',
      detail: { requestId: request.id },
    } satisfies ProblemBody);
  };
}

/**
 * Logs calls that were refused for lack of rights, with the user: each user and call once a minute, so that nobody can fill the disk
 * this way.
 */
function attemptTeller(): (request: FastifyRequest, problem: string) => void {
  let told = new Set<string>();
  let minute = 0;
  return (request, problem) => {
    const { userId: user, schoolId: school, routeOptions } = request;
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) [told, minute] = [new Set(), now];
    const attempt = `${user} ${routeOptions.url} ${problem}`;
    if (!user || told.has(attempt)) return;
    told.add(attempt);
    request.log.warn(
      { route: routeOptions.url, problem, user, ...(school ? { school } : {}) },
      'refused for lack of rights',
    );
  };
}

/** Logs a fault with its route and school, so that the affected school is known; never the URL, which may contain a phone number. */
function logFault(error: Error, request: FastifyRequest, message: string): void {
  const { schoolId, routeOptions } = request;
  request.log.error(
    { fault: faultOf(error), route: routeOptions.url, ...(schoolId ? { school: schoolId } : {}) },
    message,
  );
}

function translate(error: Error & { code?: string; statusCode?: number }): Refusal | null {
  const state = sqlState(error);
  if (saysDiskFull(error)) return diskFull();
  if (saysNotNow(error)) return busy();
  if (state !== undefined && IMPOSSIBLE_VALUES.has(state))
    return new MalformedInput({ input: fieldError('impossible') });
  if (state === SCHOOL_DELETED) return new Refusal('school.not-found', 'The school was not found.');
  if (state === SCHOOL_CLOSED)
    return new Refusal('school.moving', 'This school is being moved to another server. Please contact the platform.');
  const fault = clockFault(error);
  if (fault)
    return new Refusal('clock.behind', fault.message, { detail: fault.detail, retryAfter: CLOCK_RETRY_SECONDS });
  if (state !== undefined) return null;
  if (error.statusCode === 413 || error.code === 'FST_REQ_FILE_TOO_LARGE') {
    return new Refusal('input.too-large', 'The request is too large.');
  }
  if (error.statusCode === 503) return busy();
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new MalformedInput({ body: fieldError('unreadable') });
  }
  return null;
}

function busy(): Refusal {
  return new Refusal('server.busy', 'The server is busy. Please try again in a moment.', { retryAfter: 2 });
}

/** Returns the refusal of a call that failed because the server's disk is full. */
export function diskFull(): Refusal {
  return new Refusal(
    'server.disk-full',
    'The disk of the server is full. Nothing was recorded. Please tell the person who looks after the server.',
    { retryAfter: 30 },
  );
}
