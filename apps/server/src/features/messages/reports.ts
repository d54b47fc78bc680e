import { type DeliveryReport, readOptOut, readReport } from '../../gateways/sms/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { fallOver } from './chain.ts';
import { notifyOfFailure } from './fail.ts';
import { stopGateway } from './gateway-state.ts';
import { inPlace } from './place.ts';
import { mayBecome, waitAfter } from './rules.ts';
import { lockMessage } from './store.ts';

/** Job that handles a delivery report once more, where the report arrived before the answer to the sending was stored. */
export const LATE_REPORT = 'late-sms-report';
const REPORT_DELAYS_MS = [3_000, 30_000] as const;

/** Handles a posted delivery report. A body that is no report, or one of an unknown message, changes nothing. */
export async function handleDeliveryReport(context: AppContext, body: unknown, looks = 0): Promise<void> {
  const report = readReport(body);
  if (!report || (await takeReport(context, report))) return;
  const later = REPORT_DELAYS_MS[looks];
  if (later === undefined) return;
  // Omit the phone number, which must not be stored in the job queue.
  const { id, status, failureReason, networkCode } = body as Record<string, string>;
  await context.db.inPlatform((tx) =>
    enqueue(
      tx,
      LATE_REPORT,
      { report: { id, status, failureReason, networkCode }, looks: looks + 1 },
      { runAt: new Date(context.clock.now() + later), mostAttempts: 4 },
    ),
  );
}

/** Returns false where the message is unknown. */
async function takeReport(context: AppContext, report: DeliveryReport): Promise<boolean> {
  const found = await context.db.readPlatform((tx) =>
    tx.row<{ id: string; schoolId: string }>(
      `SELECT id, school_id AS "schoolId" FROM sms_messages WHERE provider_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [report.providerId],
    ),
  );
  if (!found) return false;
  await inPlace(context.db, found.schoolId, (tx) => apply(tx, context, found.id, report));
  if (report.broke) await stopGateway(context, 'the gateway has no money of ours', waitAfter('stop'));
  return true;
}

async function apply(tx: Tx, context: AppContext, id: string, report: DeliveryReport): Promise<void> {
  const message = await lockMessage(tx, id);
  if (!message) return;
  const { status, state, reason, network } = report;
  const first = await tx.row(
    `INSERT INTO sms_reports (school_id, id, message_id, status, reason, network) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT ON CONSTRAINT sms_reports_once DO NOTHING RETURNING id`,
    [tx.schoolId, newId(), id, status, reason, network],
  );
  if (!first || !mayBecome(message.state, state)) return;
  const lost = state === 'undelivered';
  await tx.row(
    'UPDATE sms_messages SET state = $3, state_at = clock_timestamp(), failure = $4 WHERE school_id = $1 AND id = $2',
    [tx.schoolId, id, state, lost ? (reason ?? status) : null],
  );
  if (state === 'delivered' && message.to_hash) {
    // A recipient who gets messages has not blocked us, or does so no longer.
    await tx.row('DELETE FROM sms_opt_outs WHERE phone_hash = $1', [message.to_hash]);
  }
  if (!lost || (report.next && (await fallOver(tx, context, message)))) return;
  await notifyOfFailure(tx, message, reason ?? status);
}

/** Handles a posted opt-out: stores the number's digest. */
export async function handleOptOut(context: AppContext, body: unknown): Promise<void> {
  const phone = readOptOut(body);
  if (!phone) return;
  await context.db.inPlatform((tx) =>
    tx.row('INSERT INTO sms_opt_outs (phone_hash) VALUES ($1) ON CONFLICT DO NOTHING', [
      context.keys.digest('phone', phone),
    ]),
  );
}
