import { cashOutPin, deposit, getWallet } from '@mfuko/contract/wallet';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { OutcomeUnknown } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { workplaceNow } from '../../lib/workplace.ts';
import { showError } from '../../ui/notify.tsx';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { AttemptNotes } from '../desk/AttemptNotes.tsx';
import { waitingAttempts } from './attempt-list.ts';
import { DialogAttempts } from './DialogAttempts.tsx';
import { OpenAttempts } from './OpenAttempts.tsx';

// The disk contains none of these attempts, so watching it would remove them from the list.
vi.mock('./attempts.ts', async (original) => ({ ...(await original<object>()), watchAttempts: () => () => {} }));

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['school', 'ui']);
});
afterEach(() => {
  cleanup();
  waitingAttempts.set([]);
});

function Balance() {
  return <p>{`Balance ${useCall(getWallet, { admissionNumber: '4007' }).data?.balance}`}</p>;
}

test.each([
  ['a screen', OpenAttempts],
  ['a desk', AttemptNotes],
])('%s refetches its data once a lost attempt turns out to be recorded', async (_, Notes) => {
  api.calls.length = 0;
  let balance = 900;
  let asked: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    asked = resolve;
  });
  api.replies = {
    'wallet/getWallet': () => ({ body: { balance } }),
    'wallet/closeAttempt': async () => {
      await held;
      return { body: { outcome: 'recorded', answer: {} } };
    },
  };
  const { user, school } = workplaceNow();
  waitingAttempts.set([
    {
      key: 'k1',
      path: 'wallet/deposit',
      admissionNumber: '4007',
      amount: '100',
      same: '',
      at: Date.now(),
      user,
      school,
    },
  ]);
  showScreen(
    <>
      <Notes />
      <Balance />
    </>,
  );
  await screen.findByText('Balance 900');
  balance = 1_000;
  asked();
  await screen.findByText('This was recorded');
  await screen.findByText('Balance 1000');
  expect(api.calls.filter(({ path }) => path === 'wallet/closeAttempt')).toHaveLength(1);
});

test('the "outcome unknown" notice disappears once the outcome is known', async () => {
  let outcome: (() => { body: object }) | undefined;
  api.replies = {
    'wallet/closeAttempt': () => {
      if (!outcome) throw new TypeError('Failed to fetch');
      return outcome();
    },
  };
  const { user, school } = workplaceNow();
  const lost = { key: 'k4', path: cashOutPin.path, admissionNumber: '4007', amount: '250', same: '' };
  waitingAttempts.set([{ ...lost, at: Date.now(), user, school }]);
  showScreen(<OpenAttempts />);
  act(() => showError(new OutcomeUnknown()));
  await screen.findByText('It is not known if this was recorded');
  await screen.findByText(/^No answer came\./);
  outcome = () => ({ body: { outcome: 'void' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Ask now' }));
  await screen.findByText('This was not recorded');
  await waitFor(() => expect(screen.queryByText(/^No answer came\./)).toBeNull());
});

test('DialogAttempts shows only attempts of its own calls', async () => {
  api.replies = { 'wallet/closeAttempt': () => ({ body: { outcome: 'void' } }) };
  const { user, school } = workplaceNow();
  const lost = { admissionNumber: '4007', same: '', at: Date.now(), user, school };
  waitingAttempts.set([
    { ...lost, key: 'k2', path: deposit.path, amount: '100' },
    { ...lost, key: 'k3', path: cashOutPin.path, amount: '250' },
  ]);
  showScreen(<DialogAttempts of={[cashOutPin]} />);
  await screen.findByText('This was not recorded');
  screen.getByText(/KES 250.00/);
  expect(screen.queryByText(/KES 100.00/)).toBeNull();
});
