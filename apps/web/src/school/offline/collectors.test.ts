import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendConfig } from '../../lib/config.testkit.ts';
import { pickSchool } from '../../lib/school.ts';
import { saveSession } from '../../lib/session.ts';
import { keepCollectors, readCollectors } from './collectors.ts';

const SECOND = 1_000;
let boxed: Map<string, unknown>;
let asked: number;
let answer: () => Promise<void>;
/** Each test has its own school, because the time of the last call is module state. */
let school = 0;

vi.mock('./device-box.ts', () => ({
  seenBox: {
    put: async (name: string, value: unknown) => void boxed.set(name, value),
    get: async (name: string) => boxed.get(name) ?? null,
  },
}));
vi.mock('./faces.ts', () => ({ keepFaces: async () => undefined }));
vi.mock('../../lib/request.ts', () => ({
  call: async () => {
    asked++;
    await answer();
    const blocked = [{ sysid: 'b1', name: 'Peter Banned', relation: 'Father', reason: 'Court order' }];
    const nothing = { required: false, leavesAlone: false, collectors: [], exeat: null };
    return {
      requireCollector: false,
      requireExeat: false,
      students: [{ admissionNumber: '4100', ...nothing, blocked }],
    };
  },
}));

beforeEach(() => {
  boxed = new Map();
  asked = 0;
  answer = async () => undefined;
  vi.useFakeTimers({ now: new Date('2026-11-24T06:00:00.000Z') });
  pretendConfig({ wireKey: '0123456789abcdef' });
  work('254700000003', ++school);
});
afterEach(() => vi.useRealTimers());

function work(userName: string, at = school) {
  saveSession({ token: `of ${userName}`, userName, role: 'CheckAgent' });
  pickSchool({ sysid: `school-${at}`, shortName: 'DEMO' });
}
const barred = async () => (await readCollectors('4100'))?.blocked.map(({ name }) => name);

it('keepCollectors refetches only after five minutes while the list is cached', async () => {
  await keepCollectors();
  vi.advanceTimersByTime(299 * SECOND);
  await keepCollectors();
  expect(asked).toBe(1);
  vi.advanceTimersByTime(2 * SECOND);
  await keepCollectors();
  expect(asked).toBe(2);
});

it('keepCollectors refetches at once when the cached list was dropped, so that blocked collectors are known', async () => {
  await keepCollectors();
  boxed.clear();
  expect(await barred()).toBeUndefined();
  await keepCollectors();
  expect(await barred()).toEqual(['Peter Banned']);
});

it('keepCollectors refetches at once for another guard and for another school', async () => {
  await keepCollectors();
  work('254700000004');
  await keepCollectors();
  expect(asked).toBe(2);
  work('254700000004', ++school);
  await keepCollectors();
  expect(asked).toBe(3);
  expect(await barred()).toEqual(['Peter Banned']);
});

it('keepCollectors retries a failed call after 31 seconds, but not at once', async () => {
  answer = () => Promise.reject(new Error('no network'));
  await expect(keepCollectors()).rejects.toThrow();
  await keepCollectors();
  expect(asked).toBe(1);
  answer = async () => undefined;
  vi.advanceTimersByTime(31 * SECOND);
  await keepCollectors();
  expect(await barred()).toEqual(['Peter Banned']);
});

it('keepCollectors stores nothing when another guard signed in during the call', async () => {
  answer = async () => work('254700000004');
  await keepCollectors();
  expect(boxed.size).toBe(0);
});
