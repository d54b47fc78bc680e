import { PLATFORM_SCHOOL, type ReadTx, type Tx } from '../../platform/database/database.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { clockOf, KENYA } from '../../platform/records/clock-of.ts';
import { readOutage, stoppedUntil } from './gateway-state.ts';
import { listAlerts, listKeptWaiting, markOutageOver, markOutageTold, takeExpired } from './outage-store.ts';
import { inPlace } from './place.ts';

/** Outages shorter than this are not reported, since the waiting messages have gone out by then. */
const TOLD_AFTER = 10 * 60;
/** Least time between two reports of given-up messages while an outage lasts. */
const EXPIRED_TOLD_EVERY = 6 * 3600;

/** Notifies staff, once each, that messages wait for the gateway, that they are sent again, and how many were given up. */
export async function notifyOfOutage(context: AppContext): Promise<void> {
  const { outage, stopped, alerts } = await context.db.readPlatform(async (tx) => ({
    outage: await readOutage(tx),
    stopped: await stoppedUntil(tx),
    alerts: await listAlerts(tx),
  }));
  if (outage) await notifyOfLongOutage(context, outage.since);
  for (const { schoolId, outageNotified, expiredFor } of alerts) {
    const isOver = outageNotified && outage === null;
    const isDue = expiredFor !== null && ((!outage && !stopped) || expiredFor >= EXPIRED_TOLD_EVERY);
    if (!isOver && !isDue) continue;
    await inPlace(context.db, schoolId, async (tx) => {
      if (isOver) await tellOver(context, tx);
      if (isDue) await notifyExpired(tx);
    });
  }
}

/** Notifies the Admins of every long outage, since no codes for signing in arrive, and each school whose messages wait. */
async function notifyOfLongOutage(context: AppContext, since: Date): Promise<void> {
  if (context.clock.now() - since.getTime() < TOLD_AFTER * 1_000) return;
  const kept = await context.db.readPlatform((tx) => listKeptWaiting(tx, since, TOLD_AFTER));
  const all = kept.reduce((sum, { waiting }) => sum + waiting, 0);
  const schools = kept.filter(({ schoolId }) => schoolId !== PLATFORM_SCHOOL);
  for (const { schoolId, waiting } of [{ schoolId: PLATFORM_SCHOOL, waiting: all }, ...schools]) {
    await inPlace(context.db, schoolId, async (tx) => {
      if (!(await markOutageTold(tx, since))) return;
      await enqueueStaffNotice(tx, {
        kind: 'sms.outage',
        subject: { kind: 'message', id: 'outage' },
        params: { since: await timeOf(tx, since), count: waiting },
      });
    });
  }
}

async function tellOver(context: AppContext, tx: Tx): Promise<void> {
  if (!(await markOutageOver(tx))) return;
  const at = await timeOf(tx, new Date(context.clock.now()));
  await enqueueStaffNotice(tx, { kind: 'sms.outage-over', subject: { kind: 'message', id: 'outage' }, params: { at } });
}

async function notifyExpired(tx: Tx): Promise<void> {
  const count = await takeExpired(tx);
  if (count === 0) return;
  await enqueueStaffNotice(tx, { kind: 'sms.expired', subject: { kind: 'message', id: 'expired' }, params: { count } });
}

/** Formats a time by the clock of the transaction's school: `10:42`. */
async function timeOf(tx: ReadTx, moment: Date): Promise<string> {
  const school = await tx.row<{ zone: string }>('SELECT time_zone AS zone FROM schools WHERE id = $1', [tx.schoolId]);
  return clockOf(school?.zone ?? KENYA)(moment).time;
}
