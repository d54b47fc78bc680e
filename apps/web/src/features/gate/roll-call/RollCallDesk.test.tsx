import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { isDeskHeld } from '../../../lib/activity.ts';
import { pickSchool } from '../../../lib/school.ts';
import { prepareScreens } from '../../../ui/screen.testkit.tsx';
import { RollCallDesk } from './RollCallDesk.tsx';
import type { RollCall } from './roll-call.ts';

let rollCall: RollCall | null;
/** The current school and the first one: requests under way return to the first one. */
let asked: readonly string[];
vi.mock('./useRollCall.ts', async () => {
  const { useState } = await import('react');
  return {
    useRollCall: (school: string) => {
      asked = [school, useState(school)[0]];
      return { rollCall, roster: null, steps: [], away: false, refusal: null };
    },
  };
});
// Both parts are stubbed, since they are not under test.
vi.mock('./Marshal.tsx', () => ({ Marshal: () => null }));
vi.mock('./RollCallRecord.tsx', () => ({ RollCallRecord: () => null }));

beforeAll(() => prepareScreens(['desk']));
afterEach(cleanup);

const OPEN = { id: 'r1', closed: null, local: false } as unknown as RollCall;

function show(): void {
  const session = { token: 'the-token', userName: '254700000002', role: 'CheckAgent' } as const;
  render(
    <Suspense>
      <RollCallDesk session={session} names="Mwalimu Otieno" desks={[]} onLogout={() => undefined} />
    </Suspense>,
  );
}

test.each([
  ['is open', OPEN, true],
  ['was closed', { ...OPEN, closed: '2026-11-23T04:40:00.000Z' }, false],
  ['is none', null, false],
])('RollCallDesk holds off the desk lock only while a roll call is open: it %s', async (_, at, held) => {
  rollCall = at;
  show();
  await screen.findByRole('main');
  expect(isDeskHeld()).toBe(held);
  cleanup();
  expect(isDeskHeld()).toBe(false);
});

test('RollCallDesk remounts its roll call when another school is picked', async () => {
  rollCall = OPEN;
  pickSchool({ sysid: 's1', shortName: 'ONE' });
  show();
  await screen.findByRole('main');
  act(() => pickSchool({ sysid: 's2', shortName: 'TWO' }));
  expect(asked).toEqual(['s2', 's2']);
});
