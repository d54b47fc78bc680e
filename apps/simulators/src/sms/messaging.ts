import { randomUUID } from 'node:crypto';
import { smsLength } from '@mfuko/contract/sms';
import { tellStory } from './reports.ts';
import type { Simulation } from './simulation.ts';
import { type Account, accountOf, phoneOf, priceOf, storeCallback } from './world.ts';

export interface Reply {
  readonly status: number;
  readonly body: object | string;
}

interface Recipient {
  readonly statusCode: number;
  readonly number: string;
  readonly status: string;
  readonly cost: string;
  readonly messageId: string;
}

const STATUS: Readonly<Record<number, string>> = {
  401: 'RiskHold',
  402: 'InvalidSenderId',
  403: 'InvalidPhoneNumber',
  404: 'UnsupportedNumberType',
  405: 'InsufficientBalance',
  406: 'UserInBlacklist',
  407: 'CouldNotRoute',
  409: 'DoNotDisturbRefusal',
  500: 'InternalServerError',
  501: 'GatewayError',
  502: 'RefusedByGateway',
};

/** Returns the account of a user name; null where the key does not match. */
export function signIn({ world }: Simulation, username: string, apiKey: string): Account | null {
  if (username === '' || apiKey === '') return null;
  const account = accountOf(world, username, apiKey);
  return account.apiKey === apiKey ? account : null;
}

/** Handles `POST /version1/messaging`. Null where the messages are sent but the answer is lost. */
export function sendMessages(simulation: Simulation, account: Account, form: URLSearchParams): Reply | null {
  const { chances } = simulation;
  const { knobs } = account;
  if (chances.happens(knobs.busyPercent)) return { status: 500, body: 'Internal Server Error' };
  const numbers = [...new Set((form.get('to') ?? '').split(',').map((number) => number.trim()))].filter(Boolean);
  const text = form.get('message') ?? '';
  if (numbers.length === 0 || text === '') {
    return { status: 400, body: 'Request is missing required form field' };
  }
  if (knobs.refuseAllWith !== '') return answerOf(knobs.refuseAllWith, []);
  const letter = { text, from: form.get('from') || 'AFRICASTKNG', queued: form.get('enqueue') === '1' };
  const recipients = numbers.map((number) => sendOne(simulation, account, number, letter));
  simulation.changed();
  const taken = recipients.filter(({ messageId }) => messageId !== 'None');
  const total = taken.reduce((sum, { cost }) => sum + Number(cost.replace('KES ', '')), 0);
  if (chances.happens(knobs.silentPercent)) return null;
  const words = `Sent to ${taken.length}/${numbers.length} Total Cost: ${taken.length === 0 ? '0' : `KES ${total.toFixed(4)}`}`;
  return answerOf(words, recipients);
}

function answerOf(Message: string, Recipients: readonly Recipient[]): Reply {
  return { status: 201, body: { SMSMessageData: { Message, Recipients } } };
}

function sendOne(
  simulation: Simulation,
  account: Account,
  number: string,
  { text, from, queued }: { readonly text: string; readonly from: string; readonly queued: boolean },
): Recipient {
  const { world, clock } = simulation;
  const refuse = (statusCode: number): Recipient => ({
    statusCode,
    number,
    status: STATUS[statusCode] ?? 'GatewayError',
    cost: '0',
    messageId: 'None',
  });
  if (account.knobs.refuseEachWith !== 0) return refuse(account.knobs.refuseEachWith);
  if (!/^\+254[17]\d{8}$/.test(number)) return refuse(403);
  const phone = phoneOf(world, number.slice(1));
  if (phone.script === 'blacklist') return refuse(406);
  const { segments } = smsLength(text);
  const cost = segments * priceOf(world, phone.number);
  if (account.balance < cost) return refuse(405);
  account.balance -= cost;
  // Random ids, which must be unique but need not be repeatable for the same seed.
  const id = `ATXid_${randomUUID().replaceAll('-', '')}`;
  const message = {
    ...{ id, username: account.username, number: phone.number, from, text, segments, cost },
    ...{ at: clock.now(), status: 'Queued', arrived: false },
  };
  storeCallback(world, message);
  tellStory(simulation, account, message, phone);
  // Formats ten-thousandths of a shilling as text, with the currency in front.
  const told = `KES ${(cost / 10_000).toFixed(4)}`;
  return { statusCode: queued ? 102 : 101, number, status: 'Success', cost: told, messageId: id };
}

/** Handles `GET /version1/user`. */
export function tellBalance({ balance }: Account): Reply {
  return { status: 200, body: { UserData: { balance: `KES ${(balance / 10_000).toFixed(2)}` } } };
}
