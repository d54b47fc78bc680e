import type { GateEvent } from '@mfuko/contract/gate';
import type { CallError } from '../../../lib/problems.ts';
import { currentSchool } from '../../../lib/school.ts';
import { currentSession } from '../../../lib/session.ts';
import { answerOf, askOutcome } from '../../../school/attempts/outcome.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { askStudent } from '../gate-calls.ts';
import type { Line } from '../queue.ts';
import { dropPassage, listLeftPassages } from './kept-passages.ts';
import { type LeftPassage, leftPassages } from './left-list.ts';

const AGAIN_MS = 10_000;
/** Another page may end at any time. */
const LOOK_EVERY_MS = 20_000;
/** The server forgets a key after 30 days, and would call void what it had recorded. */
const KNOWN_FOR_MS = 29 * 86_400_000;
/** Presses of this page by which a child has passed. */
const passed = new Map<string, Pick<LeftPassage, 'kind' | 'admissionNumber' | 'at' | 'school'>>();
let others: BroadcastChannel | undefined;
let looking = false;
let isWanted = false;

/** Looks for what earlier pages left, now and then, and asks what became of each. Ends with what it returns. */
export function followLeftPassages(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  async function follow(): Promise<void> {
    clearTimeout(timer);
    await lookForLeft();
    if (isOver) return;
    clearTimeout(timer);
    const isAsking = leftPassages.get().some(({ outcome }) => outcome === 'asking');
    timer = setTimeout(() => void follow(), isAsking ? AGAIN_MS : LOOK_EVERY_MS);
  }
  const now = () => void follow();
  others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('mfuko-passages');
  others?.addEventListener('message', now);
  window.addEventListener('online', now);
  now();
  return () => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener('online', now);
    others?.close();
    others = undefined;
  };
}

/** Reads what was left, and asks about what is not known yet. */
export async function lookForLeft(): Promise<void> {
  isWanted = true;
  if (looking) return;
  looking = true;
  try {
    while (isWanted) {
      isWanted = false;
      await look();
    }
  } catch {
    // The device's storage failed: it is read again soon.
  } finally {
    looking = false;
  }
}

async function look(): Promise<void> {
  const known = new Map(leftPassages.get().map((left) => [left.key, left]));
  const found = await listLeftPassages();
  const user = currentSession()?.userName;
  const seen = found.map((attempt): LeftPassage => {
    const before = known.get(attempt.key);
    if (before && before.outcome !== 'asking' && before.outcome !== 'others') return before;
    const isTold = attempt.user === user && Date.now() - attempt.at < KNOWN_FOR_MS;
    return { ...attempt, outcome: isTold ? 'asking' : 'others' };
  });
  leftPassages.set(seen);
  for (const left of seen) if (left.outcome === 'asking') await ask(left);
  for (const left of leftPassages.get()) if (left.names === null && left.admissionNumber !== '') await name(left);
}

async function ask(left: LeftPassage): Promise<void> {
  const outcome = await askOutcome(left.key);
  if (outcome === null) return;
  try {
    const event = answerOf(outcome) as GateEvent;
    const { admissionNumber, studentName: names, class: className } = event;
    change({ ...left, admissionNumber, names, className, outcome: 'recorded', event });
  } catch (error) {
    const refusal = error as CallError;
    if (outcome.outcome === 'void' && hasPassedSince(left)) await forgetLeft(left.key);
    else change({ ...left, outcome: outcome.outcome, refusal });
  }
}

/** A child who was let go quicker than its name came. */
async function name({ key, admissionNumber }: LeftPassage): Promise<void> {
  // The number is told alone where nobody can be asked.
  const student = await askStudent(admissionNumber, new AbortController().signal).catch(() => null);
  const left = leftPassages.get().find((one) => one.key === key);
  if (student && left) change({ ...left, names: student.names, className: student.className });
}

function change(left: LeftPassage): void {
  leftPassages.set(leftPassages.get().map((one) => (one.key === left.key ? left : one)));
}

/**
 * Somebody's word that the child has passed: recorded under the key of the press, at its time, as not verified. Where the press was recorded
 * after all, the two are one. Throws where the device cannot keep it.
 */
export async function sayPassed({ key, ...left }: LeftPassage): Promise<void> {
  const { kind, admissionNumber, collectorSYSID, leavesAlone, at, clockAheadMs } = left;
  const event = { kind, admissionNumber, collectorSYSID, leavesAlone, pressed: { at, clockAheadMs } };
  await outbox.keep({ ...event, method: 'attested' }, key);
  await forgetLeft(key);
  outbox.flush();
}

/** Somebody's word that the child has not passed: a check-out that may have been recorded is taken back. Throws where the device cannot keep it. */
export async function sayStayed({ key, kind, outcome }: LeftPassage): Promise<void> {
  if (kind === 'out' && outcome !== 'void') await outbox.stop(key);
  await forgetLeft(key);
}

/** Its outcome has been read. */
export async function forgetLeft(key: string): Promise<void> {
  leftPassages.set(leftPassages.get().filter((left) => left.key !== key));
  await dropPassage(key);
  others?.postMessage(null);
}

/**
 * The child has passed by a press of this page, with or without the network: nothing more is to be said of an earlier one that was not
 * recorded, whichever of the two is known first. One that was taken back or stopped says nothing of the earlier.
 */
export function noteRecorded(line: Pick<Line, 'key' | 'state' | 'kind' | 'admissionNumber' | 'at'>): void {
  const { key, state, kind, admissionNumber, at } = line;
  if (state === 'undone' || state === 'stopped') passed.delete(key);
  if (state !== 'recorded' && state !== 'kept') return;
  passed.set(key, { kind, admissionNumber, at, school: currentSchool()?.sysid ?? null });
  const done = leftPassages.get().filter((left) => left.outcome === 'void' && hasPassedSince(left));
  for (const left of done) void forgetLeft(left.key);
}

function hasPassedSince({ kind, admissionNumber, school, at }: LeftPassage): boolean {
  return [...passed.values()].some(
    (one) => one.kind === kind && one.admissionNumber === admissionNumber && one.school === school && at < one.at,
  );
}
