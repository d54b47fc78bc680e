import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { SideMenu } from './SideMenu.tsx';

const navigate = vi.fn();
vi.mock('@tanstack/react-router', () => ({ Link: 'a', useNavigate: () => navigate }));

// Spread, because the linter would take the prop for an ARIA role.
const SCHOOL_ADMIN = { role: 'SchoolAdmin' } as const;
const AGENT = { role: 'CheckAgent' } as const;

const toDo = {
  counts: { approvals: 2, unusual: 1, suspense: 2, suspenseProposed: 1 },
  setup: { done: { factors: true, logo: true, classes: true }, withoutPin: 0, dismissed: false },
};

let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['shell']);
  api.replies['reports/todo'] = () => ({ body: toDo });
});
afterEach(cleanup);

test('SideMenu shows its sections in order and Logout for each role', async () => {
  for (const role of ['Admin', 'SchoolAdmin', 'CheckAgent'] as const) {
    showScreen(<SideMenu role={role} pathname="/app/my.profile" />);
    const sections = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
    // An agent's own section is missing until the server has reported the agent's duties.
    const all = role === 'CheckAgent' ? ['OTHERS'] : ['MAIN', 'MANAGEMENT', 'MONITORING', 'REPORTS', 'OTHERS'];
    expect(sections).toEqual(all);
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/auth' }));
    navigate.mockReset();
    cleanup();
  }
});

test('SideMenu shows the number of open tasks at the screen that lists them', async () => {
  showScreen(<SideMenu {...SCHOOL_ADMIN} pathname="/app/my.profile" />);
  const described = (name: string) => screen.getByText(name).closest('a, button')?.getAttribute('aria-description');
  await waitFor(() => expect(described('Suspense Account')).toBe('3 to do'));
  expect(described('Cash Out')).toBe('3 to do');
  expect(described('Student Balances')).toBeNull();
  // Set-up steps that this role can take are counted at the screen that lists them; the platform's steps are not.
  expect(described('School Dashboard')).toBe('3 to do');
});

test('SideMenu renders the screens of a group once it is opened, and keeps them', async () => {
  showScreen(<SideMenu {...SCHOOL_ADMIN} pathname="/app/my.profile" />);
  const group = await screen.findByRole('button', { name: 'Students' });
  expect(screen.queryByText('Add Student')).toBeNull();
  fireEvent.click(group);
  expect(screen.getByText('Add Student').closest('a')?.getAttribute('aria-current')).toBeNull();
  fireEvent.click(group);
  expect(screen.getByText('Add Student')).toBeTruthy();
});

test("SideMenu opens the current screen's group and scrolls to its link, unless it was closed by hand", async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView');
  function Walk() {
    const [at, go] = useState('/app/my.profile');
    return (
      <>
        <button type="button" onClick={() => go('/app/student.add')}>
          first
        </button>
        <button type="button" onClick={() => go('/app/student.view')}>
          second
        </button>
        <SideMenu {...SCHOOL_ADMIN} pathname={at} />
      </>
    );
  }
  showScreen(<Walk />);
  const group = await screen.findByRole('button', { name: 'Students' });
  const unfolded = () => group.getAttribute('aria-expanded');
  const current = () => document.querySelector('[aria-current="page"]')?.textContent;
  fireEvent.click(screen.getByText('first'));
  expect([unfolded(), current()]).toEqual(['true', 'Add Student']);
  expect(seen.mock.contexts.at(-1)).toBe(document.querySelector('[aria-current="page"]'));
  fireEvent.click(group);
  expect(unfolded()).toBe('false');
  fireEvent.click(screen.getByText('second'));
  expect([unfolded(), current()]).toEqual(['true', 'View Students']);
  // The menu scrolls once the group has its full height, and not for another group.
  seen.mockClear();
  fireEvent.transitionEnd(screen.getByRole('button', { name: 'School Bus' }));
  expect(seen).not.toHaveBeenCalled();
  const list = document.querySelector('[data-open]');
  fireEvent.transitionEnd(list ?? group);
  expect(seen.mock.contexts).toEqual([document.querySelector('[aria-current="page"]')]);
});

test('SideMenu does not count the steps of a dismissed set-up', async () => {
  api.replies['reports/todo'] = () => ({ body: { ...toDo, setup: { ...toDo.setup, dismissed: true } } });
  showScreen(<SideMenu {...SCHOOL_ADMIN} pathname="/app/my.profile" />);
  const described = (name: string) => screen.getByText(name).closest('a, button')?.getAttribute('aria-description');
  await waitFor(() => expect(described('Suspense Account')).toBe('3 to do'));
  expect(described('School Dashboard')).toBeNull();
});

test('SideMenu requests no tasks for an agent', async () => {
  api.calls.length = 0;
  showScreen(<SideMenu {...AGENT} pathname="/app/my.profile" />);
  await screen.findByRole('button', { name: 'Logout' });
  expect(api.calls.filter(({ path }) => path === 'reports/todo')).toEqual([]);
});
