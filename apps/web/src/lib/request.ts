import type { AnswerOf, Endpoint, RequestOf, UploadedFile } from '@mfuko/contract/endpoint';
import { seal } from '@mfuko/contract/seal';
import { isUsed, noteActivity } from './activity.ts';
import { whileAsking, whileBusy } from './busy.ts';
import { learnClock } from './clock.ts';
import { config, wireKey } from './config.ts';
import { isEnrolled } from './enrolled.ts';
import { locationHeaders } from './location.ts';
import { CallError } from './problems.ts';
import { schoolAtWork } from './school.ts';
import { currentSession, isUnproven } from './session.ts';

declare const __CLIENT_BUILD__: string;

const LONGEST_WAIT = 60_000;
const LONGEST_SLOW_WAIT = 15 * 60_000;
/** Longer text is packed where the server takes it: a picture in base64 is a quarter smaller so. */
const WORTH_PACKING = 8_192;

/**
 * Sent: what a caller hands in: the contract's input, with the browser's own `File` where the contract has a file part.
 */
export type Sent<E extends Endpoint> =
  unknown extends RequestOf<E>
    ? Record<string, unknown>
    : { [K in keyof RequestOf<E>]: UploadedFile extends RequestOf<E>[K] ? File : RequestOf<E>[K] };

export interface Rows<Row> {
  readonly rows: Row[];
  /** Number of rows that the filter has in all, on whatever page. */
  readonly total: number;
  /** KES that the whole filter comes to; null of a list that adds nothing up, or is too long for it. */
  readonly sum: number | null;
}

/** A list whose row the compiler knows and whose input it does not: for what shows whatever list it is handed. */
export type ListEndpoint = Endpoint & { readonly kind: 'list' };

export type Answer<E extends Endpoint> = E['kind'] extends 'list' ? Rows<AnswerOf<E>> : AnswerOf<E>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Hand in the same key to try again without doing it twice. */
  readonly idempotencyKey?: string;
  /** True if the loading overlay may show. By default for calls that record something. */
  readonly overlay?: boolean;
  /** Id of the school that it is for, null for none; left out, the one at work as it is made. */
  readonly school?: string | null;
  /** True where the device sends it without anybody's press: nobody works here for that. */
  readonly byItself?: boolean;
  /** Query parameters of a call that is posted (`dryRun`, `partial`). */
  readonly query?: Record<string, unknown>;
}

interface SendOptions extends CallOptions {
  readonly lastEventId?: string | null;
}

type SessionEnd = (error: CallError) => void;
let sessionEnd: SessionEnd = () => {};

/** The app says here what is to happen when the server no longer knows the session. */
export function onSessionEnd(handler: SessionEnd): void {
  sessionEnd = handler;
}

type ClockRefusal = () => void;
let clockRefusal: ClockRefusal = () => {};

/** The app says here what is to happen when the server refuses money by its clock. */
export function onClockRefusal(handler: ClockRefusal): void {
  clockRefusal = handler;
}

type StepUp = (error: CallError) => Promise<boolean>;
let stepUp: StepUp = async () => false;

/** The app says here how a second factor is asked for in the midst of a call; the call goes on where it was proven. */
export function onStepUp(handler: StepUp): void {
  stepUp = handler;
}

type VisitReason = () => Promise<boolean>;
let visitReason: VisitReason = async () => false;

/** The app says here how an Admin is asked why they come into a school; the call goes on where they said so. */
export function onVisitReason(handler: VisitReason): void {
  visitReason = handler;
}

type FactorDue = () => void;
let factorDue: FactorDue = () => {};

/** The app says here what is to happen when the server wants a second factor set up first. */
export function onFactorDue(handler: FactorDue): void {
  factorDue = handler;
}

/** Makes one call of the contract. Throws CallError for every refusal and for a network that fails. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const work = async () =>
    readAnswer<Answer<E>>(endpoint, await send(endpoint, input as Record<string, unknown>, options), options);
  const overlay = options.overlay ?? endpoint.kind === 'record';
  return overlay ? whileBusy(work) : work();
}

/** An answer that did not come, unless the caller itself has given it up. */
function noAnswer(cause?: unknown, signal?: AbortSignal): unknown {
  return signal?.aborted ? cause : new CallError({ status: null, body: null, atLogin: false, cause });
}

/** One page of a list, or all of it, with how many rows the filter has. Throws CallError. */
export async function callList<E extends ListEndpoint>(
  endpoint: E,
  input: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<Rows<AnswerOf<E>>> {
  return call(endpoint, input as Sent<E>, options) as Promise<Rows<AnswerOf<E>>>;
}

/** Reads an answer. One that is cut off, or is a page of something else, has not come: nobody knows what was recorded. */
async function readAnswer<A>({ kind }: Pick<Endpoint, 'kind'>, response: Response, options: CallOptions): Promise<A> {
  const body = await response.json().catch((cause) => {
    throw noAnswer(cause, options.signal);
  });
  if (kind !== 'list') return body;
  const sum = response.headers.get('X-Total-Amount');
  const total = Number(response.headers.get('X-Total-Count') ?? body.length);
  return { rows: body, total, sum: sum === null ? null : Number(sum) } satisfies Rows<unknown> as A;
}

/** A call that reads of a school, by its path alone: for what is asked before the contract of the call is there. */
export async function callByPath(
  path: string,
  kind: 'list' | 'read',
  input: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<unknown> {
  const endpoint = { path, kind, school: 'required', access: { roles: [] }, methods: ['GET'] } as const;
  return readAnswer(endpoint, await send(endpoint, input, options), options);
}

/** A file that the API hands out, such as a spreadsheet to fill in. */
export async function callFile(path: string, options: CallOptions = {}): Promise<Blob> {
  const file = { path, kind: 'read', school: 'optional', access: 'client', methods: ['GET'] } as const;
  return (await send(file, {}, options)).blob();
}

/** Begins a call that is answered by events for as long as `signal` stands; `lib/live.ts` reads them. */
export async function openStream(
  endpoint: Endpoint,
  options: { readonly signal: AbortSignal; readonly lastEventId: string | null },
): Promise<Response> {
  return send(endpoint, {}, options);
}

/** The file that a call of the contract answers. Throws CallError. */
export async function fetchFile<E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<Blob> {
  return whileBusy(async () => (await send(endpoint, input as Record<string, unknown>, {})).blob());
}

type Sendable = Pick<Endpoint, 'path' | 'kind' | 'school' | 'access' | 'methods' | 'slow'>;

/** Most questions that a call may meet on its way: a reason, and a second factor. */
const MOST_QUESTIONS = 2;

/** Sends a call; where it takes a second factor or a reason first, asks for it and sends the same again, under the same key. */
async function send(
  endpoint: Sendable,
  input: Readonly<Record<string, unknown>>,
  options: SendOptions,
): Promise<Response> {
  // Also after a question, while which somebody may have picked another school.
  const school = options.school === undefined ? schoolAtWork() : options.school;
  const user = currentSession()?.userName;
  const same = { ...options, school, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() };
  for (let asked = 0; ; asked++) {
    try {
      return await sendOnce(endpoint, input, same);
    } catch (error) {
      const question = asked < MOST_QUESTIONS && error instanceof CallError && questionOf(error);
      if (!question || !(await whileAsking(question)) || currentSession()?.userName !== user) throw error;
    }
  }
}

/** Question that a refusal puts to the person: answered, the same call may pass. */
function questionOf(error: CallError): (() => Promise<boolean>) | null {
  if (error.problem === 'session.step-up') return () => stepUp(error);
  return error.problem === 'visit.reason-needed' ? visitReason : null;
}

async function sendOnce(
  endpoint: Sendable,
  input: Readonly<Record<string, unknown>>,
  options: SendOptions & { readonly idempotencyKey: string },
): Promise<Response> {
  const atLogin = typeof endpoint.access === 'string';
  // As without a network: the device hands in the PIN first, and under a session of another school the number is another child's.
  const isOfAnother = options.school && currentSession()?.role !== 'Admin' && options.school !== schoolAtWork();
  if (!atLogin && (isUnproven() || isOfAnother)) throw noAnswer();
  const posted = endpoint.kind === 'record' || endpoint.methods[0] === 'POST';
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  const query = posted ? Object.entries(options.query ?? {}) : given;
  const method = posted ? 'POST' : 'GET';
  const path = `/api/${endpoint.path}`;
  const laidOut = withBody(headersFor(endpoint, options), posted ? given : null);
  // Not awaited by what is short: a call goes out in the moment in which it is made.
  const sent = isPackable(laidOut.body) ? await packed(laidOut.headers, laidOut.body) : laidOut;
  // Nor by who has no key.
  const device = isEnrolled() ? await deviceKeys() : undefined;
  let response: Response;
  try {
    response = await fetch(`${path}${inQuery(query)}`, {
      method,
      signal: AbortSignal.any([
        ...(options.signal ? [options.signal] : []),
        // A stream is meant to go on.
        ...(endpoint.kind === 'stream' ? [] : [AbortSignal.timeout(endpoint.slow ? LONGEST_SLOW_WAIT : LONGEST_WAIT)]),
      ]),
      ...(device ? await device.signed(method, path, sent) : sent),
    });
  } catch (cause) {
    throw noAnswer(cause, options.signal);
  }
  learnClock(response);
  device?.hearAnswer(sent.headers);
  if (response.ok) {
    if (endpoint.kind === 'record' && !options.byItself) noteActivity();
    return response;
  }
  const error = new CallError({
    status: response.status,
    body: await problemBody(response),
    atLogin,
    retryAfterSeconds: Number(response.headers.get('Retry-After')) || null,
  });
  if (error.problem === 'device.unknown') await device?.hearRefusal(error.detail.why);
  if (error.problem === 'clock.behind') clockRefusal();
  if (error.problem === 'session.factor-due') factorDue();
  if (error.sessionEnded) sessionEnd(error);
  throw error;
}

function headersFor(endpoint: Sendable, options: SendOptions & { readonly idempotencyKey: string }): Headers {
  const headers = new Headers({ Accept: 'application/json', ...locationHeaders() });
  const client = { v: __CLIENT_BUILD__, n: crypto.randomUUID(), ts: Date.now() };
  headers.set('special-key', seal(wireKey(), 'special-key', JSON.stringify(client)));
  const session = currentSession();
  if (session) headers.set('opToken', seal(wireKey(), 'opToken', session.token));
  const { school } = options;
  if (session?.role === 'Admin' && school && endpoint.school !== 'none') headers.set('school', school);
  if (endpoint.kind === 'stream') headers.set('Accept', 'text/event-stream');
  if (options.lastEventId) headers.set('Last-Event-ID', options.lastEventId);
  if (endpoint.kind === 'record') headers.set('Idempotency-Key', options.idempotencyKey);
  else if (!isUsed()) headers.set('by-itself', '1');
  return headers;
}

/** Files go as multipart, whose content type the browser must write itself; everything else as JSON. */
function withBody(headers: Headers, fields: [string, unknown][] | null): { headers: Headers; body?: BodyInit } {
  if (!fields) return { headers };
  if (!fields.some(([, value]) => value instanceof Blob)) {
    headers.set('Content-Type', 'application/json');
    return { headers, body: JSON.stringify(Object.fromEntries(fields)) };
  }
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : String(value));
  return { headers, body: form };
}

function isPackable(body?: BodyInit): body is string {
  const takes = typeof CompressionStream !== 'undefined' && config().bodyEncodings?.includes('gzip');
  return typeof body === 'string' && body.length > WORTH_PACKING && takes === true;
}

async function packed(headers: Headers, body: string): Promise<{ headers: Headers; body: BodyInit }> {
  const stream = new Response(body).body?.pipeThrough(new CompressionStream('gzip'));
  headers.set('Content-Encoding', 'gzip');
  return { headers, body: await new Response(stream).arrayBuffer() };
}

/** Keys of devices: fetched by those that have one. An Admin works in many schools, and is known by none of their keys. */
const deviceKeys = async () => (currentSession()?.role === 'Admin' ? undefined : import('./device-key.ts'));

function inQuery(fields: [string, unknown][]): string {
  const query = new URLSearchParams();
  for (const [name, value] of fields) if (value !== undefined && value !== '') query.set(name, String(value));
  const text = query.toString();
  return text && `?${text}`;
}

/** Only a body with a `code` is the API's own. A proxy's error page counts as none; JSON without a code is told apart. */
async function problemBody(response: Response) {
  try {
    const body = (await response.json()) as { code?: unknown; message?: unknown };
    if (typeof body !== 'object' || body === null) return null;
    return 'code' in body ? { ...body, message: String(body.message ?? '') } : ('codeless' as const);
  } catch {
    // No JSON.
    return null;
  }
}
