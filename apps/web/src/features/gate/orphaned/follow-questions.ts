import { onCampus } from '@mfuko/contract/gate';
import { deskLock } from '../../../lib/desk-lock.ts';
import { call } from '../../../lib/request.ts';
import { schoolAtWork } from '../../../lib/school.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import {
  CLOCKS_DIFFER_MS,
  isUnrecorded,
  momentOf,
  type OrphanedRequest,
} from '../../../school/pending/pending-request.ts';
import { isQuestion, overOf, unanswered, unansweredBefore } from '../questions.ts';
import type { Line, Queue } from '../queue.ts';
import { asksForCollector } from '../release.ts';
import { attempts } from './attempts.ts';
import { orphanedPassages } from './orphan-list.ts';
import { left } from './orphaned-passages.ts';

const ASK_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 8_000;
/** Every call keeps the session alive that an unattended tablet should lose. */
const ASK_WHILE_MS = 300_000;

/** Follows the questions of a gate, its own and those of earlier pages, and presses of earlier pages that were not recorded, to their end on the disk, and by the word of the server. Ends with what it returns. */
export function followQuestions(queue: Pick<Queue, 'lines' | 'noteElsewhere'>): () => void {
  const school = schoolAtWork();
  const ended = new Set<string>();
  /** Check-outs that were not recorded, of children whom the server has had in school since. */
  const seenIn = new Set<string>();
  let isLeft = false;
  let isAsking = false;
  let worked = Date.now();
  const ours = () => orphanedPassages.get().filter((one) => one.school === schoolAtWork());
  /** One who goes for a reason is perhaps not in school by the server's word, and is asked about all the same. */
  const standing = () => [
    ...unanswered(queue.lines.get()).filter(({ override }) => override === undefined),
    ...unansweredBefore(ours(), queue.lines.get()).filter(({ overridden }) => !overridden),
  ];

  /** Presses that were not recorded; one against the state, of a child who was never in, is no child who has gone since. */
  const unrecorded = () =>
    ours().filter(
      (one) =>
        isUnrecorded(one) &&
        one.refusal?.problem !== 'gate.not-in' &&
        one.admissionNumber !== '' &&
        !isQuestion(one) &&
        !one.overridden,
    );

  /** Nothing is told by the next page that is over. */
  function end(): void {
    for (const key of overOf(isLeft ? [] : ours(), queue.lines.get())) endOne(key);
    if (!isLeft) return;
    // Those that the server asks from now on are nobody's here any more.
    for (const line of queue.lines.get()) if (asksForCollector(line)) endOne(line.key, attempts.leave);
  }
  function endOne(key: string, how = endOnDisk): void {
    if (ended.has(key)) return;
    ended.add(key);
    how(key);
  }
  function endOnDisk(key: string): void {
    if (queue.lines.get().some((line) => line.key === key)) attempts.drop(key);
    else void left.forget(key);
  }

  /** A child who was let out elsewhere is not waited for here. */
  async function ask(): Promise<void> {
    if (isAsking || isLeft || deskLock.get() !== null || Date.now() - worked > ASK_WHILE_MS) return;
    isAsking = true;
    try {
      for (const question of standing())
        if ((await hasGone(question)) && schoolAtWork() === school) noteElsewhere(question.key);
      for (const press of unrecorded()) if (await hasPassed(press)) endOne(press.key);
    } catch {
      // Nobody can be asked: all stands as it did.
    } finally {
      isAsking = false;
    }
  }
  /** By another device or another press. One who is not in school has gone only if they were: their check-in was perhaps not recorded either, here or elsewhere. */
  async function hasPassed(press: OrphanedRequest): Promise<boolean> {
    const since = await inSchoolSince(press);
    if (press.kind !== 'out') return typeof since === 'number' && since > Date.parse(momentOf(press));
    if (typeof since === 'number') seenIn.add(press.key);
    return since === 'out' && seenIn.has(press.key);
  }
  function noteElsewhere(key: string): void {
    // Answered meanwhile, perhaps.
    if (!standing().some((one) => one.key === key)) return;
    if (queue.lines.get().some((line) => line.key === key)) queue.noteElsewhere(key);
    else endOne(key);
  }
  const askSoon = () => void ask();
  function hearOfEarlier(): void {
    end();
    askSoon();
  }
  function work(): void {
    const before = worked;
    worked = Date.now();
    if (worked - before > ASK_EVERY_MS) askSoon();
  }

  const timer = setInterval(askSoon, ASK_EVERY_MS);
  const stops = [orphanedPassages.subscribe(hearOfEarlier), outbox.down.subscribe(askSoon)];
  // For as long as an answer may come to it.
  queue.lines.subscribe(end);
  window.addEventListener('online', askSoon);
  window.addEventListener('keydown', work);
  window.addEventListener('pointerdown', work);
  end();
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    window.removeEventListener('online', askSoon);
    window.removeEventListener('keydown', work);
    window.removeEventListener('pointerdown', work);
    isLeft = true;
    end();
  };
}

/** Tells whether the child of a question has gone by now: it is in school no longer, or has come in anew, as on another day than an earlier page's. */
async function hasGone(question: Line | OrphanedRequest): Promise<boolean> {
  const since = await inSchoolSince(question);
  if (typeof since !== 'number') return since === 'out';
  return 'outcome' in question && since > Date.parse(momentOf(question)) + CLOCKS_DIFFER_MS;
}

/** By the server's word; `unknown` where its list was cut short: nobody can say then who is not on it. */
async function inSchoolSince({ admissionNumber }: Pick<Line, 'admissionNumber'>): Promise<number | 'out' | 'unknown'> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const { rows, total } = await call(onCampus, { search: admissionNumber }, { overlay: false, signal });
  if (!(rows.length >= total)) return 'unknown';
  const found = rows.find((row) => row.admissionNumber === admissionNumber);
  return found ? Date.parse(found.since) : 'out';
}
