import type { AnswerOf, Endpoint, InputOf, UploadedFile } from '@mfuko/contract/endpoint';
import type { WireKey } from '@mfuko/contract/seal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Db, inSchoolOf, PLATFORM_SCHOOL, type Tx } from '../database.ts';
import { Refusal } from '../refusal.ts';
import type { Tripwire } from '../tripwire.ts';
import type { Actor, Call, Listening, Page, Visit } from './call.ts';
import { bodyOf, statusOf } from './errors.ts';
import { header, readIdempotencyKey, readPlace, readToken, requireClient } from './headers.ts';
import { readInput } from './input.ts';
import {
  AlreadyAnswered,
  findAnswer,
  hashInput,
  type Sealer,
  type StoredAnswer,
  storeAnswer,
  storeRefusal,
  takeKey,
} from './once.ts';
import {
  type EventStream,
  keepStreams,
  type LiveSessions,
  requireEventStream,
  type StreamPatience,
} from './streams.ts';
import { joinCalls, type Many } from './together.ts';

type Asker<E extends Endpoint> = E['access'] extends 'open' | 'client' ? Visit : Call;
type Answer<E extends Endpoint> = E['kind'] extends 'list' ? Page<AnswerOf<E>> : AnswerOf<E>;
export type Handler<E extends Endpoint> = (call: Asker<E>, input: InputOf<E>) => Promise<Answer<E>>;

/**
 * Finds who is behind a request; null where nobody is signed in. Handed in by the session feature. `byHand` is false
 * where a browser asks by itself, which must not keep a session alive that nobody uses.
 */
export type Authenticate = (request: FastifyRequest, token: string | null, byHand: boolean) => Promise<Actor | null>;
/** Whether a school may be acted on by this person: throws where it is unknown or suspended. */
export type AdmitToSchool = (tx: Tx, actor: Actor) => Promise<void>;

/** Feeds a stream until it ends, for whoever has passed the desk. */
export type Feed = (call: Listening, stream: EventStream) => Promise<void>;

export interface Desk {
  /** Serves one call of the contract. */
  serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  /**
   * Serves a recording call that many may make at once: those with an Idempotency-Key are recorded together where that
   * can be done (`together.ts`), all others by `handler`, as if it were served alone.
   */
  serveMany<E extends Endpoint & { kind: 'record' }>(endpoint: E, many: Many<E>, handler: Handler<E>): void;
  /** Serves a call that is answered by events, after the same checks in the same order. */
  stream(endpoint: Endpoint, feed: Feed): void;
  /** Every call served, for the route table and the API description. */
  readonly served: readonly Endpoint[];
  /** Every address that the server answers, of the contract or not. */
  addresses(): string[];
}

export interface DeskParts {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly wire: WireKey;
  readonly sealer: Sealer;
  readonly authenticate: Authenticate;
  readonly liveSessions: LiveSessions;
  readonly admitToSchool: AdmitToSchool;
  readonly tripwire: Tripwire;
  /** The most calls that one transaction records; 1: each has its own. */
  readonly recordTogether: number;
  readonly streamPatience?: StreamPatience | undefined;
}

const SCHOOL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** How long a slow call's socket may be silent. */
const LONGEST_SLOW_MS = 15 * 60_000;

/**
 * The desk where every call is received. In this order: who is it (401), which client (403), may they (403), in their
 * own school (403), is the input well-formed (400), is the school there (404), has the key been answered, and then the
 * handler.
 */
export function openDesk(parts: DeskParts): Desk {
  const served: Endpoint[] = [];
  const addresses = new Set<string>();
  parts.app.addHook('onRoute', (route) => void addresses.add(route.url));
  const streams = keepStreams(parts.app, parts.liveSessions, parts.streamPatience);
  /** Opens the address of a call. `answer` has what has passed the desk. */
  const receive = (endpoint: Endpoint, answer: Answerer) => {
    served.push(endpoint);
    const admitted = new WeakMap<FastifyRequest, Admitted>();
    parts.app.route({
      method: [...endpoint.methods],
      url: `/api/${endpoint.path}`,
      // Before the body is read: nobody without a session learns anything about our input.
      onRequest: async (request) => {
        const who = await checkAccess(parts, endpoint, request);
        if (who) admitted.set(request, who);
      },
      handler: async (request, reply) => {
        if (endpoint.slow) request.raw.socket?.setTimeout?.(LONGEST_SLOW_MS);
        const who = admitted.get(request);
        const visit = aVisit(request, reply);
        const schoolId = who ? chooseSchool(endpoint, request, who.actor) : PLATFORM_SCHOOL;
        request.schoolId = schoolId;
        const input = await readInput(endpoint, request);
        return send(reply, endpoint, await answer(request, visit, who ? { ...visit, ...who, schoolId } : null, input));
      },
    });
  };
  return {
    served,
    addresses: () => [...addresses],
    serve(endpoint, handler) {
      receive(endpoint, async (request, visit, asked, input) =>
        asked
          ? answerOnce(
              parts,
              endpoint,
              asked,
              keyOf(parts, endpoint, request, asked, input),
              input,
              handler as AnyHandler,
            )
          : answerVisit(visit, input, handler as AnyHandler),
      );
    },
    serveMany(endpoint, many, handler) {
      const join = joinCalls({ ...parts, most: parts.recordTogether, log: parts.app.log }, endpoint, many);
      receive(endpoint, async (request, _visit, asked, input) => {
        if (!asked) throw new TypeError('Whoever records is signed in.');
        const key = keyOf(parts, endpoint, request, asked, input);
        const joined =
          key && parts.recordTogether > 1 && asked.actor.openSchool === asked.schoolId
            ? await join({
                call: { ...asked, idempotencyKey: key.text },
                schoolId: asked.schoolId,
                inputHash: key.inputHash,
                input: input as never,
              })
            : null;
        return joined ?? answerOnce(parts, endpoint, asked, key, input, handler as AnyHandler);
      });
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
        handler: async (request, reply) => {
          const { actor, token } = admitted.get(request) ?? notSignedIn();
          const schoolId = chooseSchool(endpoint, request, actor);
          await readInput(endpoint, request);
          requireEventStream(request);
          const inSchool = inSchoolFor(parts.db, schoolId);
          if (entersSchool(endpoint, schoolId)) await inSchool((tx) => parts.admitToSchool(tx, actor));
          return streams.open(request, reply, { userId: actor.userId, token }, (stream) =>
            feed({ actor, schoolId, read: inSchool }, stream),
          );
        },
      });
    },
  };
}

type InSchool = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
type AnyHandler = (call: Call, input: unknown) => Promise<unknown>;

/** Who has been let in, and the session token that it was by. */
type Admitted = Pick<Call, 'actor' | 'token'>;
type Asked = Omit<Call, 'read' | 'record' | 'recordIn' | 'idempotencyKey'>;
type Answerer = (request: FastifyRequest, visit: Visit, asked: Asked | null, input: unknown) => Promise<StoredAnswer>;

async function checkAccess(parts: DeskParts, endpoint: Endpoint, request: FastifyRequest): Promise<Admitted | null> {
  const { access } = endpoint;
  if (access === 'open') return null;
  if (access === 'client') {
    requireClient(request, parts.wire);
    return null;
  }
  const token = readToken(request, parts.wire) ?? '';
  const actor = (await parts.authenticate(request, token, endpoint.kind !== 'stream')) ?? notSignedIn();
  requireClient(request, parts.wire);
  const allowed =
    actor.role === 'CheckAgent'
      ? access.duties === 'any' || actor.duties.some((duty) => access.duties !== 'any' && access.duties?.includes(duty))
      : access.roles.includes(actor.role);
  if (!allowed) throw new Refusal('session.role', 'You are not allowed to do this.');
  return { actor, token };
}

function notSignedIn(): never {
  throw new Refusal('session.none', 'Please sign in.');
}

function chooseSchool(endpoint: Endpoint, request: FastifyRequest, actor: Actor): string {
  const named = header(request, 'school')?.trim().toLowerCase() || null;
  if (actor.schoolId !== null && named !== null && named !== actor.schoolId) {
    throw new Refusal('session.school', 'You work in another school.');
  }
  const schoolId = actor.schoolId ?? named;
  if (schoolId === null) {
    if (endpoint.school !== 'required') return PLATFORM_SCHOOL;
    throw new Refusal('input.malformed', 'Choose a school first.', { detail: { fields: { school: 'is required' } } });
  }
  // The platform's own id is no school: whoever named it would work with the platform's eyes.
  if (!SCHOOL_ID.test(schoolId) || schoolId === PLATFORM_SCHOOL) {
    throw new Refusal('input.malformed', 'The school header must be an id.', {
      detail: { fields: { school: 'must be an id' } },
    });
  }
  return schoolId;
}

function inSchoolFor(db: Db, schoolId: string): InSchool {
  return (work) => (schoolId === PLATFORM_SCHOOL ? db.inPlatform(work) : db.inSchool(schoolId, work));
}

/** A call about no school is open to the people of a suspended one too: they may at least log out. */
function entersSchool(endpoint: Endpoint, schoolId: string): boolean {
  return endpoint.school !== 'none' && schoolId !== PLATFORM_SCHOOL;
}

async function answerVisit(visit: Visit, input: unknown, handler: AnyHandler): Promise<StoredAnswer> {
  return { status: 200, body: await handler(visit as Call, input) };
}

interface Key {
  readonly text: string;
  readonly inputHash: Buffer;
}

/** The Idempotency-Key of a request, and what it stands for. */
function keyOf(
  parts: DeskParts,
  endpoint: Endpoint,
  request: FastifyRequest,
  asked: Asked,
  input: unknown,
): Key | null {
  const text = endpoint.kind === 'record' ? readIdempotencyKey(request) : null;
  return text === null ? null : { text, inputHash: hashInput(parts.sealer, asked.actor.userId, endpoint.path, input) };
}

/** Runs the handler; where the request carries a key, at most once for it. */
async function answerOnce(
  { db, sealer, tripwire, admitToSchool }: DeskParts,
  endpoint: Endpoint,
  asked: Asked,
  key: Key | null,
  input: unknown,
  handler: AnyHandler,
): Promise<StoredAnswer> {
  const inSchool = inSchoolFor(db, asked.schoolId);
  const enters = entersSchool(endpoint, asked.schoolId) && asked.actor.openSchool !== asked.schoolId;
  if (key || enters) {
    const earlier = await inSchool(async (tx) => {
      if (enters) await admitToSchool(tx, asked.actor);
      return key ? findAnswer(tx, sealer, key.text, key.inputHash) : null;
    });
    if (earlier) return earlier;
  }
  let recorded: StoredAnswer | null = null;
  const recordIn: Call['recordIn'] = async (schoolId, work) => {
    // The key belongs to where the call was made, whichever school it records in.
    const answer = await inSchool(async (tx) => {
      if (key) await takeKey(tx, sealer, key.text, key.inputHash);
      tripwire.pass('before-work');
      const worked = await inSchoolOf(tx, schoolId, work);
      if (key) {
        recorded = { status: 200, body: wire(endpoint, worked) };
        await storeAnswer(tx, sealer, key.text, recorded);
      }
      tripwire.pass('before-commit');
      return worked;
    });
    tripwire.pass('after-commit');
    return answer;
  };
  const call: Call = {
    ...asked,
    idempotencyKey: key?.text ?? null,
    read: inSchool,
    record: (work) => recordIn(asked.schoolId, work),
    recordIn,
  };
  try {
    const answer = await handler(call, input);
    return recorded ?? { status: 200, body: answer };
  } catch (error) {
    if (error instanceof AlreadyAnswered) return error.answer;
    if (!(error instanceof Refusal)) throw error;
    return await afterRefusal(inSchool, sealer, error, key);
  }
}

/** A refused call changes nothing but its failure counters, its audit row, and the memory of its key. */
async function afterRefusal(
  inSchool: InSchool,
  sealer: Sealer,
  refusal: Refusal,
  key: Key | null,
): Promise<StoredAnswer> {
  const { aftermath } = refusal;
  // A refusal that another try may not meet again, such as a full disk, is not kept under the key.
  const remember = key !== null && statusOf(refusal) < 500 && refusal.problem !== 'idempotency.other-input';
  if (!aftermath && !remember) throw refusal;
  try {
    await inSchool(async (tx) => {
      if (remember) await storeRefusal(tx, sealer, key.text, key.inputHash, statusOf(refusal), bodyOf(refusal));
      await aftermath?.(tx);
    });
  } catch (error) {
    if (error instanceof AlreadyAnswered) return error.answer;
    throw error;
  }
  throw refusal;
}

function aVisit(request: FastifyRequest, reply: FastifyReply): Visit {
  return {
    requestId: request.id,
    place: readPlace(request),
    fromBrowser: header(request, 'sec-fetch-site') !== undefined,
    setHeader: (name, value) => void reply.header(name, value),
  };
}

function wire(endpoint: Endpoint, answer: unknown): unknown {
  return endpoint.kind === 'list' ? answer : endpoint.output.parse(answer);
}

function send(reply: FastifyReply, endpoint: Endpoint, answer: StoredAnswer) {
  if (endpoint.kind === 'file') return sendFile(reply, answer.body as UploadedFile);
  if (answer.status !== 200 || answer.repeated) return reply.code(answer.status).send(answer.body);
  if (endpoint.kind === 'list') {
    const page = answer.body as Page<unknown>;
    reply.header('X-Total-Count', page.total);
    return reply.send(page.rows.map((row) => endpoint.output.parse(row)));
  }
  return reply.send(wire(endpoint, answer.body));
}

function sendFile(reply: FastifyReply, { filename, mimetype, bytes }: UploadedFile) {
  return reply
    .type(mimetype)
    .header('Content-Disposition', `attachment; filename="${filename.replace(/[^\w .-]/g, '_')}"`)
    .send(Buffer.from(bytes));
}
