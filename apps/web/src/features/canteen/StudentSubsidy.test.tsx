import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { StudentSubsidy } from './StudentSubsidy.tsx';

// The test renders one card without a router.
vi.mock('../../ui/links.tsx', () => ({ LinkButton: () => null }));

const STUDENT = { sysid: '01900000-0000-7000-8000-000000000001', names: 'Amani Mwende', status: 'active' };
const PLAN = {
  sysid: STUDENT.sysid,
  admissionNumber: '4001',
  names: STUDENT.names,
  kind: 'percent',
  percent: 60,
  pays: null,
  proposal: null as object | null,
  updated: 'stamp',
};
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['subsidies', 'ui']);
});
beforeEach(() => {
  api.calls.length = 0;
  api.replies = {
    'school/getMealSubsidy': () => ({ body: PLAN }),
    'school/setMealSubsidy': () => ({ body: { ...PLAN, percent: 75 } }),
  };
});
afterEach(cleanup);
const saved = () => api.calls.filter(({ path }) => path === 'school/setMealSubsidy');

test('StudentSubsidy shows the plan, validates a new part, and sends it with the version that was read', async () => {
  showScreen(<StudentSubsidy student={STUDENT} />);
  await screen.findByText('The school pays 60 %');
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  const part = await screen.findByRole('textbox', { name: /School's share/ });
  const form = within(await screen.findByRole('dialog'));
  fireEvent.change(part, { target: { value: '100' } });
  fireEvent.click(form.getByRole('button', { name: 'Propose' }));
  await form.findAllByText(/must be a whole number from 1 to 99/);
  expect(saved()).toEqual([]);
  fireEvent.change(part, { target: { value: '75' } });
  fireEvent.click(form.getByRole('button', { name: 'Propose' }));
  await expect
    .poll(saved)
    .toMatchObject([{ input: { sysid: STUDENT.sysid, kind: 'percent', percent: '75', updated: 'stamp' } }]);
});

test('StudentSubsidy offers no change for a student who has left', async () => {
  showScreen(<StudentSubsidy student={{ ...STUDENT, status: 'left' }} />);
  await screen.findByText('The school pays 60 %');
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
});

test('StudentSubsidy lets another person approve a proposal, and offers its proposer only to take it back', async () => {
  const proposal = {
    ...{ sysid: '01900000-0000-7000-8000-000000000009', kind: 'free', percent: null, pays: null },
    ...{ by: 'Achieng Were', date: '2026-11-25T05:00:00.000Z', own: false },
  };
  let waits: object | null = proposal;
  api.replies['school/getMealSubsidy'] = () => ({ body: { ...PLAN, proposal: waits } });
  api.replies['school/approveMealSubsidy'] = () => {
    waits = null;
    return { body: PLAN };
  };
  showScreen(<StudentSubsidy student={STUDENT} />);
  await screen.findByText('Achieng Were proposes: Free: the school pays');
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
  screen.getByRole('button', { name: 'Reject' });
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByRole('button', { name: 'Change' });
  expect(api.calls.find(({ path }) => path === 'school/approveMealSubsidy')?.input).toEqual({ sysid: proposal.sysid });
  cleanup();
  waits = { ...proposal, own: true };
  showScreen(<StudentSubsidy student={STUDENT} />);
  await screen.findByRole('button', { name: 'Withdraw' });
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});
