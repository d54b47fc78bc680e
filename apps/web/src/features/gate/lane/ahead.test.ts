import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '../../../lib/problems.ts';
import { holdKeys } from '../hold-keys.ts';
import type { Passing } from '../queue/line.ts';
import { useNumberEntry } from '../useNumberEntry.ts';
import { createLane, type Lane } from './lane.ts';

let lane: Lane;
let sent: { passing: Passing; answer: () => void; refuse: () => void }[];
let told: string[];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  told = [];
  lane = createLane({
    finder: { remembered: () => undefined, find: async () => ({ status: 'missing' }) },
    send: (passing) =>
      new Promise((resolve, reject) => {
        const times = { date: '', warnings: [], class: '' };
        const event = { ...times, sysid: 'e', checkTypeSYSID: 1, method: 'pin' } as const;
        const body = { message: 'no', problem: 'pin.wrong' } as const;
        sent.push({
          passing,
          answer: () => resolve({ ...event, admissionNumber: passing.admissionNumber, studentName: 'Achieng' }),
          refuse: () => reject(new CallError({ status: 422, body, atLogin: false })),
        });
      }),
    onNotice: ({ kind }) => told.push(kind),
  });
  lane.show({ kind: 'out', by: 'pin' });
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const NAMED: Record<string, string> = { '↵': 'Enter', '⌫': 'Backspace', '⇥': 'Tab' };
const keys = (text: string, press: (key: string) => void) => {
  for (const key of text) press(NAMED[key] ?? key);
};
/** Types as the page does for a hand: Enter submits, other keys go to the field. */
const byHand = (text: string) => keys(text, (key) => (key === 'Enter' ? lane.press('enter') : lane.key(key)));
const ahead = (text: string) => keys(text, lane.typeAhead);
/** Fills the queue with three students under way; 4004 waits for room. */
const fill = async () => {
  lane.clear();
  for (const { answer } of sent.splice(0)) answer();
  await pass(0);
  for (const number of ['4001', '4002', '4003', '4004']) byHand(`${number}↵482916↵`);
};
const numbers = () => sent.map(({ passing }) => passing.admissionNumber);

it('lane holds digits typed during a question, and puts them into the number field without sending', async () => {
  byHand('40');
  lane.ask(true);
  ahead('02');
  expect(lane.entry.get()).toMatchObject({ number: '40', ahead: { digits: '02' } });
  lane.ask(false);
  expect(lane.entry.get()).toMatchObject({ number: '4002', field: 'number', ahead: { digits: '' } });
  byHand('7');
  expect(lane.entry.get().number).toBe('40027');
  expect(sent).toEqual([]);
  expect(told).toEqual([]);
});

it('lane keeps no PIN typed during a question, and says that keys were not taken', async () => {
  lane.ask(true);
  ahead('4002↵4829');
  expect(lane.entry.get()).toMatchObject({ number: '', ahead: { digits: '4002', ended: true, lost: true } });
  expect(JSON.stringify(lane.entry.get())).not.toContain('4829');
  lane.ask(false);
  expect(lane.entry.get()).toMatchObject({ number: '4002', pin: '', field: 'pin', notice: { kind: 'untaken' } });
});

it('lane drops a partial PIN when its other digits were typed during a question', async () => {
  byHand('4002↵48');
  lane.ask(true);
  ahead('2916↵');
  lane.ask(false);
  expect(lane.entry.get()).toMatchObject({ number: '4002', pin: '', field: 'pin', notice: { kind: 'untaken' } });
  expect(sent).toEqual([]);
});

it('lane applies Backspace, a card and clear to held digits', async () => {
  lane.ask(true);
  ahead('4002⌫');
  expect(lane.entry.get().ahead).toMatchObject({ digits: '400', ended: false });
  lane.card('4055');
  lane.ask(false);
  expect(lane.entry.get()).toMatchObject({ number: '4055', field: 'pin' });
  lane.clear();
  lane.ask(true);
  ahead('1');
  lane.clear();
  lane.ask(false);
  expect(lane.entry.get().number).toBe('');
});

it('lane keeps held digits when the former PIN is refused during a question', async () => {
  byHand('4001↵4829↵');
  lane.ask(true);
  ahead('40');
  sent[0]?.refuse();
  await pass(0);
  expect(lane.entry.get().number).toBe('');
  ahead('02');
  lane.ask(false);
  expect(lane.entry.get()).toMatchObject({ number: '4002', field: 'number', pin: '' });
});

it('lane keeps all digits of the next number when the waiting student is sent', async () => {
  for (const number of ['4001', '4002', '4003', '4004']) byHand(`${number}↵4829↵`);
  expect(lane.entry.get()).toMatchObject({ number: '4004', held: true });
  byHand('40');
  sent[0]?.answer();
  await pass(0);
  expect(numbers()).toEqual(['4001', '4002', '4003', '4004']);
  byHand('05');
  expect(lane.entry.get()).toMatchObject({ number: '4005', field: 'number' });
  expect(told.filter((kind) => kind !== 'settled')).toEqual([]);
});

it('lane keeps all digits of the next number on a fingerprint screen', async () => {
  lane.show({ kind: 'in', by: 'fingerprint' });
  const finger = { Template: 'iVBOR', SerialNumber: 'SN-1', Width: 300, Height: 400, DPI: 500, Size: 5 };
  for (const number of ['4001', '4002', '4003', '4004']) {
    byHand(number);
    lane.finger({ ...finger });
    byHand('↵');
  }
  expect(lane.entry.get()).toMatchObject({ number: '4004', held: true });
  byHand('40');
  sent[0]?.answer();
  await pass(0);
  byHand('05');
  expect(lane.entry.get().number).toBe('4005');
  expect(numbers()).toEqual(['4001', '4002', '4003', '4004']);
});

it('Backspace behind a waiting student first edits the held digits, then the waiting PIN', async () => {
  for (const number of ['4001', '4002', '4003', '4004']) byHand(`${number}↵4829↵`);
  byHand('5');
  lane.key('Backspace');
  expect(lane.entry.get()).toMatchObject({ number: '4004', held: true, pin: '4829', ahead: { digits: '' } });
  lane.key('Backspace');
  expect(lane.entry.get()).toMatchObject({ number: '4004', held: false, pin: '482' });
});

it('Go, Enter, Tab and focus end a held number, and keep no PIN behind it', async () => {
  const go = () => lane.press('button');
  for (const end of [go, () => lane.press('enter'), () => lane.typeAhead('Tab'), () => lane.focus('number')]) {
    await fill();
    byHand('4005');
    end();
    byHand('482916');
    lane.key('Backspace');
    byHand('29');
    expect(lane.entry.get()).toMatchObject({ number: '4004', held: true, pin: '482916' });
    expect(lane.entry.get().ahead).toMatchObject({ digits: '4005', ended: true, lost: true });
    sent[0]?.answer();
    await pass(0);
    expect(lane.entry.get()).toMatchObject({ number: '4005', field: 'pin', pin: '', notice: { kind: 'untaken' } });
  }
});

it.each([
  ['a letter', '4004q'],
  ['two numbers', '40044005 4006'],
  ['a digit in the middle', '40504'],
  ['a digit over all', '5'],
])(
  '%s over a waiting student keeps the held digits and the student, and says that keys were not taken',
  async (_, text) => {
    for (const begun of ['', '40']) {
      await fill();
      byHand(begun);
      const { result, unmount } = renderHook(() => useNumberEntry(lane));
      act(() => result.current.type(text));
      unmount();
      expect(lane.entry.get()).toMatchObject({ number: '4004', held: true, notice: { kind: 'untaken' } });
      expect(lane.entry.get().ahead).toMatchObject({ digits: begun, lost: true });
    }
  },
);

it('lane ignores a number pasted over a waiting one, and says that keys were not taken', async () => {
  await fill();
  lane.type('40042', true);
  expect(lane.entry.get()).toMatchObject({ number: '4004', held: true, notice: { kind: 'untaken' } });
  expect(lane.entry.get().ahead).toMatchObject({ digits: '', lost: true });
});

it('Backspace removes a held letter', () => {
  lane.ask(true);
  ahead('40q⌫02');
  lane.ask(false);
  expect(lane.entry.get().number).toBe('4002');
});

it('Backspace without held keys edits the field', () => {
  byHand('40');
  lane.ask(true);
  ahead('⌫5');
  lane.ask(false);
  expect(lane.entry.get().number).toBe('45');
});

it("Enter in a dialog ends the field's number, and the PIN behind it is not kept", () => {
  byHand('4002');
  lane.ask(true);
  ahead('↵482916');
  expect(lane.entry.get().ahead).toMatchObject({ digits: '', lost: true });
  lane.ask(false);
  expect(lane.entry.get()).toMatchObject({ number: '4002', field: 'pin', pin: '' });
});

it.each([
  ['4002⇥482916⇥', '4002', true],
  ['40x345↵', '', false],
])('holdKeys keeps no PIN typed in a dialog, and no mix of hand and card: “%s”', (text, digits, ended) => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  const stop = holdKeys(dialog, lane);
  let at = 50_000;
  keys(text, (key) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true });
    // A card's keys arrive quickly.
    Object.defineProperty(event, 'timeStamp', { value: (at += ended ? 400 : 5) });
    dialog.dispatchEvent(event);
  });
  expect(lane.entry.get().ahead).toMatchObject({ digits, ended, lost: true });
  stop();
  dialog.remove();
});

it('Tab ends a held number, and Backspace does not reopen it', () => {
  lane.ask(true);
  ahead('4002⇥482916⌫⌫');
  expect(lane.entry.get().ahead).toMatchObject({ digits: '4002', ended: true, lost: true });
});

it("Tab in a dialog ends the field's number, and the PIN behind it is not kept", () => {
  byHand('4002');
  lane.ask(true);
  ahead('⇥482916');
  expect(lane.entry.get().ahead).toMatchObject({ digits: '', lost: true });
  lane.ask(false);
  // No Enter is held: the Tab may have been meant for the dialog.
  expect(lane.entry.get()).toMatchObject({ number: '4002', pin: '', field: 'number', notice: { kind: 'untaken' } });
});

it('a card during a question replaces the begun number, also when read twice', () => {
  byHand('12');
  for (let turn = 0; turn < 2; turn += 1) {
    lane.ask(true);
    lane.card('345');
    ahead('4⌫⌫');
    lane.ask(false);
    expect(lane.entry.get()).toMatchObject({ number: '345', field: 'pin', pin: '' });
  }
});

it('lane drops held digits that would make a number longer than twelve digits', () => {
  byHand('12');
  lane.ask(true);
  ahead('34567890123');
  lane.ask(false);
  expect(lane.entry.get()).toMatchObject({ number: '12', notice: { kind: 'untaken' } });
});

it.each([
  ['in', 'pin'],
  ['out', 'fingerprint'],
] as const)(
  'lane sends a waiting student by the screen of its press, whatever screen is shown: %s, %s',
  async (kind, by) => {
    await fill();
    byHand('40');
    lane.show({ kind, by });
    expect(lane.entry.get()).toMatchObject({ number: '4004', held: true, field: by === 'pin' ? 'pin' : 'number' });
    lane.show({ kind: 'out', by });
    byHand('05');
    lane.show({ kind, by });
    sent[0]?.answer();
    await pass(0);
    expect(sent[3]?.passing).toMatchObject({
      kind: 'out',
      by: 'pin',
      admissionNumber: '4004',
      proof: { pin: '482916' },
    });
    expect(lane.entry.get()).toMatchObject({ number: '4005', held: false, pin: '' });
  },
);

it('emptying the PIN field drops all held digits', async () => {
  await fill();
  byHand('4160');
  lane.typePin('');
  expect(lane.entry.get()).toMatchObject({ number: '4004', held: true, pin: '482916', notice: { kind: 'untaken' } });
  expect(lane.entry.get().ahead).toMatchObject({ digits: '', lost: true });
});

it('lane reports lost keys by sound during a refusal, and by text once the refusal expires', async () => {
  byHand('4001↵482916↵');
  sent[0]?.refuse();
  await pass(0);
  const refused = lane.entry.get().notice;
  expect(refused?.kind).toBe('settled');
  lane.ask(true);
  ahead('4002↵48');
  lane.ask(false);
  expect(lane.entry.get().notice).toBe(refused);
  expect(told).toContain('untaken');
  await pass(12_000);
  expect(lane.entry.get().notice).toEqual({ kind: 'untaken' });
  await pass(4_000);
  expect(lane.entry.get().notice).toBeNull();
});

it('property: no number mixes two students or shows a PIN for any order of keys, answers, dialogs and screens', async () => {
  const between = fc.constantFrom('', '', '', 'answer', 'refuse', 'ask', 'ask', 'F2', 'letter', 'card', 'Go', 'Tab');
  await fc.assert(
    fc.asyncProperty(fc.array(between, { minLength: 30, maxLength: 100 }), async (events) => {
      lane.clear();
      for (const { answer } of sent.splice(0)) answer();
      await pass(0);
      let asks = false;
      let kind: 'in' | 'out' = 'out';
      // Each student's number repeats one digit that no PIN contains.
      const script = Array.from({ length: 8 }, (_, nth) => `${String(nth + 1).repeat(4)}↵909090↵`).join('');
      for (const [place, key] of [...script].entries()) {
        const event = events[place];
        const { held, field, ahead: behind } = lane.entry.get();
        // A guard who is still asked for a PIN clears the lane and starts again.
        if (place % 12 === 0 && !asks && !held && field === 'pin') lane.clear();
        const waits = asks || held;
        if (key !== '↵') (asks ? lane.typeAhead : lane.key)(key);
        else if (waits && event === 'Tab' && behind.digits !== '') lane.typeAhead('Tab');
        else if (asks) lane.typeAhead('Enter');
        else lane.press(event === 'Go' ? 'button' : 'enter');
        if (event === 'answer') sent.shift()?.answer();
        if (event === 'refuse') sent.shift()?.refuse();
        if (event === 'ask') lane.ask((asks = !asks));
        if (event === 'F2' && !asks) lane.show({ kind: (kind = kind === 'in' ? 'out' : 'in'), by: 'pin' });
        if (event === 'letter' && asks) lane.typeAhead('q');
        if (event === 'letter' && !asks && lane.entry.get().held) lane.type(`${lane.entry.get().number}q`);
        if (event === 'card' && (asks || lane.entry.get().held)) lane.card('1234');
        await pass(0);
        const { number, ahead: next } = lane.entry.get();
        for (const text of [number, next.digits]) expect(text).toMatch(/^(?:([1-8])\1*|1234)?$/);
      }
      lane.ask(false);
    }),
    { numRuns: 60 },
  );
});
