import type { Tx } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { clockOf } from '../../platform/records/clock-of.ts';
import { listSchoolsInUse, listSilent, markSilenceNotified } from './heartbeats.ts';
import { isSilent, type SchoolClock } from './rules.ts';

/** Job that looks for silent devices, shortly after each hour. */
export const DEVICE_CHECK = 'look-for-silent-devices';
export const DEVICE_CHECK_AT = '7 * * * *';

export function deviceJobs({ db, clock }: AppContext): Jobs {
  return {
    async [DEVICE_CHECK]() {
      const schools = await db.readPlatform(listSchoolsInUse);
      const now = new Date(clock.now());
      for (const { id, timeZone } of schools)
        await db.inSchool(id, (tx) => notifyOfSilence(tx, schoolClock(now, timeZone)));
    },
  };
}

async function notifyOfSilence(tx: Tx, now: SchoolClock): Promise<void> {
  for (const { id, label, role, seenDay, seenAt } of await listSilent(tx)) {
    if (!isSilent(role, seenDay, now)) continue;
    await enqueueStaffNotice(tx, {
      kind: 'device.silent',
      subject: { kind: 'device', id },
      params: { label, since: seenAt },
    });
    await markSilenceNotified(tx, id);
  }
}

function schoolClock(now: Date, timeZone: string): SchoolClock {
  const { day, time } = clockOf(timeZone)(now);
  return { day, hour: Number(time.slice(0, 2)) };
}
