import type { MessageState } from '@mfuko/contract/messages';
import { type Language, smsLength } from '@mfuko/contract/sms';
import type { Sms } from '../../gateways/sms/index.ts';
import { maskedPhone } from '../../platform/audit/changes.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';

/** Job that sends one text message; its payload is the message's school and id alone. */
export const SEND_SMS = 'send-sms';

/** A text for one guardian, in their language. */
export interface Addressed {
  readonly to: string;
  readonly text: string;
  readonly language: Language;
}

export interface Draft {
  readonly sms: Sms;
  /** Seconds after which the message expires. */
  readonly lifeSeconds: number;
  readonly language?: Language;
  /** Short name of the person whom the message is about. */
  readonly about?: string | null;
  /** Fallback recipient, for a first who cannot be reached. */
  readonly next?: Addressed | null;
  readonly chain?: { readonly id: string; readonly turn: 2 };
  readonly entryId?: string | null;
  /** Id of the passage; a phone gets one message for each passage. */
  readonly passageId?: string | null;
  readonly announcementId?: string | null;
  readonly againOf?: string | null;
}

export interface Message {
  readonly id: string;
  readonly kind: string;
  readonly state: MessageState;
  readonly to_sealed: Buffer | null;
  readonly text_sealed: Buffer | null;
  readonly next_sealed: Buffer | null;
  readonly to_hash: Buffer | null;
  readonly to_masked: string | null;
  readonly language: Language | null;
  readonly about: string | null;
  readonly segments: number;
  readonly cost: bigint | null;
  readonly chain_id: string;
  readonly turn: number;
  readonly entry_id: string | null;
  readonly announcement_id: string | null;
  readonly expired: boolean;
  /** True if the message was meant to be sent. One without any life is the dummy for a number that is not registered. */
  readonly meant: boolean;
  /** Number of tries, and of those with an unknown outcome. */
  readonly tries: number;
  readonly unsure_tries: number;
  /** Provider that may have the message: it was handed over there, and no answer says that it was refused. */
  readonly handed_to: 1 | 2 | null;
  /** True if the message was never tried, or its pause is over. */
  readonly due: boolean;
}

/** Stores a message, sealed, and queues the job that sends it. Returns null where the message exists already. */
export async function writeMessage(tx: Tx, context: AppContext, draft: Draft): Promise<string | null> {
  const id = newId();
  const { sms, next = null, chain } = draft;
  const seal = (text: string) => context.keys.seal(`sms:${id}`, Buffer.from(text));
  const written = await tx.row(
    `INSERT INTO sms_messages (school_id, id, to_sealed, text_sealed, next_sealed, to_hash, to_masked, kind, language, about,
       segments, chain_id, turn, entry_id, announcement_id, again_of, expires_at, passage_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
             clock_timestamp() + make_interval(secs => $17), $18)
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      tx.schoolId,
      id,
      seal(sms.to),
      seal(sms.text),
      next ? seal(JSON.stringify(next)) : null,
      context.keys.digest('phone', sms.to),
      maskedPhone(sms.to),
      sms.kind,
      draft.language ?? null,
      draft.about ?? null,
      smsLength(sms.text).segments,
      chain?.id ?? id,
      chain?.turn ?? 1,
      draft.entryId ?? null,
      draft.announcementId ?? null,
      draft.againOf ?? null,
      draft.lifeSeconds,
      draft.passageId ?? null,
    ],
  );
  if (!written) return null;
  await enqueue(tx, SEND_SMS, { id, schoolId: tx.schoolId }, { mostAttempts: 6 });
  return id;
}

/** Schedules a retry of a waiting message in that many seconds, or once the gateway is back (0). */
export async function tryAgainIn(tx: Tx, id: string, seconds: number): Promise<void> {
  await tx.row(
    `UPDATE sms_messages SET next_try_at = clock_timestamp() + make_interval(secs => $3)
     WHERE school_id = $1 AND id = $2 AND state = 'waiting'`,
    [tx.schoolId, id, seconds],
  );
}

/** Schedules a retry of a waiting message at a given time. */
export async function tryAgainAt(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.row(`UPDATE sms_messages SET next_try_at = $3 WHERE school_id = $1 AND id = $2 AND state = 'waiting'`, [
    tx.schoolId,
    id,
    at,
  ]);
}

/** Schedules a retry of a message whose last try may have reached the phone, and counts that try. */
export async function countUnsure(tx: Tx, id: string, seconds: number): Promise<void> {
  await tx.row('UPDATE sms_messages SET unsure_tries = unsure_tries + 1 WHERE school_id = $1 AND id = $2', [
    tx.schoolId,
    id,
  ]);
  await tryAgainIn(tx, id, seconds);
}

/** Lease of a try, longer than any sending takes: until it ends no other worker tries the message, unless this process has died. */
const LEASE_SECONDS = 120;

/** Counts a try and its provider before it is made, so that a server that dies during the try leaves a trace. */
export async function countTry(tx: Tx, id: string, provider: 1 | 2): Promise<void> {
  await tx.row(
    `UPDATE sms_messages SET tries = tries + 1, handed_to = $4,
       next_try_at = clock_timestamp() + make_interval(secs => $3)
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id, LEASE_SECONDS, provider],
  );
}

/** Stores which provider may have the message from now on; null for none. */
export async function noteSubmittedTo(tx: Tx, id: string, provider: 1 | 2 | null): Promise<void> {
  await tx.row('UPDATE sms_messages SET handed_to = $3 WHERE school_id = $1 AND id = $2', [tx.schoolId, id, provider]);
}

const MESSAGE = `
  SELECT id, kind, state, to_sealed, text_sealed, next_sealed, to_hash, to_masked, language, about, segments, cost,
          chain_id, turn, entry_id, announcement_id, expires_at <= clock_timestamp() AS expired,
          expires_at > created_at + interval '30 seconds' AS meant, tries, unsure_tries, handed_to,
          tries = 0 OR next_try_at <= clock_timestamp() AS due
   FROM sms_messages WHERE school_id = $1 AND id = $2`;

export async function findMessage(tx: ReadTx, id: string): Promise<Message | undefined> {
  return tx.row<Message>(MESSAGE, [tx.schoolId, id]);
}

/** Reads a message and locks its row until the transaction ends. */
export async function lockMessage(tx: Tx, id: string): Promise<Message | undefined> {
  return tx.row<Message>(`${MESSAGE} FOR UPDATE`, [tx.schoolId, id]);
}

export function opener(context: AppContext, { id }: Pick<Message, 'id'>): (sealed: Buffer) => string {
  return (sealed) => context.keys.open(`sms:${id}`, sealed).toString('utf8');
}
