import { z } from 'zod';
import {
  type PromptResult,
  type Result,
  readPromptResult,
  readResult,
  readTimeout,
} from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import { newId } from '../../platform/id.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { openWith, sealWith } from '../../platform/keys.ts';

/**
 * Takes what came of a request, in the transaction that marks the message as handled. `timeout`: the provider gave the
 * request up, or said what nobody can read; ask it. Throws where another try may succeed. The same may come more than once.
 */
export type ResultHandler = (tx: Tx, id: string, answer: Result | 'timeout') => Promise<void>;
/** By purpose. */
export type ResultHandlers = Readonly<Record<string, ResultHandler>>;

/** Takes a prompt's callback, likewise. */
export type PromptHandler = (tx: Tx, id: string, said: PromptResult) => Promise<void>;

/** The purpose of what comes of prompts; no address of a result is spelt so. */
export const OF_PROMPT = '@prompt';

const HEAR = 'hear-payment-message';
const payload = z.object({ schoolId: z.uuid(), id: z.uuid() });

export interface NewMessage {
  readonly purpose: string;
  readonly subject: string;
  readonly timedOut: boolean;
  readonly text: string;
}

/** Writes a message down, sealed, with the job that works on it. */
export async function keepMessage(tx: Tx, house: House, message: NewMessage): Promise<void> {
  const id = newId();
  const sealed = sealWith(await house.keys.ofSchool(tx), context(tx, id), Buffer.from(message.text));
  await tx.prepared(
    'keep-payment-message',
    `WITH kept AS (
       INSERT INTO payment_messages (school_id, id, purpose, subject, timed_out, sealed)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id)
     SELECT enqueue_job('${HEAR}', json_build_object('schoolId', $1::uuid, 'id', kept.id)) FROM kept`,
    [tx.schoolId, id, message.purpose, message.subject, message.timedOut, sealed],
  );
}

function context(tx: Tx, id: string): string {
  return `payment-message:${tx.schoolId}:${id}`;
}

export function messageJobs(house: House, handlers: ResultHandlers, ofPrompt: PromptHandler): Jobs {
  return {
    [HEAR]: async (given) => {
      const { schoolId, id } = payload.parse(given);
      await house.db.inSchool(schoolId, (tx) => hear(tx, house, { handlers, ofPrompt }, id));
    },
  };
}

interface Handlers {
  readonly handlers: ResultHandlers;
  readonly ofPrompt: PromptHandler;
}

async function hear(tx: Tx, house: House, { handlers, ofPrompt }: Handlers, id: string): Promise<void> {
  const message = await tx.row<{ purpose: string; subject: string; timed_out: boolean; sealed: Buffer }>(
    `SELECT purpose, subject, timed_out, sealed FROM payment_messages
     WHERE school_id = $1 AND id = $2 AND handled_at IS NULL FOR UPDATE`,
    [tx.schoolId, id],
  );
  if (!message) return;
  const text = openWith(await house.keys.ofSchool(tx), context(tx, id), message.sealed).toString('utf8');
  const body = readJson(text);
  if (message.purpose === OF_PROMPT) {
    const said = readPromptResult(body);
    if (said) await ofPrompt(tx, message.subject, said);
  } else {
    const answer = message.timed_out ? readTimeout(body) : readResult(body);
    // What nobody asked for has no handler: it is forgotten.
    await handlers[message.purpose]?.(tx, message.subject, answer ?? 'timeout');
  }
  await tx.row(
    'UPDATE payment_messages SET sealed = NULL, handled_at = clock_timestamp() WHERE school_id = $1 AND id = $2',
    [tx.schoolId, id],
  );
}

/** Has what was told and never worked on worked on; for the sweep of this feature. */
export async function hearAgain(tx: Tx): Promise<void> {
  await tx.rows(
    `SELECT enqueue_job('${HEAR}', json_build_object('schoolId', $1::uuid, 'id', id)) FROM payment_messages
     WHERE school_id = $1 AND handled_at IS NULL AND heard_at < clock_timestamp() - interval '10 minutes'
       AND heard_at > clock_timestamp() - interval '3 days'`,
    [tx.schoolId],
  );
  await tx.row(
    `DELETE FROM payment_messages WHERE school_id = $1 AND heard_at < clock_timestamp() - interval '7 days'`,
    [tx.schoolId],
  );
}

/** What a text says as JSON; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
