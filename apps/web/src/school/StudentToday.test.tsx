import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { StudentToday } from './StudentToday.tsx';

const UNTIL = '2026-11-25T06:00:00.000Z';
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['school']);
});
afterEach(cleanup);

/** Shows the line of a student whose PIN was changed a short while ago, and the other texts about the student. */
function show(limits: Record<string, unknown>, of: 'cash' | 'spending' = 'cash') {
  const body = {
    admissionNumber: '4001',
    rules: [],
    cashLeft: 200,
    spendingLeft: null,
    hold: { until: UNTIL, changed: 'pin' },
  };
  api.replies['wallet/getStudentLimits'] = () => ({ body: { ...body, approval: null, ...limits } });
  showScreen(<StudentToday admissionNumber="4001" most={350} of={of} />);
}

test('StudentToday says that cash by PIN is on hold, and shows no amount', async () => {
  show({});
  expect(await screen.findByText(/^Cash by PIN on hold until /)).toBeTruthy();
  expect(screen.queryByText(/available now/)).toBeNull();
});

test('StudentToday shows the amount when cash is approved, when the hold is on the phone number, and for spending', async () => {
  show({ approval: { state: 'approved' } });
  expect(await screen.findByText('Cash available now: KES 200.00')).toBeTruthy();
  cleanup();
  show({ hold: { until: UNTIL, changed: 'phone' } });
  expect(await screen.findByText('Cash available now: KES 200.00')).toBeTruthy();
  cleanup();
  show({}, 'spending');
  expect(await screen.findByText('Left to spend today: KES 350.00')).toBeTruthy();
});

test('StudentToday says that cash by a new fingerprint is on hold', async () => {
  show({ hold: { until: UNTIL, changed: 'finger' } });
  expect(await screen.findByText(/^Cash by new finger on hold until /)).toBeTruthy();
});
