import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '../../lib/problems.ts';
import { createLane, type Lane } from './lane.ts';
import type { Passing } from './queue.ts';

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
const keys = (text: string, press: (key: string) => void) => {
  for (const key of text) press(key === '↵' ? 'Enter' : key);
};
/** By hand, as the page does it. */
const byHand = (text: string) => keys(text, (key) => (key === 'Enter' ? lane.press('enter') : lane.key(key)));
const ahead = (text: string) => keys(text, lane.typeAhead);
const numbers = () => sent.map(({ passing }) => passing.admissionNumber);

it('a number that is typed while a question stands is whole in its field afterwards, and goes nowhere by itself', async () => {
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

it('a PIN that is typed behind it is held nowhere: it is asked for, and that is said', async () => {
  lane.ask(true);
  ahead('4002↵4829');
  expect(lane.entry.get()).toMatchObject({ number: '', ahead: { digits: '4002', ended: true, lost: true } });
  expect(JSON.stringify(lane.entry.get())).not.toContain('4829');
  lane.ask(false);
  expect(lane.entry.get()).toMatchObject({ number: '4002', pin: '', field: 'pin', notice: { kind: 'untaken' } });
});

it('what is left of a PIN, whose other digits came while a question stood, is no PIN', async () => {
  byHand('4002↵48');
  lane.ask(true);
  ahead('2916↵');
  lane.ask(false);
  expect(lane.entry.get()).toMatchObject({ number: '4002', pin: '', field: 'pin', notice: { kind: 'untaken' } });
  expect(sent).toEqual([]);
});

it('a Backspace takes back what is held, a card stands in its place, and Esc empties all', async () => {
  lane.ask(true);
  ahead('4002↵');
  lane.typeAhead('Backspace');
  lane.typeAhead('Backspace');
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

it('a wrong PIN of the student before does not stand in the way of who is typed meanwhile', async () => {
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

it('behind a student who waits for room too: no digit of the next number is lost', async () => {
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

it('on a fingerprint screen too, key by key', async () => {
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

it('a Backspace behind who waits for room is about the next one first, and then lets go of the place', async () => {
  for (const number of ['4001', '4002', '4003', '4004']) byHand(`${number}↵4829↵`);
  byHand('5');
  lane.key('Backspace');
  expect(lane.entry.get()).toMatchObject({ number: '4004', held: true, pin: '4829', ahead: { digits: '' } });
  lane.key('Backspace');
  expect(lane.entry.get()).toMatchObject({ number: '4004', held: false, pin: '482' });
});
