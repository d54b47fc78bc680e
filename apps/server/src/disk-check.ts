import type { Jobs } from './platform/jobs/jobs.ts';
import { enqueueStaffNotice } from './platform/jobs/staff-notice.ts';
import type { AppContext } from './platform/process/app-context.ts';
import { diskRoom, freeBytes } from './platform/process/disk-space.ts';

/** Job that warns while there is still time to free disk space. */
export const DISK_CHECK = 'look-at-the-disk';
export const DISK_CHECK_AT = '12 * * * *';

/** A school's server writes about ten megabytes a day, so this lasts for weeks. */
const LOW_BYTES = 1_024 * 1_024 * 1_024;
const MB = 1_024 * 1_024;
const ONCE_A_DAY_SECONDS = 23 * 3_600;

export function diskJobs(context: AppContext, measure = () => freeBytes(context.config.dataDir)): Jobs {
  return { [DISK_CHECK]: () => checkDisk(context, measure) };
}

/**
 * Notifies the platform's Admins, and the office of every active school, since the server may be in their building; once a day while
 * space is low.
 */
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

/** Exports the free space of the disk of DATA_DIR, and of the backups' disk if configured. */
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
          // An unplugged disk has no figures; the age of its backups shows the problem.
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
