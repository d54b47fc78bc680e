import type { AnswerOf, Endpoint, InputOf } from '@mfuko/contract/endpoint';
import type { FastifyBaseLogger } from 'fastify';
import { coalesce } from '../database/batch-queue.ts';
import type { Db, Tx } from '../database/database.ts';
import type { Failpoint } from '../process/failpoint.ts';
import { faultOf } from '../process/fault.ts';
import type { Call } from './call.ts';
import { type KeyedAnswer, type Sealer, type StoredAnswer, storeAnswers } from './idempotency.ts';
import { Refusal } from './refusal.ts';

/** Part of a call that is available when it is recorded in a batch. */
export type BatchedCall = Pick<Call, 'actor' | 'place' | 'requestId'> & { readonly idempotencyKey: string };

/** Call of a batch with its input. */
export interface Batched<In> {
  readonly call: BatchedCall;
  readonly input: In;
}

/** Batch processing of a call that many clients may make at the same time. */
export interface Batching<E extends Endpoint> {
  /** Conflict key: calls that share one are recorded one after the other, in the order of arrival. */
  conflictKeys(input: InputOf<E>): string;
  /**
   * Records, in one transaction of the school, the calls that need neither a refusal nor a wait, and returns an answer for each in the
   * same order; null leaves a call to be recorded alone. Must record nothing under a key that has been answered.
   */
  batch(tx: Tx, calls: readonly Batched<InputOf<E>>[]): Promise<readonly (AnswerOf<E> | null)[]>;
}

/** Request that may join a batch: it has an idempotency key, so a second try has no second effect. */
export interface BatchCandidate<In> extends Batched<In> {
  readonly schoolId: string;
  readonly inputHash: Buffer;
}

interface Parts {
  readonly db: Db;
  readonly sealer: Sealer;
  readonly failpoint: Failpoint;
  /** Maximum number of calls per transaction, which locks their wallets until it ends. */
  readonly most: number;
  readonly log: FastifyBaseLogger;
}

const MAX_QUEUE_LENGTH = 2_000;
/** Short lock timeout: a batch that would have to wait fails, and its calls are then recorded alone. */
const MAX_WAIT = { lockTimeoutMs: 50 };

/**
 * Records concurrent calls of one school in one transaction, together with their keys and answers. Returns null for a call that must be
 * recorded alone: because it is to be refused, because it was answered before, or because the transaction failed.
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
      MAX_WAIT,
    );

  return coalesce<BatchCandidate<InputOf<E>>, StoredAnswer | null>({
    line: ({ schoolId }) => schoolId,
    conflictKeys: ({ call, input }) => [`key ${call.idempotencyKey}`, `of ${many.conflictKeys(input)}`],
    async batch(calls) {
      const answers = await record(calls[0]?.schoolId ?? '', calls).catch((error: Error) => {
        log.warn({ fault: faultOf(error), calls: calls.length }, 'a batch failed: its calls run one by one');
        return calls.map(() => null);
      });
      for (const answer of answers) if (answer) failpoint.pass('after-commit');
      return answers.map((answer) => ({ answer }));
    },
    most,
    longest: MAX_QUEUE_LENGTH,
    full: () => new Refusal('server.busy', 'The server is busy. Please try again in a moment.', { retryAfter: 2 }),
  });
}
