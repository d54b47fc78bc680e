import { beforeEach, expect, test, vi } from 'vitest';

let queue: typeof import('./device-queue.ts');
let state: typeof import('./device-state.ts');

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ now: Date.parse('2026-11-23T05:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  vi.stubGlobal('navigator', { getBattery: () => Promise.resolve({ level: 0.83, charging: false }) });
  queue = await import('./device-queue.ts');
  state = await import('./device-state.ts');
});

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

test('dueState reports queue and clock once a minute, and the battery once it is known', async () => {
  localStorage.setItem('clockAhead', '-240000');
  queue.noteQueue(0);
  expect(state.dueState()).toBe('w=0;a=240');
  state.noteTold('w=0;a=240');
  pass(59);
  expect(state.dueState()).toBeNull();
  pass(1);
  await vi.waitFor(() => expect(state.dueState()).toBe('b=83;c=0;w=0;a=240'));
});

test('dueState repeats a state until noteTold confirms it', () => {
  queue.noteQueue(0);
  expect(state.dueState()).toBe('w=0');
  expect(state.dueState()).toBe('w=0');
});

test('dueState reports a filled or emptied queue at once, with the seconds waited', () => {
  queue.noteQueue(0);
  state.noteTold(String(state.dueState()));
  queue.noteQueue(2);
  pass(10);
  expect(state.dueState()).toMatch(/w=2;s=10/);
  state.noteTold('w=2;s=10');
  queue.noteQueue(1);
  expect(state.dueState()).toBeNull();
  queue.noteQueue(0);
  expect(state.dueState()).toMatch(/w=0$/);
});

test('queueOfDevice keeps the waiting time across page loads', async () => {
  queue.noteQueue(3);
  pass(7200);
  vi.resetModules();
  const { noteQueue, queueOfDevice } = await import('./device-queue.ts');
  // The first call of a page goes out before the page has read the queue, and already reports its state.
  expect(queueOfDevice()).toEqual({ waiting: 3, seconds: 7200 });
  noteQueue(3);
  expect(queueOfDevice()).toEqual({ waiting: 3, seconds: 7200 });
  noteQueue(0);
  vi.resetModules();
  expect((await import('./device-queue.ts')).queueOfDevice()).toBeNull();
});

test('dueState reports at once a queue that has just become known', () => {
  localStorage.setItem('clockAhead', '0');
  expect(state.dueState()).toBe('a=0');
  state.noteTold('a=0');
  expect(state.dueState()).toBeNull();
  queue.noteQueue(0);
  expect(state.dueState()).toMatch(/w=0/);
});

test('dueState reports a queue that became known while the first state was being sent', () => {
  localStorage.setItem('clockAhead', '0');
  const said = String(state.dueState());
  queue.noteQueue(1);
  state.noteTold(said);
  expect(state.dueState()).toMatch(/w=1/);
});

test('dueState reports only the clock without a battery API and without a queue', () => {
  vi.stubGlobal('navigator', {});
  localStorage.setItem('clockAhead', '0');
  expect(state.dueState()).toBe('a=0');
});
