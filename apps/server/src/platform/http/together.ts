import type { AnswerOf, Endpoint, InputOf } from '@mfuko/contract/endpoint';
import type { FastifyBaseLogger } from 'fastify';
import { coalesce } from '../coalesce.ts';
import type { Db, Tx } from '../database.ts';
import { faultOf } from '../fault.ts';
import { Refusal } from '../refusal.ts';
import type { Tripwire } from '../tripwire.ts';
import type { Call } from './call.ts';
import { type KeyedAnswer, type Sealer, type StoredAnswer, storeAnswers } from './once.ts';

/** What of a call is there when it is recorded together with others. */
export type JoinedCall = Pick<Call, 'actor' | 'place' | 'requestId'> & { readonly idempotencyKey: string };

/** One of the calls that are recorded together. */
export interface Joined<In> {
  readonly call: JoinedCall;
  readonly input: In;
}

/** A call that many may make at once. */
export interface Many<E extends Endpoint> {
  /** Calls that have this in common are recorded one after the other, as they came. */
  apart(input: InputOf<E>): string;
  /**
   * Records what can be recorded without a refusal and without waiting, in one transaction of the school, and answers each
   * in its place; null leaves it to be recorded alone. Nothing may be recorded under a key that has been answered.
   */
  together(tx: Tx, calls: readonly Joined<InputOf<E>>[]): Promise<readonly (AnswerOf<E> | null)[]>;
}

/** A request that may join others: it has a key, so that trying it a second time does it once. */
export interface Joining<In> extends Joined<In> {
  readonly schoolId: string;
  readonly inputHash: Buffer;
}

interface Parts {
  readonly db: Db;
  readonly sealer: Sealer;
  readonly tripwire: Tripwire;
  /** The most that one transaction records; it holds their wallets for as long as it lasts. */
  readonly most: number;
  readonly log: FastifyBaseLogger;
}

const LONGEST = 2_000;
/** Whoever would hold up the others is left to be recorded alone. */
const LONGEST_WAIT = `SET LOCAL lock_timeout = '50ms'`;

/**
 * Records calls of one school that come in at the same time in one transaction, keys and answers with them. Answers null
 * for what must be recorded alone: to be refused, since it was answered before, or since the transaction failed.
 */
export function joinCalls<E extends Endpoint>(
  { db, sealer, tripwire, most, log }: Parts,
  endpoint: E,
  many: Many<E>,
): (call: Joining<InputOf<E>>) => Promise<StoredAnswer | null> {
  const record = (schoolId: string, calls: readonly Joining<InputOf<E>>[]) =>
    db.inSchool(schoolId, async (tx) => {
      void tx.row(LONGEST_WAIT);
      for (const _ of calls) tripwire.pass('before-work');
      const worked = await many.together(tx, calls);
      const answers = worked.map((answer) =>
        answer === null ? null : { status: 200, body: endpoint.output.parse(answer) },
      );
      const recorded = calls.flatMap(({ call, inputHash }, place): KeyedAnswer[] => {
        const answer = answers[place];
        return answer ? [{ key: call.idempotencyKey, inputHash, answer }] : [];
      });
      if (recorded.length > 0) void storeAnswers(tx, sealer, recorded);
      for (const _ of recorded) tripwire.pass('before-commit');
      return answers;
    });

  return coalesce<Joining<InputOf<E>>, StoredAnswer | null>({
    line: ({ schoolId }) => schoolId,
    apart: ({ call, input }) => [`key ${call.idempotencyKey}`, `of ${many.apart(input)}`],
    async together(calls) {
      const answers = await record(calls[0]?.schoolId ?? '', calls).catch((error: Error) => {
        log.warn({ fault: faultOf(error), calls: calls.length }, 'a batch failed: its calls go one by one');
        return calls.map(() => null);
      });
      for (const answer of answers) if (answer) tripwire.pass('after-commit');
      return answers.map((answer) => ({ answer }));
    },
    most,
    longest: LONGEST,
    full: () => new Refusal('server.busy', 'The server is busy. Please try again in a moment.', { retryAfter: 2 }),
  });
}
