import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { wasDeviceHeardSince, wasEnrolledAt } from '../devices/index.ts';
import { notifyStaff } from '../notices/index.ts';
import { wasHeardSince } from '../session/index.ts';
import { addException, type NewException } from './exceptions.ts';
import { enqueueDelayedNotice } from './notify-guardians.ts';
import type { DeviceOrder } from './offline-claims.ts';
import { senderOf } from './offline-sender.ts';
import { lateness, type Moment, ORDER_SLACK_MS } from './rules.ts';

/** Shortest time between two notices about one sender's past events, in seconds: a queue of three days takes many batches. */
const TOLD_EVERY = 12 * 3_600;

/**
 * Judges the time of an event by its place among those of its enrolled device, and returns that place for the events to come. A device
 * that is not enrolled cannot be told from others of its user.
 */
export async function placeOf(
  tx: ReadTx,
  { signature }: Call,
  claimed: Moment,
  counter: number,
): Promise<{ moment: Moment; order: DeviceOrder | null }> {
  if (signature === null) return { moment: claimed, order: null };
  const place = { deviceId: signature.deviceId, counter };
  const moment = (await contradictsCounter(tx, place, claimed.at)) ? { ...claimed, doubtful: true } : claimed;
  return { moment, order: { ...place, at: moment.doubtful || moment.ahead ? null : moment.at } };
}

/** Tells whether an event claims to have happened before one that the same device had counted earlier, in whatever batch that one came. */
async function contradictsCounter(
  tx: ReadTx,
  { deviceId, counter }: Omit<DeviceOrder, 'at'>,
  at: Date,
): Promise<boolean> {
  const later = await tx.row(
    'SELECT 1 AS later FROM offline_events WHERE school_id = $1 AND device_id = $2 AND at > $3 AND counter < $4 LIMIT 1',
    [tx.schoolId, deviceId, new Date(at.getTime() + ORDER_SLACK_MS), counter],
  );
  return later !== undefined;
}

interface LateReport extends Pick<NewException, 'studentId' | 'detail'> {
  readonly kind: 'in' | 'out' | 'on' | 'off';
  readonly eventId: string;
  readonly recordedBy: string;
  readonly at: Date;
  readonly plate: string | null;
}

/**
 * Asks about an event that is reported late. Where it could have been sent in between, its time is not believed: an exception is added, and
 * guardians are told although it is no news by that time. The office is told of every device that reports more than a day of the past.
 */
export async function askAboutLateness(tx: Tx, call: Call, late: LateReport, now: Date): Promise<void> {
  const { noNews, past } = lateness(late.at, now);
  const { studentId, eventId, recordedBy, detail = {} } = late;
  if (await couldBeSentSince(tx, call, late)) {
    await addException(tx, { kind: 'offline-late', studentId, eventId, recordedBy, detail });
    if (noNews) await enqueueDelayedNotice(tx, late);
  }
  if (!past) return;
  await notifyStaff(tx, {
    kind: 'offline.late',
    subject: senderOf(call),
    params: { by: call.actor.names, since: await clockTimeOf(tx, late.at) },
    quietSeconds: TOLD_EVERY,
  });
}

/**
 * Tells whether an event could have been sent long before it was: by what the server heard of its enrolled device, whoever used it. A device
 * that was not enrolled then cannot be told from others, so that its recorder's account is the evidence.
 */
async function couldBeSentSince(
  tx: ReadTx,
  { signature }: Call,
  { kind, recordedBy, at }: Pick<LateReport, 'kind' | 'recordedBy' | 'at'>,
): Promise<boolean> {
  if (signature === null || !(await wasEnrolledAt(tx, signature.deviceId, at)))
    return wasHeardSince(tx, recordedBy, at);
  return wasDeviceHeardSince(tx, signature.deviceId, kind === 'in' || kind === 'out' ? 'gate' : 'bus', at);
}

async function clockTimeOf(tx: ReadTx, at: Date): Promise<string> {
  const found = await tx.row<{ text: string }>(
    `SELECT to_char($2::timestamptz AT TIME ZONE time_zone, 'DD/MM/YYYY HH24:MI') AS text FROM schools WHERE id = $1`,
    [tx.schoolId, at],
  );
  return found?.text ?? '';
}
