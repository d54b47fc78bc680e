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

describe('offline check-in', () => {
  it('is stored unsent at once, and its proof is dropped from the line', async () => {
    away = true;
    await byPin('4100');
    expect(tries).toHaveLength(0);
    expect(kept).toEqual([
      { event: { kind: 'in', admissionNumber: '4100', method: 'pin', proof: { pin: '482916' } }, key: line().key },
    ]);
    expect(line()).toMatchObject({ state: 'kept', proof: null });
    expect(lane.queue.open()).toBe(0);
  });

  it('is stored under its tried key after a lost answer, and the next one is stored without a try', async () => {
    await byPin('4100');
    tries[0]?.fail(silence());
    await pass(0);
    expect(kept.map(({ key }) => key)).toEqual([tries[0]?.key]);
    await byPin('4101');
    expect(tries).toHaveLength(1);
    expect(kept).toHaveLength(2);
  });

  it('is retried when the device cannot store it', async () => {
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

  it('shows its later outcome', async () => {
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

describe('offline check-out', () => {
  beforeEach(async () => {
    away = true;
    await byPin('4100', 'out');
  });

  it('is not released without the guard', async () => {
    expect(kept).toEqual([]);
    expect(awaitsRelease(line())).toBe(true);
    expect(lane.queue.open()).toBe(1);
  });

  it("is stored once by the guard's release", async () => {
    expect(lane.queue.letOut(line().key)).toBe(true);
    expect(lane.queue.letOut(line().key)).toBe(false);
    await pass(60_000);
    expect(kept).toMatchObject([{ event: { kind: 'out', proof: { pin: '482916' } } }]);
    expect(tries).toHaveLength(0);
  });

  it("is never sent after the guard's stop, which is stored until settled", async () => {
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

  it('is shown as undone when a stopped try had been recorded', async () => {
    lane.queue.stop(line().key);
    expect(lane.queue.applyStopped({ key: 'of an earlier page', outcome: 'takenBack' })).toBe(false);
    await pass(60_000);
    expect(lane.entry.get().notice).toBeNull();
    lane.queue.applyStopped({ key: line().key, outcome: 'takenBack', studentName: 'Achieng' });
    expect(line()).toMatchObject({ state: 'undone', names: 'Achieng' });
    expect(lane.entry.get().notice?.kind).toBe('settled');
  });

  it("is stored by the guard's release while a retry hangs, and not retried after it", async () => {
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

  it('stays stopped when a hanging retry is answered as recorded', async () => {
    away = false;
    await pass(1_000);
    lane.queue.stop(line().key);
    tries[0]?.answer();
    await pass(60_000);
    expect([line().state, stops, tries.length]).toEqual(['stopping', [line().key], 1]);
  });

  it('awaits release again when the device could not store it', async () => {
    full = true;
    expect(lane.queue.letOut(line().key)).toBe(true);
    await pass(0);
    expect(awaitsRelease(line())).toBe(true);
    full = false;
    expect(lane.queue.letOut(line().key)).toBe(true);
    await pass(0);
    expect(kept).toHaveLength(1);
  });

  it('is sent again when the device could not store the release and the network is back', async () => {
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
    'is stored with the collector that the guard names: %o',
    async (release) => {
      lane.queue.letOut(line().key, release);
      await pass(0);
      expect(kept).toMatchObject([{ event: { kind: 'out', admissionNumber: '4100', ...release } }]);
    },
  );

  it('does not keep the next check-out offline once a retry is answered by a refusal', async () => {
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

  it('is sent normally when the network is back before a release', async () => {
    away = false;
    lane.queue.retryNow();
    await pass(0);
    tries[0]?.answer();
    await pass(0);
    expect(line().state).toBe('recorded');
    expect(kept).toEqual([]);
  });
});

describe('a student under way when the session ends', () => {
  const sessionEnd = () =>
    new CallError({ status: 401, body: { message: 'no', problem: 'session.none' }, atLogin: false });

  it('waits for the desk to be unlocked, and is sent under the same key', async () => {
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

  it('is not sent under another account, and disappears from its lines', async () => {
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

  it('is refused when the desk cannot be unlocked', async () => {
    await byPin('4100');
    tries[0]?.fail(sessionEnd());
    await pass(0);
    expect(line()).toMatchObject({ state: 'refused', proof: null });
  });
});

describe('lane after a wrong PIN', () => {
  it('keeps the number for the next try', async () => {
    await byPin('4100');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(0);
    expect(lane.entry.get()).toMatchObject({ number: '4100', pin: '', field: 'pin', again: true });
    lane.typePin('482917');
    lane.press('enter');
    expect(tries[1]?.passing).toMatchObject({ admissionNumber: '4100', proof: { pin: '482917' } });
  });

  it('holds back once a PIN of another length, and sends it on the second Enter', async () => {
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

  it('does not send a PIN that is too short', async () => {
    await byPin('4100');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(0);
    lane.typePin('420');
    lane.press('enter');
    expect(tries).toHaveLength(1);
    expect(lane.entry.get().notice).toEqual({ kind: 'missing', what: 'pin' });
  });

  it('replaces the number when another one is typed', async () => {
    await byPin('4100');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(0);
    lane.focus('number');
    lane.key('4');
    lane.key('2');
    expect(lane.entry.get()).toMatchObject({ number: '42', again: false });
  });

  it("keeps the next student's number", async () => {
    await byPin('4100');
    lane.type('4200');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(0);
    expect(lane.entry.get()).toMatchObject({ number: '4200', again: false });
  });

  it('clears the number after 13 seconds when the number field has the focus', async () => {
    await byPin('4100');
    tries[0]?.fail(refusal('pin.wrong'));
    await pass(0);
    lane.focus('number');
    await pass(13_000);
    expect(lane.entry.get()).toMatchObject({ number: '', notice: null });
  });

  it('keeps late digits in the PIN field, and sends them on the second Enter', async () => {
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

  it("holds back once any digits after 13 seconds, even of the PIN's length", async () => {
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

it('lane clears a success notice on the next key', async () => {
  await byPin('4100');
  tries[0]?.answer();
  await pass(0);
  expect(lane.entry.get().notice).toMatchObject({ kind: 'settled' });
  lane.key('9');
  expect(lane.entry.get().notice).toBeNull();
});

describe('gate press journal', () => {
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

  it('stores a check-out before its call, and drops it once answered', async () => {
    await byPin('4100', 'out');
    expect(steps).toEqual(['keeping']);
    written();
    await pass(0);
    expect(steps).toEqual(['keeping', 'kept', 'sent']);
    tries[0]?.answer();
    await pass(0);
    expect(steps).toEqual(['keeping', 'kept', 'sent', 'dropped']);
  });

  it('does not delay the call of a check-in', async () => {
    await byPin('4100');
    expect(steps).toEqual(['keeping', 'sent']);
  });

  it('keeps an unanswered press until the device queue has it', async () => {
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

  it('does not delay a release by the guard while a disk write is pending', async () => {
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

  it('keeps a stopped press until the device has stored the stop', async () => {
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

  it('leaves a press, and does not retry it, after another school was picked', async () => {
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

  it('leaves a press unsent when another school is picked during the disk write', async () => {
    pickSchool({ sysid: 's', shortName: 'DEMO' });
    await byPin('4100', 'out');
    pickSchool({ sysid: 'other', shortName: 'OTHER' });
    written();
    await pass(0);
    expect([steps, tries, lane.queue.lines.get()]).toEqual([['keeping', 'kept', 'left'], [], []]);
    forgetSchool();
  });

  it('leaves a press that gets no answer after another school was picked, and stores no event', async () => {
    pickSchool({ sysid: 's', shortName: 'DEMO' });
    await byPin('4100');
    pickSchool({ sysid: 'other', shortName: 'OTHER' });
    tries[0]?.fail(silence());
    await pass(0);
    expect([steps, kept, lane.queue.lines.get()]).toEqual([['keeping', 'sent', 'left'], [], []]);
    forgetSchool();
  });

  it('leaves a press when the session ended', async () => {
    await byPin('4100');
    tries[0]?.fail(refusal('session.ended' as Problem, 401));
    await pass(0);
    expect(steps).toEqual(['keeping', 'sent', 'left']);
  });
});

describe("the guard's release or stop is stored for the school of the press", () => {
  afterEach(forgetSchool);

  it.each([
    ['goes', () => lane.queue.letOut(line().key)],
    ['stays', () => lane.queue.stop(line().key)],
  ])('child %s', async (_, say) => {
    pickSchool({ sysid: 's', shortName: 'DEMO' });
    await byPin('4100', 'out');
    tries[0]?.fail(silence());
    await pass(0);
    say();
    await pass(0);
    expect([kept.length + stops.length, keptFor]).toEqual([1, ['s']]);
  });
});

it('letOut refuses another account than the one that proved the child', async () => {
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
])('a fourth student waiting for room goes %s', async (_, leaveFor) => {
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
