import { openRollCall, type RollCallChild, type Tick, tickRollCall, undoTickTouch } from '@mfuko/contract/roll-calls';
import { CallError } from '../../lib/problems.ts';
import { call } from '../../lib/request.ts';
import { createStore } from '../../lib/store.ts';
import { ownBox } from './device-box.ts';
import { dropOfflineEvents, listOfflineEvents, type OfflineEvent, storeOfflineEvent } from './stored-events.ts';

/**
 * Step of a marshal: a roll call opened offline, a child ticked, or a tick taken back. Each step stays on the device until the server has
 * taken it.
 */
export type Step =
  | { readonly kind: 'open'; readonly id: string; readonly reason: string; readonly at: string }
  | { readonly kind: 'tick'; readonly rollCall: string; readonly tick: Tick }
  | {
      readonly kind: 'undo';
      readonly id: string;
      readonly rollCall: string;
      /** Key of the tick to take back, which was for the wrong child. */
      readonly tick: string;
      /** Child who is missing again; null where the child was not expected. */
      readonly child: RollCallChild | null;
    };

export interface KeptStep {
  readonly counter: number;
  readonly step: Step;
}

/** Increases whenever a step of a roll call was stored or sent. */
export const stepsChanged = createStore(0);
/** Ticked numbers that no student has. */
export const unknownNumbers = createStore<readonly string[]>([]);

const MAX_AT_ONCE = 200;
const ANSWER_WITHIN_MS = 20_000;
const opened = new Map<string, Step>();

/** Seals and stores a step. Resolves once it is on the device. */
export async function keepStep(school: string, step: Step): Promise<void> {
  const key = step.kind === 'tick' ? step.tick.key : step.id;
  const sealed = await ownBox.seal(JSON.stringify(step));
  opened.set(key, step);
  await storeOfflineEvent({ key, lane: 'roll-call', school, sealed });
  stepsChanged.set(stepsChanged.get() + 1);
}

/** Lists the waiting steps of a school's roll calls, in the order in which they were made. */
export async function listSteps(school: string): Promise<readonly KeptStep[]> {
  const kept = (await listOfflineEvents(school)).filter(({ lane }) => lane === 'roll-call');
  const steps = await Promise.all(
    kept.map(async ({ key, counter, sealed }) => ({ counter, step: await openStep(key, sealed) })),
  );
  return steps.filter((one): one is KeptStep => one.step !== null);
}

/** Returns the server's id of a roll call that was opened on this device; null until the server has taken it. */
export async function serverIdOf(rollCall: string): Promise<string | null> {
  return ownBox.get<string>(`roll-call:${rollCall}`);
}

interface SendOptions {
  /** True to send also the roll calls that were opened here. */
  readonly openings: boolean;
  /** Counters of the steps that the server would not take from this account; `sendSteps` adds to them. */
  readonly leftAlone: Set<number>;
}

/**
 * Sends ticks and undos, and with `openings` the roll calls before them. Each step leaves the device once the server has taken it, so that
 * a later one without an answer has none of them sent again. Throws CallError where there is no answer.
 */
export async function sendSteps(events: readonly OfflineEvent[], { openings, leftAlone }: SendOptions): Promise<void> {
  const steps = await openSteps(events, leftAlone);
  const school = events[0]?.school ?? null;
  const taken = new Set<number>();
  async function send(counters: readonly number[], work: () => Promise<void>): Promise<void> {
    if (await isTaken(work)) {
      for (const counter of counters) taken.add(counter);
      await dropOfflineEvents(counters);
    } else for (const counter of counters) leftAlone.add(counter);
  }
  /** Null while the opening of the roll call has not been sent. */
  const sysidOf = async (rollCall: string) =>
    (await serverIdOf(rollCall)) ?? (events.some(({ key }) => key === rollCall) ? null : rollCall);
  try {
    if (openings)
      for (const { counter, step } of steps.openings) await send([counter], () => bringOpening(step, school));
    for (const [rollCall, ticks] of steps.ticks) {
      const sysid = await sysidOf(rollCall);
      if (sysid === null) continue;
      for (let from = 0; from < ticks.length; from += MAX_AT_ONCE) {
        const part = ticks.slice(from, from + MAX_AT_ONCE);
        const counters = part.map(({ counter }) => counter);
        await send(counters, () =>
          bringTicks(
            { sysid, school },
            part.map(({ step }) => step.tick),
          ),
        );
      }
    }
    for (const { counter, step } of steps.undos) {
      const sysid = await sysidOf(step.rollCall);
      const tick = events.find(({ key }) => key === step.tick);
      // The tick has not been sent yet: the undo must follow it, from the same account.
      if (sysid === null || (tick && !taken.has(tick.counter))) continue;
      await send([counter], () => bringUndo({ sysid, school }, step.tick));
    }
  } finally {
    if (taken.size > 0) stepsChanged.set(stepsChanged.get() + 1);
  }
}

interface KeptOf<Kind extends Step['kind']> {
  readonly counter: number;
  readonly step: Extract<Step, { kind: Kind }>;
}

/** Opens the steps, by their kind, and the ticks by their roll call. Those that cannot be opened are left alone. */
async function openSteps(events: readonly OfflineEvent[], leftAlone: Set<number>) {
  const openings: KeptOf<'open'>[] = [];
  const ticks = new Map<string, KeptOf<'tick'>[]>();
  const undos: KeptOf<'undo'>[] = [];
  for (const { key, counter, sealed } of events) {
    const step = await openStep(key, sealed);
    if (!step) leftAlone.add(counter);
    else if (step.kind === 'open') openings.push({ counter, step });
    else if (step.kind === 'undo') undos.push({ counter, step });
    else ticks.set(step.rollCall, [...(ticks.get(step.rollCall) ?? []), { counter, step }]);
  }
  return { openings, ticks, undos };
}

/** Roll call by the server's id, and its school. */
interface OfSchool {
  readonly sysid: string;
  readonly school: string | null;
}

async function bringUndo({ sysid, school }: OfSchool, key: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    await call(undoTickTouch, { sysid, key }, { school, overlay: false, byItself: true, signal });
  } catch (error) {
    // The number has no student, so the tick was never recorded.
    if (!(error instanceof CallError && error.problem === 'roll-call.no-touch')) throw error;
  }
}

async function bringOpening({ id, reason, at }: Extract<Step, { kind: 'open' }>, school: string | null): Promise<void> {
  const input = { reason, at, sentAt: new Date().toISOString() };
  const { sysid } = await call(openRollCall, input, {
    idempotencyKey: id,
    school,
    overlay: false,
    byItself: true,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  await ownBox.put(`roll-call:${id}`, sysid);
}

async function bringTicks({ sysid, school }: OfSchool, ticks: readonly Tick[]): Promise<void> {
  const { unknown } = await call(
    tickRollCall,
    { sysid, ticks: [...ticks] },
    { school, overlay: false, byItself: true, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
  );
  if (unknown.length > 0) unknownNumbers.set([...new Set([...unknownNumbers.get(), ...unknown])]);
}

/** Returns true once the server has taken it, and false for a refusal, which a retry will not change. Throws where there was no answer. */
async function isTaken(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const refused = error instanceof CallError && error.status !== null && error.status < 500 && error.status !== 429;
    if (!refused || error.status === 401) throw error;
    return false;
  }
}

async function openStep(key: string, sealed: string): Promise<Step | null> {
  const known = opened.get(key);
  if (known) return known;
  try {
    const step = JSON.parse(await ownBox.open(sealed)) as Step;
    opened.set(key, step);
    return step;
  } catch {
    // The step was sealed with a key that the browser has lost: it stays in the queue, and is counted.
    return null;
  }
}
