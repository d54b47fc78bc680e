import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendConfig } from '../../lib/config.testkit.ts';
import { CallError } from '../../lib/problems.ts';
import { pickSchool } from '../../lib/school.ts';
import { saveSession } from '../../lib/session.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { keepStep, stepsChanged, unknownNumbers } from './roll-call-steps.ts';
import type { OfflineEvent } from './stored-events.ts';

const SCHOOL = '01890000-0000-7000-8000-000000000001';
const SERVERS = '01890000-0000-7000-8000-0000000000aa';
const LOCAL = '01890000-0000-7000-8000-0000000000bb';

let device: OfflineEvent[];
let counter: number;
let boxed: Map<string, unknown>;
/** Calls in their order: path and input. */
let calls: {
  path: string;
  input: Record<string, unknown>;
  key: string | undefined;
  byItself: boolean;
  school: unknown;
}[];
let answer: (path: string, input: Record<string, unknown>) => unknown;
let outbox: Outbox;
let stop: () => void;

vi.mock('./stored-events.ts', () => ({
  storeOfflineEvent: async (event: Omit<OfflineEvent, 'counter'>) => void device.push({ ...event, counter: ++counter }),
  listOfflineEvents: async (school: string) => device.filter((event) => event.school === school),
  dropOfflineEvents: async (counters: number[]) => {
    device = device.filter((event) => !counters.includes(event.counter));
  },
}));
vi.mock('./device-box.ts', () => {
  const box = {
    put: async (name: string, value: unknown) => void boxed.set(name, value),
    get: async (name: string) => boxed.get(name) ?? null,
    seal: async (text: string) => text,
    open: async (sealed: string) => sealed,
  };
  return { ownBox: box, seenBox: box };
});
vi.mock('../../lib/request.ts', () => ({
  call: async (
    { path }: { path: string },
    input: Record<string, unknown>,
    options: { idempotencyKey?: string; byItself?: boolean; school?: string },
  ) => {
    calls.push({
      path,
      input,
      key: options.idempotencyKey,
      byItself: options.byItself === true,
      school: options.school,
    });
    return answer(path, input);
  },
}));

const silent = () => {
  throw new CallError({ status: null, body: null, atLogin: false });
};
const server = (path: string) => {
  if (path === 'check/openRollCall') return { sysid: SERVERS, expected: 3 };
  if (path === 'check/tick') return { accounted: 1, expected: 3, unknown: [] };
  return { outcomes: [] };
};
const settled = (work: () => void) => vi.waitFor(work, { timeout: 10_000 });
const open = () => keepStep(SCHOOL, { kind: 'open', id: LOCAL, reason: 'Fire', at: '2026-11-20T06:00:00.000Z' });
const tick = (key: string, rollCall = LOCAL) =>
  keepStep(SCHOOL, {
    kind: 'tick',
    rollCall,
    tick: { key, admissionNumber: `4${key}`, at: '2026-11-20T06:01:00.000Z', by: 'Mwalimu Otieno' },
  });
const paths = () => calls.map(({ path }) => path);
const keysOf = ({ input }: { input: Record<string, unknown> }) =>
  (input.ticks as { key: string }[]).map(({ key }) => key);

beforeEach(async () => {
  device = [];
  counter = 0;
  boxed = new Map();
  calls = [];
  answer = silent;
  vi.stubGlobal('indexedDB', {});
  pretendConfig({ wireKey: '0123456789abcdef', offlineKey: '' });
  saveSession({ token: 't', userName: '254700000003', role: 'CheckAgent' });
  pickSchool({ sysid: SCHOOL, shortName: 'DEMO' });
  outbox = createOutbox();
  stop = outbox.start();
});
afterEach(() => {
  expect(calls.filter(({ byItself, school }) => !byItself || school !== SCHOOL)).toEqual([]);
  stop();
  vi.unstubAllGlobals();
});

it("outbox opens an offline roll call at the server under one key, and sends its ticks to the server's id", async () => {
  await open();
  for (const key of ['01', '02']) await tick(key);
  outbox.added();
  await settled(() => expect(outbox.down.get()).toBe(true));
  expect(device).toHaveLength(3);
  answer = server;
  outbox.flush();
  await settled(() => expect(device).toEqual([]));
  const brought = calls.filter(({ path }) => path === 'check/openRollCall');
  expect(new Set(brought.map(({ key }) => key))).toEqual(new Set([LOCAL]));
  expect(brought.at(-1)?.input).toMatchObject({ reason: 'Fire', at: '2026-11-20T06:00:00.000Z' });
  expect(calls.at(-1)?.input.sysid).toBe(SERVERS);
  expect(keysOf(calls.at(-1) as never)).toEqual(['01', '02']);
  await settled(() => expect(outbox.waiting.get()).toBe(0));
});

it('outbox sends ticks of a known roll call before passages, and opens a new roll call after them', async () => {
  device.push({ counter: 900, key: 'in', lane: 'gate', school: SCHOOL, sealed: 'x' });
  await tick('03', SERVERS);
  await open();
  answer = (path) => (path === 'check/offlineBatch' ? { outcomes: [{ key: 'in', status: 'recorded' }] } : server(path));
  outbox.flush();
  await settled(() => expect(device).toEqual([]));
  expect(paths()).toEqual(['check/tick', 'check/offlineBatch', 'check/openRollCall']);
});

it('outbox sends roll call steps even when passages cannot be sent', async () => {
  device.push({ counter: 900, key: 'in', lane: 'gate', school: SCHOOL, sealed: 'x' });
  await open();
  await tick('04');
  answer = (path) => (path === 'check/offlineBatch' ? silent() : server(path));
  outbox.flush();
  await settled(() => expect(device.map(({ key }) => key)).toEqual(['in']));
});

it('outbox sends the undo of a tick only after the tick itself', async () => {
  await tick('07', SERVERS);
  await keepStep(SCHOOL, { kind: 'undo', id: 'undo-07', rollCall: SERVERS, tick: '07', child: null });
  answer = (path) => (path === 'check/tick' ? silent() : server(path));
  outbox.flush();
  await settled(() => expect(paths()).toContain('check/tick'));
  await settled(() => expect(outbox.down.get()).toBe(true));
  expect(paths()).not.toContain('check/undoTickTouch');
  expect(device).toHaveLength(2);
  answer = (path) => {
    if (path !== 'check/undoTickTouch') return server(path);
    throw new CallError({ status: 404, body: { message: 'no', problem: 'roll-call.no-touch' }, atLogin: false });
  };
  outbox.flush();
  // A number without a student leaves nothing to take back.
  await settled(() => expect(device).toEqual([]));
  expect(calls.at(-1)).toMatchObject({ path: 'check/undoTickTouch', input: { sysid: SERVERS, key: '07' } });
});

it('outbox keeps a refused tick, and reports admission numbers that the server does not know', async () => {
  unknownNumbers.set([]);
  await tick('05', LOCAL.replace('bb', 'cc'));
  await tick('06', SERVERS);
  answer = (path, input) => {
    if (path === 'check/tick' && input.sysid !== SERVERS)
      throw new CallError({ status: 404, body: { message: 'no', problem: 'roll-call.not-found' }, atLogin: false });
    return { accounted: 0, expected: 3, unknown: ['406'] };
  };
  outbox.flush();
  await settled(() => expect(device.map(({ key }) => key)).toEqual(['05']));
  expect(unknownNumbers.get()).toEqual(['406']);
  await settled(() => expect(outbox.waiting.get()).toBe(1));
});

it('outbox does not repeat taken and refused ticks after a later tick had no answer', async () => {
  const [refused, lost] = [LOCAL.replace('bb', 'cc'), LOCAL.replace('bb', 'dd')];
  await tick('08', refused);
  await tick('09', SERVERS);
  await tick('10', lost);
  const changes = stepsChanged.get();
  answer = (path, { sysid }) => {
    if (sysid === lost) return silent();
    if (sysid !== refused) return server(path);
    throw new CallError({ status: 404, body: { message: 'no', problem: 'roll-call.not-found' }, atLogin: false });
  };
  outbox.flush();
  await settled(() => expect(outbox.down.get()).toBe(true));
  expect(device.map(({ key }) => key)).toEqual(['08', '10']);
  expect(stepsChanged.get()).toBe(changes + 1);
  calls = [];
  answer = server;
  outbox.flush();
  await settled(() => expect(device.map(({ key }) => key)).toEqual(['08']));
  expect(calls.map(({ input }) => input.sysid)).toEqual([lost]);
});

it('outbox sends other steps and passages past a step that it cannot open, and counts that one', async () => {
  device.push({ counter: 901, key: 'lost', lane: 'roll-call', school: SCHOOL, sealed: 'of a lost key' });
  device.push({ counter: 902, key: 'in', lane: 'gate', school: SCHOOL, sealed: 'x' });
  await tick('11', SERVERS);
  answer = (path) => (path === 'check/offlineBatch' ? { outcomes: [{ key: 'in', status: 'recorded' }] } : server(path));
  outbox.flush();
  await settled(() => expect(device.map(({ key }) => key)).toEqual(['lost']));
  await settled(() => expect(outbox.waiting.get()).toBe(1));
});

it.each([
  [200, [200]],
  [201, [200, 1]],
  [400, [200, 200]],
])('outbox sends %i ticks in calls of at most 200, none of them empty', async (count, parts) => {
  const ticks = Array.from({ length: count }, (_, at) => ({ key: `t${at}`, admissionNumber: '41', at: '', by: '' }));
  // All at once: the outbox that has just started would send the first ones before the last are kept.
  device = ticks.map((one, at) => ({
    ...{ counter: at, key: one.key, lane: 'roll-call', school: SCHOOL },
    sealed: JSON.stringify({ kind: 'tick', rollCall: SERVERS, tick: one }),
  }));
  answer = server;
  outbox.added();
  await settled(() => expect(device).toEqual([]));
  await settled(() => expect(outbox.waiting.get()).toBe(0));
  expect(calls.map((one) => keysOf(one).length)).toEqual(parts);
});

it('keepStep reports the new step to the screens', async () => {
  const before = stepsChanged.get();
  await tick('31', SERVERS);
  expect(stepsChanged.get()).toBe(before + 1);
});

it('outbox sends the undo of a tick that the server has taken before', async () => {
  await keepStep(SCHOOL, { kind: 'undo', id: 'undo-12', rollCall: SERVERS, tick: '12', child: null });
  answer = server;
  outbox.flush();
  await settled(() => expect(device).toEqual([]));
  expect(calls.map(({ path, input }) => [path, input])).toEqual([
    ['check/undoTickTouch', { sysid: SERVERS, key: '12' }],
  ]);
});

it.each([401, 429, 503])('outbox sends a tick again that the server did not judge: %s', async (status) => {
  await tick('13', SERVERS);
  answer = () => {
    throw new CallError({ status, body: { message: 'no', problem: 'server.fault' }, atLogin: false });
  };
  outbox.flush();
  await settled(() => expect(outbox.down.get()).toBe(true));
  expect(device.map(({ key }) => key)).toEqual(['13']);
  answer = server;
  outbox.flush();
  await settled(() => expect(device).toEqual([]));
});
