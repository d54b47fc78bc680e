import { z } from 'zod';
import type { SmsGateway } from '../../gateways/sms/index.ts';
import type { House } from '../../platform/house.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { ANNOUNCE, type GuardiansOf, spread } from './announce.ts';
import { SEND_WAITING } from './gateway-state.ts';
import { hearReport, LATE_REPORT } from './reports.ts';
import { sendNow } from './send.ts';
import { SEND_SMS } from './store.ts';
import { sendWaiting } from './waiting.ts';

export { SEND_WAITING } from './gateway-state.ts';
/** Once a minute, for whatever was not sent when its time had come. */
export const SEND_WAITING_AT = '* * * * *';

const one = z.object({ id: z.uuid(), schoolId: z.uuid().optional() });
const late = z.object({ report: z.unknown(), looks: z.number().int() });
const portion = z.object({ id: z.uuid(), schoolId: z.uuid(), after: z.string() });

/** Guardians are handed in, since students come after the messages in the house. */
export function messageJobs(house: House, gateway: SmsGateway, guardiansOf: GuardiansOf): Jobs {
  return {
    async [SEND_SMS](given) {
      await sendNow(house, gateway, one.parse(given));
    },
    [SEND_WAITING]: () => sendWaiting(house, gateway),
    [LATE_REPORT]: (given) => {
      const { report, looks } = late.parse(given);
      return hearReport(house, report, looks);
    },
    [ANNOUNCE]: (given) => {
      const { schoolId, id, after } = portion.parse(given);
      return house.db.inSchool(schoolId, (tx) => spread(tx, house, guardiansOf, id, after));
    },
  };
}
