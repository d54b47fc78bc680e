import type { offlineBatch as Batch, OfflineOutcome } from '@mfuko/contract/offline';
import { CallError } from '../../lib/problems.ts';
import { call, type Sent } from '../../lib/request.ts';
import { currentSession } from '../../lib/session.ts';
import { firstBatch, sendOrSplit } from './batches.ts';
import type { NewsLane } from './news-list.ts';
import type { Stopped } from './stops.ts';
import { dropOfflineEvents, type OfflineEvent } from './stored-events.ts';

const ANSWER_WITHIN_MS = 60_000;

interface DeliveryParts {
  /** Lists the waiting events of the current school. */
  readonly list: () => Promise<readonly OfflineEvent[]>;
  /** Called with the outcomes of each batch, once what a user has to read is on the disk. */
  readonly onOutcomes: (outcomes: readonly OfflineOutcome[]) => void;
  /** Called with the result of a stopped check-out; returns true if a screen shows it. */
  readonly onStopped: (stopped: Stopped) => boolean;
  /** Called once a batch has its answer. */
  readonly onAnswered: () => void;
}

/**
 * Returns true if staff must be told: the proof was wrong, or the passage does not fit. A ride on a bus is always recorded on a person's
 * word, so a missing proof need not be reported.
 */
export function isNews({ kind, status, problem }: OfflineOutcome): boolean {
  if (problem === 'session.role') return false;
  const isWord = kind === 'on' || kind === 'off';
  return status === 'refused' || problem !== undefined || (status === 'unverified' && !isWord);
}

/** Creates the delivery of the device's queue: each event leaves the disk once the server has answered for it. */
export function createDelivery({ list, onOutcomes, onStopped, onAnswered }: DeliveryParts) {
  /** Events that this page must not send again, because the server would not take them from this account. */
  const leftAlone = new Set<number>();
  const pick = async (fits: (event: OfflineEvent) => boolean) =>
    (await list()).filter((event) => !leftAlone.has(event.counter) && fits(event));

  async function sendStopped(): Promise<void> {
    const stops = await pick(isStop);
    if (stops.length === 0 || !currentSession()) return;
    const { sendStops } = await import('./stops.ts');
    await sendStops(stops, tellStopped, leftAlone);
  }

  /** Returns false where nobody is told and the news could not be written. */
  async function tellStopped(stopped: Stopped, school: string): Promise<boolean> {
    if (onStopped(stopped) || stopped.outcome === 'void') return true;
    const { outcome: _, key, ...whose } = stopped;
    const { keepNews } = await import('./kept-news.ts');
    const told = { key, status: 'refused', kind: 'out', problem: 'stopped', ...whose } as const;
    return !(await keepNews([{ school, lane: 'gate', outcome: told }])).has(key);
  }

  async function sendRollCalls(openings: boolean): Promise<void> {
    const steps = await pick(isRollCalls);
    if (steps.length === 0 || !currentSession()) return;
    const { sendSteps } = await import('./roll-call-steps.ts');
    await sendSteps(steps, { openings, leftAlone });
  }

  async function sendEvents(): Promise<void> {
    const next = () => pick((event) => !isRollCalls(event) && !isStop(event));
    for (let kept = await next(); kept.length > 0 && currentSession(); kept = await next()) {
      try {
        await sendOrSplit(firstBatch(kept), sendBatch, ({ counter }) => leftAlone.add(counter));
      } catch (error) {
        // The next user who signs in sends them.
        if (error instanceof CallError && (error.status === 401 || error.status === 403)) return;
        throw error;
      }
      onAnswered();
    }
  }

  async function sendBatch(batch: readonly OfflineEvent[]): Promise<void> {
    const outcomes = await askOutcomes(batch);
    await acknowledge(batch, outcomes);
    // The event of a refused account still waits, so nothing has become of it.
    onOutcomes(outcomes.filter(({ problem }) => problem !== 'session.role'));
  }

  /** Removes the events that the server has answered for, after the news of them is written: a page that ends in between loses none. */
  async function acknowledge(batch: readonly OfflineEvent[], outcomes: readonly OfflineOutcome[]): Promise<void> {
    const outcomeOf = (key: string) => outcomes.find((each) => each.key === key);
    const told = batch.flatMap(({ key, lane, school }) => {
      const outcome = outcomeOf(key);
      return outcome && isNews(outcome) ? [{ school, lane: deskOf(lane), outcome }] : [];
    });
    const { keepNews } = await import('./kept-news.ts');
    const unwritten = await keepNews(told);
    const settled = batch.filter(({ key, counter }) => {
      const outcome = outcomeOf(key);
      if (outcome && outcome.problem !== 'session.role' && !unwritten.has(key)) return true;
      leftAlone.add(counter);
      return false;
    });
    await dropOfflineEvents(settled.map(({ counter }) => counter));
  }

  /**
   * Sends stops first, because a child may be recorded as out by mistake; then ticks, which are small and urgent; a roll call that was
   * opened here follows the passages that it counts. Throws the error of the passages once the roll calls are sent.
   */
  return async function deliver(): Promise<void> {
    await sendStopped();
    await sendRollCalls(false);
    const failed = await sendEvents().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    await sendRollCalls(true);
    if (failed) throw failed.error;
  };
}

/** Sends a batch. Throws CallError where there is no answer, or the batch is refused. */
async function askOutcomes(batch: readonly OfflineEvent[]): Promise<readonly OfflineOutcome[]> {
  const events = batch.map(({ key, counter, sealed }) => ({ key, counter, sealed }));
  const input = { events, sentAt: new Date().toISOString() } as Sent<typeof Batch>;
  // Loaded once there is something to send, so that the gate's page stays small. The news are needed for the answer.
  const [{ offlineBatch }] = await Promise.all([import('@mfuko/contract/offline'), import('./kept-news.ts')]);
  const { outcomes } = await call(offlineBatch, input, {
    school: batch[0]?.school ?? null,
    overlay: false,
    byItself: true,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  // The first answer may have been lost, so a duplicate counts as that answer.
  return outcomes.map((each) => ({ ...each, status: each.first ?? each.status }));
}

function isRollCalls({ lane }: OfflineEvent): boolean {
  return lane === 'roll-call';
}

function isStop({ lane }: OfflineEvent): boolean {
  return lane === 'stop';
}

function deskOf(lane: OfflineEvent['lane']): NewsLane {
  return lane === 'bus' ? 'bus' : 'gate';
}
