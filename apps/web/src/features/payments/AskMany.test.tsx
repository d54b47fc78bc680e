import type { StudentRow } from '@mfuko/contract/students';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { AskMany } from './AskMany.tsx';

// Removes the pause between two requests.
vi.mock('../../school/attempts/outcome.ts', async (original) => ({
  ...(await original<object>()),
  PAUSES_MS: [0, 0, 0],
}));

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['payments', 'ui']);
});
afterEach(cleanup);

const AMINA = { sysid: 's1', names: 'Amina Juma', admissionNumber: '4001', status: 'active' } as StudentRow;
function lose(): never {
  throw new TypeError('Failed to fetch');
}

test.each([
  [
    'recorded',
    () => ({ body: { outcome: 'recorded', answer: { sysid: 'p1' } } }),
    'Waiting',
    '0 paid, 1 waiting, 0 not paid',
  ],
  ['void', () => ({ body: { outcome: 'void' } }), /nothing was recorded/, '0 paid, 0 waiting, 1 not paid'],
  ['unknown', lose, /^Unknown: .* before you ask again\.$/, '0 paid, 0 waiting, 0 not paid, 1 unknown'],
])('AskMany shows a request without an answer by its asked outcome: %s', async (_, ask, words, summary) => {
  api.replies = {
    'student/getContacts': () => ({
      body: [{ mobileNumber: '254711000001' }],
      headers: { 'x-total-count': '1' },
    }),
    'wallet/getPayments': () => ({ body: [], headers: { 'x-total-count': '0' } }),
    'wallet/requestPayment': lose,
    'wallet/closeAttempt': ask,
  };
  showScreen(<AskMany rows={[AMINA]} />);
  fireEvent.click(await screen.findByRole('button'));
  fireEvent.change(await screen.findByLabelText(/^Amount/), { target: { value: '200' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send the requests' }));
  await screen.findByText(words);
  await screen.findByText(summary);
  expect(screen.queryByText(/Quick Solution/)).toBeNull();
});

const prompt = (state: string) => ({
  sysid: 'p0',
  asked: true,
  state,
  date: '2026-11-20T09:00:00.000Z',
  code: null,
  reason: null,
  receiptNumber: state === 'paid' ? 'SKL1AB2CD3' : null,
});
/** Asks for Amina, for whom the server already knows the given payment. */
async function askKnowing(payment: object) {
  api.calls.length = 0;
  api.replies = {
    'student/getContacts': () => ({ body: [{ mobileNumber: '254711000001' }] }),
    'wallet/getPayments': () => ({ body: [payment] }),
    'wallet/requestPayment': () => ({ body: { sysid: 'p1', status: 'pending' } }),
  };
  showScreen(<AskMany rows={[AMINA]} />);
  fireEvent.click(await screen.findByRole('button'));
  fireEvent.change(await screen.findByLabelText(/^Amount/), { target: { value: '1,500' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send the requests' }));
  await screen.findByText('1 of 1 asked');
  return api.calls.filter(({ path }) => path === 'wallet/requestPayment').map(({ input }) => input.amount);
}

test('AskMany shows a guardian whom another device has just asked as waiting', async () => {
  api.replies = {
    'student/getContacts': () => ({ body: [{ mobileNumber: '254711000001' }] }),
    'wallet/getPayments': () => ({ body: asked ? [prompt('pending')] : [] }),
    'wallet/requestPayment': () => {
      asked = true;
      return { status: 429, body: { code: '429', problem: 'payment.asked-already', message: 'Wait 3599 s.' } };
    },
  };
  let asked = false;
  showScreen(<AskMany rows={[AMINA]} />);
  fireEvent.click(await screen.findByRole('button'));
  fireEvent.change(await screen.findByLabelText(/^Amount/), { target: { value: '200' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send the requests' }));
  await screen.findByText(/Already asked/);
  await screen.findByText('0 paid, 1 waiting, 0 not paid');
});

test.each([
  ['pending', 'Waiting', '0 paid, 1 waiting, 0 not paid'],
  ['paid', 'Paid', '1 paid, 0 waiting, 0 not paid'],
])(
  'AskMany after a reload does not ask a guardian again, and shows the earlier request: %s',
  async (state, tag, summary) => {
    expect(await askKnowing(prompt(state))).toEqual([]);
    await screen.findByText(tag);
    await screen.findByText(summary);
    await screen.findByText(/Already asked at 20\/11\/2026 .*; not asked again\.$/);
  },
);

test.each([
  ['has said no', prompt('cancelled')],
  ['has paid in unasked', { ...prompt('paid'), asked: false }],
])('AskMany asks a guardian who %s', async (_, payment) => {
  expect(await askKnowing(payment)).toEqual([1500]);
});

test('AskMany stops asking once it is unmounted', async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
  const asked: unknown[] = [];
  api.replies = {
    'student/getContacts': () => ({ body: [{ mobileNumber: '254711000001' }] }),
    'wallet/getPayments': () => ({ body: [] }),
    'wallet/requestPayment': ({ admissionNumber }) => {
      asked.push(admissionNumber);
      return promise;
    },
  };
  showScreen(<AskMany rows={[AMINA, { ...AMINA, sysid: 's2', admissionNumber: '4002' }]} />);
  fireEvent.click(await screen.findByRole('button'));
  fireEvent.change(await screen.findByLabelText(/^Amount/), { target: { value: '200' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send the requests' }));
  await waitFor(() => expect(asked).toEqual(['4001']));
  const reads = api.calls.length;
  cleanup();
  await act(async () => resolve({ body: { sysid: 'p1', status: 'pending' } }));
  expect([asked, api.calls.length]).toEqual([['4001'], reads]);
});
