import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { SignedIn } from './SignedIn.tsx';

const id = (place: number) => `01900000-0000-7000-8000-00000000000${place}`;
const since = '2026-11-20T08:00:00.000Z';
const HERE = {
  ...{ sysid: id(1), kind: 'session', own: true, browser: 'Firefox', system: 'Linux', device: null },
  ...{ sameNetwork: true, since, lastUsed: since },
};
const PHONE = { ...HERE, sysid: id(2), own: false, browser: 'Chrome', system: 'Android', sameNetwork: false };
const TABLET = {
  ...{ ...HERE, sysid: id(3), kind: 'desk', own: false, browser: null, system: null },
  ...{ device: 'Gate tablet', sameNetwork: null, lastUsed: null },
};
let api: FakeApi;
let sessions: object[];

beforeAll(async () => {
  api = await prepareScreens(['profile', 'session']);
});
beforeEach(() => {
  sessions = [HERE, PHONE, TABLET];
  api.calls.length = 0;
  api.replies = {
    'session/list': () => ({ body: { sessions } }),
    'session/end': ({ sysid }) => {
      sessions = sessions.filter((each) => (each as { sysid: string }).sysid !== sysid);
      return { body: { sessions } };
    },
    'session/endOthers': () => {
      sessions = [HERE];
      return { body: { sessions } };
    },
  };
  showScreen(<SignedIn />);
});
afterEach(cleanup);

test('SignedIn describes each session, and ends one of them', async () => {
  const here = within(await screen.findByRole('group', { name: 'Firefox on Linux' }));
  here.getByText('This device');
  expect(here.queryByRole('button')).toBeNull();
  screen.getByText('another network');
  screen.getByText(/PIN only, not open at the moment/);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out Gate tablet' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Gate tablet' })).toBeNull());
  expect(api.calls.find(({ path }) => path === 'session/end')?.input).toEqual({ sysid: TABLET.sysid });
});

test('SignedIn ends all other sessions after a confirmation', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(api.calls.some(({ path }) => path === 'session/endOthers')).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere else' }));
  await screen.findByText('Only on this device.');
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});
