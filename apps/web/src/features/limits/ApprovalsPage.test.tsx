import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '../../lib/store.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ApprovalsPage } from './ApprovalsPage.tsx';

type Search = Record<string, unknown>;
const address = vi.hoisted(() => ({ use: null as unknown, set: null as unknown }));
vi.mock('@tanstack/react-router', () => ({
  createLink: () => 'a',
  Link: 'a',
  useSearch: () => (address.use as () => Search)(),
  useNavigate: () => address.set,
}));

const NAMES = ['Amani Mwende', 'Baraka Otieno', 'Chausiku Ali'];
let api: FakeApi;
let waiting: string[];
let keepsDecided: boolean;
let own: boolean;
let vain: 'changed' | 'asked-before' | null;
let decided: string[];
const search = createStore<Search>({});

beforeAll(async () => {
  api = await prepareScreens(['limits', 'wallet', 'ui']);
  address.use = () => search.use();
  address.set = ({ search: change }: { search: (now: Search) => Search }) => search.set(change(search.get()));
  const row = (names: string) => ({
    ...{ sysid: names, names, admissionNumber: '4001', className: null, amount: 800, reason: 'Bus fare' },
    ...{ reference: null, askedBy: 'Njeri Kariuki', date: '2026-11-20T09:00:00.000Z', own },
    isRefund: names === 'Chausiku Ali',
    changes: [{ changed: 'pin', date: '2026-11-20T08:00:00.000Z', by: 'Peter Kamau' }].filter(
      () => names === 'Baraka Otieno',
    ),
    liftsHold: names !== 'Baraka Otieno',
    vain: names === 'Baraka Otieno' ? vain : null,
    numbers: [
      { guardian: 'Jane Otieno', mobileNumber: '2547…888', before: '2547…111', date: '2026-11-20T08:00:00.000Z' },
    ].filter(() => names === 'Chausiku Ali'),
    ...{ decidedBy: null, note: null, until: null, state: decided.includes(names) ? 'approved' : 'pending' },
  });
  const answerOf: FakeApi['replies'][string] = ({ sysid }) => {
    decided.push(String(sysid));
    if (!keepsDecided) waiting = waiting.filter((names) => names !== sysid);
    return { body: {} };
  };
  api.replies = {
    'wallet/getApprovals': () => ({
      body: waiting.map(row),
      headers: { 'X-Total-Count': String(waiting.length) },
    }),
    'wallet/getApproval': ({ sysid }) => ({ body: row(String(sysid)) }),
    'wallet/getWallet': () => ({ body: { balance: 900 } }),
    'student/getStudent': () => ({ body: { balance: 1_700 } }),
    'wallet/approve': answerOf,
    'wallet/refuseApproval': answerOf,
  };
});
beforeEach(() => {
  waiting = [...NAMES];
  vain = null;
  own = false;
  decided = [];
});
afterEach(() => {
  cleanup();
  search.set({});
});

const opener = (names: string) => screen.findByRole('button', { name: names });
const title = () => screen.getByRole('heading', { level: 1 });

async function openRow(names: string): Promise<HTMLElement> {
  const button = await opener(names);
  button.focus();
  fireEvent.click(button);
  return within(await screen.findByRole('dialog')).findByRole('button', { name: 'Approve' });
}

async function approveRow(names: string): Promise<void> {
  const button = await openRow(names);
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test.each([
  ['stays in the list', true],
  ['has left the list', false],
])('ApprovalsPage focuses the next row, after the last one the title, when the decided row %s', async (_, stays) => {
  keepsDecided = stays;
  showScreen(
    <main>
      <ApprovalsPage />
    </main>,
  );
  await approveRow('Amani Mwende');
  await waitFor(async () => expect(document.activeElement).toBe(await opener('Baraka Otieno')));
  if (!stays) await waitFor(() => expect(screen.queryByRole('button', { name: 'Amani Mwende' })).toBeNull());
  expect(document.activeElement).toBe(await opener('Baraka Otieno'));
  await approveRow('Chausiku Ali');
  await waitFor(() => expect(document.activeElement).toBe(title()));
});

test('ApprovalsPage focuses the row after its drawer closes, and the title after a decision opened by URL', async () => {
  keepsDecided = true;
  showScreen(
    <main>
      <ApprovalsPage />
    </main>,
  );
  await openRow('Baraka Otieno');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => expect(document.activeElement).toBe(await opener('Baraka Otieno')));
  act(() => search.set({ view: 'Amani Mwende' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(document.activeElement).toBe(title()));
});

test('ApprovalsPage shows balance and former number of a refund to a changed number, and none for a cash-out', async () => {
  showScreen(<ApprovalsPage />);
  await openRow('Amani Mwende');
  expect(screen.queryByText(/^Refund for a student who left/)).toBeNull();
  act(() => search.set({ view: 'Chausiku Ali' }));
  await screen.findByText(/^Refund for a student who left, to a number changed/);
  // The balance comes from the student's record, since the desk has no wallet of a student who has left.
  await screen.findByText('1,700.00');
  // The drawer shows the masked number of the refund together with the former number.
  expect(shown(await screen.findByText(/was 2547/))).toBe(
    'Jane Otieno · 2547…888: was 2547…111 until 20/11/2026 11:00',
  );
  expect(screen.queryByText(/^Your approval does not end the wait/)).toBeNull();
});

test('ApprovalsPage tells an approver who made the last change that the approval does not lift its hold', async () => {
  showScreen(<ApprovalsPage />);
  await openRow('Amani Mwende');
  expect(screen.queryByText(/^Your approval does not end the wait/)).toBeNull();
  act(() => search.set({ view: 'Baraka Otieno' }));
  await screen.findByText(/^Your approval does not end the wait: you made the last change/);
  await screen.findByText('The PIN was changed on 20/11/2026 11:00 by Peter Kamau. Cash-outs with it wait.');
});

test.each([
  ['changed', /^You cannot approve this: .* not a person tied to them, and not Njeri Kariuki, who asked\.$/],
  ['asked-before', /^This can no longer be approved: .* Njeri Kariuki must ask again\.$/],
] as const)(
  'ApprovalsPage offers only Refuse, with the reason, when an approval would be refused: %s',
  async (why, words) => {
    vain = why;
    showScreen(<ApprovalsPage />);
    fireEvent.click(await opener('Baraka Otieno'));
    await screen.findByText(words);
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(screen.queryByText(/^Your approval does not end the wait/)).toBeNull();
    await screen.findByRole('button', { name: 'Refuse' });
  },
);

test.each([
  ['recorded', 'a yes is told as given', /^Approved: KES 800/],
  ['void', 'a yes is told as not recorded, and can be pressed again', /nothing was recorded/],
])('ApprovalsPage with a lost answer to an approval that was %s: %s', async (outcome, _, words) => {
  let sent = 0;
  api.replies['wallet/approve'] = () => {
    sent++;
    throw new TypeError('Failed to fetch');
  };
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome, answer: {} } });
  showScreen(<ApprovalsPage />);
  fireEvent.click(await openRow('Amani Mwende'));
  await screen.findByText(words);
  expect([screen.queryByText('General Failure'), sent]).toEqual([null, 1]);
  await waitFor(() => expect(screen.queryByRole('dialog') === null).toBe(outcome === 'recorded'));
});

test('ApprovalsPage reports a lost refusal as not recorded when it is void, and keeps its reason', async () => {
  api.replies['wallet/refuseApproval'] = () => {
    throw new TypeError('Failed to fetch');
  };
  api.replies['wallet/closeAttempt'] = () => ({ body: { outcome: 'void' } });
  showScreen(<ApprovalsPage />);
  await openRow('Amani Mwende');
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  const why = await screen.findByLabelText(/^Reason for refusal/);
  fireEvent.change(why, { target: { value: 'Too much' } });
  fireEvent.submit(why.closest('form') as HTMLElement);
  await screen.findByText(/nothing was recorded/);
  expect([screen.queryByText('General Failure'), (why as HTMLInputElement).value]).toEqual([null, 'Too much']);
});

test('ApprovalsPage tells the requester to ask again when no one can approve the request any more', async () => {
  [vain, own] = ['asked-before', true];
  showScreen(<ApprovalsPage />);
  fireEvent.click(await opener('Baraka Otieno'));
  await screen.findByText(/it can no longer be approved: .* Ask again\.$/);
});

/** Returns the text without the joiners that keep a number on one line. */
function shown(element: HTMLElement): string | undefined {
  return element.textContent?.replaceAll('\u2060', '');
}
