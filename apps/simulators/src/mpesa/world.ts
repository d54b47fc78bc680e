import { z } from 'zod';
import { appForm } from './apps.ts';

export const habits = z.enum(['ask', 'pay', 'cancel', 'ignore', 'wrong-pin']);

/** Somebody with a phone. `habit` answers STK pushes without the handset page; `ask` waits for it. */
export const subscriberForm = z.object({
  msisdn: z.string().regex(/^254[17]\d{8}$/),
  name: z.string().max(80),
  pin: z.string().regex(/^\d{4}$/),
  balance: z.number().int().nonnegative(),
  reachable: z.boolean(),
  registered: z.boolean(),
  habit: habits,
});
export type Subscriber = z.infer<typeof subscriberForm>;

export const roles = z.enum(['b2c', 'status', 'balance', 'reversal']);
export type Role = z.infer<typeof roles>;

const operatorForm = z.object({
  name: z.string(),
  password: z.string(),
  roles: z.array(roles).default(['b2c', 'status', 'balance', 'reversal']),
  failures: z.number().int().default(0),
  /** When its password was set, Unix milliseconds; it is good for 90 days. */
  passwordSetAt: z.number(),
});
export type Operator = z.infer<typeof operatorForm>;

export const knobsForm = z.object({
  /** Of a hundred messages to the merchant, so many are lost, sent twice, cut off in the middle. */
  dropPercent: z.number().min(0).max(100).default(0),
  duplicatePercent: z.number().min(0).max(100).default(0),
  truncatePercent: z.number().min(0).max(100).default(0),
  /** Time that a message takes, from and to. */
  delayMs: z.tuple([z.number().min(0), z.number().min(0)]).default([20, 80]),
  /** Messages overtake each other. */
  reorder: z.boolean().default(false),
  /** Of a hundred requests, so many are turned away as too many (500.003.02), or get a page instead of an answer. */
  busyPercent: z.number().min(0).max(100).default(0),
  pagePercent: z.number().min(0).max(100).default(0),
  /** Of a hundred requests, so many find their token dead before its time. */
  deadTokenPercent: z.number().min(0).max(100).default(0),
  tokenLifeSeconds: z.number().min(1).default(3599),
  /** Callback before ack: what comes of a request arrives before the request is acknowledged. */
  callbackBeforeAck: z.boolean().default(false),
});
export type Knobs = z.infer<typeof knobsForm>;

const urlsForm = z.object({
  responseType: z.enum(['Completed', 'Cancelled']),
  confirmation: z.string(),
  validation: z.string(),
  /** v1 tells a payer's number as its SHA-256, v2 with stars. */
  version: z.enum(['v1', 'v2']),
});

const shortCodeForm = z.object({
  shortCode: z.string().regex(/^\d{5,7}$/),
  /** A till is no merchant of M-Pesa Express: its store is. */
  kind: z.enum(['paybill', 'till']).default('paybill'),
  /** Told to the simulator beforehand: everything is checked. Otherwise it learnt of the number by its use. */
  strict: z.boolean(),
  consumerKeys: z.array(z.string()).default([]),
  passkey: z.string().nullable().default(null),
  operators: z.array(operatorForm).default([]),
  utility: z.number().int().default(0),
  working: z.number().int().default(0),
  charges: z.number().int().default(0),
  validationEnabled: z.boolean().default(true),
  urls: urlsForm.nullable().default(null),
  pulls: z.boolean().default(false),
  knobs: knobsForm.default(knobsForm.parse({})),
});
export type ShortCode = z.infer<typeof shortCodeForm>;

const transactionForm = z.object({
  receipt: z.string(),
  kind: z.enum(['c2b', 'stk', 'b2c', 'reversal']),
  shortCode: z.string(),
  msisdn: z.string(),
  amount: z.number().int(),
  account: z.string(),
  state: z.enum(['Completed', 'Declined']),
  /** Reason for which it was declined. */
  reason: z.string().default(''),
  at: z.number(),
  /** The request of the merchant that it came of, where there is one. */
  conversationId: z.string().default(''),
  originatorConversationId: z.string().default(''),
  thirdPartyTransId: z.string().default(''),
  reversed: z.boolean().default(false),
});
export type Transaction = z.infer<typeof transactionForm>;

const stkPushForm = z.object({
  checkoutRequestId: z.string(),
  merchantRequestId: z.string(),
  shortCode: z.string(),
  msisdn: z.string(),
  amount: z.number().int(),
  account: z.string(),
  description: z.string(),
  callbackUrl: z.string(),
  at: z.number(),
  /** Null while the customer has not answered. */
  code: z.number().nullable(),
  words: z.string(),
  receipt: z.string().nullable(),
});
export type StkPush = z.infer<typeof stkPushForm>;

/** Everything that the simulator knows, in a form that can be written down. */
export const worldForm = z.object({
  apps: z.record(z.string(), appForm).default({}),
  shortCodes: z.record(z.string(), shortCodeForm).default({}),
  subscribers: z.record(z.string(), subscriberForm).default({}),
  transactions: z.record(z.string(), transactionForm).default({}),
  pushes: z.record(z.string(), stkPushForm).default({}),
  /** Of short codes that are still to come. */
  knobs: knobsForm.default(knobsForm.parse({})),
  /** OriginatorConversationIDs that were used; each is good once. */
  spentIds: z.record(z.string(), z.string()).default({}),
  privateKey: z.string().nullable().default(null),
});
export type World = z.infer<typeof worldForm>;

const NAMES = ['ACHIENG ODHIAMBO', 'WANJIRU KAMAU', 'KIPCHOGE BETT', 'NEKESA WAFULA', 'MUTUA NZIOKA', 'HALIMA ABDI'];
const FIRST_BALANCE = 500_000;

/** Subscriber of this number: everybody with a Kenyan mobile number is a subscriber, with PIN 1234 and some money. */
export function subscriberOf(world: World, msisdn: string): Subscriber {
  return (world.subscribers[msisdn] ??= {
    msisdn,
    name: NAMES[Number(msisdn.slice(-4)) % NAMES.length] ?? 'ACHIENG',
    pin: '1234',
    balance: FIRST_BALANCE,
    reachable: true,
    registered: true,
    habit: 'ask',
  });
}

export function newShortCode(world: World, shortCode: string, strict: boolean): ShortCode {
  return shortCodeForm.parse({ shortCode, strict, knobs: world.knobs });
}
