import type { Till } from '@mfuko/contract/tills';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '../../lib/store.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { TillPage } from './TillPage.tsx';

const address = vi.hoisted(() => ({ use: null as unknown, go: null as unknown }));
vi.mock('@tanstack/react-router', () => ({
  useSearch: () => (address.use as () => object)(),
  useNavigate: () => address.go,
}));

const TILL: Till = {
  sysid: '01900000-0000-7000-8000-00000000a803',
  ...{ names: 'Njeri Kariuki', own: true, status: 'open', openedAt: '2026-11-20T05:00:00Z', note: null },
  ...{ float: 500, added: 0, handedBack: 0, paidIn: 80, paidInCount: 1, paidOut: 0, paidOutCount: 0 },
  ...{ takenBack: 0, takenBackCount: 0, holds: 580, closing: null, confirmation: null },
};
const search = createStore<object>({});
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['tills', 'school', 'ui']);
  address.use = () => search.use();
  address.go = ({ search: next }: { search: (now: object) => object }) => search.set(next(search.get()));
});
beforeEach(() => {
  search.set({});
  api.calls.length = 0;
  api.replies = {
    'wallet/getTill': () => ({ body: { till: TILL, left: 0, required: false } }),
    'wallet/countTill': () => ({ body: { expected: 580, counted: 500, variance: -80, reasonNeeded: true } }),
  };
});
afterEach(cleanup);

const compare = () => fireEvent.click(screen.getByRole('button', { name: 'Compare with the books' }));
const count = (pieces: string) =>
  fireEvent.change(screen.getByLabelText('Pieces of 500'), { target: { value: pieces } });
const asked = (path: string) => api.calls.filter((call) => call.path === path);

async function beginCount() {
  showScreen(<TillPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Close the till' }));
  await screen.findByRole('heading', { level: 1, name: 'Close the till' });
}

test('TillPage hides the expected amount until the count is compared', async () => {
  showScreen(<TillPage />);
  expect((await screen.findAllByText('580.00')).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole('button', { name: 'Close the till' }));
  await screen.findByLabelText('Pieces of 500');
  count('1');
  expect(document.body.textContent).not.toContain('580');
  compare();
  await screen.findByText('580.00');
});

test('TillPage drops the comparison when the count changes', async () => {
  await beginCount();
  count('1');
  compare();
  await screen.findByText('KES 80.00 short');
  count('2');
  expect(screen.queryByText('KES 80.00 short')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Close the till now' })).toBeNull();
});

test('TillPage closes a till with a variance only with a reason', async () => {
  api.replies['wallet/closeTill'] = () => ({ body: { ...TILL, status: 'closed' } });
  await beginCount();
  count('1');
  compare();
  fireEvent.click(await screen.findByRole('button', { name: 'Close the till now' }));
  await screen.findByText('Explain why the count does not match the books');
  expect(asked('wallet/closeTill')).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'A note was handed out too much' } });
  fireEvent.click(screen.getByRole('button', { name: 'Close the till now' }));
  await waitFor(() =>
    expect(asked('wallet/closeTill')).toMatchObject([
      { input: { expected: 580, reason: 'A note was handed out too much', counts: { 500: 1 } } },
    ]),
  );
});
