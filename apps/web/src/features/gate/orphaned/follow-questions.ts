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
import { isOpen, type Line } from '../queue/line.ts';
import type { Queue } from '../queue/queue.ts';
import { asksForCollector } from '../release.ts';
import { attempts } from './attempts.ts';
import { orphanedPassages } from './orphan-list.ts';
import { left } from './orphaned-passages.ts';

const ASK_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 8_000;
/** Polling stops this long after the last key or tap: every call extends the session, which an unattended tablet should lose. */
const ASK_WHILE_MS = 300_000;

/**
 * Polls the server about this gate's questions, and about questions and unrecorded presses of earlier pages, and removes from the disk
 * those that are over. The returned function stops polling; the queue is followed until its open lines have their answers.
 */
export function followQuestions(queue: Pick<Queue, 'lines' | 'noteElsewhere'>): () => void {
  const school = schoolAtWork();
  const ended = new Set<string>();
  /** Keys of unrecorded check-outs whose child the server has listed as in school since. */
  const seenIn = new Set<string>();
  let isLeft = false;
  let isAsking = false;
  let worked = Date.now();
  const ours = () => orphanedPassages.get().filter((one) => one.school === schoolAtWork());
  /** Questions to ask the server about. After an override the server may not list the child as in school, so absence proves nothing. */
  const standing = () => [
    ...unanswered(queue.lines.get()).filter(({ override }) => override === undefined),
    ...unansweredBefore(ours(), queue.lines.get()).filter(({ overridden }) => !overridden),
  ];

  /** Unrecorded presses to ask about. After the refusal that a child was not in school, the child's absence proves nothing. */
  const unrecorded = () =>
    ours().filter(
      (one) =>
        isUnrecorded(one) &&
        one.refusal?.problem !== 'gate.not-in' &&
        one.admissionNumber !== '' &&
        !isQuestion(one) &&
        !one.overridden,
    );

  /** Removes questions that are over from the disk, so that the next page does not report them. */
  function end(): void {
    for (const key of overOf(isLeft ? [] : ours(), queue.lines.get())) endOne(key);
    if (!isLeft) return;
    // The page has been left: a question that the server asks from now on is left to the next page.
    for (const line of queue.lines.get()) if (asksForCollector(line)) endOne(line.key, attempts.leave);
    // A left queue gets no new line, so that without an open one no further question can come.
    if (!queue.lines.get().some(isOpen)) stopLines();
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

  /** Asks the server which children have passed elsewhere, and ends their questions. */
  async function ask(): Promise<void> {
    if (isAsking || isLeft || deskLock.get() !== null || Date.now() - worked > ASK_WHILE_MS) return;
    isAsking = true;
    try {
      for (const question of standing())
        if ((await hasGone(question)) && schoolAtWork() === school) noteElsewhere(question.key);
      for (const press of unrecorded()) if (await hasPassed(press)) endOne(press.key);
    } catch {
      // The server cannot be reached: every question stays as it is.
    } finally {
      isAsking = false;
    }
  }
  /** Returns true once the passage was recorded elsewhere. Absence proves a check-out only of a child seen in school since the press. */
  async function hasPassed(press: OrphanedRequest): Promise<boolean> {
    const since = await inSchoolSince(press);
    if (press.kind !== 'out') return typeof since === 'number' && since > Date.parse(momentOf(press));
    if (typeof since === 'number') seenIn.add(press.key);
    return since === 'out' && seenIn.has(press.key);
  }
  function noteElsewhere(key: string): void {
    // The question may have been answered meanwhile.
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
  // Ends after the stop, once every open line has its answer, which may be a question.
  const stopLines = queue.lines.subscribe(end);
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

/** Returns true where the child of a question is no longer in school or, for an earlier page's question, has checked in again since. */
async function hasGone(question: Line | OrphanedRequest): Promise<boolean> {
  const since = await inSchoolSince(question);
  if (typeof since !== 'number') return since === 'out';
  return 'outcome' in question && since > Date.parse(momentOf(question)) + CLOCKS_DIFFER_MS;
}

/** Returns the time of the check-in that the server lists; `unknown` where the list was truncated, since absence proves nothing then. */
async function inSchoolSince({ admissionNumber }: Pick<Line, 'admissionNumber'>): Promise<number | 'out' | 'unknown'> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const { rows, total } = await call(onCampus, { search: admissionNumber }, { overlay: false, signal });
  if (!(rows.length >= total)) return 'unknown';
  const found = rows.find((row) => row.admissionNumber === admissionNumber);
  return found ? Date.parse(found.since) : 'out';
}
