import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '../../lib/problems.ts';
import { clearSession, enterUnkept } from '../../lib/session.ts';
import { unanswered } from './questions.ts';
import type { Passed, Passing } from './queue/line.ts';
import { createQueue, type Queue } from './queue/queue.ts';

const HELD = new CallError({ status: 422, body: { problem: 'collector.required' } as never, atLogin: false });
const NO_LEAVE = new CallError({ status: 422, body: { problem: 'exeat.required' } as never, atLogin: false });
const PASSING: Passing = {
  ...{ kind: 'out', by: 'pin', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4' },
  proof: { pin: '482916' },
};
let queue: Queue;
/** Operations on the device's disk. */
let disk: string[];
const pass = (admissionNumber: string) => {
  queue.submit({ ...PASSING, admissionNumber });
  return vi.advanceTimersByTimeAsync(0);
};
const asked = () => unanswered(queue.lines.get()).map(({ admissionNumber }) => admissionNumber);

beforeEach(() => {
  vi.useFakeTimers();
  disk = [];
  queue = createQueue(
    // The server asks who collects 4100, unless the choice was sent along.
    async ({ admissionNumber, release }) => {
      if (admissionNumber === '4100' && !release?.leavesAlone) throw HELD;
      if (admissionNumber === '9999') throw NO_LEAVE;
      return { admissionNumber, studentName: 'Student', class: 'Grade 4' } as Passed;
    },
    () => undefined,
    undefined,
    undefined,
    {
      keep: async ({ admissionNumber, refusal }) =>
        void disk.push(`keep ${admissionNumber} ${refusal?.problem ?? '-'}`),
      drop: () => void disk.push('drop'),
      leave: () => void disk.push('leave'),
    },
  );
});
afterEach(() => {
  clearSession();
  vi.useRealTimers();
});

it("queue keeps a collector question behind 40 later students and past its proof's expiry", async () => {
  await pass('4100');
  for (let number = 5000; number < 5040; number++) await pass(String(number));
  expect(asked()).toEqual(['4100']);
  await vi.advanceTimersByTimeAsync(130_000);
  const [gone] = unanswered(queue.lines.get());
  expect(gone).toMatchObject({ admissionNumber: '4100', proof: null });
  expect(queue.release(gone?.key ?? '', { leavesAlone: true })).toBe(false);
  queue.putAway(gone?.key ?? '');
  expect(asked()).toEqual([]);
});

it('queue does not dismiss an answerable question, and ends it by its answer', async () => {
  await pass('4100');
  const key = queue.lines.get()[0]?.key ?? '';
  queue.putAway(key);
  expect(asked()).toEqual(['4100']);
  expect(queue.release(key, { leavesAlone: true })).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toEqual([]);
  expect(queue.lines.get()[0]).toMatchObject({ admissionNumber: '4100', state: 'recorded' });
});

it('queue stores a press again with the collector question, but not with other refusals', async () => {
  await pass('4100');
  expect(disk).toEqual(['keep 4100 -', 'keep 4100 collector.required']);
  disk = [];
  await pass('5000');
  await pass('9999');
  expect(disk).toEqual(['keep 5000 -', 'drop', 'keep 9999 -', 'drop']);
});

it('queue keeps an overridable refusal behind 40 later students until its proof expires', async () => {
  await pass('9999');
  for (let number = 5000; number < 5040; number++) await pass(String(number));
  const refused = () => queue.lines.get().find(({ admissionNumber }) => admissionNumber === '9999');
  expect(queue.override(refused()?.key ?? '', 'The office said so')).toBe(true);
  await vi.advanceTimersByTimeAsync(130_000);
  for (let number = 5040; number < 5080; number++) await pass(String(number));
  expect(refused()).toBeUndefined();
});

it.each([
  ['who collects', '4100', (key: string) => queue.release(key, { leavesAlone: true })],
  ['a reason', '9999', (key: string) => queue.override(key, 'The office said so')],
])('queue takes %s only from the account that proved the child', async (_, number, answer) => {
  const guard = { token: 't', userName: '254700000003', role: 'CheckAgent' } as const;
  enterUnkept(guard);
  await pass(number);
  const key = queue.lines.get()[0]?.key ?? '';
  enterUnkept({ ...guard, userName: '254700000009' });
  expect([answer(key), queue.lines.get().length]).toEqual([false, 1]);
  enterUnkept(guard);
  expect(answer(key)).toBe(true);
});
