import { z } from 'zod';
import type { SmsGateway } from '../../gateways/sms/index.ts';
import type { House } from '../../platform/house.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { ANNOUNCE, type GuardiansOf, spread } from './announce.ts';
import { hearReport, LATE_REPORT } from './reports.ts';
import { sendNow } from './send.ts';
import { SEND_SMS } from './store.ts';

const one = z.object({ id: z.uuid(), schoolId: z.uuid().optional() });
const late = z.object({ report: z.unknown(), looks: z.number().int() });
const portion = z.object({ id: z.uuid(), schoolId: z.uuid(), after: z.string() });

/** Guardians are handed in, since students come after the messages in the house. */
export function messageJobs(house: House, gateway: SmsGateway, guardiansOf: GuardiansOf): Jobs {
  return {
    [SEND_SMS]: (given, run) => sendNow(house, gateway, one.parse(given), run),
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
