import type { Todo } from '@mfuko/contract/today';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { saveSession } from '../../lib/session.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { SetupList } from './SetupList.tsx';
import { TodoPanel } from './TodoPanel.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, hash, children, ...props }: Record<string, string> & { search?: object }) => (
    <a
      href={`${to}${search ? `?${new URLSearchParams(search as Record<string, string>)}` : ''}${hash ? `#${hash}` : ''}`}
      {...props}
    >
      {children}
    </a>
  ),
}));

let api: FakeApi;
let answer: Todo;

beforeAll(async () => {
  api = await prepareScreens(['today']);
  api.replies['reports/todo'] = () => ({ body: answer });
  api.replies['reports/dismissSetup'] = () => {
    answer.setup.dismissed = true;
    return { body: {} };
  };
});
afterEach(cleanup);

function waiting(counts: Partial<Todo['counts']>, done: Partial<Todo['setup']['done']> = {}): void {
  const none = {
    approvals: 0,
    suspense: 0,
    suspenseProposed: 0,
    reversals: 0,
    refunds: 0,
    refundsFailed: 0,
    tills: 0,
    messages: 0,
  };
  const open = {
    factors: true,
    logo: false,
    classes: false,
    students: false,
    pins: false,
    limits: false,
    fingerLimit: false,
    payments: false,
    till: false,
  };
  answer = {
    counts: {
      ...none,
      exceptions: 0,
      absent: 0,
      devices: 0,
      subsidies: 0,
      unusual: 0,
      reenrolment: 0,
      books: 0,
      amendments: 0,
      transfers: 0,
      erasures: 0,
      statements: 0,
      ...counts,
    },
    setup: { done: { ...open, ...done }, withoutPin: 3, withoutFactor: null, lacksFactor: false, dismissed: false },
  };
}

test('TodoPanel links each open task to its rows, most urgent first, and omits tasks with a count of zero', async () => {
  waiting({ messages: 4, approvals: 1, books: 2 }, { classes: true, students: true, pins: true });
  showScreen(<TodoPanel />);
  await screen.findAllByRole('link');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['2findings in the books', '/app/report.books'],
    ['1cash-out waiting for approval', '/app/cashout.approvals?state=pending'],
    ['4messages that did not arrive', '/app/message.view?notArrived=true'],
    ['1step of the set-up still missing', '/app/school.dash#setup'],
  ]);
});

test('TodoPanel of a school shows nothing to do when only set-up steps of the platform are missing', async () => {
  waiting({}, { classes: true, students: true, pins: true, till: true });
  showScreen(<TodoPanel />);
  await screen.findByText('You have nothing to do.');
});

test('TodoPanel counts missing set-up steps and focuses their list; an Admin has more steps', async () => {
  waiting({}, { logo: true, students: true });
  const both = (
    <>
      <TodoPanel />
      <SetupList />
    </>
  );
  showScreen(both);
  fireEvent.click(await screen.findByRole('link', { name: /^3 ?steps of the set-up still missing$/ }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Set up your school' }));
  const pins = screen.getByRole('link', { name: 'Give the students PINs' });
  expect(pins).toHaveProperty('search', '?hasPin=false');
  expect(screen.queryByText('You have nothing to do.')).toBeNull();
  cleanup();
  const session = { token: 'the-token', userName: '254700000001' };
  saveSession({ ...session, role: 'Admin' });
  showScreen(both);
  await screen.findByRole('link', { name: /^6 ?steps of the set-up still missing$/ });
  saveSession({ ...session, role: 'SchoolAdmin' });
});

test('TodoPanel omits a dismissed set-up', async () => {
  waiting({});
  answer.setup.dismissed = true;
  showScreen(<TodoPanel />);
  await screen.findByText('You have nothing to do.');
});

test('SetupList links each missing step to its screen, except those that only the platform can take', async () => {
  waiting({}, { classes: true });
  showScreen(<SetupList />);
  const steps = within(await screen.findByRole('list')).getAllByRole('listitem');
  expect(steps.map((step) => step.querySelector('a')?.getAttribute('href') ?? null)).toEqual([
    null,
    null,
    '/app/student.upload',
    '/app/student.view?hasPin=false',
    null,
    null,
    null,
    '/app/till',
  ]);
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('1');
  screen.getByText('3 students have none yet.');
});

test('SetupList disappears when it is dismissed, and once all steps are done', async () => {
  waiting({});
  showScreen(<SetupList />);
  fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
  cleanup();
  const all = { logo: true, classes: true, students: true, pins: true, limits: true, fingerLimit: true };
  waiting({}, { ...all, payments: true, till: true });
  const { container } = showScreen(<SetupList />);
  await waitFor(() => expect(api.calls.filter(({ path }) => path === 'reports/todo').length).toBeGreaterThan(2));
  expect(container.querySelector('ol')).toBeNull();
});

test("SetupList links the second-factor step to My Profile while one's own is missing, then to colleagues", async () => {
  waiting({}, { logo: true });
  Object.assign(answer.setup, { withoutFactor: ['Amina Juma', 'Otieno Were'], lacksFactor: true });
  answer.setup.done.factors = false;
  showScreen(<SetupList />);
  const own = await screen.findByRole('link', { name: 'Set up second factors for everyone who takes money' });
  expect(own.getAttribute('href')).toBe('/app/my.profile');
  screen.getByText(/^Not set up yet: Amina Juma, Otieno Were\. Each of them can pay in at most KES 50,000 a day/);
  screen.getByText('1 of 9');
  cleanup();
  answer.setup.lacksFactor = false;
  showScreen(<SetupList />);
  const theirs = await screen.findByRole('link', { name: 'Set up second factors for everyone who takes money' });
  expect(theirs.getAttribute('href')).toBe('/app/profile.view');
});
