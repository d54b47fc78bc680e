import type { SuspenseItem } from '@mfuko/contract/suspense';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { SuspenseDrawer } from './SuspenseDrawer.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a', useSearch: () => ({}) }));

const ID = '01900000-0000-7000-8000-00000000b8';
const proposed = (which: number, names: string): SuspenseItem => ({
  ...{ sysid: `${ID}01`, receipt: 'SJK7AB12CD', amount: 1_500, why: 'unknown-account', account: '407', payer: 'Jane' },
  ...{ from: null, datePaid: '2026-11-20T09:00:00Z', dateParked: '2026-11-20T09:00:01Z', state: 'proposed' },
  ...{ notReturned: null, rejected: null, suggestions: [] },
  proposal: {
    ...{ sysid: `${ID}1${which}`, way: 'settle', student: { admissionNumber: `400${which}`, names }, note: null },
    ...{ by: 'Peter Kamau', date: '2026-11-20T09:05:00Z', own: false, decidedBy: null, dateDecided: null },
  },
});

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['suspense', 'school', 'ui']);
});
afterEach(cleanup);

test('SuspenseDrawer closes its approval dialog when another proposal replaces the shown one', async () => {
  let item = proposed(1, 'Amani Mwende');
  api.replies = { 'wallet/getSuspenseItem': () => ({ body: item }), 'wallet/approveSettlement': () => ({ body: {} }) };
  const { queries } = showScreen(
    <SuspenseDrawer id={item.sysid} onClose={() => undefined} onDealt={() => undefined} />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  await screen.findByText('KES 1,500.00 goes to the wallet of Amani Mwende, 4001.');
  item = proposed(2, 'Baraka Otieno');
  void queries.invalidateQueries();
  await screen.findByText('4002 · Baraka Otieno');
  await waitFor(() => expect(screen.queryByText(/goes to the wallet of/)).toBeNull());
  expect(api.calls.some(({ path }) => path === 'wallet/approveSettlement')).toBe(false);
});

test('SuspenseDrawer closes its dialog and shows the present state when an approval comes too late', async () => {
  const waits = proposed(1, 'Amani Mwende');
  let item = waits;
  api.replies = {
    'wallet/getSuspenseItem': () => ({ body: item }),
    'wallet/approveSettlement': () => ({
      status: 409,
      body: { code: '409', message: 'Settled already', problem: 'suspense.wrong-state', detail: { state: 'settled' } },
    }),
  };
  showScreen(<SuspenseDrawer id={waits.sysid} onClose={() => undefined} onDealt={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  const ask = (await screen.findByText(/goes to the wallet of Amani/)).closest('form') as HTMLElement;
  item = { ...waits, state: 'settled' };
  fireEvent.submit(ask);
  await screen.findByText('Failed');
  await waitFor(() => expect(screen.queryByText(/goes to the wallet of/)).toBeNull());
  await screen.findByText('Settled');
});

/** Renders an open payment and proposes to return it; the answer is lost. */
async function proposeUnanswered(outcome: { outcome: string; answer?: unknown }): Promise<HTMLElement> {
  const { proposal: _, ...rest } = proposed(1, 'Amani Mwende');
  const open: SuspenseItem = { ...rest, proposal: null, state: 'open' };
  api.calls.length = 0;
  api.replies = {
    'wallet/getSuspenseItem': () => ({ body: open }),
    'wallet/proposeReturn': () => {
      throw new TypeError('Failed to fetch');
    },
    'wallet/closeAttempt': () => ({ body: { answer: null, ...outcome } }),
  };
  showScreen(<SuspenseDrawer id={open.sysid} onClose={() => undefined} onDealt={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Return to the payer' }));
  const note = await screen.findByLabelText('Note');
  fireEvent.change(note, { target: { value: 'Wrong till' } });
  fireEvent.submit(note.closest('form') as HTMLElement);
  return note;
}
const sent = () => api.calls.filter(({ path }) => path === 'wallet/proposeReturn');

test('SuspenseDrawer shows a proposal with a lost answer as done when it is recorded', async () => {
  await proposeUnanswered({ outcome: 'recorded', answer: {} });
  await screen.findByText(/^Proposed/);
  await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
  expect(sent()).toHaveLength(1);
});

test('SuspenseDrawer reports a lost proposal as not recorded when it is void, and keeps its note', async () => {
  const note = await proposeUnanswered({ outcome: 'void' });
  await screen.findByText(/nothing was recorded/);
  expect(screen.queryByText('General Failure')).toBeNull();
  expect(note.isConnected && (note as HTMLInputElement).value).toBe('Wrong till');
});

test('SuspenseDrawer shows the existing proposal after a conflicting one, and closes its form', async () => {
  const { proposal: _, ...rest } = proposed(1, 'Amani Mwende');
  const open: SuspenseItem = { ...rest, proposal: null, state: 'open' };
  let item = open;
  api.replies = {
    'wallet/getSuspenseItem': () => ({ body: item }),
    'wallet/proposeReturn': () => ({
      status: 409,
      body: { code: '409', message: 'Proposed', problem: 'suspense.wrong-state', detail: { state: 'proposed' } },
    }),
  };
  showScreen(<SuspenseDrawer id={open.sysid} onClose={() => undefined} onDealt={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Return to the payer' }));
  const ask = (await screen.findByLabelText('Note')).closest('form') as HTMLElement;
  item = proposed(2, 'Baraka Otieno');
  fireEvent.submit(ask);
  await screen.findByText('4002 · Baraka Otieno');
  await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
});

test('SuspenseDrawer names who rejected the last proposal of an open payment, and whom it was for', async () => {
  const rejected = { by: 'Halima Mwangi', date: '2026-11-20T09:10:00Z' };
  let item: SuspenseItem = {
    ...{ ...proposed(1, 'Amani Mwende'), proposal: null, state: 'open' },
    rejected: { ...rejected, student: { admissionNumber: '4001', names: 'Amani Mwende' } },
  };
  api.replies = { 'wallet/getSuspenseItem': () => ({ body: item }) };
  const { queries } = showScreen(
    <SuspenseDrawer id={item.sysid} onClose={() => undefined} onDealt={() => undefined} />,
  );
  await screen.findByText('Halima Mwangi rejected the last proposal');
  await screen.findByText(/^It was proposed for 4001 · Amani Mwende\. Rejected on 20\/11\/2026/);
  item = { ...item, rejected: { ...rejected, student: null } };
  void queries.invalidateQueries();
  await screen.findByText(/^It was proposed to return it to the payer\./);
});
