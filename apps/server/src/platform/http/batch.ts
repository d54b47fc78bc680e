import type { AnswerOf, Endpoint, InputOf } from '@mfuko/contract/endpoint';
import type { FastifyBaseLogger } from 'fastify';
import { coalesce } from '../database/batch-queue.ts';
import type { Db, Tx } from '../database/database.ts';
import type { Failpoint } from '../process/failpoint.ts';
import { faultOf } from '../process/fault.ts';
import type { Call } from './call.ts';
import { type KeyedAnswer, type Sealer, type StoredAnswer, storeAnswers } from './idempotency.ts';
import { Refusal } from './refusal.ts';

/** Batched call: what of a call is there when it is recorded together with others. */
export type BatchedCall = Pick<Call, 'actor' | 'place' | 'requestId'> & { readonly idempotencyKey: string };

/** One of the calls that are recorded together. */
export interface Batched<In> {
  readonly call: BatchedCall;
  readonly input: In;
}

/** A call that many may make at once. */
export interface Batching<E extends Endpoint> {
  /** Calls that have this in common are recorded one after the other, as they came. */
  conflictKeys(input: InputOf<E>): string;
  /**
   * Records what can be recorded without a refusal and without waiting, in one transaction of the school, and answers each
   * in its place; null leaves it to be recorded alone. Nothing may be recorded under a key that has been answered.
   */
  batch(tx: Tx, calls: readonly Batched<InputOf<E>>[]): Promise<readonly (AnswerOf<E> | null)[]>;
}

/** A request that may join others: it has a key, so that trying it a second time does it once. */
export interface BatchCandidate<In> extends Batched<In> {
  readonly schoolId: string;
  readonly inputHash: Buffer;
}

interface Parts {
  readonly db: Db;
  readonly sealer: Sealer;
  readonly failpoint: Failpoint;
  /** The most that one transaction records; it holds their wallets for as long as it lasts. */
  readonly most: number;
  readonly log: FastifyBaseLogger;
}

const LONGEST = 2_000;
/** A call that would hold up the others is left to be recorded alone. */
const LONGEST_WAIT = { lockTimeoutMs: 50 };

/**
 * Records calls of one school that come in at the same time in one transaction, keys and answers with them. Answers null
 * for what must be recorded alone: to be refused, since it was answered before, or since the transaction failed.
 */
export function batchCalls<E extends Endpoint>(
  { db, sealer, failpoint, most, log }: Parts,
  endpoint: E,
  many: Batching<E>,
): (call: BatchCandidate<InputOf<E>>) => Promise<StoredAnswer | null> {
  const record = (schoolId: string, calls: readonly BatchCandidate<InputOf<E>>[]) =>
    db.inSchool(
      schoolId,
      async (tx) => {
        for (const _ of calls) failpoint.pass('before-work');
        const worked = await many.batch(tx, calls);
        const answers = worked.map((answer) =>
          answer === null ? null : { status: 200, body: endpoint.output.parse(answer) },
        );
        const recorded = calls.flatMap(({ call, inputHash }, place): KeyedAnswer[] => {
          const answer = answers[place];
          const key = { text: call.idempotencyKey, call: endpoint.path, inputHash, userId: call.actor.userId };
          return answer ? [{ key, answer }] : [];
        });
        if (recorded.length > 0) void storeAnswers(tx, sealer, recorded);
        for (const _ of recorded) failpoint.pass('before-commit');
        return answers;
      },
      LONGEST_WAIT,
    );

  return coalesce<BatchCandidate<InputOf<E>>, StoredAnswer | null>({
    line: ({ schoolId }) => schoolId,
    conflictKeys: ({ call, input }) => [`key ${call.idempotencyKey}`, `of ${many.conflictKeys(input)}`],
    async batch(calls) {
      const answers = await record(calls[0]?.schoolId ?? '', calls).catch((error: Error) => {
        log.warn({ fault: faultOf(error), calls: calls.length }, 'a batch failed: its calls go one by one');
        return calls.map(() => null);
      });
      for (const answer of answers) if (answer) failpoint.pass('after-commit');
      return answers.map((answer) => ({ answer }));
    },
    most,
    longest: LONGEST,
    full: () => new Refusal('server.busy', 'The server is busy. Please try again in a moment.', { retryAfter: 2 }),
  });
}
