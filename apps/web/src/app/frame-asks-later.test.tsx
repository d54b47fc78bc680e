import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { useFirstAnswers, waitForFirst } from '../lib/first-answers.ts';
import { useClassOptions } from '../school/useClassOptions.ts';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { AttemptsBar } from './AttemptsBar.tsx';
import { Bell } from './Bell.tsx';
import { ClockBar } from './ClockBar.tsx';
import { SideMenu } from './SideMenu.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a', useNavigate: () => () => undefined }));
const follow = vi.fn(() => () => undefined);
vi.mock('../school/attempts/attempt-journal.ts', () => ({ follow }));

// Spread, because the linter would take the prop for an ARIA role.
const SCHOOL_ADMIN = { role: 'SchoolAdmin' } as const;

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['shell']);
  api.replies['reports/todo'] = () => ({ body: { counts: {}, setup: { done: {}, dismissed: true } } });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Request of the Students screen for its class filter, besides that for its rows. */
function Classes() {
  useClassOptions(useFirstAnswers());
  return null;
}

it('the frame without a first answer sends none of its own calls within 2.5 s, and all of them by 3.5 s', async () => {
  vi.useFakeTimers();
  waitForFirst([new Promise(() => undefined)], Promise.resolve());
  showScreen(
    <>
      <SideMenu {...SCHOOL_ADMIN} pathname="/app/my.profile" />
      <Bell {...SCHOOL_ADMIN} opened={false} onOpened={() => undefined} />
      <ClockBar staff />
      <AttemptsBar />
      <Classes />
    </>,
  );
  expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect([api.calls, follow.mock.calls]).toEqual([[], []]);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  const asked = new Set(api.calls.map(({ path }) => path));
  expect([...asked].toSorted()).toEqual(['clock/status', 'notifications/stream', 'reports/todo', 'school/getClasses']);
  expect(follow).toHaveBeenCalledOnce();
});
