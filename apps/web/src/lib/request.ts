import type { AnswerOf, Endpoint, RequestOf, UploadedFile } from '@mfuko/contract/endpoint';
import { seal } from '@mfuko/contract/seal';
import { isUsed, noteActivity } from './activity.ts';
import { anySignal } from './any-signal.ts';
import { whileAsking, whileBusy } from './busy.ts';
import { learnClock } from './clock.ts';
import { config, wireKey } from './config.ts';
import { isEnrolled } from './enrolled.ts';
import { locationHeaders } from './location.ts';
import { parseAnswer } from './platform-name.ts';
import { CallError } from './problems.ts';
import { schoolAtWork } from './school.ts';
import { currentSession, isUnproven } from './session.ts';

declare const __CLIENT_BUILD__: string;

const MAX_WAIT = 60_000;
const MAX_SLOW_WAIT = 15 * 60_000;
/** Length in characters above which a body is compressed, where the server accepts that: a base64 picture shrinks by a quarter. */
const WORTH_PACKING = 8_192;

/** Sent: the contract's input as a caller passes it, with the browser's own `File` where the contract has a file part. */
export type Sent<E extends Endpoint> =
  unknown extends RequestOf<E>
    ? Record<string, unknown>
    : { [K in keyof RequestOf<E>]: UploadedFile extends RequestOf<E>[K] ? File : RequestOf<E>[K] };

export interface Rows<Row> {
  readonly rows: Row[];
  /** Number of rows of the whole filter, over all pages. */
  readonly total: number;
  /** Sum of the whole filter in KES; null for a list without a sum, or one that is too long for it. */
  readonly sum: number | null;
}

/** List with a known row type and an unknown input, for components that show any list. */
export type ListEndpoint = Endpoint & { readonly kind: 'list' };

export type Answer<E extends Endpoint> = E['kind'] extends 'list' ? Rows<AnswerOf<E>> : AnswerOf<E>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Pass the same key to retry without a second effect. */
  readonly idempotencyKey?: string;
  /** True if the loading overlay may show. By default for calls that record something. */
  readonly overlay?: boolean;
  /** Id of the call's school, null for none; omitted, the current school at the time of the call. */
  readonly school?: string | null;
  /** True where the device sends the call by itself, so that it does not count as user activity. */
  readonly byItself?: boolean;
  /** Longest wait for the answer in milliseconds, for calls with a queue of people behind them. */
  readonly within?: number;
  /** Query parameters of a POST call (`dryRun`, `partial`). */
  readonly query?: Record<string, unknown>;
}

interface SendOptions extends CallOptions {
  readonly lastEventId?: string | null;
}

type SessionEnd = (error: CallError) => void;
let sessionEnd: SessionEnd = () => {};

/** Registers the app's handler for a session that the server no longer knows. */
export function onSessionEnd(handler: SessionEnd): void {
  sessionEnd = handler;
}

type ClockRefusal = () => void;
let clockRefusal: ClockRefusal = () => {};

/** Registers the app's handler for a refusal of money because of the server's clock. */
export function onClockRefusal(handler: ClockRefusal): void {
  clockRefusal = handler;
}

type StepUp = (error: CallError) => Promise<boolean>;
let stepUp: StepUp = async () => false;

/** Registers the app's prompt for a second factor in the middle of a call; the call continues once the factor is proven. */
export function onStepUp(handler: StepUp): void {
  stepUp = handler;
}

type VisitReason = () => Promise<boolean>;
let visitReason: VisitReason = async () => false;

/** Registers the app's prompt for the reason of an Admin's visit to a school; the call continues once the reason is given. */
export function onVisitReason(handler: VisitReason): void {
  visitReason = handler;
}

type FactorDue = () => void;
let factorDue: FactorDue = () => {};

/** Registers the app's handler for a second factor that has to be set up first. */
export function onFactorDue(handler: FactorDue): void {
  factorDue = handler;
}

/** Makes one call of the contract. Throws CallError for all refusals and for a failing network. */
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

/** Returns the error for a missing answer; the original error where the caller has aborted the call. */
function noAnswer(cause?: unknown, signal?: AbortSignal): unknown {
  return signal?.aborted ? cause : new CallError({ status: null, body: null, atLogin: false, cause });
}

/** Requests one page of a list, or all of it, with the number of rows of the filter. Throws CallError. */
export async function callList<E extends ListEndpoint>(
  endpoint: E,
  input: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<Rows<AnswerOf<E>>> {
  return call(endpoint, input as Sent<E>, options) as Promise<Rows<AnswerOf<E>>>;
}

/** Reads an answer. A truncated answer, or another page in its place, counts as no answer: it is unknown what was recorded. */
async function readAnswer<A>({ kind }: Pick<Endpoint, 'kind'>, response: Response, options: CallOptions): Promise<A> {
  const body = await response
    .text()
    .then(parseAnswer)
    .catch((cause) => {
      throw noAnswer(cause, options.signal);
    });
  if (kind !== 'list') return body as A;
  const rows = body as unknown[];
  const sum = response.headers.get('X-Total-Amount');
  const total = Number(response.headers.get('X-Total-Count') ?? rows.length);
  return { rows, total, sum: sum === null ? null : Number(sum) } satisfies Rows<unknown> as A;
}

/** Makes a reading call of a school by its path alone, for prefetches before the call's contract is loaded. */
export async function callByPath(
  path: string,
  kind: 'list' | 'read',
  input: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<unknown> {
  const endpoint = { path, kind, school: 'required', access: { roles: [] }, methods: ['GET'] } as const;
  return readAnswer(endpoint, await send(endpoint, input, options), options);
}

/** Downloads a file of the API, such as a spreadsheet to fill in. */
export async function callFile(path: string, options: CallOptions = {}): Promise<Blob> {
  const file = { path, kind: 'read', school: 'optional', access: 'client', methods: ['GET'] } as const;
  return (await send(file, {}, options)).blob();
}

/** Opens an event stream until `signal` aborts it; `lib/live.ts` reads the events. */
export async function openStream(
  endpoint: Endpoint,
  options: { readonly signal: AbortSignal; readonly lastEventId: string | null },
): Promise<Response> {
  return send(endpoint, {}, options);
}

/** Downloads the file that a call of the contract returns. Throws CallError. */
export async function fetchFile<E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<Blob> {
  return whileBusy(async () => (await send(endpoint, input as Record<string, unknown>, {})).blob());
}

type Sendable = Pick<Endpoint, 'path' | 'kind' | 'school' | 'access' | 'methods' | 'slow'>;

/** Most questions that one call may raise: a reason, and a second factor. */
const MAX_QUESTIONS = 2;

/**
 * Sends a call; where the server requires a second factor or a reason first, asks for it and sends the call again with the same idempotency
 * key.
 */
async function send(
  endpoint: Sendable,
  input: Readonly<Record<string, unknown>>,
  options: SendOptions,
): Promise<Response> {
  // Determined once, because the user may pick another school while a question is open.
  const school = options.school === undefined ? schoolAtWork() : options.school;
  const user = currentSession()?.userName;
  const same = { ...options, school, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() };
  for (let asked = 0; ; asked++) {
    try {
      return await sendOnce(endpoint, input, same);
    } catch (error) {
      const question = asked < MAX_QUESTIONS && error instanceof CallError && questionOf(error);
      if (!question || !(await whileAsking(question)) || currentSession()?.userName !== user) throw error;
    }
  }
}

/** Returns the question that a refusal raises; once it is answered, the same call may succeed. */
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
  // Fails as without a network: the device has to send the PIN first, and under a session of another school the number belongs to another
  // child.
  const isOfAnother = options.school && currentSession()?.role !== 'Admin' && options.school !== schoolAtWork();
  if (!atLogin && (isUnproven() || isOfAnother)) throw noAnswer();
  const posted = endpoint.kind === 'record' || endpoint.methods[0] === 'POST';
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  const query = posted ? Object.entries(options.query ?? {}) : given;
  const method = posted ? 'POST' : 'GET';
  const path = `/api/${endpoint.path}`;
  const laidOut = withBody(headersFor(endpoint, options), posted ? given : null);
  // Awaits only for a long body, so that other calls are sent in the tick in which they are made.
  const sent = isPackable(laidOut.body) ? await packed(laidOut.headers, laidOut.body) : laidOut;
  // Awaits only on an enrolled device, for the same reason.
  const device = isEnrolled() ? await deviceKeys() : undefined;
  let response: Response;
  try {
    response = await fetch(`${path}${inQuery(query)}`, {
      method,
      signal: anySignal(
        options.signal,
        // A stream has no timeout.
        endpoint.kind === 'stream'
          ? undefined
          : AbortSignal.timeout(options.within ?? (endpoint.slow ? MAX_SLOW_WAIT : MAX_WAIT)),
      ),
      ...(device ? await device.signed(method, path, sent) : sent),
    });
  } catch (cause) {
    throw noAnswer(cause, options.signal);
  }
  learnClock(response);
  device?.hearAnswer(sent.headers, response.headers);
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

/** Sends files as multipart, whose content type the browser must set itself; everything else as JSON. */
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

/** Loads the device key code, on enrolled devices alone. An Admin works in many schools, and signs with none of their keys. */
const deviceKeys = async () => (currentSession()?.role === 'Admin' ? undefined : import('./device-key.ts'));

function inQuery(fields: [string, unknown][]): string {
  const query = new URLSearchParams();
  for (const [name, value] of fields) if (value !== undefined && value !== '') query.set(name, String(value));
  const text = query.toString();
  return text && `?${text}`;
}

/** Returns the API's own body, which has a `code`. A proxy's error page counts as none; JSON without a `code` is reported as `codeless`. */
async function problemBody(response: Response) {
  try {
    const body = (await response.json()) as { code?: unknown; message?: unknown };
    if (typeof body !== 'object' || body === null) return null;
    return 'code' in body ? { ...body, message: String(body.message ?? '') } : ('codeless' as const);
  } catch {
    // The body is not JSON.
    return null;
  }
}
