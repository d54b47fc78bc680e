import type { Endpoint } from '@mfuko/contract/endpoint';
import { useRef } from 'react';
import { i18n } from '../../lib/i18n.ts';
import { CallError, OutcomeUnknown } from '../../lib/problems.ts';
import { type RecordOptions, useRecord } from '../../lib/queries.ts';
import type { AttemptJournal } from '../../lib/request-journal.ts';
import { type Workplace, workplaceNow } from '../../lib/workplace.ts';
import { useIsShown } from '../useIsShown.ts';
import { type Attempt, dropAttempt, keeper, leaveAttempt } from './attempts.ts';
import { answerOf, askOutcome, PAUSES_MS, REPEAT_WITHIN_MS } from './outcome.ts';
import { isProofField } from './proof-fields.ts';

/** A line that swallows all and answers nothing holds a queue up for so long, and then the server is asked. Fingers take a while on a slow line. */
const ANSWER_WITHIN_MS = 30_000;

/**
 * Records money. The attempt is on the disk before its call is sent; if the answer is lost, the server is asked for the outcome, so that
 * the desk receives the answer itself, the refusal, or an error that nothing was recorded. While the outcome stays unknown, no further call
 * of this kind is sent, and `onError` receives OutcomeUnknown.
 *
 * If the answer arrives after the desk that sent the request has gone, the attempt is kept, and shown to its account on the
 * next screen. Under another account, or in another school, neither `onDone` nor `onError` is called.
 */
export function useMoneyRecord<E extends Endpoint>(
  endpoint: E,
  { about = {}, ...options }: Omit<RecordOptions<E>, 'attempts'> & { readonly about?: ShownAbout } = {},
) {
  const isShown = useIsShown();
  const from = useRef<Workplace>(workplaceNow());
  // A hidden desk receives its answer too: when locked, its fields are cleared, and at the end of a session it names the student who was
  // not served.
  const isTold = () => !isElsewhere(from.current);
  const attempts = keeperOf(endpoint.path, about, (pressed) => isShown.current && !isElsewhere(pressed));
  return useRecord(endpoint, {
    ...options,
    ...(endpoint.slow ? {} : { within: ANSWER_WITHIN_MS }),
    attempts: {
      ...attempts,
      begin(input, key, pressed) {
        from.current = pressed;
        return attempts.begin(input, key, pressed);
      },
    },
    onDone: (...heard) => isTold() && options.onDone?.(...heard),
    onError: (...heard) => isTold() && options.onError?.(...heard),
  });
}

/** Student and amount (KES in wire format) for the note of an attempt, where the input contains only an id. */
type ShownAbout = Partial<Pick<Attempt, 'admissionNumber' | 'amount'>>;

/** Returns true once another account or school is current. An ended session does not count: the same person is still at the desk. */
function isElsewhere({ user, school }: Workplace): boolean {
  const now = workplaceNow();
  return (now.user !== '' && now.user !== user) || (now.school !== null && now.school !== school);
}

function keeperOf(path: string, shown: ShownAbout, isHere: (from: Workplace) => boolean): AttemptJournal {
  /** An answer that the desk does not receive is shown by the note of the attempt. */
  const end = (key: string, from: Workplace) => (isHere(from) ? dropAttempt(key) : void leaveAttempt(key));
  return {
    async begin(input, key, from) {
      const about = { ...(await aboutOf(input)), ...shown };
      const earlier = await settleEarlier(path, about, from);
      if (earlier !== undefined) return earlier;
      await (await keeper()).keepAttempt({ key, path, ...about }, from);
      if (workplaceNow().user !== from.user) {
        // Shown to the account that pressed the button: nothing was recorded.
        await leaveAttempt(key);
        throw notSent('notSent');
      }
      return undefined;
    },
    end,
    leave: leaveAttempt,
    async find(key, from) {
      for (const pause of PAUSES_MS) {
        await new Promise((go) => setTimeout(go, pause));
        const outcome = await askOutcome({ key, ...from });
        if (!outcome) continue;
        // A session that may no longer make the call is told the outcome without the answer; the note of the attempt shows it.
        if (outcome.outcome === 'recorded' && !outcome.answer) break;
        end(key, from);
        return answerOf(outcome);
      }
      await leaveAttempt(key);
      throw new OutcomeUnknown();
    },
  };
}

function notSent(why: 'notSent' | 'readFirst'): CallError {
  return new CallError({ status: 409, body: { message: i18n.t(`ui:attempt.${why}`) }, atLogin: false });
}

type About = Pick<Attempt, 'admissionNumber' | 'amount' | 'same'>;

/**
 * Returns the answer of an earlier attempt at exactly the same input, if it was recorded a short time ago; undefined where there is none.
 */
async function settleEarlier(path: string, about: About, from: Workplace): Promise<unknown> {
  for (const attempt of await (await keeper()).openAttempts(from)) {
    if (attempt.path !== path) continue;
    const outcome = await askOutcome(attempt);
    const isRecorded = outcome?.outcome === 'recorded';
    const same = attempt.same === about.same;
    // A recorded attempt at another input stays on the screen until it has been read.
    if (isRecorded && !same) continue;
    if (!outcome || (isRecorded && !outcome.answer)) throw new OutcomeUnknown();
    if (isRecorded && Date.now() - attempt.at > REPEAT_WITHIN_MS) throw notSent('readFirst');
    dropAttempt(attempt.key);
    if (isRecorded) return outcome.answer;
  }
  return undefined;
}

async function aboutOf(input: unknown): Promise<About> {
  const fields = input as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (value === undefined || value === null ? null : String(value));
  const asked = Object.entries(fields).filter(([name, value]) => !isProofField(name) && text(value) !== null);
  const bytes = new TextEncoder().encode(JSON.stringify(asked.toSorted(([a], [b]) => (a < b ? -1 : 1))));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return {
    admissionNumber: text(fields.admissionNumber),
    amount: text(fields.amount),
    same: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}
