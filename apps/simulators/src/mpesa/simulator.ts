import { randomUUID } from 'node:crypto';
import { type Agenda, openAgenda } from '../simulation/agenda.ts';
import { type Chances, seededChances } from '../simulation/chances.ts';
import type { Clock } from '../simulation/clock.ts';
import type { Beginning } from '../simulation/run.ts';
import { eatStamp } from './eat.ts';
import { type ShortCode, type World, worldForm } from './world.ts';

/** Simulation: shared state of all parts of the simulator. */
export interface Simulation {
  readonly world: World;
  readonly clock: Clock;
  readonly chances: Chances;
  readonly agenda: Agenda;
  /** Timeout in milliseconds for a merchant's validation of a payment. */
  readonly validationMs: number;
  /** Timeout in milliseconds of an STK push on a phone. */
  readonly pushMs: number;
  /** Messages to merchants and their outcome, newest last. */
  readonly messages: Message[];
  /** Notes a change that has to be stored. */
  changed(): void;
}

export interface Message {
  readonly at: number;
  /** Last part of the address; the rest contains the merchant's secret. */
  readonly to: string;
  readonly fate: 'delivered' | 'dropped' | 'failed';
  readonly status: number | null;
}

interface Begun extends Beginning<World> {
  readonly validationMs: number | undefined;
  readonly pushMs: number | undefined;
}

export function openSimulation({ world, clock, seed, byItself, validationMs, pushMs, changed }: Begun): Simulation {
  return {
    world: world ?? worldForm.parse({}),
    clock,
    chances: seededChances(seed),
    agenda: openAgenda(clock, byItself),
    validationMs: validationMs ?? 8_000,
    pushMs: pushMs ?? 60_000,
    messages: [],
    changed,
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const RECEIPT_DAYS = `0123456789${LETTERS}`;

/** Returns an unused receipt number: a letter each for year, month and day, then seven random characters. */
export function newReceipt({ world, clock, chances }: Simulation): string {
  const stamp = eatStamp(clock.now());
  const day = [
    LETTERS[(Number(stamp.slice(0, 4)) - 2006) % 26],
    LETTERS[Number(stamp.slice(4, 6)) - 1],
    RECEIPT_DAYS[Number(stamp.slice(6, 8))],
  ].join('');
  for (;;) {
    const receipt = day + chances.letters(`0123456789${LETTERS}`, 7);
    if (!world.transactions[receipt]) return receipt;
  }
}

/** Returns a random id, which need not be repeatable for the same seed. */
export function newConversationId({ clock }: Simulation): string {
  return `AG_${eatStamp(clock.now()).slice(0, 8)}_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}

const KEPT_MESSAGES = 500;

/**
 * Sends a message to a merchant with the faults that the short code's knobs set: late, twice, truncated, or never. Resolves at once, or
 * with `callbackBeforeAck` once the message has arrived.
 */
export async function tell(simulation: Simulation, from: ShortCode, url: string, body: object): Promise<void> {
  const { chances, agenda } = simulation;
  const { knobs } = from;
  const copies = chances.happens(knobs.duplicatePercent) ? 2 : 1;
  for (let copy = 0; copy < copies; copy++) {
    if (chances.happens(knobs.dropPercent)) {
      remember(simulation, { at: simulation.clock.now(), to: nameOf(url), fate: 'dropped', status: null });
      continue;
    }
    const whole = JSON.stringify(body);
    const text = chances.happens(knobs.truncatePercent) ? whole.slice(0, chances.between(1, whole.length - 1)) : whole;
    const [least, most] = knobs.delayMs;
    const delay = chances.between(least, Math.max(least, most)) + (knobs.reorder ? chances.between(0, 2_000) : 0);
    if (knobs.callbackBeforeAck) await post(simulation, url, text);
    else agenda.send(delay, () => post(simulation, url, text).then(() => undefined));
  }
}

/** Posts to a merchant; returns null where it does not answer in time. */
export async function post(
  simulation: Simulation,
  url: string,
  text: string,
  timeoutMs = 10_000,
): Promise<{ status: number; text: string } | null> {
  const at = simulation.clock.now();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const said = await response.text();
    remember(simulation, { at, to: nameOf(url), fate: 'delivered', status: response.status });
    return { status: response.status, text: said };
  } catch {
    // The merchant could not be reached, which the simulator's page shows.
    remember(simulation, { at, to: nameOf(url), fate: 'failed', status: null });
    return null;
  }
}

function remember({ messages }: Simulation, message: Message): void {
  messages.push(message);
  if (messages.length > KEPT_MESSAGES) messages.shift();
}

function nameOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}
