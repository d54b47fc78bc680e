import { seal } from '@mfuko/contract/seal';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdDesk, lastActivity } from '../lib/activity.ts';
import { pretendConfig } from '../lib/config.testkit.ts';
import { wireKey } from '../lib/config.ts';
import { deskLock, lockAction } from '../lib/desk-lock.ts';
import { noteEnrolled } from '../lib/enrolled.ts';
import { startI18n } from '../lib/i18n.ts';
import { currentSession, saveSession } from '../lib/session.ts';
import { change, readDesks } from '../school/unlock/desk-box.ts';
import { LockedDesk } from './LockedDesk.tsx';
import { lockOr } from './lock.ts';

const DEVICE = '01900000-0000-7000-8000-0000000000d1';
const SESSION = { token: 'by-code', userName: '254700000003', role: 'CheckAgent' as const };
const ME = {
  ...{ role: SESSION.role, userName: SESSION.userName, names: 'Kamau Wafula', duties: ['gate' as const] },
  school: { sysid: '01900000-0000-7000-8000-000000000901', shortName: 'DEMO', officialName: 'Demo School' },
};

let boxed: Map<string, unknown>;
let calls: string[];
let heard: string[];
let unlockAnswer: () => Response;
let hasKeys: boolean;
/** True where the device's box cannot store anything. */
let isBroken: boolean;
/** True where the code that seals a PIN for later fails to load. */
let isLost: boolean;
vi.mock('@mfuko/contract/offline-seal', () => ({
  sealOffline: async () => {
    if (isLost) throw new TypeError('Failed to fetch dynamically imported module');
    return 'sealed';
  },
}));

vi.mock('../school/offline/device-box.ts', () => ({
  ownBox: {
    put: async (name: string, value: unknown) => {
      if (isBroken) throw new Error('The box was dropped.');
      boxed.set(name, structuredClone(value));
    },
    get: async (name: string) => structuredClone(boxed.get(name) ?? null),
  },
}));
vi.mock('../school/offline/stored-events.ts', () => ({ listOfflineEvents: async () => [] }));
vi.mock('../lib/device-key.ts', () => ({
  signed: async (_: string, __: string, sent: object) => sent,
  hearAnswer() {},
  hearRefusal() {},
}));

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const unlockedAs = (token: string, outboxOnly = false) =>
  json(200, {
    role: seal(wireKey(), 'role', SESSION.role),
    session: { sToken: token, userName: SESSION.userName },
    outboxOnly,
  });

beforeEach(async () => {
  boxed = new Map();
  isBroken = false;
  isLost = false;
  calls = [];
  heard = [];
  unlockAnswer = () => unlockedAs('by-pin');
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  vi.stubGlobal('indexedDB', { deleteDatabase() {} });
  vi.stubGlobal('fetch', async (url: string) => {
    const path = new URL(url, 'http://test').pathname.replace('/api/', '');
    calls.push(path);
    if (path === 'auth/unlock') return unlockAnswer();
    return json(200, path === 'auth/me' ? ME : { status: 'ok' });
  });
  hasKeys = true;
  vi.stubGlobal('matchMedia', () => ({ matches: hasKeys }));
  pretendConfig({ wireKey: '0123456789abcdef' });
  await startI18n(['ui', 'unlock']);
  noteEnrolled(DEVICE);
  saveSession(SESSION);
  deskLock.set(null);
  const desk = { sysid: 'd1', device: DEVICE, me: ME, until: Date.now() + 3_600_000, hasPin: true };
  await change(SESSION.userName, () => ({ ...desk, check: null, misses: 0, seenAt: Date.now(), session: '' }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders a desk with typed text, which handles keys while it is open. */
function TypedNumber() {
  const [typed, type] = useState('');
  useEffect(() => {
    const listen = (event: KeyboardEvent) => heard.push(event.key);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return <input aria-label="Number" value={typed} onChange={(event) => type(event.target.value)} />;
}

async function open(): Promise<void> {
  render(
    <LockedDesk first={SESSION} onSignIn={() => {}}>
      {() => <TypedNumber />}
    </LockedDesk>,
  );
  await waitFor(() => expect(lockAction.get()).not.toBeNull());
  fireEvent.change(screen.getByLabelText('Number'), { target: { value: '4100' } });
}
const press = (key: string) => fireEvent.keyDown(window, { key });
async function typePin(pin: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(/PIN of Kamau Wafula/), { target: { value: pin } });
}

it('LockedDesk hides its fields, ignores keys and ends the session when locked', async () => {
  await open();
  press('a');
  act(() => lockAction.get()?.());
  await screen.findByText('Locked', { exact: false });
  expect(screen.getByLabelText('Number')).toHaveProperty('offsetParent', null);
  expect(screen.queryByRole('textbox', { name: 'Number' })).toBeNull();
  press('b');
  expect(heard).toEqual(['a']);
  await waitFor(() => expect(currentSession()).toBeNull());
  expect(localStorage.getItem('session')).toBeNull();
  expect(calls).toContain('auth/logout');
});

it('LockedDesk removes the stored session at once when locked, before the logout call', async () => {
  await open();
  expect(localStorage.getItem('session')).not.toBeNull();
  act(() => lockAction.get()?.());
  expect([localStorage.getItem('session'), localStorage.getItem('role')]).toEqual([null, null]);
  await waitFor(() => expect(calls).toContain('auth/logout'));
});

it('LockedDesk shows what was typed before once it is unlocked by PIN', async () => {
  await open();
  act(() => lockAction.get()?.());
  await typePin('816240');
  await screen.findByRole('textbox', { name: 'Number' });
  expect(screen.getByLabelText('Number')).toHaveProperty('value', '4100');
  expect(currentSession()?.token).toBe('by-pin');
});

it('LockedDesk clears what was typed when another user unlocks it', async () => {
  const other = { ...ME, userName: '254700000009', names: 'Njeri Kariuki' };
  const desk = { sysid: 'd2', device: DEVICE, me: other, until: Date.now() + 3_600_000, hasPin: true };
  await change(other.userName, () => ({ ...desk, check: null, misses: 0, seenAt: 0, session: '' }));
  unlockAnswer = () =>
    json(200, {
      role: seal(wireKey(), 'role', SESSION.role),
      session: { sToken: 'of-another', userName: other.userName },
      outboxOnly: false,
    });
  await open();
  act(() => lockAction.get()?.());
  fireEvent.click(await screen.findByRole('radio', { name: other.names }));
  fireEvent.change(await screen.findByLabelText(/PIN of Njeri Kariuki/), { target: { value: '816240' } });
  await screen.findByRole('textbox', { name: 'Number' });
  expect([currentSession()?.userName, screen.getByLabelText('Number')]).toMatchObject([other.userName, { value: '' }]);
});

it("LockedDesk unlocks by the server's answer when the device's storage fails", async () => {
  await open();
  act(() => lockAction.get()?.());
  await screen.findByLabelText(/PIN of Kamau Wafula/);
  isBroken = true;
  await typePin('816240');
  await screen.findByRole('textbox', { name: 'Number' });
  expect(currentSession()?.token).toBe('by-pin');
});

it('LockedDesk offline reports failing storage instead of checking a PIN, and accepts the next one', async () => {
  await open();
  act(() => lockAction.get()?.());
  await screen.findByLabelText(/PIN of Kamau Wafula/);
  isBroken = true;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await typePin('816240');
  await screen.findByText(/The storage of this device does not answer/);
  vi.restoreAllMocks();
  isBroken = false;
  await typePin('816240');
  await screen.findByRole('textbox', { name: 'Number' });
});

it('LockedDesk reports a network problem when its code fails to load', async () => {
  await open();
  act(() => lockAction.get()?.());
  await typePin('816240');
  await screen.findByRole('textbox', { name: 'Number' });
  act(() => lockAction.get()?.());
  isLost = true;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await typePin('816240');
  await screen.findByText(/Check your network/);
  isLost = false;
  await typePin('816240');
  await screen.findByRole('textbox', { name: 'Number' });
  vi.restoreAllMocks();
});

it('LockedDesk reports tries left after a wrong PIN, a pause, and an expired desk PIN', async () => {
  await open();
  act(() => lockAction.get()?.());
  for (const [status, body, told] of [
    [
      422,
      { problem: 'desk.wrong-pin', detail: { left: 1 } },
      'Wrong PIN. 1 more try, then you need a code to sign in.',
    ],
    [423, { problem: 'desk.locked', detail: { seconds: 30 } }, 'Too many wrong PINs. Try again in 30 seconds.'],
    [401, { problem: 'desk.over' }, 'The desk PIN no longer works here. Sign in with a code.'],
  ] as const) {
    unlockAnswer = () => json(status, { code: String(status), message: 'No.', ...body });
    await typePin('918273');
    await screen.findByText(told);
    expect(screen.queryByRole('textbox', { name: 'Number' })).toBeNull();
  }
  // A user whose PIN the server no longer accepts is not offered any more.
  expect((await readDesks()).desks).toEqual([]);
});

it('LockedDesk with an outbox-only session stays locked, reports all as sent and asks for a code', async () => {
  await open();
  act(() => lockAction.get()?.());
  unlockAnswer = () => unlockedAs('hands-in', true);
  await typePin('816240');
  await screen.findByText('Everything recorded on this device was sent. To continue, sign in with a code.');
  expect(screen.queryByRole('textbox', { name: 'Number' })).toBeNull();
  expect(localStorage.getItem('session')).toBeNull();
});

it('LockedDesk locks after 30 idle minutes, checked at the next touch', async () => {
  await open();
  const now = vi.spyOn(Date, 'now').mockReturnValue(lastActivity() + 30 * 60_000 - 1);
  fireEvent.pointerDown(window);
  expect(deskLock.get()).toBeNull();
  now.mockReturnValue(lastActivity() + 30 * 60_000);
  act(() => void fireEvent.pointerDown(window));
  expect(deskLock.get()).toBe('idle');
  now.mockRestore();
});

it('LockedDesk on a tablet locks after five idle minutes', async () => {
  hasKeys = false;
  await open();
  const now = vi.spyOn(Date, 'now').mockReturnValue(lastActivity() + 5 * 60_000 - 1);
  fireEvent.pointerDown(window);
  expect(deskLock.get()).toBeNull();
  now.mockReturnValue(lastActivity() + 5 * 60_000);
  act(() => void fireEvent.pointerDown(window));
  expect(deskLock.get()).toBe('idle');
  now.mockRestore();
});

it('LockedDesk stays open for almost two hours while held, and locks after five idle minutes once released', async () => {
  hasKeys = false;
  await open();
  const end = holdDesk();
  const now = vi.spyOn(Date, 'now').mockReturnValue(lastActivity() + 120 * 60_000 - 1);
  fireEvent.pointerDown(window);
  expect(deskLock.get()).toBeNull();
  now.mockReturnValue(lastActivity() + 5 * 60_000);
  end();
  // Repeated calls of the end have no effect.
  end();
  const other = holdDesk();
  fireEvent.pointerDown(window);
  expect(deskLock.get()).toBeNull();
  other();
  now.mockReturnValue(lastActivity() + 5 * 60_000);
  act(() => void fireEvent.pointerDown(window));
  expect(deskLock.get()).toBe('idle');
  now.mockRestore();
});

it('lockOr calls its fallback after a role change and for an unknown user, and locks otherwise', async () => {
  const otherwise = vi.fn();
  await lockOr('role', SESSION.userName, otherwise);
  expect(otherwise).toHaveBeenCalledTimes(1);
  await lockOr(undefined, '254700000009', otherwise);
  expect(otherwise).toHaveBeenCalledTimes(2);
  await lockOr(undefined, SESSION.userName, otherwise);
  expect(otherwise).toHaveBeenCalledTimes(2);
  expect(deskLock.get()).toBe('ended');
});
