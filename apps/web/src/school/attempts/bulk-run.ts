import type { Endpoint } from '@mfuko/contract/endpoint';
import { CallError, describe, OutcomeUnknown } from '../../lib/problems.ts';
import { type Answer, call, type Sent } from '../../lib/request.ts';
import { isWorkplace, type Workplace } from '../../lib/workplace.ts';
import { showDone, showUndo } from '../../ui/notify.tsx';
import { showPartlyDone, showProgress } from './bulk-notices.tsx';
import { findOutcome, NotRecorded, outcomeNotKnown, placeOf, RecordedUnheard } from './sure-outcome.ts';

const MAX_TRIES = 4;
const MAX_PAUSE_SECONDS = 30;

export interface BulkWords<E extends Endpoint, Row> {
  /** Returns the name of a row, for the report of rows that were not done. */
  readonly name: (row: Row) => string;
  /** Returns the text for `count` rows that were done. */
  readonly done: (count: number, answers: readonly Answer<E>[]) => string;
  /** Undoes the action for the rows that were done. */
  readonly undo?: (rows: readonly Row[]) => void;
}

/**
 * Sends the rows one after the other and reports the outcome of each. Stops where the account or the school is another than `from`, because
 * the rest must not be sent from there. Returns the rows to look at or to send again: those with an unknown outcome, those that failed by
 * the network or for the load, and those not sent; none in another school, whose list shows other rows.
 */
export async function runBulk<E extends Endpoint, Row>(
  endpoint: E,
  rows: readonly Row[],
  toInput: (row: Row) => Sent<E>,
  { name, done, undo }: BulkWords<E, Row>,
  from: Workplace,
): Promise<readonly Row[]> {
  const progress = showProgress(rows.length);
  const answers: Answer<E>[] = [];
  const finished: Row[] = [];
  const refused = new Map<string, string[]>();
  const unknown: Row[] = [];
  const again: Row[] = [];
  let notSent: readonly Row[] = [];
  try {
    for (const [place, row] of rows.entries()) {
      if (!isWorkplace(from)) {
        notSent = rows.slice(place);
        break;
      }
      try {
        answers.push(await callUntilSure(endpoint, toInput(row), from));
        finished.push(row);
      } catch (error) {
        if (error instanceof RecordedUnheard) finished.push(row);
        else if (error instanceof OutcomeUnknown) unknown.push(row);
        // With the session ended, or the server unreachable, the remaining rows would fail too.
        const isRefusedOver = error instanceof CallError && error.sessionEnded;
        if (isRefusedOver || error instanceof OutcomeUnknown) {
          notSent = rows.slice(isRefusedOver ? place : place + 1);
          break;
        }
        if (!(error instanceof RecordedUnheard)) {
          const { title, message } = describe(error);
          refused.set(message || title, [...(refused.get(message || title) ?? []), name(row)]);
          if (mayPass(error) || error instanceof NotRecorded) again.push(row);
        }
      }
      progress.show(place + 1);
    }
  } finally {
    progress.end();
  }
  const takeBack = undo && finished.length > 0 ? () => undo(finished) : undefined;
  const text = finished.length > 0 ? done(finished.length, answers) : null;
  if (refused.size + unknown.length + notSent.length > 0)
    showPartlyDone({ done: text, refused, unknown: unknown.map(name), notSent: notSent.map(name) }, takeBack);
  else if (text && takeBack) showUndo(text, takeBack);
  else if (text) showDone(text);
  return isWorkplace(from) ? [...unknown, ...again, ...notSent] : [];
}

/**
 * Retries a call whose answer is lost with the same idempotency key, so that nothing is done twice; at last asks the server for the
 * outcome.
 */
async function callUntilSure<E extends Endpoint>(endpoint: E, input: Sent<E>, from: Workplace): Promise<Answer<E>> {
  const idempotencyKey = crypto.randomUUID();
  let isLost = false;
  for (let tries = 1; ; tries++) {
    try {
      return await call(endpoint, input, { idempotencyKey, overlay: false, school: from.school });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      isLost ||= error.unsure;
      // An earlier attempt may have been recorded, and without a session the server cannot be asked.
      if (isLost && error.sessionEnded) throw outcomeNotKnown();
      if (mayPass(error) && tries < MAX_TRIES && isWorkplace(from)) await pause(error.retryAfterSeconds ?? tries);
      else if (isLost && mayPass(error))
        return (await findOutcome(idempotencyKey, placeOf(endpoint, from), error)) as Answer<E>;
      else throw error;
    }
  }
}

/** Returns true for a failure of the moment, after which the same call may be made again. */
function mayPass(error: unknown): boolean {
  return error instanceof CallError && (error.unsure || error.status === 429);
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(seconds, MAX_PAUSE_SECONDS) * 1_000));
}
