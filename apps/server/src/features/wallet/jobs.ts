import { z } from 'zod';
import type { House } from '../../platform/house.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { WRITE_RECEIPT, writeReceiptOf } from './receipt.ts';

const payload = z.object({ schoolId: z.uuid(), movementId: z.uuid() });

export function walletJobs(house: House): Jobs {
  return {
    [WRITE_RECEIPT]: (given) => {
      const { schoolId, movementId } = payload.parse(given);
      return house.db.inSchool(schoolId, (tx) => writeReceiptOf(tx, house, movementId));
    },
  };
}
