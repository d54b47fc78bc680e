import type { Till } from '@mfuko/contract/tills';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { CloseTill } from './CloseTill.tsx';

const TILL: Till = {
  sysid: '01900000-0000-7000-8000-00000000a802',
  ...{ names: 'Njeri Kariuki', own: true, status: 'open', openedAt: '2026-11-20T05:00:00Z', note: null },
  ...{ float: 500, added: 0, handedBack: 0, paidIn: 0, paidInCount: 0, paidOut: 0, paidOutCount: 0 },
  ...{ takenBack: 0, takenBackCount: 0, holds: 500, closing: null, confirmation: null },
};

afterEach(cleanup);

test('CloseTill requires another comparison when money has moved since the count', async () => {
  const api = await prepareScreens(['tills', 'school', 'ui']);
  let expected = 500;
  api.replies = {
    'wallet/countTill': () => ({ body: { expected, counted: 500, variance: 500 - expected, reasonNeeded: false } }),
    'wallet/closeTill': (input) =>
      input.expected === expected
        ? { body: { ...TILL, status: 'closed' } }
        : {
            status: 409,
            body: { code: '409', message: 'Money has moved.', problem: 'till.moved', detail: { holds: expected } },
          },
  };
  let closed: string | undefined;
  showScreen(
    <CloseTill
      till={TILL}
      onBack={() => undefined}
      onClosed={(sysid) => {
        closed = sysid;
      }}
    />,
  );
  fireEvent.change(await screen.findByLabelText('Pieces of 500'), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Compare with the books' }));
  await screen.findByText('It matches');
  expected = 570;
  fireEvent.click(screen.getByRole('button', { name: 'Close the till now' }));
  await screen.findByText('Money has moved.');
  await waitFor(() => expect(screen.queryByText('It matches')).toBeNull());
  expect(closed).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: 'Compare with the books' }));
  await screen.findByText('KES 70.00 short');
  fireEvent.click(screen.getByRole('button', { name: 'Close the till now' }));
  await waitFor(() => expect(closed).toBe(TILL.sysid));
});
