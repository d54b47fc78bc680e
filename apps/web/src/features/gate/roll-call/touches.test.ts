import type { Problem } from '@mfuko/contract/problem';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '../../../lib/problems.ts';
import type { Template } from '../../../lib/scanner/messages.ts';
import { createTouches, type Touch } from './touches.ts';

const AMINA: Touch = {
  key: 'k1',
  admissionNumber: '4001',
  names: 'Amina Juma',
  className: 'Grade 3',
  at: '2026-11-23T08:00:00Z',
};
const refusal = (status: number | null, problem?: Problem) =>
  new CallError({ status, body: problem ? { problem, message: problem } : null, atLogin: false });
const aFinger = (): Template => ({ Template: 'AA==' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Opens touches with a server that gives these answers in order. */
function open(answers: (Touch | CallError)[], undone: (null | CallError)[] = []) {
  const said: string[] = [];
  const touches = createTouches({
    async send(_picture, key) {
      said.push(`sent ${key}`);
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer;
      return answer;
    },
    async undo(key) {
      said.push(`undo ${key}`);
      const answer = undone.shift();
      if (answer) throw answer;
    },
    onKnown: ({ names }, at) => said.push(`${names} ${at === null ? 'missing' : 'here'}`),
    onFingerTaken: () => said.push('next'),
    play: (sound) => said.push(sound),
  });
  return { touches, said };
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const keysOf = (said: readonly string[]) => said.filter((one) => one.startsWith('sent'));

it('touches reports the ticked child once per finger, and then takes the next finger', async () => {
  const { touches, said } = open([AMINA]);
  const finger = aFinger();
  touches.finger(finger);
  // The scanner reports the same finger again.
  touches.finger(finger);
  await settle();
  touches.finger(finger);
  await settle();
  expect(said.slice(1)).toEqual(['in', 'Amina Juma here', 'next']);
  expect(touches.news.get()).toEqual({ kind: 'ticked', touch: AMINA });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(touches.news.get()).toBeNull();
  expect(touches.taken.get()).toEqual([AMINA]);
});

it('touches retries an unanswered finger under its key, and ignores another one meanwhile', async () => {
  const { touches, said } = open([refusal(null), refusal(503, 'server.busy'), AMINA]);
  touches.finger(aFinger());
  await settle();
  expect(touches.news.get()).toEqual({ kind: 'unanswered' });
  touches.finger(aFinger());
  await vi.advanceTimersByTimeAsync(4_000);
  expect(keysOf(said)).toHaveLength(3);
  expect(new Set(keysOf(said)).size).toBe(1);
  expect(said.slice(-3)).toEqual(['in', 'Amina Juma here', 'next']);
});

it('touches reports an unclear finger as unclear, not as wrong', async () => {
  const body = { problem: 'fingerprint.no-match', message: 'unclear', detail: { why: 'flatter' } } as const;
  const { touches, said } = open([new CallError({ status: 422, body, atLogin: false })]);
  touches.finger(aFinger());
  await settle();
  expect(said.slice(1)).toEqual(['unclear', 'next']);
});

it.each<[Problem, string]>([
  ['fingerprint.no-match', 'wrong'],
  ['fingerprint.ambiguous', 'wrong'],
  ['roll-call.not-expected', 'unknown'],
  ['fingerprint.replayed', 'refused'],
])('touches plays its own sound for refusal %s', async (problem, sound) => {
  const { touches, said } = open([refusal(422, problem)]);
  touches.finger(aFinger());
  await settle();
  expect(said.slice(1)).toEqual([sound, 'next']);
  expect(touches.news.get()).toMatchObject({ kind: 'refused', refusal: { problem } });
});

it('touches.takeBack undoes a tick, and reports when the undo failed', async () => {
  const { touches, said } = open([AMINA], [refusal(null), null]);
  touches.finger(aFinger());
  await settle();
  await touches.takeBack(AMINA);
  expect(touches.news.get()).toEqual({ kind: 'stands', touch: AMINA });
  expect(touches.taken.get()).toEqual([AMINA]);
  await touches.takeBack(AMINA);
  expect(touches.news.get()).toEqual({ kind: 'undone', touch: AMINA });
  expect(said.slice(-3)).toEqual(['undo k1', 'undone', 'Amina Juma missing']);
  expect(touches.taken.get()).toEqual([]);
});

it('touches sends nothing after end()', async () => {
  const { touches, said } = open([refusal(null), AMINA]);
  touches.finger(aFinger());
  await settle();
  touches.end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(keysOf(said)).toHaveLength(1);
});
