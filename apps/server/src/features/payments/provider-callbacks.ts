import { z } from 'zod';
import {
  type Result,
  readResult,
  readStkCallback,
  readTimeout,
  type StkResult,
} from '../../gateways/payments/index.ts';
import type { JobOrigin } from '../../platform/audit/audit.ts';
import { openWith, sealWith } from '../../platform/crypto/keys.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { type Jobs, originOf } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';

/**
 * Handles the result of a request, in the transaction that marks the callback as handled. `timeout`: the provider gave the request up or
 * sent an unreadable result; the handler asks the provider. Throws where a retry may succeed. The same result may arrive more than once.
 */
export type ResultHandler = (tx: Tx, id: string, answer: Result | 'timeout', origin: JobOrigin) => Promise<void>;
/** Result handlers by purpose. */
export type ResultHandlers = Readonly<Record<string, ResultHandler>>;

/** Handles an STK push's callback, under the same conditions. */
export type StkCallbackHandler = (tx: Tx, id: string, said: StkResult) => Promise<void>;

/** Purpose of STK push callbacks; the `@` keeps it apart from every purpose in a result address. */
export const OF_STK_PUSH = '@stk-push';

const HANDLE_CALLBACK = 'handle-provider-callback';
const payload = z.object({ schoolId: z.uuid(), id: z.uuid() });

export interface NewMessage {
  readonly purpose: string;
  readonly subject: string;
  readonly timedOut: boolean;
  readonly text: string;
}

/** Stores a callback, sealed, and queues the job that handles it. */
export async function storeCallback(tx: Tx, context: AppContext, message: NewMessage): Promise<void> {
  const id = newId();
  const sealed = sealWith(await context.keys.ofSchool(tx), sealContext(tx, id), Buffer.from(message.text));
  await tx.prepared(
    'store-provider-callback',
    `WITH kept AS (
       INSERT INTO provider_callbacks (school_id, id, purpose, subject, timed_out, sealed)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id)
     SELECT enqueue_job('${HANDLE_CALLBACK}', json_build_object('schoolId', $1::uuid, 'id', kept.id)) FROM kept`,
    [tx.schoolId, id, message.purpose, message.subject, message.timedOut, sealed],
  );
}

function sealContext(tx: ReadTx, id: string): string {
  return `payment-message:${tx.schoolId}:${id}`;
}

export function messageJobs(context: AppContext, handlers: ResultHandlers, ofStkPush: StkCallbackHandler): Jobs {
  return {
    [HANDLE_CALLBACK]: async (given, run) => {
      const { schoolId, id } = payload.parse(given);
      await context.db.inSchool(schoolId, (tx) =>
        handleProviderCallback(tx, context, { handlers, ofStkPush }, id, originOf(HANDLE_CALLBACK, run)),
      );
    },
  };
}

interface Handlers {
  readonly handlers: ResultHandlers;
  readonly ofStkPush: StkCallbackHandler;
}

async function handleProviderCallback(
  tx: Tx,
  context: AppContext,
  { handlers, ofStkPush }: Handlers,
  id: string,
  origin: JobOrigin,
): Promise<void> {
  const message = await tx.row<{ purpose: string; subject: string; timed_out: boolean; sealed: Buffer }>(
    `SELECT purpose, subject, timed_out, sealed FROM provider_callbacks
     WHERE school_id = $1 AND id = $2 AND handled_at IS NULL FOR UPDATE`,
    [tx.schoolId, id],
  );
  if (!message) return;
  const text = openWith(await context.keys.ofSchool(tx), sealContext(tx, id), message.sealed).toString('utf8');
  const body = readJson(text);
  if (message.purpose === OF_STK_PUSH) {
    const said = readStkCallback(body);
    if (said) await ofStkPush(tx, message.subject, said);
  } else {
    const answer = message.timed_out ? readTimeout(body) : readResult(body);
    // A callback that nobody asked for has no handler and is dropped.
    await handlers[message.purpose]?.(tx, message.subject, answer ?? 'timeout', origin);
  }
  await tx.row(
    'UPDATE provider_callbacks SET sealed = NULL, handled_at = clock_timestamp() WHERE school_id = $1 AND id = $2',
    [tx.schoolId, id],
  );
}

/** Queues the callbacks that were stored but not handled within ten minutes, and deletes those older than seven days. */
export async function handleWaitingCallbacks(tx: Tx): Promise<void> {
  await tx.rows(
    `SELECT enqueue_job('${HANDLE_CALLBACK}', json_build_object('schoolId', $1::uuid, 'id', id)) FROM provider_callbacks
     WHERE school_id = $1 AND handled_at IS NULL AND heard_at < clock_timestamp() - interval '10 minutes'
       AND heard_at > clock_timestamp() - interval '3 days'`,
    [tx.schoolId],
  );
  await tx.row(
    `DELETE FROM provider_callbacks WHERE school_id = $1 AND heard_at < clock_timestamp() - interval '7 days'`,
    [tx.schoolId],
  );
}

/** Parses a text as JSON; returns undefined where the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Undefined tells the caller that the message is not JSON.
    return undefined;
  }
}
