import type { GateEvent } from '@mfuko/contract/gate';
import type { Problem } from '@mfuko/contract/problem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deskLock, lockAction } from '../../lib/desk-lock.ts';
import { CallError } from '../../lib/problems.ts';
import { forgetSchool, pickSchool } from '../../lib/school.ts';
import { clearSession, enterUnkept } from '../../lib/session.ts';
import type { Unchecked } from '../../school/offline/outbox.ts';
import { createLane, type Lane } from './lane/lane.ts';
import { createFinder } from './lookup.ts';
import { awaitsRelease, type Line, type Passing } from './queue/line.ts';

interface Try {
  readonly passing: Passing;
  readonly key: string;
  readonly answer: () => void;
  readonly fail: (error: unknown) => void;
}

let tries: Try[];
let lane: Lane;
let kept: { event: Unchecked; key: string }[];
/** Schools in which an event was stored or stopped. */
let keptFor: (string | null | undefined)[];
let away: boolean;
let ready: boolean;
let full: boolean;
let stops: string[];

const GUARD = { token: 't', userName: '254700000003', role: 'CheckAgent' } as const;
const silence = () => new CallError({ status: null, body: null, atLogin: false });
const refusal = (problem: Problem, status = 422) =>
  new CallError({ status, body: { message: 'no', problem }, atLogin: false });
const AMINA = { names: 'Amina Juma', className: 'Grade 4', hasFingerprint: true };
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const line = (): Line => lane.queue.lines.get()[0] as Line;

beforeEach(() => {
  vi.useFakeTimers();
  tries = [];
  kept = [];
  keptFor = [];
  stops = [];
  away = false;
  ready = true;
  full = false;
  lane = createLane({
    finder: createFinder(async (admissionNumber) => ({
      admissionNumber,
      names: `Student ${admissionNumber}`,
      className: 'Grade 4',
      hasFingerprint: true,
    })),
    send: (passing, key) =>
      new Promise<GateEvent>((resolve, fail) => {
        const event = { studentName: 'Student', class: 'Grade 4', date: new Date().toISOString() } as GateEvent;
        tries.push({ passing, key, answer: () => resolve(event), fail });
      }),
    away: {
      ready: { get: () => ready },
      isAway: () => away,
      met: (answered) => {
        away = !answered;
      },
      stop: async (key, pressedIn) => {
        if (full) throw new Error('no room');
        stops.push(key);
        keptFor.push(pressedIn);
      },
      keep: async (event, key, pressedIn) => {
        if (full) throw new Error('no room');
        kept.push({ event, key });
        keptFor.push(pressedIn);
      },
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

async function byPin(number: string, kind: 'in' | 'out' = 'in', pin = '482916'): Promise<void> {
  lane.show({ kind, by: 'pin' });
  lane.type(number);
  await pass(1_000);
  lane.press('enter');
  lane.typePin(pin);
  lane.press('enter');
  await pass(0);
}

describe('a student who comes in while there is no network', () => {
  it('is kept at once, unsent, and the device forgets the proof', async () => {
    away = true;
    await byPin('4100');
    expect(tries).toHaveLength(0);
    expect(kept).toEqual([
      { event: { kind: 'in', admissionNumber: '4100', method: 'pin', proof: { pin: '482916' } }, key: line().key },
    ]);
    expect(line()).toMatchObject({ state: 'kept', proof: null });
    expect(lane.queue.open()).toBe(0);
  });

  it('is kept under the key that was tried, where the server fell silent; the next one is not tried at all', async () => {
    await byPin('4100');
    tries[0]?.fail(silence());
    await pass(0);
    expect(kept.map(({ key }) => key)).toEqual([tries[0]?.key]);
    await byPin('4101');
    expect(tries).toHaveLength(1);
    expect(kept).toHaveLength(2);
  });

  it('is tried again and again where the device cannot keep anything', async () => {
    for (const how of ['not ready', 'no room']) {
      ready = how !== 'not ready';
      full = how === 'no room';
      tries = [];
      away = false;
      await byPin('4100');
      tries[0]?.fail(silence());
      await pass(1_000);
      expect([how, tries.length, line().state]).toEqual([how, 2, 'sending']);
      tries[1]?.answer();
      await pass(0);
    }
    expect(kept).toEqual([]);
  });

  it('is shown as what came of it', async () => {
    away = true;
    await byPin('4100');
    const { key } = line();
    lane.queue.applyOutcome({ key, status: 'unverified', problem: 'pin.wrong', studentName: 'Achieng' });
    expect(line()).toMatchObject({ state: 'unverified', names: 'Achieng' });
    lane.queue.applyOutcome({ key, status: 'refused', problem: 'student.not-found' });
    expect(line()).toMatchObject({ state: 'refused', refusal: { problem: 'student.not-found' } });
    lane.queue.applyOutcome({ key, status: 'recorded' });
    expect(line().state).toBe('recorded');
  });
});

describe('a student who goes out while there is no network', () => {
  beforeEach(async () => {
    away = true;
    await byPin('4100', 'out');
  });

  it('is not let out by itself', async () => {
    expect(kept).toEqual([]);
    expect(awaitsRelease(line())).toBe(true);
    expect(lane.queue.open()).toBe(1);
  });

  it('goes by the guard’s word, once', async () => {
    expect(lane.queue.letOut(line().key)).toBe(true);
    expect(lane.queue.letOut(line().key)).toBe(false);
    await pass(60_000);
    expect(kept).toMatchObject([{ event: { kind: 'out', proof: { pin: '482916' } } }]);
    expect(tries).toHaveLength(0);
  });

  it('stays by the guard’s word, is never sent, and is asked about until that is put away', async () => {
    full = true;
    lane.queue.stop(line().key);
    expect(line()).toMatchObject({ state: 'stopping', proof: null });
    away = false;
    lane.queue.retryNow();
    await pass(5_000);
    expect(stops).toEqual([]);
    full = false;
    await pass(60_000);
    expect(stops).toEqual([line().key]);
    expect([kept.length, tries.length, line().state]).toEqual([0, 0, 'stopping']);
    lane.queue.applyStopped({ key: line().key, outcome: 'void' });
    expect(line().state).toBe('stopped');
  });

  it('stays by the guard’s word, and is told as taken back where a try had been recorded', async () => {
    lane.queue.stop(line().key);
    expect(lane.queue.applyStopped({ key: 'of an earlier page', outcome: 'takenBack' })).toBe(false);
    await pass(60_000);
    expect(lane.entry.get().notice).toBeNull();
    lane.queue.applyStopped({ key: line().key, outcome: 'takenBack', studentName: 'Achieng' });
    expect(line()).toMatchObject({ state: 'undone', names: 'Achieng' });
    expect(lane.entry.get().notice?.kind).toBe('settled');
  });

  it('goes by the guard’s word while one more try hangs in a dead network, and none comes after it', async () => {
    away = false;
    await pass(1_000);
    expect([tries.length, line().state, awaitsRelease(line())]).toEqual([1, 'sending', true]);
    expect(lane.queue.letOut(line().key)).toBe(true);
    await pass(0);
    expect(kept).toMatchObject([{ key: line().key, event: { kind: 'out' } }]);
    tries[0]?.fail(silence());
    await pass(60_000);
    expect([tries.length, kept.length, line().state]).toEqual([1, 1, 'kept']);
  });

  it('stays by the guard’s word while one more try hangs, and is not told as gone where that try was recorded', async () => {
    away = false;
    await pass(1_000);
    lane.queue.stop(line().key);
    tries[0]?.answer();
    await pass(60_000);
    expect([line().state, stops, tries.length]).toEqual(['stopping', [line().key], 1]);
  });

  it('waits on where the device could not keep the guard’s word', async () => {
    full = true;
    expect(lane.queue.letOut(line().key)).toBe(true);
    await pass(0);
    expect(awaitsRelease(line())).toBe(true);
    full = false;
    expect(lane.queue.letOut(line().key)).toBe(true);
    await pass(0);
    expect(kept).toHaveLength(1);
  });

  it('is sent again where the device could not keep the guard’s word and the network is back', async () => {
    full = true;
    lane.queue.letOut(line().key);
    await pass(0);
    away = false;
    await pass(10_000);
    expect(tries).toHaveLength(1);
    tries[0]?.answer();
    await pass(0);
    expect([line().state, kept]).toEqual(['recorded', []]);
  });

  it.each([{ collectorSYSID: 'aunt' }, { leavesAlone: true }] as const)(
    'is kept with whom the guard names: %o',
    async (release) => {
      lane.queue.letOut(line().key, release);
      await pass(0);
      expect(kept).toMatchObject([{ event: { kind: 'out', admissionNumber: '4100', ...release } }]);
    },
  );

  it('is followed by one who is checked as ever, where the network is back and the first answer is a refusal', async () => {
    lane.queue.stop(line().key);
    away = false;
    await byPin('4101', 'out');
    tries[0]?.fail(silence());
    await pass(1_000);
    expect(away).toBe(true);
    tries[1]?.fail(refusal('collector.required'));
    await pass(0);
    expect([line().state, away]).toEqual(['refused', false]);
  });

  it('is checked as ever where the network is back before anybody has said', async () => {
    away = false;
    lane.queue.retryNow();
    await pass(0);
    tries[0]?.answer();
    await pass(0);
    expect(line().state).toBe('recorded');
    expect(kept).toEqual([]);
  });
});

describe('a student on the way when the session ends', () => {
  const sessionEnd = () =>
    new CallError({ status: 401, body: { message: 'no', problem: 'session.none' }, atLogin: false });

  it('waits for whoever unlocks the desk, and is sent once under the same key', async () => {
    lockAction.set(() => {});
    await byPin('4100');
    tries[0]?.fail(sessionEnd());
    await pass(0);
    deskLock.set('ended');
    await pass(60_000);
    expect(tries).toHaveLength(1);
    expect(line()).toMatchObject({ state: 'waiting', proof: { pin: '482916' } });
    deskLock.set(null);
    lane.queue.retryNow();
    tries[1]?.answer();
    await pass(0);
    expect(line().state).toBe('recorded');
    expect(tries.map(({ key }) => key)).toEqual([line().key, line().key]);
    lockAction.set(null);
  });

  it('goes under no other account that unlocks the desk, and is told to its own', async () => {
    enterUnkept(GUARD);
    lockAction.set(() => {});
    await byPin('4100');
    tries[0]?.fail(sessionEnd());
    await pass(0);
    deskLock.set('ended');
    await pass(1_000);
    enterUnkept({ ...GUARD, userName: '254700000009' });
    deskLock.set(null);
    lane.queue.retryNow();
    await pass(60_000);
    expect([tries.length, lane.queue.lines.get()]).toEqual([1, []]);
    clearSession();
    lockAction.set(null);
  });

  it('is told as lost where nobody can unlock', async () => {
    await byPin('4100');
    tries[0]?.fail(sessionEnd());
    await pass(0);
    expect(line()).toMatchObject({ state: 'refused', proof: null });
  });
});

describe('after a proof that does not hold', () => {
  it('the number stays, and the next try needs no typing', async () => {
    await byPin('4100');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(0);
    expect(lane.entry.get()).toMatchObject({ number: '4100', pin: '', field: 'pin', again: true });
    lane.typePin('482917');
    lane.press('enter');
    expect(tries[1]?.passing).toMatchObject({ admissionNumber: '4100', proof: { pin: '482917' } });
  });

  it('the next student’s number in the PIN’s field costs no try, until the same is sent once more', async () => {
    await byPin('4100');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(0);
    lane.typePin('4200');
    lane.press('enter');
    expect(tries).toHaveLength(1);
    expect(lane.entry.get()).toMatchObject({ number: '4100', notice: { kind: 'doubt' } });
    lane.press('enter');
    expect(tries[1]?.passing).toMatchObject({ admissionNumber: '4100', proof: { pin: '4200' } });
    lane.clear();
    expect(lane.entry.get()).toMatchObject({ number: '', pin: '', field: 'number', notice: null });
  });

  it('and fewer digits than any PIN has cost none either', async () => {
    await byPin('4100');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(0);
    lane.typePin('420');
    lane.press('enter');
    expect(tries).toHaveLength(1);
    expect(lane.entry.get().notice).toEqual({ kind: 'missing', what: 'pin' });
  });

  it('another number takes its place, however it is typed', async () => {
    await byPin('4100');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(0);
    lane.focus('number');
    lane.key('4');
    lane.key('2');
    expect(lane.entry.get()).toMatchObject({ number: '42', again: false });
  });

  it('it does not push out the next student', async () => {
    await byPin('4100');
    lane.type('4200');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(0);
    expect(lane.entry.get()).toMatchObject({ number: '4200', again: false });
  });

  it('it goes after a while where the number’s field is free', async () => {
    await byPin('4100');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(0);
    lane.focus('number');
    await pass(13_000);
    expect(lane.entry.get()).toMatchObject({ number: '', notice: null });
  });

  it('a PIN that comes late is dots still and no number, and goes as it is pressed once more', async () => {
    await byPin('4100');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(600_000);
    for (const key of '482917') lane.key(key);
    expect(lane.entry.get()).toMatchObject({ number: '4100', pin: '482917', field: 'pin' });
    lane.press('enter');
    expect([tries.length, lane.entry.get().notice]).toEqual([1, { kind: 'doubt' }]);
    lane.press('enter');
    expect(tries[1]?.passing).toMatchObject({ admissionNumber: '4100', proof: { pin: '482917' } });
  });

  it('the next student’s number costs no try after a while, though it is as long as the PIN', async () => {
    await byPin('4100', 'in', '4829');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(13_000);
    for (const key of '4200') lane.key(key);
    lane.press('enter');
    expect([tries.length, lane.entry.get().notice]).toEqual([1, { kind: 'doubt' }]);
    lane.clear();
    for (const key of '4200') lane.key(key);
    expect(lane.entry.get()).toMatchObject({ number: '4200', pin: '', field: 'number' });
    // The first student, who comes back, is no longer expected.
    lane.clear();
    await byPin('4100', 'in', '4827');
    expect(tries).toHaveLength(2);
  });
});

it('clears the band of one who passed on the first key of the next', async () => {
  await byPin('4100');
  tries[0]?.answer();
  await pass(0);
  expect(lane.entry.get().notice).toMatchObject({ kind: 'settled' });
  lane.key('9');
  expect(lane.entry.get().notice).toBeNull();
});

describe('a press on the disk', () => {
  let steps: string[];
  let written: () => void;
  beforeEach(() => {
    steps = [];
    lane = createLane({
      finder: createFinder(async (admissionNumber) => ({ ...AMINA, admissionNumber })),
      send: (passing, key) =>
        new Promise<GateEvent>((resolve, fail) => {
          steps.push('sent');
          const event = { studentName: 'Student', class: 'Grade 4', date: new Date().toISOString() } as GateEvent;
          tries.push({ passing, key, answer: () => resolve(event), fail });
        }),
      away: {
        ready: { get: () => true },
        isAway: () => away,
        met: () => undefined,
        stop: async () => {
          if (full) throw new Error('no room');
          steps.push('stopped');
        },
        keep: async () => void steps.push('queued'),
      },
      attempts: {
        keep: ({ key }) =>
          new Promise((resolve) => {
            steps.push('keeping');
            written = () => {
              steps.push(key === line().key ? 'kept' : 'other');
              resolve();
            };
          }),
        drop: (key) => void steps.push(key === line().key ? 'dropped' : 'other'),
        leave: (key) => void steps.push(key === line().key ? 'left' : 'other'),
      },
    });
  });

  it('is there before a check-out goes, and gone with its answer', async () => {
    await byPin('4100', 'out');
    expect(steps).toEqual(['keeping']);
    written();
    await pass(0);
    expect(steps).toEqual(['keeping', 'kept', 'sent']);
    tries[0]?.answer();
    await pass(0);
    expect(steps).toEqual(['keeping', 'kept', 'sent', 'dropped']);
  });

  it('keeps nobody waiting who comes in', async () => {
    await byPin('4100');
    expect(steps).toEqual(['keeping', 'sent']);
  });

  it('stays while nobody knows, and goes once the queue of the device has the child', async () => {
    await byPin('4100', 'out');
    written();
    await pass(0);
    tries[0]?.fail(silence());
    await pass(0);
    expect(steps).toEqual(['keeping', 'kept', 'sent']);
    lane.queue.letOut(line().key);
    await pass(0);
    expect(steps).toEqual(['keeping', 'kept', 'sent', 'queued', 'dropped']);
  });

  it('is not waited for by a call any more once the guard has let the child out', async () => {
    away = true;
    await byPin('4100', 'out');
    // The network is back: the next try waits for the disk.
    away = false;
    await pass(1_000);
    expect([steps, line().state]).toEqual([['keeping'], 'sending']);
    lane.queue.letOut(line().key);
    await pass(0);
    written();
    await pass(60_000);
    expect(steps).toEqual(['keeping', 'queued', 'dropped', 'kept']);
  });

  it('stays where the guard lets nobody out until the device has that to be asked', async () => {
    full = true;
    await byPin('4100', 'out');
    written();
    await pass(0);
    tries[0]?.fail(silence());
    await pass(0);
    lane.queue.stop(line().key);
    await pass(0);
    expect(steps).toEqual(['keeping', 'kept', 'sent']);
    full = false;
    await pass(2_000);
    expect(steps).toEqual(['keeping', 'kept', 'sent', 'stopped', 'dropped']);
  });

  it('stays, and its call goes to no other school, where the number is another child’s', async () => {
    pickSchool({ sysid: 's', shortName: 'DEMO' });
    await byPin('4100', 'out');
    written();
    await pass(0);
    tries[0]?.fail(silence());
    await pass(0);
    // After the session has ended the school is unknown, and the child keeps waiting.
    forgetSchool();
    await pass(1_000);
    expect(tries).toHaveLength(2);
    tries[1]?.fail(silence());
    await pass(0);
    pickSchool({ sysid: 'other', shortName: 'OTHER' });
    await pass(10_000);
    expect(tries).toHaveLength(2);
    expect(steps.at(-1)).toBe('left');
    expect(lane.queue.lines.get()).toEqual([]);
    forgetSchool();
  });

  it('stays, and its call goes nowhere, where another school is picked while the disk is waited for', async () => {
    pickSchool({ sysid: 's', shortName: 'DEMO' });
    await byPin('4100', 'out');
    pickSchool({ sysid: 'other', shortName: 'OTHER' });
    written();
    await pass(0);
    expect([steps, tries, lane.queue.lines.get()]).toEqual([['keeping', 'kept', 'left'], [], []]);
    forgetSchool();
  });

  it('stays where the server falls silent after another school was picked, and nothing is kept for that', async () => {
    pickSchool({ sysid: 's', shortName: 'DEMO' });
    await byPin('4100');
    pickSchool({ sysid: 'other', shortName: 'OTHER' });
    tries[0]?.fail(silence());
    await pass(0);
    expect([steps, kept, lane.queue.lines.get()]).toEqual([['keeping', 'sent', 'left'], [], []]);
    forgetSchool();
  });

  it('stays where the session ended: the next sign-in hears of it', async () => {
    await byPin('4100');
    tries[0]?.fail(refusal('session.ended' as Problem, 401));
    await pass(0);
    expect(steps).toEqual(['keeping', 'sent', 'left']);
  });
});

describe('a guard’s word is put away for the school of the press', () => {
  afterEach(forgetSchool);

  it.each([
    ['goes', () => lane.queue.letOut(line().key)],
    ['stays', () => lane.queue.stop(line().key)],
  ])('%s', async (_, say) => {
    pickSchool({ sysid: 's', shortName: 'DEMO' });
    await byPin('4100', 'out');
    tries[0]?.fail(silence());
    await pass(0);
    say();
    await pass(0);
    expect([kept.length + stops.length, keptFor]).toEqual([1, ['s']]);
  });
});

it('a student whom nobody can check goes by the word of no other account', async () => {
  enterUnkept(GUARD);
  away = true;
  await byPin('4100', 'out');
  enterUnkept({ ...GUARD, userName: '254700000009' });
  expect(lane.queue.letOut(line().key)).toBe(false);
  await pass(0);
  expect(kept).toEqual([]);
  clearSession();
});

it.each([
  ['to no other school, where the number is another child’s', () => pickSchool({ sysid: 'other', shortName: 'OTHER' })],
  ['under no other account', () => enterUnkept({ ...GUARD, userName: '254700000009' })],
])('a fourth who waits for room goes %s', async (_, leaveFor) => {
  enterUnkept(GUARD);
  pickSchool({ sysid: 's', shortName: 'DEMO' });
  for (const number of ['4100', '4101', '4102', '4103']) await byPin(number);
  expect([tries.length, lane.entry.get().held]).toEqual([3, true]);
  leaveFor();
  tries[0]?.answer();
  await pass(0);
  expect(tries).toHaveLength(3);
  forgetSchool();
  clearSession();
});
