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
 * Takes what came of a request, in the transaction that marks the message as handled. `timeout`: the provider gave the
 * request up, or said what nobody can read; ask it. Throws where another try may succeed. The same may come more than once.
 */
export type ResultHandler = (tx: Tx, id: string, answer: Result | 'timeout', origin: JobOrigin) => Promise<void>;
/** By purpose. */
export type ResultHandlers = Readonly<Record<string, ResultHandler>>;

/** Takes an STK push's callback, likewise. */
export type StkCallbackHandler = (tx: Tx, id: string, said: StkResult) => Promise<void>;

/** The purpose of what comes of STK pushes; no address of a result is spelt so. */
export const OF_STK_PUSH = '@stk-push';

const HANDLE_CALLBACK = 'handle-provider-callback';
const payload = z.object({ schoolId: z.uuid(), id: z.uuid() });

export interface NewMessage {
  readonly purpose: string;
  readonly subject: string;
  readonly timedOut: boolean;
  readonly text: string;
}

/** Writes a message down, sealed, with the job that works on it. */
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
    // Callbacks that nobody asked for have no handler: they are forgotten.
    await handlers[message.purpose]?.(tx, message.subject, answer ?? 'timeout', origin);
  }
  await tx.row(
    'UPDATE provider_callbacks SET sealed = NULL, handled_at = clock_timestamp() WHERE school_id = $1 AND id = $2',
    [tx.schoolId, id],
  );
}

/** Has what was told and never worked on worked on; for the sweep of this feature. */
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

/** Reads what a text says as JSON; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The caller takes no JSON for a message of another shape.
    return undefined;
  }
}
