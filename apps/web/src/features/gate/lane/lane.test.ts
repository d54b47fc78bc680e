import type { GateEvent } from '@mfuko/contract/gate';
import type { Problem } from '@mfuko/contract/problem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../../lib/problems.ts';
import type { Template } from '../../../lib/scanner/messages.ts';
import { createFinder } from '../lookup.ts';
import type { Passing } from '../queue/line.ts';
import { addressOf, screenAt } from '../screens.ts';
import { shownOf } from './ahead.ts';
import { isNobodys } from './entry.ts';
import { createLane, type Lane } from './lane.ts';

interface Try {
  readonly passing: Passing;
  readonly key: string;
  readonly answer: () => void;
  readonly fail: (error: unknown) => void;
}

let tries: Try[];
let lane: Lane;
let flushed: number;
let told: string[];

/** Returns a new object each time, as the scanner does. */
const aFinger = (): Template => ({
  Template: 'iVBOR',
  SerialNumber: 'SN-1',
  Width: 300,
  Height: 400,
  DPI: 500,
  Size: 5,
});
const refusal = (problem: Problem, status: number, detail = {}) =>
  new CallError({ status, body: { message: 'no', problem, detail }, atLogin: false });
const noAnswer = () => new CallError({ status: null, body: null, atLogin: false });

beforeEach(() => {
  vi.useFakeTimers();
  tries = [];
  flushed = 0;
  told = [];
  lane = createLane({
    finder: createFinder(async (admissionNumber) =>
      admissionNumber.length === 4
        ? { admissionNumber, names: `Student ${admissionNumber}`, className: 'Grade 4', hasFingerprint: true }
        : null,
    ),
    send: (passing, key) =>
      new Promise<GateEvent>((resolve, reject) => {
        const event: GateEvent = {
          sysid: key,
          admissionNumber: passing.admissionNumber,
          studentName: `Student ${passing.admissionNumber}`,
          class: 'Grade 4',
          checkTypeSYSID: passing.kind === 'in' ? 1 : 2,
          method: passing.by,
          date: new Date().toISOString(),
          warnings: [],
        };
        tries.push({ passing, key, answer: () => resolve(event), fail: reject });
      }),
    onFingerTaken: () => flushed++,
    onNotice: ({ kind }) => told.push(kind),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Enters a student with a known number and a finger, which is sent without a press. */
async function student(number: string): Promise<void> {
  lane.type(number);
  await pass(1_000);
  lane.finger(aFinger());
  await pass(0);
}

describe('number and finger', () => {
  it('go together without a press when the finger comes last, and leave the fields empty', async () => {
    await student('4100');
    expect(tries.map(({ passing }) => passing)).toMatchObject([
      {
        kind: 'in',
        by: 'fingerprint',
        admissionNumber: '4100',
        names: 'Student 4100',
        proof: { B64Fingerprint: 'iVBOR', Dpi: 500 },
      },
    ]);
    expect(lane.entry.get()).toMatchObject({ number: '', finger: null, lookup: { status: 'none' } });
  });

  it('try a finger again only after a press, where nobody can tell whether it was lifted', async () => {
    await student('4100');
    tries[0]?.fail(refusal('fingerprint.no-match', 422));
    await pass(0);
    expect(lane.entry.get()).toMatchObject({ number: '4100', again: true });
    lane.finger(aFinger());
    await pass(5_000);
    expect(tries).toHaveLength(1);
    lane.press('enter');
    expect(tries).toHaveLength(2);
    tries[1]?.fail(refusal('fingerprint.no-match', 422));
    await pass(0);
    lane.finger(aFinger(), true);
    expect(tries).toHaveLength(3);
  });

  it('leave the scanner time until the answer, unless it waits for the lifting itself', async () => {
    await student('4100');
    await pass(2_000);
    expect(flushed).toBe(0);
    tries[0]?.answer();
    await pass(0);
    expect(flushed).toBe(1);
    lane.type('4055');
    await pass(1_000);
    lane.finger(aFinger(), true);
    expect([tries.length, flushed]).toEqual([2, 2]);
  });

  it('leave a moment for lifting the finger, and never use one finger twice', async () => {
    const finger = aFinger();
    lane.type('4100');
    await pass(1_000);
    lane.finger(finger);
    expect(tries).toHaveLength(1);
    expect(flushed).toBe(0);
    await pass(5_000);
    expect(flushed).toBe(1);
    lane.finger(finger);
    lane.type('4055');
    await pass(2_000);
    expect(tries).toHaveLength(1);
  });

  it('go together when the number comes last, once the typing has ended', async () => {
    lane.finger(aFinger());
    for (const typed of ['4', '41', '410', '4100']) {
      lane.type(typed);
      await pass(300);
    }
    expect(tries).toHaveLength(0);
    await pass(600);
    expect(tries).toHaveLength(1);
  });

  it('do not go with a number that no student has, unless somebody presses', async () => {
    await student('41');
    await pass(5_000);
    expect(lane.entry.get().lookup.status).toBe('missing');
    expect(tries).toHaveLength(0);
    lane.press('button');
    expect(tries).toHaveLength(1);
  });

  it('go where nobody can be asked for the name', async () => {
    lane = createLane({
      finder: createFinder(async () => {
        throw new Error('no network');
      }),
      send: (passing, key) => new Promise((_, fail) => tries.push({ passing, key, answer: () => {}, fail })),
    });
    await student('4100');
    expect(tries).toHaveLength(1);
  });

  it('part where a card brings another number: the finger was of the child before', async () => {
    await student('41');
    expect(lane.entry.get().finger).not.toBeNull();
    lane.card('4055');
    await pass(5_000);
    expect(tries).toHaveLength(0);
    expect(lane.entry.get()).toMatchObject({ number: '4055', finger: null });
    expect(flushed).toBe(1);
    lane.finger(aFinger());
    expect(tries.map(({ passing }) => passing.admissionNumber)).toEqual(['4055']);
  });

  it.each([
    ['an Enter', () => lane.press('enter')],
    ['the button', () => lane.press('button')],
    ['a card', () => lane.card('4001')],
  ])('wait for a finger: behind %s comes another number, and no more digits of the same', async (_, end) => {
    lane.type('400');
    lane.type('4001');
    end();
    lane.type('40014');
    expect(lane.entry.get().number).toBe('4');
    for (const digit of '002') lane.key(digit);
    expect(lane.entry.get().number).toBe('4002');
    lane.key('Backspace');
    lane.key('3');
    expect(lane.entry.get().number).toBe('4003');
  });

  it('part where another number is typed in the place of the one that the finger came to', async () => {
    await student('41');
    lane.type('4');
    expect(lane.entry.get().finger).not.toBeNull();
    lane.type('5');
    expect(lane.entry.get()).toMatchObject({ number: '5', finger: null });
    await pass(5_000);
    expect([tries.length, flushed]).toEqual([0, 1]);
  });

  it('part at a press where the number was shortened, for the finger came to the longer one', async () => {
    await student('41');
    lane.type('4');
    lane.press('button');
    expect(lane.entry.get()).toMatchObject({ number: '4', finger: null, notice: { kind: 'missing', what: 'finger' } });
    expect(tries).toHaveLength(0);
  });

  it('say once that a number is nobody’s, when it has been typed to its end', async () => {
    for (const typed of ['4', '41', '419']) {
      lane.type(typed);
      await pass(400);
    }
    // The lookup has answered by then, but "419" may be the beginning of "4190".
    expect(lane.entry.get().lookup.status).toBe('missing');
    expect(isNobodys(lane.entry.get())).toBe(false);
    expect(told).toEqual([]);
    await pass(2_000);
    expect(isNobodys(lane.entry.get())).toBe(true);
    expect(told).toEqual(['unknown']);
    lane.type('4190');
    await pass(400);
    expect(isNobodys(lane.entry.get())).toBe(false);
  });

  it('drop a finger that nobody claims', async () => {
    lane.finger(aFinger());
    await pass(31_000);
    expect(lane.entry.get().finger).toBeNull();
    lane.type('4100');
    await pass(2_000);
    expect(tries).toHaveLength(0);
  });

  it('are told of the student who stands there: a refusal of the one before is in the list by then', async () => {
    await student('4100');
    tries[0]?.fail(refusal('gate.already-in', 409));
    await pass(0);
    lane.type('4');
    expect(lane.entry.get().notice).toMatchObject({ kind: 'settled' });
    lane.type('4055');
    await pass(200);
    expect(lane.entry.get().notice).toBeNull();
    lane.clear();
    await student('4100');
    tries[1]?.fail(refusal('fingerprint.no-match', 422));
    await pass(5_000);
    expect(lane.entry.get()).toMatchObject({ number: '4100', notice: { kind: 'settled' } });
    lane.card('419');
    await pass(200);
    expect(lane.entry.get()).toMatchObject({ lookup: { status: 'missing' }, notice: null });
  });

  it('say what is missing', async () => {
    lane.press('button');
    expect(lane.entry.get().notice).toEqual({ kind: 'missing', what: 'number' });
    lane.type('4100');
    lane.press('button');
    expect(lane.entry.get().notice).toEqual({ kind: 'missing', what: 'finger' });
  });
});

describe('the PIN', () => {
  beforeEach(() => lane.show({ kind: 'out', by: 'pin' }));

  it('follows the number and goes on Enter', async () => {
    for (const key of '4100') lane.key(key);
    lane.press('enter');
    expect(lane.entry.get().field).toBe('pin');
    for (const key of '482917') lane.key(key);
    lane.key('Backspace');
    lane.key('6');
    expect(lane.entry.get()).toMatchObject({ number: '4100', pin: '482916' });
    lane.press('enter');
    expect(tries[0]?.passing).toMatchObject({
      kind: 'out',
      by: 'pin',
      admissionNumber: '4100',
      proof: { pin: '482916' },
    });
    expect(lane.entry.get()).toMatchObject({ number: '', pin: '', field: 'number' });
  });

  it('is asked for, and a card that is read then is still a number', () => {
    lane.type('4100');
    lane.press('button');
    lane.press('button');
    expect(lane.entry.get().notice).toEqual({ kind: 'missing', what: 'pin' });
    lane.card('4055');
    expect(lane.entry.get()).toMatchObject({ number: '4055', pin: '', field: 'pin' });
  });
});

it('forgets a PIN with the number that it was typed for', () => {
  lane.show({ kind: 'out', by: 'pin' });
  lane.type('4100');
  lane.typePin('4829');
  lane.type('4101');
  expect(lane.entry.get()).toMatchObject({ number: '4101', pin: '' });
});

it('takes a PIN behind a number that stood there before another way was chosen, and shows none of it in the number’s field', async () => {
  for (const turns of [
    ['fingerprint', 'pin'],
    ['pin', 'fingerprint', 'pin'],
    ['fingerprint', 'pin', 'fingerprint'],
  ] as const) {
    lane.clear();
    lane.show({ kind: 'out', by: turns[0] });
    for (const digit of '4100') lane.key(digit);
    for (const by of turns.slice(1)) lane.show({ kind: 'out', by });
    expect(lane.entry.get()).toMatchObject({ number: '4100', field: turns.at(-1) === 'pin' ? 'pin' : 'number' });
  }
  lane.clear();
  lane.show({ kind: 'out', by: 'pin' });
  expect(lane.entry.get()).toMatchObject({ number: '', field: 'number' });
});

describe('a PIN that is typed once more, since nothing seems to happen', () => {
  const byKeys = (text: string) => {
    for (const key of text)
      if (key === '↵') lane.press('enter');
      else lane.key(key);
  };
  beforeEach(async () => {
    lane.show({ kind: 'out', by: 'pin' });
    byKeys('4100↵482916↵');
    await pass(0);
    expect(tries).toHaveLength(1);
  });

  it('is dots in the number’s field, also once the answer is there; nobody is asked for it, and its Enter lets go of it', async () => {
    byKeys('48');
    expect(lane.entry.get()).toMatchObject({ number: '48', veiled: true });
    tries[0]?.answer();
    await pass(0);
    byKeys('2916');
    await pass(500);
    expect(lane.entry.get()).toMatchObject({ number: '482916', veiled: true, lookup: { status: 'looking' } });
    byKeys('↵');
    expect(lane.entry.get()).toMatchObject({ number: '', field: 'number', veiled: false, notice: { kind: 'untaken' } });
    // The same digits typed once more are accepted as a number.
    byKeys('482916↵');
    expect(lane.entry.get()).toMatchObject({ number: '482916', field: 'pin', veiled: false });
  });

  it('stays dots with a key too many behind it, and once that is taken back, whatever was answered meanwhile', async () => {
    byKeys('4829167');
    expect(lane.entry.get()).toMatchObject({ number: '4829167', veiled: true });
    tries[0]?.answer();
    await pass(0);
    lane.key('Backspace');
    await pass(500);
    expect(lane.entry.get()).toMatchObject({ number: '482916', veiled: true, lookup: { status: 'looking' } });
    byKeys('7↵');
    expect(lane.entry.get()).toMatchObject({ number: '', field: 'number', notice: { kind: 'untaken' } });
    // The same digits typed once more are accepted as a number.
    byKeys('4829167↵');
    expect(lane.entry.get()).toMatchObject({ number: '4829167', field: 'pin', veiled: false });
  });

  it.each([
    ['4829', 'sent'],
    ['482916', 'dots'],
  ] as const)('that a finger has come to is a number where it only begins like it: “%s” is %s', async (text, what) => {
    lane.show({ kind: 'out', by: 'fingerprint' });
    byKeys(text);
    lane.finger(aFinger());
    await pass(1_500);
    expect(tries).toHaveLength(what === 'sent' ? 2 : 1);
    expect(lane.entry.get().veiled).toBe(what === 'dots');
  });

  it('leaves nothing of it where somebody types no more, and a number that begins like it is one', async () => {
    byKeys('482');
    await pass(900);
    expect(lane.entry.get()).toMatchObject({ number: '482', veiled: true });
    tries[0]?.answer();
    await pass(0);
    expect(lane.entry.get()).toMatchObject({ number: '', veiled: false, notice: { kind: 'untaken' } });
    byKeys('4101↵482917↵48');
    expect(lane.entry.get().veiled).toBe(true);
    byKeys('30');
    await pass(300);
    expect(lane.entry.get()).toMatchObject({ number: '4830', veiled: false, lookup: { status: 'found' } });
  });

  it('is none where a PIN is typed behind it: the number is asked for, and stays when the answer comes', async () => {
    byKeys('482');
    await pass(900);
    lane.focus('pin');
    expect(lane.entry.get()).toMatchObject({ number: '482', field: 'pin', veiled: false });
    byKeys('77');
    tries[0]?.answer();
    await pass(900);
    byKeys('31');
    expect(lane.entry.get()).toMatchObject({ number: '482', pin: '7731', lookup: { status: 'missing' } });
  });

  it.each([
    ['', 'pin'],
    ['77', 'number'],
  ] as const)(
    'stays dots, whole, while its next field is begun with “%s”: its Enter lets go of it',
    async (pin, field) => {
      byKeys('482916');
      lane.focus('pin');
      byKeys(pin);
      lane.focus(field);
      await pass(900);
      tries[0]?.answer();
      await pass(0);
      expect(lane.entry.get()).toMatchObject({ number: '482916', pin, field, veiled: true });
      byKeys('↵');
      expect(lane.entry.get()).toMatchObject({ number: '', pin: '', field: 'number', notice: { kind: 'untaken' } });
    },
  );

  it('is dots behind a question, and typed nowhere', async () => {
    lane.ask(true);
    for (const key of '4829') lane.typeAhead(key);
    expect(shownOf(lane.entry.get().ahead)).toBe('••••');
    lane.ask(false);
    expect(lane.entry.get()).toMatchObject({ number: '', notice: { kind: 'untaken' } });
  });
});

describe('requests under way', () => {
  it('are three at most; the fourth stays in the fields and goes when there is room', async () => {
    for (const number of ['4001', '4002', '4003', '4004']) await student(number);
    expect(tries).toHaveLength(3);
    expect(lane.entry.get()).toMatchObject({ number: '4004', held: true });
    tries[1]?.answer();
    await pass(0);
    expect(tries.map(({ passing }) => passing.admissionNumber)).toEqual(['4001', '4002', '4003', '4004']);
    expect(lane.entry.get()).toMatchObject({ number: '', held: false });
    expect(lane.queue.lines.get().map(({ state }) => state)).toEqual(['sending', 'sending', 'recorded', 'sending']);
  });

  it('keep the place of who waits for room, whatever is typed, scanned or pulled out meanwhile', async () => {
    for (const number of ['4001', '4002', '4003', '4004']) await student(number);
    lane.key('9');
    lane.card('4055');
    lane.finger(null);
    lane.finger(aFinger(), true);
    expect(lane.entry.get()).toMatchObject({ number: '4004', held: true });
    tries[0]?.answer();
    await pass(0);
    expect(tries.map(({ passing }) => passing.admissionNumber)).toEqual(['4001', '4002', '4003', '4004']);
    expect(lane.entry.get().number).toBe('4055');
  });

  it('let go of who waits for room where the number is deleted', async () => {
    for (const number of ['4001', '4002', '4003', '4004']) await student(number);
    lane.key('Backspace');
    expect(lane.entry.get()).toMatchObject({ number: '400', held: false });
  });

  it('are repeated with the same key until there is an answer', async () => {
    await student('4100');
    for (const wait of [1_000, 2_000, 5_000, 10_000, 10_000]) {
      tries.at(-1)?.fail(noAnswer());
      await pass(wait - 1);
      expect(lane.queue.lines.get()[0]?.state).toBe('waiting');
      await pass(1);
    }
    expect(tries).toHaveLength(6);
    expect(new Set(tries.map(({ key }) => key)).size).toBe(1);
    tries.at(-1)?.answer();
    await pass(0);
    expect(lane.queue.lines.get()).toMatchObject([{ state: 'recorded', names: 'Student 4100', proof: null }]);
    await pass(60_000);
    expect(tries).toHaveLength(6);
  });

  it('are repeated at once when the network is back', async () => {
    await student('4100');
    tries[0]?.fail(noAnswer());
    await pass(0);
    lane.queue.retryNow();
    expect(tries).toHaveLength(2);
    await pass(60_000);
    expect(tries).toHaveLength(2);
  });

  it('are given up where the server says again and again that it failed', async () => {
    await student('4100');
    for (let each = 0; each < 3; each++) {
      tries.at(-1)?.fail(refusal('server.fault', 500));
      await pass(10_000);
    }
    expect(tries).toHaveLength(3);
    expect(lane.queue.lines.get()).toMatchObject([{ state: 'refused', proof: null }]);
  });

  it('are not repeated when refused, and pass with a reason under a new key', async () => {
    await student('4100');
    tries[0]?.fail(refusal('gate.already-in', 409, { since: '2026-03-02T04:12:00.000Z' }));
    await pass(30_000);
    expect(tries).toHaveLength(1);
    const key = tries[0]?.key ?? '';
    expect(lane.override(key, 'Went out unseen')).toBe(true);
    expect(tries[1]?.passing).toMatchObject({
      admissionNumber: '4100',
      override: 'Went out unseen',
      proof: { B64Fingerprint: 'iVBOR' },
    });
    expect(tries[1]?.key).not.toBe(key);
    expect(lane.override(key, 'Went out unseen')).toBe(false);
  });

  it('keep no finger and no PIN of a line that is settled', async () => {
    await student('4100');
    tries[0]?.fail(refusal('fingerprint.no-match', 422));
    await student('4055');
    tries[1]?.fail(refusal('gate.already-in', 409));
    await pass(1);
    expect(lane.queue.lines.get().map(({ proof }) => proof === null)).toEqual([false, true]);
    await pass(121_000);
    expect(lane.queue.lines.get().map(({ proof }) => proof === null)).toEqual([true, true]);
  });
});

it('has an address for each of the four screens', () => {
  for (const kind of ['in', 'out'] as const) {
    for (const by of ['fingerprint', 'pin'] as const) expect(screenAt(addressOf({ kind, by }))).toEqual({ kind, by });
  }
});
