import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { StatementDrawer } from './StatementDrawer.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a' }));

const ID = '01900000-0000-7000-8000-000000000b01';
const WAITS = {
  ...{ sysid: ID, fileName: 'november.csv', state: 'waiting', own: false, by: 'Peter Kamau' },
  ...{ from: '2026-11-01T00:00:00.000Z', until: '2026-11-20T00:00:00.000Z', date: '2026-11-21T08:00:00.000Z' },
  ...{ payments: 3, amount: 900, credited: 1, parked: 0, open: 2, decidedBy: null, decidedAt: null, rows: [] },
};

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['payments', 'school']);
});
afterEach(cleanup);

test.each([
  ['wallet/approveMpesaStatement', /^(Approve|Take over)/],
  ['wallet/rejectMpesaStatement', /^Reject/],
])('a lost answer to %s is reported as not recorded when its outcome is void', async (path, name) => {
  api.replies = {
    'wallet/getMpesaStatement': () => ({ body: WAITS }),
    [path]: () => {
      throw new TypeError('Failed to fetch');
    },
    'wallet/closeAttempt': () => ({ body: { outcome: 'void' } }),
  };
  showScreen(<StatementDrawer id={ID} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name }));
  const ask = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement;
  fireEvent.click(within(ask).getByRole('button', { name }));
  await screen.findByText(/nothing was recorded/);
  expect(screen.queryByText('General Failure')).toBeNull();
});
