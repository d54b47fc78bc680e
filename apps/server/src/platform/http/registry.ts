import { type AnswerOf, type Endpoint, type InputOf, largestBody } from '@mfuko/contract/endpoint';
import type { WireKey } from '@mfuko/contract/seal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Db, PLATFORM_SCHOOL } from '../database/database.ts';
import type { Failpoint } from '../process/failpoint.ts';
import { inNameOf } from '../process/in-name-of.ts';
import {
  type Admitted,
  type Authenticate,
  type CheckKey,
  checkAccess,
  chooseSchool,
  entersSchool,
  notSignedIn,
} from './access.ts';
import type { AddressLimiter } from './address-limiter.ts';
import {
  type AdmitToSchool,
  type AnyHandler,
  answerIdempotently,
  keyOf,
  type NoteChange,
  type Opened,
  openCall,
  readFor,
} from './answer.ts';
import { type Batching, batchCalls } from './batch.ts';
import { bodyDigest } from './body-digest.ts';
import type { Actor, Call, Listening, Page, ReadCall, RequestContext, Signature } from './call.ts';
import { header, readPlace } from './headers.ts';
import type { Sealer, StoredAnswer } from './idempotency.ts';
import { readInput } from './input.ts';
import type { MemoryGuard } from './memory-guard.ts';
import { send } from './send.ts';
import type { SignatureCheck, SignedCall } from './signed-call.ts';
import { requireFactorFor } from './step-up.ts';
import {
  type EventStream,
  keepStreams,
  type LiveSessions,
  requireEventStream,
  type StreamPatience,
} from './streams.ts';

type Asker<E extends Endpoint> = E['access'] extends 'open' | 'client'
  ? RequestContext
  : E['kind'] extends 'record'
    ? Call
    : ReadCall;
type Answer<E extends Endpoint> = E['kind'] extends 'list' ? Page<AnswerOf<E>> : AnswerOf<E>;
export type Handler<E extends Endpoint> = (call: Asker<E>, input: InputOf<E>) => Promise<Answer<E>>;

/** Sends events to an admitted listener until the stream ends. */
export type Feed = (call: Listening, stream: EventStream) => Promise<void>;

export interface EndpointRegistry {
  /** Serves one call of the contract. */
  register<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  /**
   * Serves a recording call that many clients may make at the same time: requests with an Idempotency-Key are recorded in a batch where
   * possible (`batch.ts`), all others by `handler`, as with `register`.
   */
  registerMany<E extends Endpoint & { kind: 'record' }>(endpoint: E, many: Batching<E>, handler: Handler<E>): void;
  /** Serves a call that is answered by an event stream, after the same checks in the same order. */
  stream(endpoint: Endpoint, feed: Feed): void;
  /** Every call that is served, for the route table and the API description. */
  readonly served: readonly Endpoint[];
  /** Returns every route of the server, whether in the contract or not. */
  addresses(): string[];
}

export interface RegistryParts {
  readonly app: FastifyInstance;
  readonly limiter: AddressLimiter;
  readonly memory: MemoryGuard;
  readonly db: Db;
  readonly wire: WireKey;
  readonly sealer: Sealer;
  readonly authenticate: Authenticate;
  readonly checkKey: CheckKey;
  readonly liveSessions: LiveSessions;
  readonly admitToSchool: AdmitToSchool;
  /**
   * Refuses a call without a signature where it names a device or requires one. Returns the rest of the check for the call's first
   * transaction; null without a signature. Provided by the devices feature.
   */
  readonly checkSignature: (call: SignedCall) => SignatureCheck | null;
  /** Throws where an Admin first has to give a reason for visiting the school. */
  readonly requireReason: (actor: Actor, schoolId: string, endpoint: Endpoint) => Promise<void>;
  /** Records that an Admin made a call in a school. */
  readonly noteVisit: (actor: Actor, schoolId: string, endpoint: Endpoint) => Promise<void>;
  readonly noteChange: NoteChange;
  /** Records that a user opened a student's record. */
  readonly noteRecordAccess: (actor: Actor, schoolId: string, opened: unknown) => Promise<void>;
  /** Starts to record how many rows of a student list a user received; the response does not wait. */
  readonly noteListRead: (read: {
    readonly origin: { readonly actor: Actor; readonly requestId: string };
    readonly actor: Actor;
    readonly schoolId: string;
    readonly path: string;
    readonly rows: number;
  }) => void;
  /** Throws server.too-many-requests where a user reads student lists faster than a person can; charges the rows. */
  readonly limitLists: (actor: Actor, rows: number) => void;
  readonly failpoint: Failpoint;
  /** Maximum number of calls per transaction; with 1, each call has its own. */
  readonly batchMaxCalls: number;
  readonly production: boolean;
  readonly streamPatience?: StreamPatience | undefined;
}

/** Inactivity timeout of the socket of a slow call. */
const MAX_SLOW_MS = 15 * 60_000;

/**
 * Creates the registry, which receives every call and checks in this order: does a stranger call too often (429), who is it (401),
 * which client (403), is the call permitted, with the required second factor (403), in the user's own school (403), is the input
 * well-formed (400), has the device signed it (403), has an Admin given a reason for the visit (403), does the school exist (404), has
 * the key been answered. Then the handler runs.
 */
export function createRegistry(parts: RegistryParts): EndpointRegistry {
  const served: Endpoint[] = [];
  const addresses = new Set<string>();
  parts.app.addHook('onRoute', (route) => void addresses.add(route.url));
  const streams = keepStreams(parts.app, parts.liveSessions, parts.streamPatience);
  /**
   * Adds the route of a call. `answer` produces the response of an admitted call; `looksUp` makes the registry look up the key's stored
   * answer first.
   */
  const receive = <E extends Endpoint>(endpoint: E, answer: Answerer<InputOf<E>>, looksUp: boolean) => {
    served.push(endpoint);
    const admitted = new WeakMap<FastifyRequest, Admitted>();
    parts.app.route({
      method: [...endpoint.methods],
      url: `/api/${endpoint.path}`,
      bodyLimit: largestBody(endpoint),
      // Runs before the body is read, so that a client without a session learns nothing about the input format.
      onRequest: async (request, reply) => {
        const who = await checkAccess(parts, endpoint, request);
        if (who) admitted.set(request, who);
        parts.memory.admit(endpoint, request, reply, who?.actor.userId ?? request.caller ?? '');
      },
      handler: inNameOfCaller(admitted, async (request, reply) => {
        if (endpoint.slow) request.raw.socket?.setTimeout?.(MAX_SLOW_MS);
        const who = admitted.get(request);
        const requestContext = requestContextOf(request, reply);
        const schoolId = who ? chooseSchool(endpoint, request, who.actor) : PLATFORM_SCHOOL;
        request.schoolId = schoolId;
        const input = await readInput(endpoint, request);
        const { signature } = requestContext;
        const asked = who ? { ...requestContext, ...who, schoolId } : null;
        const key = asked && keyOf(parts, endpoint, request, asked, input);
        const sign = asked && parts.checkSignature({ ...asked, endpoint });
        const earlier = asked && (await openCall(parts, endpoint, asked, looksUp ? key : null, sign));
        // The device may rely on it: the marks that it sent are committed.
        if (sign && signature?.continuity) reply.header('device-continuity', 'kept');
        if (who) requireFactorFor(endpoint, who.actor, input, parts.production);
        const inside = who && entersSchool(endpoint, schoolId) ? who.actor : null;
        if (inside) await parts.requireReason(inside, schoolId, endpoint);
        if (inside && endpoint.stepUpWhole) parts.limitLists(inside, 0);
        const answered = await answer(requestContext, asked && earlier && { asked, key, earlier }, input);
        const looked = who && endpoint.visits ? (input as Record<string, string>)[endpoint.visits] : undefined;
        if (who && looked) await parts.noteVisit(who.actor, looked, endpoint);
        // Not reached by a refusal, which was thrown and reveals nothing. A repeat under its key was recorded the first time.
        if (inside && !answered.repeated) {
          await parts.noteVisit(inside, schoolId, endpoint);
          if (endpoint.opens) await parts.noteRecordAccess(inside, schoolId, input);
          if (endpoint.stepUpWhole) {
            const origin = { actor: inside, requestId: request.id };
            const { rows } = answered.body as Page<unknown>;
            parts.limitLists(inside, rows.length);
            parts.noteListRead({ origin, actor: inside, schoolId, path: endpoint.path, rows: rows.length });
          }
        }
        return send(reply, endpoint, answered);
      }),
    });
  };
  return {
    served,
    addresses: () => [...addresses],
    register(endpoint, handler) {
      receive(
        endpoint,
        async (requestContext, opened, input) =>
          opened
            ? answerIdempotently(parts, endpoint, opened, input, handler as AnyHandler)
            : answerOpen(requestContext, input, handler as AnyHandler),
        true,
      );
    },
    registerMany(endpoint, many, handler) {
      const join = batchCalls({ ...parts, most: parts.batchMaxCalls, log: parts.app.log }, endpoint, many);
      receive(
        endpoint,
        async (_visit, opened, input) => {
          if (!opened) throw new TypeError('A call that records needs a signed-in actor.');
          const { asked, key } = opened;
          const joined =
            key && parts.batchMaxCalls > 1 && asked.actor.openSchool === asked.schoolId
              ? await join({
                  call: { ...asked, idempotencyKey: key.text },
                  schoolId: asked.schoolId,
                  inputHash: key.inputHash,
                  input,
                })
              : null;
          // Looked up only now, because a call that the batch left out may have been answered in the meantime.
          const earlier = await openCall(parts, endpoint, asked, key, null);
          return joined ?? answerIdempotently(parts, endpoint, { asked, key, earlier }, input, handler as AnyHandler);
        },
        false,
      );
    },
    stream(endpoint, feed) {
      served.push(endpoint);
      const admitted = new WeakMap<FastifyRequest, Admitted>();
      parts.app.route({
        method: [...endpoint.methods],
        url: `/api/${endpoint.path}`,
        onRequest: async (request) => {
          const who = await checkAccess(parts, endpoint, request);
          if (who) admitted.set(request, who);
        },
        handler: inNameOfCaller(admitted, async (request, reply) => {
          const { actor, token } = admitted.get(request) ?? notSignedIn();
          const schoolId = chooseSchool(endpoint, request, actor);
          await readInput(endpoint, request);
          // Required of a session that is bound to a device: a stolen token opens no stream either.
          const signature = signatureOf(request);
          const signed = { endpoint, actor, schoolId, signature, token, requestId: request.id };
          const sign = actor.boundTo ? parts.checkSignature(signed) : null;
          const refused = sign && (await parts.db.inSchool(schoolId, sign));
          if (refused) throw refused;
          requireEventStream(request);
          const read = readFor(parts.db, schoolId);
          if (entersSchool(endpoint, schoolId)) await read((tx) => parts.admitToSchool(tx, actor));
          return streams.open(request, reply, { userId: actor.userId, token }, (stream) =>
            feed({ actor, schoolId, read }, stream),
          );
        }),
      });
    },
  };
}

type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Runs a call in the name of its user, or of its address, so that its waiting counts against that share. */
function inNameOfCaller(admitted: WeakMap<FastifyRequest, Admitted>, serve: Serve): Serve {
  return (request, reply) =>
    inNameOf(admitted.get(request)?.actor.userId ?? request.caller, () => serve(request, reply));
}

function signatureOf(request: FastifyRequest): Signature | null {
  const given = header(request, 'device');
  if (given === undefined) return null;
  const [path = ''] = request.url.split('?');
  const [deviceId = ''] = given.split('.');
  return {
    header: given,
    deviceId,
    method: request.method,
    path,
    state: header(request, 'device-state') ?? null,
    continuity: header(request, 'device-continuity') ?? null,
    get sha256() {
      return bodyDigest(request);
    },
  };
}

type Answerer<Input> = (requestContext: RequestContext, opened: Opened | null, input: Input) => Promise<StoredAnswer>;

async function answerOpen(requestContext: RequestContext, input: unknown, handler: AnyHandler): Promise<StoredAnswer> {
  return { status: 200, body: await handler(requestContext as Call, input) };
}

function requestContextOf(request: FastifyRequest, reply: FastifyReply): RequestContext {
  return {
    requestId: request.id,
    place: readPlace(request),
    fromBrowser: header(request, 'sec-fetch-site') !== undefined,
    signature: signatureOf(request),
    caller: request.caller,
    agent: header(request, 'user-agent') ?? null,
    cookie: (name) => request.cookies[name],
    setHeader: (name, value) => void reply.header(name, value),
  };
}
