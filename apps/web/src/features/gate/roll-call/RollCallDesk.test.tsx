import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { isDeskHeld } from '../../../lib/activity.ts';
import { prepareScreens } from '../../../ui/screen.testkit.tsx';
import { RollCallDesk } from './RollCallDesk.tsx';
import type { RollCall } from './roll-call.ts';

let rollCall: RollCall | null;
vi.mock('./useRollCall.ts', () => ({
  useRollCall: () => ({ rollCall, roster: null, steps: [], away: false, refusal: null }),
}));
// Their own parts are of no concern here.
vi.mock('./Marshal.tsx', () => ({ Marshal: () => null }));
vi.mock('./RollCallRecord.tsx', () => ({ RollCallRecord: () => null }));

beforeAll(() => prepareScreens(['desk']));
afterEach(cleanup);

const OPEN = { id: 'r1', closed: null, local: false } as unknown as RollCall;

test.each([
  ['is open', OPEN, true],
  ['was closed', { ...OPEN, closed: '2026-11-23T04:40:00.000Z' }, false],
  ['is none', null, false],
])('keeps the tablet from its short lock where a roll call %s', async (_, at, held) => {
  rollCall = at;
  const session = { token: 'the-token', userName: '254700000002', role: 'CheckAgent' } as const;
  render(
    <Suspense>
      <RollCallDesk session={session} names="Mwalimu Otieno" desks={[]} onLogout={() => undefined} />
    </Suspense>,
  );
  await screen.findByRole('main');
  expect(isDeskHeld()).toBe(held);
  cleanup();
  expect(isDeskHeld()).toBe(false);
});
