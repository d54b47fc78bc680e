import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@mfuko/contract/endpoint';
import type { Problem } from '@mfuko/contract/problem';
import type { FastifyRequest } from 'fastify';
import { ahead, type Db, inSchoolOf, PLATFORM_SCHOOL, type ReadTx, type Tx } from '../database/database.ts';
import type { Failpoint } from '../process/failpoint.ts';
import { entersSchool } from './access.ts';
import type { Actor, Call } from './call.ts';
import { bodyOf, statusOf } from './errors.ts';
import { readIdempotencyKey } from './headers.ts';
import {
  AlreadyAnswered,
  attemptOf,
  claimKey,
  findAnswer,
  findRepeated,
  hashInput,
  type Key,
  type Sealer,
  StillUnderWay,
  type StoredAnswer,
  storeAnswer,
} from './idempotency.ts';
import { outcomeOf, Refusal, valueIn } from './refusal.ts';
import { asSegregationRefusal } from './segregation-of-duties.ts';
import { wire } from './send.ts';
import type { SignatureCheck } from './signed-call.ts';

/** Throws where a school is unknown or suspended, so that this user may not act on it. */
export type AdmitToSchool = (tx: ReadTx, actor: Actor) => Promise<void>;

/** Records an Admin's change in a school that the input names, in the transaction of that change. */
export type NoteChange = (tx: Tx, actor: Actor, endpoint: Endpoint) => Promise<void>;

type InSchool = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
export type AnyHandler = (call: Call, input: unknown) => Promise<unknown>;

/** Call after admission, before it can read or record. */
export type Asked = Omit<
  Call,
  'read' | 'autonomous' | 'record' | 'recordIn' | 'leaveIfAnswered' | 'idempotencyKey' | 'attempt'
>;

interface Answering {
  readonly db: Db;
  readonly sealer: Sealer;
  readonly failpoint: Failpoint;
  readonly admitToSchool: AdmitToSchool;
  readonly noteChange: NoteChange;
}

/** Returns the Idempotency-Key of a request with the call and input that it belongs to; null without one. */
export function keyOf(
  parts: Pick<Answering, 'sealer'>,
  endpoint: Endpoint,
  request: FastifyRequest,
  asked: Asked,
  input: unknown,
): Key | null {
  const text = endpoint.kind === 'record' ? readIdempotencyKey(request) : null;
  if (text === null) return null;
  const { userId } = asked.actor;
  return { text, call: endpoint.path, userId, inputHash: hashInput(parts.sealer, userId, endpoint.path, input) };
}

/**
 * Returns the stored answer of the call's key, if there is one. Throws where the user may not enter the school, or where the key was
 * used for something else.
 */
export type Earlier = () => Promise<StoredAnswer | null>;

/** Opened call: the caller, the idempotency key, and the lookup of its stored answer. */
export interface Opened {
  readonly asked: Asked;
  readonly key: Key | null;
  readonly earlier: Earlier;
}

/**
 * Opens a call: verifies and consumes its signature, and in the same transaction checks the school and looks up the key's stored
 * answer; the returned function reports the result. Throws what `sign` throws or returns. Without a signature, nothing is read until the
 * returned function is called.
 */
export async function openCall(
  { db, sealer, admitToSchool }: Pick<Answering, 'db' | 'sealer' | 'admitToSchool'>,
  endpoint: Endpoint,
  asked: Asked,
  key: Key | null,
  sign: SignatureCheck | null,
): Promise<Earlier> {
  const enters = entersSchool(endpoint, asked.schoolId) && asked.actor.openSchool !== asked.schoolId;
  const lookUp = async (tx: ReadTx) => {
    if (enters) await admitToSchool(tx, asked.actor);
    return key ? findAnswer(tx, sealer, key) : null;
  };
  if (!sign) return async () => (key || enters ? readFor(db, asked.schoolId)(lookUp) : null);
  const looked = await db.inSchool(asked.schoolId, async (tx) => {
    const signed = ahead(sign(tx));
    const found = ahead(outcomeOf(() => lookUp(tx)));
    return { refused: await signed, found: await found };
  });
  if (looked.refused) throw looked.refused;
  return async () => valueIn(looked.found);
}

/** Runs the handler; for a request with an idempotency key, at most once per key. */
export async function answerIdempotently(
  { db, sealer, failpoint, noteChange }: Omit<Answering, 'admitToSchool'>,
  endpoint: Endpoint,
  { asked, key, earlier }: Opened,
  input: unknown,
  handler: AnyHandler,
): Promise<StoredAnswer> {
  const inSchool = inSchoolFor(db, asked.schoolId);
  const read = readFor(db, asked.schoolId);
  const known = await earlier();
  if (known) return known;
  let recorded: StoredAnswer | null = null;
  const recordIn = async <T>(schoolId: string, work: (tx: Tx) => Promise<T>, begin?: (tx: Tx) => void): Promise<T> => {
    // The key belongs to the school in which the call was made, whichever school the call records in.
    const answer = await inSchool(async (tx) => {
      const claimed = key ? ahead(claimKey(tx, sealer, key)) : null;
      begin?.(tx);
      await claimed;
      failpoint.pass('before-work');
      const worked = await inSchoolOf(tx, schoolId, async (inside) => {
        if (schoolId !== asked.schoolId) await noteChange(inside, asked.actor, endpoint);
        return work(inside);
      });
      if (key) {
        recorded = { status: 200, body: wire(endpoint, worked) };
        void storeAnswer(tx, sealer, key.text, recorded);
      }
      failpoint.pass('before-commit');
      return worked;
    });
    failpoint.pass('after-commit');
    return answer;
  };
  const call: Call = {
    ...asked,
    idempotencyKey: key?.text ?? null,
    attempt: key && attemptOf(key),
    read,
    autonomous: inSchool,
    record: (work, begin) => recordIn(asked.schoolId, work, begin),
    recordIn: (schoolId, work) => recordIn(schoolId, work),
    leaveIfAnswered: async () => {
      const answer = key && (await read((tx) => findRepeated(tx, sealer, key)));
      if (answer) throw new AlreadyAnswered(answer);
    },
  };
  const answered = () => (key ? read((tx) => findAnswer(tx, sealer, key)) : null);
  try {
    const outcome = await untilKnown(() => handler(call, input), answered);
    if ('earlier' in outcome) return outcome.earlier;
    return recorded ?? { status: 200, body: outcome.answer };
  } catch (error) {
    if (error instanceof AlreadyAnswered) return error.answer;
    const refusal = error instanceof Refusal ? error : asSegregationRefusal(error, call);
    if (!refusal) throw error;
    return await afterRefusal(inSchool, sealer, refusal, key);
  }
}

/** Equals the time for which closing an attempt waits for the end of that attempt. */
const MAX_WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/**
 * Runs the handler. While the same call is in progress elsewhere, waits for its answer, and runs the handler again if that call ends
 * without one.
 */
async function untilKnown(
  run: () => Promise<unknown>,
  answered: () => Promise<StoredAnswer | null> | null,
): Promise<{ readonly answer: unknown } | { readonly earlier: StoredAnswer }> {
  const since = performance.now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return { answer: await run() };
    } catch (error) {
      if (!(error instanceof StillUnderWay) || performance.now() + pause > since + MAX_WAIT_MS) throw error;
    }
    await sleep(pause);
    const earlier = await answered();
    if (earlier) return { earlier };
  }
}

/**
 * Refusals that are not stored under the key: those about the key itself, and session.step-up, after which the client repeats the same
 * call.
 */
const NOT_KEPT: ReadonlySet<Problem> = new Set(['idempotency.other-input', 'idempotency.void', 'session.step-up']);

/** Settles a refused call. It changes nothing but its failure counters, its audit row and the stored answer of its key. */
async function afterRefusal(
  inSchool: InSchool,
  sealer: Sealer,
  refusal: Refusal,
  key: Key | null,
): Promise<StoredAnswer> {
  const { afterRollback } = refusal;
  // A refusal that a retry may not meet again, such as a full disk, is not stored under the key.
  const remember = key !== null && statusOf(refusal) < 500 && !NOT_KEPT.has(refusal.problem);
  if (!afterRollback && !remember) throw refusal;
  const settle = async (tx: Tx) => {
    const judged = await afterRollback?.(tx);
    return judged instanceof Refusal ? judged : refusal;
  };
  let told: Refusal;
  try {
    told = await inSchool(async (tx) => {
      if (remember) await claimKey(tx, sealer, key);
      const settled = await settle(tx);
      if (remember) await storeAnswer(tx, sealer, key.text, { status: statusOf(settled), body: bodyOf(settled) });
      return settled;
    });
  } catch (error) {
    if (error instanceof AlreadyAnswered) return error.answer;
    // The counters of a refusal are recorded even where the attempt was closed meanwhile or its key is otherwise taken: a wrong PIN
    // counts.
    if (afterRollback) await inSchool(settle);
    throw error;
  }
  throw told;
}

function inSchoolFor(db: Db, schoolId: string): InSchool {
  return (work) => (schoolId === PLATFORM_SCHOOL ? db.inPlatform(work) : db.inSchool(schoolId, work));
}

export function readFor(db: Db, schoolId: string): Call['read'] {
  return (work) => (schoolId === PLATFORM_SCHOOL ? db.readPlatform(work) : db.readSchool(schoolId, work));
}
