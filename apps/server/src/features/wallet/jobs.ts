import { z } from 'zod';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { WRITE_RECEIPT, writeReceiptOf } from './receipt.ts';

const payload = z.object({ schoolId: z.uuid(), entryId: z.uuid() });

export function walletJobs(context: AppContext): Jobs {
  return {
    [WRITE_RECEIPT]: (given) => {
      const { schoolId, entryId } = payload.parse(given);
      return context.db.inSchool(schoolId, (tx) => writeReceiptOf(tx, context, entryId));
    },
  };
}
