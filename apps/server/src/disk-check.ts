import type { Jobs } from './platform/jobs/jobs.ts';
import { enqueueStaffNotice } from './platform/jobs/staff-notice.ts';
import type { AppContext } from './platform/process/app-context.ts';
import { diskRoom, freeBytes } from './platform/process/disk-space.ts';

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

/** Watches the disk of DATA_DIR, and that of the backups where there is one. */
export function watchRoom({ config, metrics }: AppContext): void {
  const folders = { data: config.dataDir, ...(config.backup.to === null ? {} : { backups: config.backup.to }) };
  metrics.watch('disk', {
    gauges: {
      mfuko_disk_free_bytes: { help: 'Bytes that may still be written', labels: ['folder'] },
      mfuko_disk_size_bytes: { help: 'Bytes of the disk', labels: ['folder'] },
    },
    async read() {
      const rooms = await Promise.all(
        Object.entries(folders).map(async ([folder, path]) => {
          // A disk that is not plugged in has no room to tell of; the age of its backups tells.
          const room = await diskRoom(path).catch(() => null);
          return room === null ? [] : [{ labels: { folder }, ...room }];
        }),
      );
      return {
        mfuko_disk_free_bytes: rooms.flat().map(({ labels, free }) => ({ labels, value: free })),
        mfuko_disk_size_bytes: rooms.flat().map(({ labels, size }) => ({ labels, value: size })),
      };
    },
  });
}
