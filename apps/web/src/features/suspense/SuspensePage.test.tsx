import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createStore } from '../../lib/store.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { SuspensePage } from './SuspensePage.tsx';

type Search = Record<string, unknown>;
const address = vi.hoisted(() => ({ use: null as unknown, set: null as unknown }));
vi.mock('@tanstack/react-router', () => ({
  createLink: () => 'a',
  Link: 'a',
  useSearch: () => (address.use as () => Search)(),
  useNavigate: () => address.set,
}));

const PAID = ['2026-11-20T09:00:00.000Z', '2026-11-19T09:00:00.000Z'];
const search = createStore<Search>({});
let proposed: string[] = [];
let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['suspense', 'school', 'ui']);
  address.use = () => search.use();
  address.set = ({ search: change }: { search: (now: Search) => Search }) => search.set(change(search.get()));
  const row = (datePaid: string) => ({
    ...{
      sysid: datePaid,
      receipt: `SJ${datePaid.slice(8, 10)}`,
      amount: 1_500,
      why: 'unknown-account',
      account: '407',
    },
    ...{ payer: null, from: null, datePaid, dateParked: datePaid, notReturned: null, rejected: null, suggestions: [] },
    state: proposed.includes(datePaid) ? 'proposed' : 'open',
    proposal: proposed.includes(datePaid)
      ? {
          sysid: `p${datePaid}`,
          way: 'return',
          student: null,
          note: null,
          by: 'Peter Kamau',
          date: datePaid,
          own: true,
        }
      : null,
  });
  api.replies = {
    'wallet/getSuspense': () => ({ body: PAID.map(row), headers: { 'x-total-count': '2' } }),
    'wallet/getSuspenseItem': ({ sysid }) => ({ body: row(String(sysid)) }),
    'wallet/proposeReturn': ({ sysid }) => {
      proposed = [...proposed, String(sysid)];
      return { body: {} };
    },
  };
});
afterEach(cleanup);

test('SuspensePage focuses the next payment when its drawer closes after a proposal', async () => {
  showScreen(
    <main>
      <SuspensePage />
    </main>,
  );
  const rows = async () => (await screen.findAllByRole('row')).slice(1);
  const openerOf = (row: HTMLElement | undefined) =>
    within(row as HTMLElement).getAllByRole('button')[0] as HTMLElement;
  await screen.findByText('SJ20');
  const [first] = await rows();
  openerOf(first).focus();
  fireEvent.click(openerOf(first));
  fireEvent.click(await screen.findByRole('button', { name: 'Return to the payer' }));
  fireEvent.submit((await screen.findByLabelText('Note')).closest('form') as HTMLElement);
  await screen.findByText('This is your proposal. A second person must approve it.');
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [, next] = await rows();
  await waitFor(() => expect(document.activeElement).toBe(openerOf(next)));
});

test('SuspensePage says of a suggested student that it is only likely', async () => {
  api.replies['wallet/getSuspense'] = () => ({
    body: [
      {
        ...{
          sysid: 's1',
          receipt: 'SJ1',
          amount: 650,
          why: 'unknown-account',
          account: '8888',
          payer: 'MUTUA',
          from: null,
        },
        ...{ datePaid: PAID[0], dateParked: PAID[0], notReturned: null, rejected: null, state: 'open', proposal: null },
        suggestions: [{ admissionNumber: '1011', names: 'Kevin Wanjiru', className: 'Form 1', reasons: [] }],
      },
    ],
    headers: { 'x-total-count': '1' },
  });
  showScreen(<SuspensePage />);
  await screen.findByText('Perhaps 1011 · Kevin Wanjiru');
});
