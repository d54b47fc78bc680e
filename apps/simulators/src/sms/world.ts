import { z } from 'zod';

/**
 * Scripts: the fate of messages to a phone. `deliver`: they arrive. `absent`: switched off for good. `blacklist`: refused at once,
 * `blacklist-later` by a report. `buffered`: they wait until the script is set to `deliver`. `never`: no report comes.
 */
export const scripts = z.enum([
  'deliver',
  'absent',
  'blacklist',
  'blacklist-later',
  'buffered',
  'expired',
  'failed',
  'never',
]);
export type Script = z.infer<typeof scripts>;

export const phoneForm = z.object({
  number: z.string().regex(/^254[17]\d{8}$/),
  script: scripts.default('deliver'),
  /** Seconds until the last report. */
  seconds: z.number().min(0).max(86_400).default(1),
});
export type Phone = z.infer<typeof phoneForm>;

export const knobsForm = z.object({
  /** Message with which all requests are answered 201 without recipients; empty for off. */
  refuseAllWith: z.string().max(80).default(''),
  /** Code with which each recipient is answered; 0 for off. */
  refuseEachWith: z.number().int().min(0).max(9_999).default(0),
  /** Percentages of requests that are answered 500, or not at all although the messages are sent. */
  busyPercent: z.number().min(0).max(100).default(0),
  silentPercent: z.number().min(0).max(100).default(0),
  /** Percentages of reports that are lost, or sent twice. */
  dropPercent: z.number().min(0).max(100).default(0),
  duplicatePercent: z.number().min(0).max(100).default(0),
  /** True if reports may overtake each other. */
  reorder: z.boolean().default(false),
});
export type Knobs = z.infer<typeof knobsForm>;

const accountForm = z.object({
  username: z.string(),
  apiKey: z.string(),
  /** Balance in ten-thousandths of a shilling. */
  balance: z.number().int().default(100_000_000),
  deliveryUrl: z.string().nullable().default(null),
  optOutUrl: z.string().nullable().default(null),
  knobs: knobsForm.default(knobsForm.parse({})),
});
export type Account = z.infer<typeof accountForm>;

const messageForm = z.object({
  id: z.string(),
  username: z.string(),
  number: z.string(),
  from: z.string(),
  text: z.string(),
  segments: z.number().int(),
  cost: z.number().int(),
  at: z.number(),
  /** Status of the latest report. */
  status: z.string(),
  /** True if the phone has received the message. */
  arrived: z.boolean(),
});
export type SentMessage = z.infer<typeof messageForm>;

/** State of the simulator, in a form that can be stored. */
export const worldForm = z.object({
  accounts: z.record(z.string(), accountForm).default({}),
  phones: z.record(z.string(), phoneForm).default({}),
  messages: z.array(messageForm).default([]),
  /** Prices per segment in ten-thousandths of a shilling, by network. */
  prices: z.record(z.string(), z.number().int().min(0)).default({}),
});
export type World = z.infer<typeof worldForm>;

const MAX_KEPT = 2_000;

export function phoneOf(world: World, number: string): Phone {
  return (world.phones[number] ??= phoneForm.parse({ number }));
}

/** Returns an account; an unknown user name is accepted, and its key has to be the same from then on. */
export function accountOf(world: World, username: string, apiKey: string): Account {
  return (world.accounts[username] ??= accountForm.parse({ username, apiKey }));
}

export function storeCallback(world: World, message: SentMessage): void {
  world.messages.push(message);
  if (world.messages.length > MAX_KEPT) world.messages.shift();
}

const PRICE = 8_000;
const NETWORKS: readonly (readonly [RegExp, string])[] = [
  [/^254(73|75[0-6]|78|10)/, '63903'],
  [/^25477/, '63907'],
  [/^254763/, '63999'],
];

/** Returns the network code: Airtel, Telkom or Equitel by prefix, otherwise Safaricom. */
export function networkOf(number: string): string {
  return NETWORKS.find(([prefix]) => prefix.test(number))?.[1] ?? '63902';
}

export function priceOf(world: World, number: string): number {
  return world.prices[networkOf(number)] ?? PRICE;
}
