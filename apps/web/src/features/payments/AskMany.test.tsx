import type { StudentRow } from '@mfuko/contract/students';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { AskMany } from './AskMany.tsx';

// Between two questions nobody waits here.
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
  ['not known', lose, /^Not known: .* before you ask again\.$/, '0 paid, 0 waiting, 0 not paid, 1 not known'],
])(
  'a guardian whose prompt has no answer is told as what the server says became of it: %s',
  async (_, ask, words, summary) => {
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
  },
);
