import { z } from 'zod';
import type { SmsGateway } from '../../gateways/sms/index.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { ANNOUNCE, type GuardiansOf, spread } from './announce.ts';
import { SEND_WAITING } from './gateway-state.ts';
import { handleDeliveryReport, LATE_REPORT } from './reports.ts';
import { sendNow } from './send.ts';
import { SEND_SMS } from './store.ts';
import { sendWaiting } from './waiting.ts';

export { SEND_WAITING } from './gateway-state.ts';
/** Schedule of the job that sends messages which are due. */
export const SEND_WAITING_AT = '* * * * *';

const one = z.object({ id: z.uuid(), schoolId: z.uuid().optional() });
const late = z.object({ report: z.unknown(), looks: z.number().int() });
const portion = z.object({ id: z.uuid(), schoolId: z.uuid(), after: z.string() });

/** Jobs of messages. `guardiansOf` is passed in, since students come after messages in the order of the features. */
export function messageJobs(context: AppContext, gateway: SmsGateway, guardiansOf: GuardiansOf): Jobs {
  return {
    async [SEND_SMS](given) {
      await sendNow(context, gateway, one.parse(given));
    },
    [SEND_WAITING]: () => sendWaiting(context, gateway),
    [LATE_REPORT]: (given) => {
      const { report, looks } = late.parse(given);
      return handleDeliveryReport(context, report, looks);
    },
    [ANNOUNCE]: (given) => {
      const { schoolId, id, after } = portion.parse(given);
      return context.db.inSchool(schoolId, (tx) => spread(tx, context, guardiansOf, id, after));
    },
  };
}
