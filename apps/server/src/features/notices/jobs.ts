import { newNotice } from '@mfuko/contract/notices';
import { z } from 'zod';
import { PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { NOTIFY_STAFF, SETTLE_NOTICE } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { notifyStaff, settleNotice } from './notify.ts';
import { dropOld } from './store.ts';

const payload = z.object({ schoolId: z.uuid(), key: z.string().min(1).max(200), notice: newNotice });

const settled = payload.pick({ schoolId: true, key: true });

/** Job that deletes, each night, the notices that are no longer shown. */
export const DROP_OLD_NOTICES = 'drop-old-notices';

export function noticeJobs({ db }: AppContext): Jobs {
  return {
    async [NOTIFY_STAFF](given) {
      const { schoolId, key, notice } = payload.parse(given);
      await (schoolId === PLATFORM_SCHOOL
        ? db.inPlatform((tx) => notifyStaff(tx, notice, key))
        : db.inSchool(schoolId, (tx) => notifyStaff(tx, notice, key)));
    },
    async [SETTLE_NOTICE](given) {
      const { schoolId, key } = settled.parse(given);
      await db.inSchool(schoolId, (tx) => settleNotice(tx, key));
    },
    async [DROP_OLD_NOTICES]() {
      const schools = await db.inPlatform(async (tx) => {
        await dropOld(tx);
        return tx.rows<{ id: string }>('SELECT id FROM schools');
      });
      for (const { id } of schools) await db.inSchool(id, dropOld);
    },
  };
}
