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

describe('lane by fingerprint', () => {
  it('sends number and finger without a press, and clears its fields', async () => {
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

  it('retries a finger only after a press, unless it was surely lifted', async () => {
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

  it('flushes the scanner after the answer, or at once for a lifted finger', async () => {
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

  it('flushes the scanner after five seconds, and never uses one finger twice', async () => {
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

  it('sends a finger once the typing of its number has paused', async () => {
    lane.finger(aFinger());
    for (const typed of ['4', '41', '410', '4100']) {
      lane.type(typed);
      await pass(300);
    }
    expect(tries).toHaveLength(0);
    await pass(600);
    expect(tries).toHaveLength(1);
  });

  it('does not send an unknown number unless it is pressed', async () => {
    await student('41');
    await pass(5_000);
    expect(lane.entry.get().lookup.status).toBe('missing');
    expect(tries).toHaveLength(0);
    lane.press('button');
    expect(tries).toHaveLength(1);
  });

  it('sends a number whose lookup fails', async () => {
    lane = createLane({
      finder: createFinder(async () => {
        throw new Error('no network');
      }),
      send: (passing, key) => new Promise((_, fail) => tries.push({ passing, key, answer: () => {}, fail })),
    });
    await student('4100');
    expect(tries).toHaveLength(1);
  });

  it('drops the finger when a card brings another number', async () => {
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
  ])('starts another number behind %s', async (_, end) => {
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

  it('drops the finger when another number is typed in place of its own', async () => {
    await student('41');
    lane.type('4');
    expect(lane.entry.get().finger).not.toBeNull();
    lane.type('5');
    expect(lane.entry.get()).toMatchObject({ number: '5', finger: null });
    await pass(5_000);
    expect([tries.length, flushed]).toEqual([0, 1]);
  });

  it('drops the finger on a press with a shortened number', async () => {
    await student('41');
    lane.type('4');
    lane.press('button');
    expect(lane.entry.get()).toMatchObject({ number: '4', finger: null, notice: { kind: 'missing', what: 'finger' } });
    expect(tries).toHaveLength(0);
  });

  it('reports an unknown number once, after typing has paused', async () => {
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

  it.each([
    ['a card', () => lane.card('419')],
    ['Enter', () => lane.press('enter')],
  ])('reports an unknown number once when %s ends the typing', async (_, end) => {
    lane.type('419');
    await pass(400);
    expect(told).toEqual([]);
    end();
    await pass(200);
    expect(told).toEqual(['unknown']);
    await pass(2_000);
    expect(told).toEqual(['unknown']);
  });

  it('drops an unclaimed finger after 31 seconds', async () => {
    lane.finger(aFinger());
    await pass(31_000);
    expect(lane.entry.get().finger).toBeNull();
    lane.type('4100');
    await pass(2_000);
    expect(tries).toHaveLength(0);
  });

  it("clears the former refusal once another student's lookup has answered", async () => {
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

  it('names the missing number or finger', async () => {
    lane.press('button');
    expect(lane.entry.get().notice).toEqual({ kind: 'missing', what: 'number' });
    lane.type('4100');
    lane.press('button');
    expect(lane.entry.get().notice).toEqual({ kind: 'missing', what: 'finger' });
  });
});

describe('lane by PIN', () => {
  beforeEach(() => lane.show({ kind: 'out', by: 'pin' }));

  it('takes the PIN after the number, and sends on Enter', async () => {
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

  it('asks for a missing PIN, and takes a card in the PIN field as the next number', () => {
    lane.type('4100');
    lane.press('button');
    lane.press('button');
    expect(lane.entry.get().notice).toEqual({ kind: 'missing', what: 'pin' });
    lane.card('4055');
    expect(lane.entry.get()).toMatchObject({ number: '4055', pin: '', field: 'pin' });
  });
});

it('lane clears the PIN when the number changes', () => {
  lane.show({ kind: 'out', by: 'pin' });
  lane.type('4100');
  lane.typePin('4829');
  lane.type('4101');
  expect(lane.entry.get()).toMatchObject({ number: '4101', pin: '' });
});

it('lane focuses the PIN field of a kept number after a change of screen', async () => {
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

describe('a PIN typed again in the number field', () => {
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

  it('stays masked after the answer, is not looked up, and is cleared on Enter', async () => {
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

  it('stays masked with an extra digit and after Backspace', async () => {
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
  ] as const)('with a finger is a number unless it is the whole PIN: “%s” is %s', async (text, what) => {
    lane.show({ kind: 'out', by: 'fingerprint' });
    byKeys(text);
    lane.finger(aFinger());
    await pass(1_500);
    expect(tries).toHaveLength(what === 'sent' ? 2 : 1);
    expect(lane.entry.get().veiled).toBe(what === 'dots');
  });

  it('is cleared after a pause, but a number that begins like it is kept', async () => {
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

  it('becomes a number when a PIN is typed behind it', async () => {
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
    'stays masked as a whole PIN while its next field begins with “%s”, and is cleared on Enter',
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

  it('is masked during a question, and not kept', async () => {
    lane.ask(true);
    for (const key of '4829') lane.typeAhead(key);
    expect(shownOf(lane.entry.get().ahead)).toBe('••••');
    lane.ask(false);
    expect(lane.entry.get()).toMatchObject({ number: '', notice: { kind: 'untaken' } });
  });
});

describe('lane requests', () => {
  it('run three at a time; a fourth stays in the fields until there is room', async () => {
    for (const number of ['4001', '4002', '4003', '4004']) await student(number);
    expect(tries).toHaveLength(3);
    expect(lane.entry.get()).toMatchObject({ number: '4004', held: true });
    tries[1]?.answer();
    await pass(0);
    expect(tries.map(({ passing }) => passing.admissionNumber)).toEqual(['4001', '4002', '4003', '4004']);
    expect(lane.entry.get()).toMatchObject({ number: '', held: false });
    expect(lane.queue.lines.get().map(({ state }) => state)).toEqual(['sending', 'sending', 'recorded', 'sending']);
  });

  it('keep the waiting student when another is typed, scanned or removed', async () => {
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

  it('release the waiting student when its number is edited', async () => {
    for (const number of ['4001', '4002', '4003', '4004']) await student(number);
    lane.key('Backspace');
    expect(lane.entry.get()).toMatchObject({ number: '400', held: false });
  });

  it('retry with the same key until answered, at growing intervals', async () => {
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

  it('retry at once when the network is back', async () => {
    await student('4100');
    tries[0]?.fail(noAnswer());
    await pass(0);
    lane.queue.retryNow();
    expect(tries).toHaveLength(2);
    await pass(60_000);
    expect(tries).toHaveLength(2);
  });

  it('stop after three server faults', async () => {
    await student('4100');
    for (let each = 0; each < 3; each++) {
      tries.at(-1)?.fail(refusal('server.fault', 500));
      await pass(10_000);
    }
    expect(tries).toHaveLength(3);
    expect(lane.queue.lines.get()).toMatchObject([{ state: 'refused', proof: null }]);
  });

  it('are not retried when refused, and can be overridden once under a new key', async () => {
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

  it('drop finger and PIN of settled lines, after two minutes for an overridable refusal', async () => {
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

it('screenAt and addressOf are inverse for the four gate screens', () => {
  for (const kind of ['in', 'out'] as const) {
    for (const by of ['fingerprint', 'pin'] as const) expect(screenAt(addressOf({ kind, by }))).toEqual({ kind, by });
  }
});
