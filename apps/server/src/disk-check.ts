import type { Jobs } from './platform/jobs/jobs.ts';
import { enqueueStaffNotice } from './platform/jobs/staff-notice.ts';
import type { AppContext } from './platform/process/app-context.ts';
import { freeBytes } from './platform/process/disk-space.ts';

/** The job that warns while there is still time to make room. */
export const DISK_LOOK = 'look-at-the-disk';
export const DISK_LOOK_AT = '12 * * * *';

/** A school's box writes some ten megabytes a day; this lasts for weeks, and long past a weekend. */
const LOW_BYTES = 1_024 * 1_024 * 1_024;
const MB = 1_024 * 1_024;
const ONCE_A_DAY_SECONDS = 23 * 3_600;

export function diskJobs(context: AppContext, measure = () => freeBytes(context.config.dataDir)): Jobs {
  return { [DISK_LOOK]: () => checkDisk(context, measure) };
}

/** Tells the platform's Admins and every school's office, whose box it may be; once a day for as long as room is scarce. */
async function checkDisk({ db }: AppContext, measure: () => Promise<number>): Promise<void> {
  const bytes = await measure();
  if (bytes >= LOW_BYTES) return;
  const notice = {
    kind: 'server.disk-low',
    subject: null,
    params: { free: Math.floor(bytes / MB) },
    quietSeconds: ONCE_A_DAY_SECONDS,
  } as const;
  const schools = await db.inPlatform(async (tx) => {
    await enqueueStaffNotice(tx, notice);
    return tx.rows<{ id: string }>(`SELECT id FROM schools WHERE status = 'active' AND deleted_at IS NULL`);
  });
  for (const { id } of schools) await db.inSchool(id, (tx) => enqueueStaffNotice(tx, notice));
}
