import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { RefundCard } from './RefundCard.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a', useSearch: () => ({}) }));

const STUDENT = {
  ...{
    sysid: '01900000-0000-7000-8000-000000000801',
    admissionNumber: '8801',
    names: 'Neema Atieno',
    balance: 1_234.5,
  },
};
const LATE = { timeout: 15_000 };
let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['suspense', 'limits']);
});
afterEach(cleanup);

test('RefundCard asks a second person to approve a held refund, and again when the approval does not count', async () => {
  const asked: { state: 'pending' | 'approved'; decidedBy: string | null }[] = [];
  const approval = (id: number) => ({
    ...{ sysid: `01900000-0000-7000-8000-00000000090${id}`, admissionNumber: '8801', names: 'Neema Atieno' },
    ...{ className: 'Grade 3', amount: 1_234, reason: 'The mother is here', reference: null, isRefund: true },
    ...{ date: '2026-11-20T09:00:00Z', askedBy: 'Njeri', own: true, decidedAt: null, note: null },
    ...{ until: '2026-11-20T09:30:00Z', ...asked[id] },
  });
  const refunds = () => api.calls.filter(({ path }) => path === 'wallet/refund');
  api.replies = {
    'wallet/getRefunds': () => ({ body: [], headers: { 'x-total-count': '0' } }),
    'student/getContacts': () => ({
      body: [{ sysid: STUDENT.sysid, name: 'Jane Otieno', mobileNumber: '254733999888' }],
      headers: { 'x-total-count': '1' },
    }),
    'wallet/refund': () =>
      asked[1]?.state === 'approved'
        ? { body: {} }
        : {
            status: 422,
            body: {
              ...{ code: '422', message: 'It waits.', problem: 'wallet.hold' },
              detail: { until: '2026-11-21T09:00:00Z', changed: 'phone' },
            },
          },
    'wallet/getStudentLimits': () => ({
      body: {
        ...{ admissionNumber: '8801', rules: [], cashLeft: null, spendingLeft: null, checkedIn: false, hold: null },
        approval: null,
      },
    }),
    'wallet/requestApproval': () => {
      asked.push({ state: 'pending', decidedBy: null });
      return { body: approval(asked.length - 1) };
    },
    'wallet/getApproval': ({ sysid }) => ({ body: approval(Number(String(sysid).at(-1))) }),
  };
  const { queries } = showScreen(<RefundCard student={STUDENT} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Refund the balance' }, LATE));
  await screen.findByRole('radio', { name: /Jane Otieno/ });
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Leaves the school' } });
  const propose = () => fireEvent.click(screen.getByRole('button', { name: 'Propose' }));
  const ask = async (name: string) => {
    fireEvent.change(await screen.findByLabelText(/^Why it cannot wait/, {}, LATE), {
      target: { value: 'The mother is here' },
    });
    fireEvent.click(screen.getByRole('button', { name }));
    await screen.findByText('Waiting for approval');
    await screen.findByText(/^The other staff have been notified. Press Propose/);
  };
  const giveWord = (id: number, decidedBy: string) => {
    asked[id] = { state: 'approved', decidedBy };
    // The next poll is two seconds away.
    void queries.invalidateQueries();
  };
  expect(screen.queryByText('A second person must approve')).toBeNull();
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const broughtIntoSight = () => scrolled.mock.contexts.map((each) => (each as Element).textContent ?? '');
  propose();
  await screen.findByText(
    /^The number was changed or added .* unless a second person who did not change it approves/,
    {},
    LATE,
  );
  // The section is below the edge of the dialog when the page is zoomed.
  await screen.findByLabelText(/^Why it cannot wait/, {}, LATE);
  await waitFor(() =>
    expect(broughtIntoSight().at(-1)).toMatch(/^The number was changed or added .*Why it cannot wait/),
  );
  await ask('Ask for approval');
  expect(api.calls.find(({ path }) => path === 'wallet/requestApproval')?.input).toMatchObject({
    admissionNumber: '8801',
    amount: '1234',
  });
  giveWord(0, 'Kamau');
  await screen.findByText('Approved by Kamau', {}, LATE);
  // Kamau is the user who changed the number.
  propose();
  await screen.findByText('The approval by Kamau does not count here', {}, LATE);
  expect(screen.queryByText('Approved by Kamau')).toBeNull();
  await screen.findByText('Failed');
  await ask('Ask again');
  giveWord(1, 'Otieno');
  await screen.findByText('Approved by Otieno', {}, LATE);
  propose();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), LATE);
  expect(refunds()).toHaveLength(3);
  await waitFor(() => expect(screen.queryByText('Failed')).toBeNull());
});
