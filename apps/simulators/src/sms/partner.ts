import { randomInt } from 'node:crypto';
import { smsLength } from '@mfuko/contract/sms';
import { z } from 'zod';
import { type Reply, signIn } from './messaging.ts';
import { tellStory } from './reports.ts';
import type { Simulation } from './simulation.ts';
import { type Account, phoneOf, priceOf, storeCallback } from './world.ts';

const form = z.object({
  apikey: z.string().default(''),
  partnerID: z.coerce.string().default(''),
  message: z.string().default(''),
  shortcode: z.string().default(''),
  mobile: z.coerce.string().default(''),
});

const WORDS: Readonly<Record<number, string>> = {
  200: 'Success',
  1001: 'Invalid sender id',
  1003: 'Invalid mobile number',
  1004: 'Low bulk credits',
  1005: 'Failed. System error',
  1006: 'Invalid credentials',
  4091: 'No Partner ID is Set',
  4092: 'No API KEY Provided',
};

/**
 * Handles `POST /api/services/sendsms/` and `/getbalance/`; the account is `partner-` and the partner's id. Null where the messages are
 * sent but the answer is lost.
 */
export function answerPartner(simulation: Simulation, path: string, body: unknown): Reply | null {
  const asked = form.parse(body);
  if (asked.partnerID === '') return refuse(4091);
  if (asked.apikey === '') return refuse(4092);
  const account = signIn(simulation, `partner-${asked.partnerID}`, asked.apikey);
  if (!account) return refuse(1006);
  if (simulation.chances.happens(account.knobs.busyPercent)) return { status: 500, body: 'Internal Server Error' };
  if (path === '/api/services/getbalance/') {
    const credit = (account.balance / 10_000).toFixed(2);
    return { status: 200, body: { 'response-code': 200, credit, 'partner-id': asked.partnerID } };
  }
  if (path !== '/api/services/sendsms/') return { status: 404, body: 'Not Found' };
  return sendOne(simulation, account, asked);
}

function sendOne(simulation: Simulation, account: Account, asked: z.output<typeof form>): Reply | null {
  const { world, clock, chances } = simulation;
  const { mobile, message: text, shortcode: from } = asked;
  if (account.knobs.refuseEachWith !== 0) return refuse(account.knobs.refuseEachWith);
  if (from === '') return refuse(1001);
  if (!/^254[17]\d{8}$/.test(mobile) || text === '') return refuse(1003);
  const { segments } = smsLength(text);
  const cost = segments * priceOf(world, mobile);
  if (account.balance < cost) return refuse(1004);
  account.balance -= cost;
  // Random ids, which need not be repeatable for the same seed.
  const id = randomInt(1_000_000, 2 ** 31);
  const message = {
    ...{ id: String(id), username: account.username, number: mobile, from, text, segments, cost },
    ...{ at: clock.now(), status: 'Queued', arrived: false },
  };
  storeCallback(world, message);
  tellStory(simulation, account, message, phoneOf(world, mobile));
  simulation.changed();
  if (chances.happens(account.knobs.silentPercent)) return null;
  const said = { mobile: Number(mobile), messageid: id, networkid: '1' };
  // The misspelling is the provider's.
  const code = { 'respose-code': 200, 'response-description': WORDS[200] };
  return { status: 200, body: { responses: [{ ...code, ...said }] } };
}

function refuse(code: number): Reply {
  return { status: 200, body: { 'response-code': code, 'response-description': WORDS[code] ?? 'Failed' } };
}
