import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastActivity } from '../../lib/activity.ts';
import { pretendConfig } from '../../lib/config.testkit.ts';
import { CallError } from '../../lib/problems.ts';
import { pickSchool } from '../../lib/school.ts';
import { clearSession, saveSession } from '../../lib/session.ts';
import type { News } from './news-list.ts';
import { createOutbox, isNews, type Outbox } from './outbox.ts';
import type { OfflineEvent } from './stored-events.ts';

const SCHOOL = '01890000-0000-7000-8000-000000000001';
const OTHER_SCHOOL = '01890000-0000-7000-8000-000000000002';
const SESSION = { token: 't', userName: '254700000003', role: 'CheckAgent' } as const;
let device: OfflineEvent[];
let counter = 0;
let sent: { key: string; counter: number; sealed: string }[][];
let answer: (keys: string[]) => unknown;
let outbox: Outbox;
let stop: () => void;
let stopped: string[];
/** School of each call. */
let sentTo: unknown[];
let stopAnswer: () => unknown;
let desk: { deskSYSID: string; deskProven: boolean } | null;
/** Calls that would count as user activity, although the device sends them by itself. */
let asWork: string[];
/** True for a box that does not respond. */
let silentBox: boolean;

vi.mock('./stored-events.ts', () => ({
  storeOfflineEvent: async (event: Omit<OfflineEvent, 'counter'>) => void device.push({ ...event, counter: ++counter }),
  listOfflineEvents: async (school: string) => device.filter((event) => event.school === school),
  dropOfflineEvents: async (counters: number[]) => {
    device = device.filter((event) => !counters.includes(event.counter));
  },
}));
/** News in the order in which it was written, with the keys of the events that were on the device by then. */
let written: { news: readonly News[]; beside: string[] }[];
let isNewsLost: boolean;
vi.mock('./kept-news.ts', () => ({
  keepNews: async (news: readonly News[]) => {
    if (news.length > 0) written.push({ news, beside: device.map(({ key }) => key) });
    return new Set(isNewsLost ? news.map(({ outcome }) => outcome.key) : []);
  },
}));
/** Texts in the order in which they were sealed. */
const texts: string[] = [];
vi.mock('@mfuko/contract/offline-seal', async (load) => {
  const real = await load<typeof import('@mfuko/contract/offline-seal')>();
  return {
    sealOffline: (...args: Parameters<typeof real.sealOffline>) => {
      texts.push(args[3]);
      return real.sealOffline(...args);
    },
  };
});
vi.mock('../unlock/desks.ts', () => ({
  deskAtWork: () => (silentBox ? new Promise(() => undefined) : Promise.resolve(desk)),
}));
vi.mock('../../lib/request.ts', () => ({
  call: async (
    { path }: { path: string },
    input: { key: string; events: { key: string; counter: number; sealed: string }[] },
    options: { byItself?: boolean; school?: string },
  ) => {
    sentTo.push(options.school);
    if (!options.byItself) asWork.push(path);
    if (path === 'check/stopOut') {
      stopped.push(input.key);
      return stopAnswer();
    }
    sent.push(input.events);
    return answer(input.events.map(({ key }) => key));
  },
}));

const all =
  (status: string, more: object = {}) =>
  (keys: string[]) => ({
    outcomes: keys.map((key) => ({ key, status, ...more })),
  });
const silent = () => {
  throw new CallError({ status: null, body: null, atLogin: false });
};
const settled = (work: () => void) => vi.waitFor(work, { timeout: 10_000 });
const student = (admissionNumber: string) =>
  ({ kind: 'in', admissionNumber, method: 'pin', proof: { pin: '482916' } }) as const;

beforeEach(async () => {
  device = [];
  sent = [];
  stopped = [];
  written = [];
  isNewsLost = false;
  sentTo = [];
  asWork = [];
  stopAnswer = () => silent();
  answer = silent;
  desk = null;
  silentBox = false;
  const pair = (await crypto.subtle.generateKey({ name: 'X25519' }, true, ['deriveBits'])) as CryptoKeyPair;
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey));
  vi.stubGlobal('indexedDB', {});
  pretendConfig({ wireKey: '0123456789abcdef', offlineKey: btoa(String.fromCharCode(...spki)) });
  saveSession(SESSION);
  pickSchool({ sysid: SCHOOL, shortName: 'DEMO' });
  outbox = createOutbox();
  stop = outbox.start();
  await settled(() => expect(outbox.ready.get()).toBe(true));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  expect(asWork).toEqual([]);
});

describe('offline outbox', () => {
  it('stores an event sealed, without student, PIN, direction or method in clear text', async () => {
    // Long enough that the sealed text does not contain it by chance.
    await outbox.keep(student('410083526'), 'k1');
    expect(outbox.waiting.get()).toBe(1);
    const [event] = device;
    expect(Object.keys(event ?? {}).toSorted()).toEqual(['counter', 'key', 'lane', 'school', 'sealed']);
    expect(JSON.stringify(device)).not.toMatch(/410083526|482916|"in"|"pin"/);
    expect(atob((event?.sealed ?? '').replaceAll('-', '+').replaceAll('_', '/'))).not.toMatch(/410083526|482916/);
  });

  it('counts a recorded event as user activity', async () => {
    const before = lastActivity();
    const now = vi.spyOn(Date, 'now').mockReturnValue(before + 60_000);
    await outbox.keep(student('4100'), 'k1');
    now.mockRestore();
    expect(lastActivity()).toBe(before + 60_000);
  });

  it('seals the desk of the recording user into the event', async () => {
    await outbox.keep(student('4100'), 'k1');
    expect(JSON.parse(texts.at(-1) ?? '')).not.toHaveProperty('deskSYSID');
    desk = { deskSYSID: 'd1', deskProven: false };
    await outbox.keep(student('4100'), 'k2');
    expect(JSON.parse(texts.at(-1) ?? '')).toMatchObject({ ...desk, admissionNumber: '4100' });
  });

  it('stores an event even when the desk lookup does not answer', async () => {
    silentBox = true;
    await outbox.keep(student('4100'), 'k1');
    expect(device).toHaveLength(1);
  });

  it('sends events in order once online, drops them, and reports their outcomes', async () => {
    const heard: string[] = [];
    outbox.onOutcome(({ key, status }) => heard.push(`${key} ${status}`));
    for (const key of ['k1', 'k2', 'k3']) await outbox.keep(student('4100'), key);
    outbox.flush();
    await settled(() => expect(outbox.down.get()).toBe(true));
    expect(device).toHaveLength(3);
    answer = all('recorded');
    window.dispatchEvent(new Event('online'));
    await settled(() => expect(outbox.waiting.get()).toBe(0));
    expect(sent.at(-1)?.map(({ key }) => key)).toEqual(['k1', 'k2', 'k3']);
    expect(heard).toEqual(['k1 recorded', 'k2 recorded', 'k3 recorded']);
    expect(outbox.down.get()).toBe(false);
  });

  it('retries by itself', async () => {
    await outbox.keep(student('4100'), 'k1');
    answer = all('recorded');
    await settled(() => expect(device).toEqual([]));
  });

  it('keeps sending while one of two screens still uses it', async () => {
    const leave = outbox.start();
    await outbox.keep(student('4100'), 'k1');
    await settled(() => expect(outbox.isAway()).toBe(true));
    leave();
    leave();
    answer = all('recorded');
    window.dispatchEvent(new Event('online'));
    await settled(() => expect(device).toEqual([]));
  });

  it('sends nothing when its only screen is left while it starts', async () => {
    const other = createOutbox();
    await outbox.keep(student('4100'), 'k1');
    stop();
    answer = all('recorded');
    other.start()();
    await settled(() => expect(other.waiting.get()).toBe(1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent.flat()).toEqual([]);
  });

  it('sends events of all desks of its school, and leaves those of another school', async () => {
    device.push({ counter: 900, key: 'far', lane: 'gate', school: OTHER_SCHOOL, sealed: 'x' });
    device.push({ counter: 901, key: 'bus', lane: 'bus', school: SCHOOL, sealed: 'x' });
    await outbox.keep(student('4100'), 'k1');
    outbox.flush();
    await settled(() => expect(outbox.waiting.get()).toBe(2));
    answer = all('recorded');
    await settled(() => expect(device.map(({ key }) => key)).toEqual(['far']));
    expect(sent.at(-1)?.map(({ key }) => key)).toEqual(['bus', 'k1']);
    expect(outbox.waiting.get()).toBe(0);
  });

  it('keeps an event that the account may not send, without blocking later events', async () => {
    answer = (keys) => ({
      outcomes: keys.map((key) =>
        key === 'k1' ? { key, status: 'refused', problem: 'session.role' } : { key, status: 'recorded' },
      ),
    });
    await outbox.keep(student('4100'), 'k1');
    await outbox.keep(student('4101'), 'k2');
    await settled(() => expect(device.map(({ key }) => key)).toEqual(['k1']));
    const asked = sent.length;
    outbox.flush();
    await outbox.keep(student('4102'), 'k3');
    await settled(() => expect(sent.at(-1)?.map(({ key }) => key)).toEqual(['k3']));
    expect(sent).toHaveLength(asked + 1);
    await settled(() => expect(outbox.waiting.get()).toBe(1));
  });

  it('sends the events of a refused batch one by one, and keeps only the refused one', async () => {
    answer = (keys) => {
      if (keys.includes('k2')) throw new CallError({ status: 400, body: null, atLogin: false });
      return all('recorded')(keys);
    };
    for (const key of ['k1', 'k2', 'k3']) await outbox.keep(student('4100'), key);
    outbox.flush();
    await settled(() => expect(device.map(({ key }) => key)).toEqual(['k2']));
    await settled(() => expect(outbox.waiting.get()).toBe(1));
  });

  it('keeps all events when the network fails while a refused batch is sent one by one', async () => {
    answer = (keys) => {
      if (keys.length > 1) throw new CallError({ status: 400, body: null, atLogin: false });
      return silent();
    };
    for (const key of ['k1', 'k2', 'k3']) await outbox.keep(student('4100'), key);
    outbox.flush();
    await settled(() => expect(outbox.down.get()).toBe(true));
    expect(device).toHaveLength(3);
    answer = all('recorded');
    window.dispatchEvent(new Event('online'));
    await settled(() => expect(device).toEqual([]));
  });

  it('sends 45 events in batches of 20', async () => {
    for (let each = 0; each < 45; each++)
      device.push({ counter: 1_000 + each, key: `k${each}`, lane: 'gate', school: SCHOOL, sealed: 'x' });
    answer = all('recorded');
    outbox.flush();
    await settled(() => expect(device).toEqual([]));
    expect(sent.map((batch) => batch.length)).toEqual([20, 20, 5]);
  });
});

describe('outbox news', () => {
  const k2 = { key: 'k2', status: 'refused', problem: 'bus.not-found' };
  beforeEach(() => {
    answer = (keys) => ({ outcomes: keys.map((key) => (key === 'k2' ? k2 : { key, status: 'recorded' })) });
    for (const key of ['k1', 'k2'])
      device.push({ counter: ++counter, key, lane: key === 'k2' ? 'bus' : 'gate', school: SCHOOL, sealed: 'x' });
  });

  it('stores a refused outcome for its lane and school before the event is dropped', async () => {
    outbox.flush();
    await settled(() => expect(device).toEqual([]));
    expect(written).toEqual([{ news: [{ school: SCHOOL, lane: 'bus', outcome: k2 }], beside: ['k1', 'k2'] }]);
  });

  it('keeps the event when its news cannot be stored, and does not send it again from this page', async () => {
    isNewsLost = true;
    const heard: string[] = [];
    outbox.onOutcome(({ key }) => heard.push(key));
    outbox.flush();
    await settled(() => expect(outbox.waiting.get()).toBe(1));
    expect([device.map(({ key }) => key), heard]).toEqual([['k2'], ['k1', 'k2']]);
    outbox.flush();
    await outbox.keep(student('4102'), 'k3');
    await settled(() => expect(sent.map((batch) => batch.map(({ key }) => key))).toEqual([['k1', 'k2'], ['k3']]));
  });
});

describe('isNews', () => {
  it.each([
    ['a passage of no proof', true, { status: 'unverified', kind: 'in' }],
    ['a ride on somebody’s word, which every ride without a network is', false, { status: 'unverified', kind: 'on' }],
    ['a passage of a proof that held', false, { status: 'recorded', kind: 'in' }],
    ['what does not fit', true, { status: 'recorded', kind: 'off', problem: 'bus.not-aboard' }],
    ['what was refused', true, { status: 'refused', kind: 'on' }],
    ['what another account may still send', false, { status: 'refused', kind: 'in', problem: 'session.role' }],
  ] as const)('for %s returns %s', (_, news, outcome) => {
    expect(isNews({ key: 'k1', ...outcome })).toBe(news);
  });

  it.each([
    ['unverified', 1],
    ['recorded', 0],
  ])('stores news by the first answer to a duplicate event: %s', async (first, news) => {
    const heard: string[] = [];
    outbox.onOutcome(({ status }) => heard.push(status));
    answer = all('duplicate', { first, kind: 'in' });
    await outbox.keep(student('4100'), 'k1');
    outbox.flush();
    await settled(() => expect(device).toEqual([]));
    expect([heard, written.length]).toEqual([[first], news]);
  });
});

describe("another page's outbox", () => {
  let beside: Outbox;
  let leave: () => void;
  beforeEach(async () => {
    // Its own first sending finds nobody signed in, so that it only listens.
    clearSession();
    beside = createOutbox();
    leave = beside.start();
    await settled(() => expect(beside.ready.get()).toBe(true));
    saveSession(SESSION);
  });
  afterEach(() => leave());

  it('reports an outcome once on each page, but not one that another account may still send', async () => {
    const here: string[] = [];
    const there: string[] = [];
    outbox.onOutcome(({ key, status }) => here.push(`${key} ${status}`));
    beside.onOutcome(({ key, status }) => there.push(`${key} ${status}`));
    answer = (keys) => ({
      outcomes: keys.map((key) =>
        key === 'k1' ? { key, status: 'recorded' } : { key, status: 'refused', problem: 'session.role' },
      ),
    });
    for (const key of ['k1', 'k2']) device.push({ counter: ++counter, key, lane: 'gate', school: SCHOOL, sealed: 'x' });
    outbox.flush();
    await settled(() => expect(there).toEqual(['k1 recorded']));
    // Of an event that another account may still send, nothing has become yet.
    expect([here, device.map(({ key }) => key)]).toEqual([['k1 recorded'], ['k2']]);
  });

  it('reports a stopped check-out that another page has sent', async () => {
    const there: string[] = [];
    beside.onStopped(({ key, outcome }) => there.push(`${key} ${outcome}`) > 0);
    stopAnswer = () => ({ outcome: 'takenBack', studentName: 'Achieng' });
    device.push({ counter: ++counter, key: 'k1', lane: 'stop', school: SCHOOL, sealed: '' });
    outbox.flush();
    await settled(() => expect(there).toEqual(['k1 takenBack']));
  });
});

describe('outbox stop', () => {
  it('waits while offline, is sent by check/stopOut instead of as a passage, and drops its event once answered', async () => {
    const heard: unknown[] = [];
    outbox.onStopped((what) => heard.push(what) > 0);
    await outbox.keep(student('4100'), 'k1');
    await outbox.stop('k2');
    await settled(() => expect(outbox.down.get()).toBe(true));
    expect([device.length, outbox.waiting.get(), sent]).toEqual([2, 2, []]);
    answer = all('recorded');
    stopAnswer = () => ({ outcome: 'takenBack', studentName: 'Achieng' });
    window.dispatchEvent(new Event('online'));
    await settled(() => expect(device).toEqual([]));
    expect(heard).toEqual([{ key: 'k2', outcome: 'takenBack', studentName: 'Achieng' }]);
    expect(sent.flat().map(({ key }) => key)).toEqual(['k1']);
  });

  it.each([
    ['no desk shows it', 'takenBack', false, false, 1, []],
    ['no desk shows it and it cannot be written', 'takenBack', false, true, 1, ['k2']],
    ['its line is still there', 'takenBack', true, false, 0, []],
    ['nothing had been recorded', 'void', false, false, 0, []],
  ] as const)(
    'stores news of a stopped check-out only when needed: %s',
    async (_, outcome, isShown, lost, told, left) => {
      isNewsLost = lost;
      if (outcome !== 'void') outbox.onStopped(() => isShown);
      stopAnswer = () => ({ outcome, admissionNumber: '4100', studentName: 'Achieng' });
      await outbox.stop('k2');
      await settled(() => expect(stopped).toEqual(['k2']));
      await settled(() => expect(device.map(({ key }) => key)).toEqual(left));
      await settled(() => expect(outbox.waiting.get()).toBe(left.length));
      const news = { key: 'k2', kind: 'out', status: 'refused', problem: 'stopped' };
      const outcomes = [{ ...news, admissionNumber: '4100', studentName: 'Achieng' }];
      expect(written.map((one) => one.news)).toEqual(
        told ? [outcomes.map((of) => ({ school: SCHOOL, lane: 'gate', outcome: of }))] : [],
      );
      expect(written.map((one) => one.beside)).toEqual(told ? [['k2']] : []);
    },
  );

  it('sends and reports a stop once when the network fails at the next one', async () => {
    const heard: string[] = [];
    outbox.onStopped(({ key }) => heard.push(key) > 0);
    let isUp = false;
    stopAnswer = () => (stopped.at(-1) === 'k2' || isUp ? { outcome: 'takenBack', studentName: null } : silent());
    for (const key of ['k2', 'k3']) device.push({ counter: ++counter, key, lane: 'stop', school: SCHOOL, sealed: '' });
    outbox.flush();
    await settled(() => expect(outbox.down.get()).toBe(true));
    isUp = true;
    window.dispatchEvent(new Event('online'));
    await settled(() => expect(device).toEqual([]));
    expect(heard).toEqual(['k2', 'k3']);
    expect(stopped.filter((key) => key === 'k2')).toHaveLength(1);
  });

  it('keeps a stop that the account may not send, and still sends passages', async () => {
    stopAnswer = () => {
      throw new CallError({ status: 403, body: null, atLogin: false });
    };
    answer = all('recorded');
    await outbox.stop('k2');
    await outbox.keep(student('4100'), 'k1');
    await settled(() => expect(device.map(({ key }) => key)).toEqual(['k2']));
    expect(stopped).toEqual(['k2']);
  });
});

describe('a try that would come at the wrong moment', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('sends a stop that was added while passages were on their way', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((done) => {
      arrive = done;
    });
    answer = (keys) => arrived.then(() => all('recorded')(keys));
    stopAnswer = () => ({ outcome: 'takenBack', studentName: null });
    device.push({ counter: ++counter, key: 'k1', lane: 'gate', school: SCHOOL, sealed: 'x' });
    outbox.flush();
    await settled(() => expect(sent).toHaveLength(1));
    await outbox.stop('k2');
    // Its own try comes while the passages are still under way.
    await vi.advanceTimersByTimeAsync(1_000);
    arrive();
    await settled(() => expect(device).toEqual([]));
    expect(stopped).toEqual(['k2']);
  });

  it('sends what another tab has stored and left behind', async () => {
    answer = all('recorded');
    device.push({ counter: ++counter, key: 'k1', lane: 'gate', school: SCHOOL, sealed: 'x' });
    const other = new BroadcastChannel('mfuko-offline');
    other.postMessage({});
    other.close();
    await settled(() => expect(outbox.waiting.get()).toBe(1));
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    await settled(() => expect(device).toEqual([]));
  });
});

it('outbox.keep rejects a passage of another school', async () => {
  await expect(outbox.keep(student('4100'), 'k1', OTHER_SCHOOL)).rejects.toThrow();
  expect(device).toEqual([]);
  await outbox.keep(student('4100'), 'k1', SCHOOL);
  expect(device).toMatchObject([{ key: 'k1', school: SCHOOL }]);
});

it('outbox.stop of another school is sent once that school is picked again', async () => {
  stopAnswer = () => ({ outcome: 'void', studentName: null });
  await outbox.stop('k2', OTHER_SCHOOL);
  expect([device, outbox.waiting.get()]).toMatchObject([[{ key: 'k2', lane: 'stop', school: OTHER_SCHOOL }], 0]);
  pickSchool({ sysid: OTHER_SCHOOL, shortName: 'OTHER' });
  outbox.flush();
  await settled(() => expect(device).toEqual([]));
  expect(stopped).toEqual(['k2']);
});

it('outbox sends events and stops to their own school, even when another is picked during the call', async () => {
  const refuse = () => {
    pickSchool({ sysid: OTHER_SCHOOL, shortName: 'OTHER' });
    throw new CallError({ status: 422, body: { message: 'no' }, atLogin: false });
  };
  stopAnswer = refuse;
  answer = refuse;
  for (const key of ['k1', 'k2'])
    device.push({ counter: ++counter, key, lane: key === 'k1' ? 'bus' : 'gate', school: SCHOOL, sealed: 'x' });
  outbox.flush();
  // The batch is sent, and then each event alone.
  await settled(() => expect(sentTo).toEqual([SCHOOL, SCHOOL, SCHOOL]));
  pickSchool({ sysid: SCHOOL, shortName: 'DEMO' });
  device = ['k3', 'k4'].map((key) => ({ counter: ++counter, key, lane: 'stop', school: SCHOOL, sealed: '' }));
  sentTo = [];
  await settled(() => {
    outbox.flush();
    expect(sentTo).toEqual([SCHOOL, SCHOOL]);
  });
});

it('outbox.keep rejects an event when no school is picked', async () => {
  pickSchool({ sysid: '', shortName: '' });
  await expect(outbox.keep(student('4100'), 'k1')).rejects.toThrow();
  expect(device).toEqual([]);
});
