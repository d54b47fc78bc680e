import { type Sms, SmsError, type SmsGateway } from '../../gateways/sms/port.ts';
import { maskedPhone } from '../../platform/changes.ts';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import { newId } from '../../platform/id.ts';
import { enqueue, type JobRun } from '../../platform/jobs.ts';
import { tellStaffLater } from '../../platform/tell.ts';

/** The job that sends one text message; its payload is the message's id and nothing else. */
export const SEND_SMS = 'send-sms';

/** A gateway that is down fails every message: it is told once in so many seconds for each kind of message. */
const TOLD_EVERY = 600;

/** Writes a message down, sealed, with the job that sends it; it is dropped once `lifeSeconds` have passed. */
export async function sendLater(tx: Tx, house: House, sms: Sms, lifeSeconds: number): Promise<void> {
  const id = newId();
  const seal = (text: string) => house.keys.seal(`sms:${id}`, Buffer.from(text));
  await tx.row(
    `INSERT INTO sms_messages (id, to_sealed, text_sealed, kind, expires_at)
     VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))`,
    [id, seal(sms.to), seal(sms.text), sms.kind, lifeSeconds],
  );
  await enqueue(tx, SEND_SMS, { id }, { mostAttempts: 6 });
}

/**
 * Sends a message that is still worth sending, and forgets its text. Throws where another try may succeed. Where it is
 * given up after a try, the platform's Admins are told.
 */
export async function sendNow(house: House, gateway: SmsGateway, id: string, run?: JobRun): Promise<void> {
  const due = await house.db.inPlatform((tx) =>
    tx.row<{ to_sealed: Buffer | null; text_sealed: Buffer | null; kind: string; expired: boolean }>(
      `SELECT to_sealed, text_sealed, kind, expires_at <= clock_timestamp() AS expired FROM sms_messages
       WHERE id = $1 AND sent_at IS NULL AND failed_at IS NULL`,
      [id],
    ),
  );
  if (!due?.to_sealed || !due.text_sealed) return;
  const open = (sealed: Buffer) => house.keys.open(`sms:${id}`, sealed).toString('utf8');
  const to = open(due.to_sealed);
  const failed = (why: string, told = true) => finish(house, id, { why, to: maskedPhone(to), told, kind: due.kind });
  // One that was never tried is the answer to a number that nobody has, or has slept through its time.
  if (due.expired) return failed('expired', (run?.job.attempts ?? 1) > 1);
  try {
    await gateway.send({ to, text: open(due.text_sealed), kind: due.kind });
  } catch (error) {
    if (error instanceof SmsError && !error.retry) return failed(error.message);
    if (run && run.job.attempts >= run.job.max_attempts) await failed('the gateway does not answer');
    throw error;
  }
  await finish(house, id, null);
}

/** Of a message that failed, why and the ends of its number stay; of one that was sent, only that it was. */
async function finish(
  house: House,
  id: string,
  failure: { why: string; to: string; told: boolean; kind: string } | null,
): Promise<void> {
  await house.db.inPlatform(async (tx) => {
    await tx.row(
      `UPDATE sms_messages SET to_sealed = NULL, text_sealed = NULL, failure = $2, to_masked = $3,
         sent_at = CASE WHEN $2::text IS NULL THEN clock_timestamp() END,
         failed_at = CASE WHEN $2::text IS NOT NULL THEN clock_timestamp() END
       WHERE id = $1`,
      [id, failure?.why ?? null, failure?.to ?? null],
    );
    if (!failure?.told) return;
    await tellStaffLater(tx, {
      kind: 'sms.failed',
      subject: { kind: 'message', id: failure.kind },
      params: { to: failure.to, why: failure.why },
      quietSeconds: TOLD_EVERY,
    });
  });
}
