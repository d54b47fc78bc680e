import type { GateEvent } from '@mfuko/contract/gate';
import type { Problem } from '@mfuko/contract/problem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pretendConfig } from '../../lib/config.testkit.ts';
import { CallError } from '../../lib/problems.ts';
import type { Template } from '../../lib/scanner/messages.ts';
import { forgetSchool, pickSchool } from '../../lib/school.ts';
import { touchCalls } from './gate-calls.ts';
import type { Told } from './lane/entry.ts';
import { createLane, type Lane } from './lane/lane.ts';
import { createFinder, type Student } from './lookup.ts';
import { isUndoable, type Line, type Passing } from './queue/line.ts';
import { timeOf } from './refusals.ts';
import { soundOf, soundOfRefusal, soundOfTold } from './sounds.ts';
import { loadRules, touching as school } from './touch.ts';

const AMINA: Student = { admissionNumber: '4100', names: 'Amina Juma', className: 'Form 1', hasFingerprint: true };
const EVENT = {
  ...{ sysid: 'e1', admissionNumber: '4100', studentName: 'Amina Juma', class: 'Form 1', warnings: [] },
  ...{ checkTypeSYSID: 1, method: 'fingerprint', date: '2026-03-02T04:12:00.000Z' },
} satisfies GateEvent;

let sent: { passing: Passing; answer: () => void; fail: (error: unknown) => void }[];
let named: { answer: (student: Student) => void; fail: (error: unknown) => void }[];
let undone: string[];
let allowed: boolean;
let armed: number;
let told: Told[];
let lane: Lane;

const aFinger = (): Template => ({
  ...{ Template: 'iVBOR', SerialNumber: 'SN-1', Width: 300, Height: 400 },
  ...{ DPI: 500, Size: 5 },
});
const refusal = (problem: Problem, detail = {}) =>
  new CallError({ status: 422, body: { message: 'no', problem, detail }, atLogin: false });
const AT_NUMBER = { state: 'refused', kind: 'in', event: null } as const;
const settle = () => vi.advanceTimersByTimeAsync(0);
const sounds = () => told.map(soundOfTold);
const touch = () => lane.finger(aFinger(), true);

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  named = [];
  undone = [];
  allowed = true;
  armed = 0;
  told = [];
  lane = createLane({
    finder: createFinder(async (admissionNumber) => ({ ...AMINA, admissionNumber })),
    send: (passing) =>
      new Promise((resolve, reject) => {
        const undoUntil = new Date(Date.now() + 60_000).toISOString();
        sent.push({ passing, answer: () => resolve({ ...EVENT, undoUntil }), fail: reject });
      }),
    onFingerTaken: () => armed++,
    onNotice: (notice) => told.push(notice),
    touching: {
      allowed: () => allowed,
      whose: () => new Promise((answer, fail) => named.push({ answer, fail })),
    },
    takeBack: async (sysid) => void undone.push(sysid),
  });
  lane.show({ kind: 'in', by: 'fingerprint' });
});
afterEach(() => vi.useRealTimers());

it('loadRules retries on 503, and stops after an answer or a refusal', async () => {
  pretendConfig({ wireKey: '0123456789abcdef' });
  const answers = [503, 503, 200];
  const asked = vi.fn(async () => {
    const status = answers.shift() ?? 403;
    const body = status === 200 ? { fingerOnly: true } : { code: String(status), message: 'No.' };
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });
  vi.stubGlobal('fetch', asked);
  await touchCalls();
  const pass = () => vi.advanceTimersByTimeAsync(10_000);
  loadRules();
  await settle();
  expect([asked.mock.calls.length, school.allowed()]).toEqual([1, false]);
  await pass();
  expect([asked.mock.calls.length, school.allowed()]).toEqual([2, false]);
  await pass();
  expect([asked.mock.calls.length, school.allowed()]).toEqual([3, true]);
  await pass();
  expect(asked).toHaveBeenCalledTimes(3);
  loadRules();
  await pass();
  await pass();
  expect(asked).toHaveBeenCalledTimes(4);
  vi.unstubAllGlobals();
});

it('loadRules applies no answer of another school, whichever arrives first', async () => {
  pretendConfig({ wireKey: '0123456789abcdef' });
  const answers: ((fingerOnly: boolean) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) => {
        const headers = { 'Content-Type': 'application/json' };
        answers.push((fingerOnly) => resolve(new Response(JSON.stringify({ fingerOnly }), { headers })));
      }),
  );
  pickSchool({ sysid: 's', shortName: 'DEMO' });
  loadRules()();
  const leave = loadRules();
  await settle();
  answers[1]?.(true);
  await settle();
  expect(school.allowed()).toBe(true);
  leave();
  pickSchool({ sysid: 'other', shortName: 'OTHER' });
  const leaveOther = loadRules();
  expect(school.allowed()).toBe(false);
  await settle();
  answers[0]?.(true);
  await settle();
  expect(school.allowed()).toBe(false);
  answers[2]?.(true);
  await settle();
  expect(school.allowed()).toBe(true);
  leaveOther();
  // The rules stay known while they are requested again.
  loadRules()();
  expect(school.allowed()).toBe(true);
  forgetSchool();
  vi.unstubAllGlobals();
});

describe('finger without a number', () => {
  it('checks in at once, names the child and arms the reader', async () => {
    touch();
    expect(sent.map(({ passing }) => passing)).toMatchObject([{ kind: 'in', admissionNumber: '', touch: true }]);
    sent[0]?.answer();
    await settle();
    expect(lane.queue.lines.get()).toMatchObject([{ state: 'recorded', admissionNumber: '4100', names: 'Amina Juma' }]);
    expect(armed).toBe(1);
    touch();
    expect(sent).toHaveLength(2);
  });

  it('is not sent when the school requires a number', () => {
    allowed = false;
    touch();
    expect([sent, named]).toEqual([[], []]);
  });

  it('is sent with a number that stands in the field', async () => {
    lane.card('4105');
    touch();
    await settle();
    expect(sent.map(({ passing }) => passing)).toMatchObject([{ admissionNumber: '4105' }]);
    expect(sent[0]?.passing.touch).toBeUndefined();
  });

  it('leaves no number behind when nobody matches', async () => {
    touch();
    sent[0]?.fail(refusal('fingerprint.no-match'));
    await settle();
    expect(lane.entry.get()).toMatchObject({ number: '', again: false, finger: null });
    expect(lane.queue.lines.get().map(soundOf)).toEqual(['wrong']);
  });
});

it('an unclear finger sounds unclear, not wrong, in both directions', async () => {
  touch();
  sent[0]?.fail(refusal('fingerprint.no-match', { why: 'wipe' }));
  await settle();
  expect(lane.queue.lines.get().map(soundOf)).toEqual(['unclear']);
  expect(soundOf({ ...AT_NUMBER, refusal: refusal('fingerprint.no-match', { why: 'flatter' }) })).toBe('unclear');
  expect(soundOf({ ...AT_NUMBER, refusal: refusal('fingerprint.no-match') })).toBe('wrong');
  lane.show({ kind: 'out', by: 'fingerprint' });
  touch();
  named[0]?.fail(refusal('fingerprint.no-match', { why: 'wipe' }));
  await settle();
  expect(sounds().at(-1)).toBe('unclear');
});

it('soundOf is "look" for a child still on a bus, and for a late pass', () => {
  const line = { state: 'recorded', kind: 'in', refusal: null } as const;
  expect(soundOf({ ...line, event: EVENT })).toBe('in');
  expect(soundOf({ ...line, event: { ...EVENT, warnings: ['custody.aboard'] } })).toBe('look');
  const exeat = { sysid: 'x1', returnBy: EVENT.date, goesWith: null, late: true };
  expect(soundOf({ ...line, event: { ...EVENT, exeat } })).toBe('look');
});

describe('undo of a finger-only check-in', () => {
  it('takes the check-in back once, and reports a second try as standing', async () => {
    touch();
    sent[0]?.answer();
    await settle();
    const [line] = lane.queue.lines.get();
    await lane.takeBack(line?.key ?? '');
    expect(undone).toEqual(['e1']);
    expect(lane.queue.lines.get()).toMatchObject([{ state: 'undone' }]);
    await lane.takeBack(line?.key ?? '');
    expect(lane.entry.get().notice).toEqual({ kind: 'stands' });
  });
});

describe('finger without a number at check-out', () => {
  beforeEach(() => lane.show({ kind: 'out', by: 'fingerprint' }));

  it("names the child, who is sent only after the guard's press", async () => {
    touch();
    named[0]?.answer(AMINA);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
    expect(lane.entry.get()).toMatchObject({ number: '4100', confirm: true, lookup: { student: AMINA } });
    lane.press('button');
    expect(sent.map(({ passing }) => passing)).toMatchObject([{ kind: 'out', admissionNumber: '4100' }]);
    expect(sent[0]?.passing.touch).toBeUndefined();
    expect(lane.entry.get()).toMatchObject({ number: '', confirm: false });
  });

  it('forgets a named child after 30 seconds', async () => {
    touch();
    named[0]?.answer(AMINA);
    await settle();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(lane.entry.get()).toMatchObject({ number: '', confirm: false, finger: null });
    expect([sent.length, armed]).toEqual([0, 1]);
  });

  it.each([
    ['typed', () => lane.type('41004205')],
    ['read from a card', () => lane.card('4205')],
  ])('another number that is %s drops the named child and its finger', async (_, enter) => {
    touch();
    named[0]?.answer(AMINA);
    await settle();
    enter();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(lane.entry.get()).toMatchObject({ number: '4205', confirm: false, finger: null });
    expect([sent, armed]).toEqual([[], 1]);
  });

  it('a child named for check-out is not checked in after a change of screen', async () => {
    touch();
    named[0]?.answer(AMINA);
    await settle();
    lane.show({ kind: 'in', by: 'fingerprint' });
    lane.press('enter');
    expect([sent.length, lane.entry.get().number]).toEqual([0, '']);
  });

  it.each([
    ['fingerprint.no-match', 'wrong'],
    ['fingerprint.ambiguous', 'wrong'],
    ['fingerprint.bad-image', 'refused'],
    ['fingerprint.held', 'refused'],
    ['server.too-many-requests', 'refused'],
  ] as const)('a failed search (%s) sounds like its banner: %s', async (problem, sound) => {
    touch();
    named[0]?.fail(refusal(problem));
    await settle();
    const { notice } = lane.entry.get();
    expect(notice?.kind === 'nobody' && soundOfRefusal(notice.refusal)).toBe(sound);
    expect(sounds()).toEqual([sound]);
  });

  it('reports an unknown finger, arms the reader, and asks for the number when offline', async () => {
    touch();
    named[0]?.fail(refusal('fingerprint.no-match'));
    await settle();
    expect(lane.entry.get()).toMatchObject({ finger: null, notice: { kind: 'nobody' } });
    expect(armed).toBe(1);
    touch();
    named[1]?.fail(new TypeError('Failed to fetch'));
    await settle();
    expect(lane.entry.get().notice).toEqual({ kind: 'missing', what: 'number' });
  });
});

describe('wrong device clock', () => {
  afterEach(() => localStorage.clear());

  it.each([-5 * 60_000, 26 * 3_600_000])(
    'undo time and shown time follow the server clock: ahead by %i ms',
    async (ahead) => {
      pretendConfig({ timeZone: 'UTC' });
      localStorage.setItem('clockAhead', String(ahead));
      const now = Date.now() + ahead;
      const event = (left: number) => ({
        ...EVENT,
        date: new Date(now).toISOString(),
        undoUntil: new Date(now + left).toISOString(),
      });
      const line = (left: number) =>
        ({ state: 'recorded', event: event(left), at: Date.now(), settledAt: Date.now() }) as Partial<Line> as Line;
      expect([isUndoable(line(30_000)), isUndoable(line(-1_000))]).toEqual([true, false]);
      const told = new Date(now).toISOString().slice(11, 19);
      expect(timeOf(line(0))).toBe(told);
      expect(timeOf({ ...line(0), state: 'kept', event: null })).toBe(told);
    },
  );
});
