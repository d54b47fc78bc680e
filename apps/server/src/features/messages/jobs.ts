import { z } from 'zod';
import type { SmsGateway } from '../../gateways/sms/port.ts';
import type { House } from '../../platform/house.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { SEND_SMS, sendNow } from './send.ts';

const payload = z.object({ id: z.uuid() });

export function messageJobs(house: House, gateway: SmsGateway): Jobs {
  return { [SEND_SMS]: (given, run) => sendNow(house, gateway, payload.parse(given).id, run) };
}
