import { expect, it } from 'vitest';
import type { Step } from '../../../school/offline/roll-call-steps.ts';
import {
  afterTick,
  afterUndo,
  asMinutes,
  fromServer,
  openHere,
  type Told,
  tickedHere,
  withTicks,
} from './roll-call.ts';

const SYSID = '01900000-0000-7000-8000-000000000005';
const AMINA = { admissionNumber: '4001', names: 'Amina Juma', className: 'Grade 3' };
const BARAKA = { admissionNumber: '4002', names: 'Baraka Otieno', className: 'Grade 3' };
const CHEBET = { admissionNumber: '4003', names: 'Chebet Korir', className: 'Grade 4' };
const at = (minute: number) => `2026-11-23T08:${String(minute).padStart(2, '0')}:00.000Z`;
const tick = (rollCall: string, admissionNumber: string, minute: number): Step => ({
  kind: 'tick',
  rollCall,
  tick: { key: `${admissionNumber}-${minute}`, admissionNumber, at: at(minute), by: 'Mwalimu Otieno' },
});
const told = (more: Partial<Told> = {}): Told => ({
  ...{ sysid: SYSID, reason: 'Smoke', opened: at(0), closed: null, expected: 2, accounted: 0 },
  ...{ missing: [AMINA, BARAKA], others: [], ticks: [] },
  ...more,
});

it('openHere expects the stored roster, and withTicks counts its own ticks', () => {
  const here = openHere('mine', 'Smoke', at(0), { seenAt: '2026-11-23T07:58:00.000Z', children: [AMINA, BARAKA] });
  expect(here).toMatchObject({ local: true, expected: 2, asOf: '2026-11-23T07:58:00.000Z' });
  expect(withTicks(here, [tick('mine', '4001', 2), tick('another', '4002', 2)])).toMatchObject({
    ...{ missing: [BARAKA], accounted: 1, waiting: 1, secondsToAll: null },
  });
  expect(openHere('mine', 'Smoke', at(0), null)).toMatchObject({ expected: 0, asOf: null });
});

it('withTicks counts ticks made before the server knew the roll call', () => {
  const here = { ...openHere('mine', 'Smoke', at(0), null), id: SYSID, local: false };
  const now = fromServer(told(), at(3), here);
  expect(withTicks(now, [tick('mine', '4001', 1), tick(SYSID, '4002', 2)])).toMatchObject({
    ...{ missing: [], waiting: 2, secondsToAll: 120 },
  });
});

it('withTicks lists a child as missing again after an unsent undo', () => {
  const undo: Step = { kind: 'undo', id: 'u', rollCall: SYSID, tick: '4001-1', child: AMINA };
  const unsent = fromServer(told(), at(3));
  expect(withTicks(unsent, [tick(SYSID, '4001', 1), undo])).toMatchObject({ missing: [AMINA, BARAKA], waiting: 2 });
  const sent = fromServer(told({ accounted: 1, missing: [BARAKA] }), at(3));
  expect(withTicks(sent, [undo])).toMatchObject({ missing: [BARAKA, AMINA], accounted: 0 });
  expect(withTicks(sent, [undo, tick(SYSID, '4001', 2)])).toMatchObject({ missing: [BARAKA], accounted: 1 });
  expect(withTicks(sent, [{ ...undo, child: null }])).toMatchObject({ missing: [BARAKA] });
});

it('tickedHere names the ticked child, and tells if the child was missing', () => {
  const roster = { seenAt: at(0), children: [CHEBET] };
  const now = fromServer(told(), at(1));
  expect(tickedHere(now, roster, '4001', 'k')).toMatchObject({ child: AMINA, wasMissing: true, rollCall: SYSID });
  expect(tickedHere(now, roster, '4003', 'k')).toMatchObject({ child: CHEBET, wasMissing: false });
  expect(tickedHere(now, null, '9', 'k').child).toEqual({ admissionNumber: '9', names: '', className: '' });
});

it('secondsToAll is the time until the last expected child was first ticked, null while one is missing', () => {
  const ticks = [
    { key: 'a', admissionNumber: '4001', at: at(4), by: 'x', byFinger: false },
    { key: 'b', admissionNumber: '4002', at: at(6), by: 'x', byFinger: false },
    { key: 'c', admissionNumber: '4002', at: at(9), by: 'y', byFinger: true },
    { key: 'd', admissionNumber: '4003', at: at(11), by: 'y', byFinger: true },
  ];
  const all = fromServer(told({ accounted: 2, missing: [], others: [CHEBET], ticks }), at(12));
  expect(withTicks(all, []).secondsToAll).toBe(360);
  expect(
    withTicks(fromServer(told({ ticks: ticks.slice(0, 1), missing: [BARAKA] }), at(12)), []).secondsToAll,
  ).toBeNull();
  expect(asMinutes(367)).toBe('6:07');
});

it('afterTick removes a child from the missing, and notes when all are found', () => {
  const one = afterTick(fromServer(told(), at(1)), '4001', at(2));
  expect(one).toMatchObject({ missing: [BARAKA], allAt: null });
  expect(afterTick(one, '4002', at(3))).toMatchObject({ missing: [], allAt: at(3) });
});

it('afterUndo lists a child as missing again, only once', () => {
  const one = afterTick(fromServer(told(), at(1)), '4001', at(2));
  const all = afterTick(one, '4002', at(3));
  expect(afterUndo(all, AMINA)).toMatchObject({ missing: [AMINA], allAt: null });
  expect(afterUndo(afterUndo(all, AMINA), AMINA).missing).toEqual([AMINA]);
});
