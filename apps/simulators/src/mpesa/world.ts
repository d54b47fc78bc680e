import { z } from 'zod';
import { appForm } from './apps.ts';

export const habits = z.enum(['ask', 'pay', 'cancel', 'ignore', 'wrong-pin']);

/** Person with a phone. `habit` answers STK pushes automatically; `ask` waits for the handset page. */
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
  /** Time when the password was set, in Unix milliseconds; it is valid for 90 days. */
  passwordSetAt: z.number(),
});
export type Operator = z.infer<typeof operatorForm>;

export const knobsForm = z.object({
  /** Percentages of messages to the merchant that are lost, duplicated, or truncated. */
  dropPercent: z.number().min(0).max(100).default(0),
  duplicatePercent: z.number().min(0).max(100).default(0),
  truncatePercent: z.number().min(0).max(100).default(0),
  /** Delay of a message in milliseconds, from and to. */
  delayMs: z.tuple([z.number().min(0), z.number().min(0)]).default([20, 80]),
  /** True if messages may overtake each other. */
  reorder: z.boolean().default(false),
  /** Percentages of requests that are refused as too many (500.003.02), or answered with an HTML page. */
  busyPercent: z.number().min(0).max(100).default(0),
  pagePercent: z.number().min(0).max(100).default(0),
  /** Percentage of requests whose token is treated as expired before its time. */
  deadTokenPercent: z.number().min(0).max(100).default(0),
  tokenLifeSeconds: z.number().min(1).default(3599),
  /** True if the result of a request is sent before the request is acknowledged. */
  callbackBeforeAck: z.boolean().default(false),
});
export type Knobs = z.infer<typeof knobsForm>;

const urlsForm = z.object({
  responseType: z.enum(['Completed', 'Cancelled']),
  confirmation: z.string(),
  validation: z.string(),
  /** Version: v1 sends a payer's number as its SHA-256, v2 masked with stars. */
  version: z.enum(['v1', 'v2']),
});

const shortCodeForm = z.object({
  shortCode: z.string().regex(/^\d{5,7}$/),
  /** Kind: a till cannot use M-Pesa Express itself; its store can. */
  kind: z.enum(['paybill', 'till']).default('paybill'),
  /** True where the short code was registered with the simulator, which then checks everything. False where it was learnt by its use. */
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
  /** Reason of a decline. */
  reason: z.string().default(''),
  at: z.number(),
  /** Id of the merchant's request that caused the transaction, if there is one. */
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
  /** Result code; null until the customer has answered. */
  code: z.number().nullable(),
  words: z.string(),
  receipt: z.string().nullable(),
});
export type StkPush = z.infer<typeof stkPushForm>;

/** State of the simulator, in a form that can be stored. */
export const worldForm = z.object({
  apps: z.record(z.string(), appForm).default({}),
  shortCodes: z.record(z.string(), shortCodeForm).default({}),
  subscribers: z.record(z.string(), subscriberForm).default({}),
  transactions: z.record(z.string(), transactionForm).default({}),
  pushes: z.record(z.string(), stkPushForm).default({}),
  /** Knobs of future short codes. */
  knobs: knobsForm.default(knobsForm.parse({})),
  /** Used OriginatorConversationIDs; each may be used once. */
  spentIds: z.record(z.string(), z.string()).default({}),
  privateKey: z.string().nullable().default(null),
});
export type World = z.infer<typeof worldForm>;

const NAMES = ['ACHIENG ODHIAMBO', 'WANJIRU KAMAU', 'KIPCHOGE BETT', 'NEKESA WAFULA', 'MUTUA NZIOKA', 'HALIMA ABDI'];
const FIRST_BALANCE = 500_000;

/** Returns the subscriber of a number: each Kenyan mobile number has one, by default with PIN 1234 and some money. */
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
