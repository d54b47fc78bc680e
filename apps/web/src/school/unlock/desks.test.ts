import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendConfig } from '../../lib/config.testkit.ts';
import { noteEnrolled } from '../../lib/enrolled.ts';
import { currentSession, saveSession } from '../../lib/session.ts';
import {
  beginDeskHere,
  deskAtWork,
  desksHere,
  isLockedOver,
  learnOwnPin,
  noteAtWork,
  noteLocked,
  tryOffline,
} from './desks.ts';
import { makePinCheck, passesCheck } from './pin-check.ts';

const DEVICE = '01900000-0000-7000-8000-0000000000d1';
const HOUR = 3_600_000;
const PIN = '816240';
const ME = {
  ...{ role: 'CheckAgent' as const, userName: '254700000003', names: 'Kamau Wafula', duties: ['gate' as const] },
  school: { sysid: '01900000-0000-7000-8000-000000000901', shortName: 'DEMO', officialName: 'Demo School' },
};
const OTHER = { ...ME, userName: '254700000004', names: 'Wanjiru Kimani' };

let boxed: Map<string, unknown>;
let asked: string[];
let hasPin: boolean;
let dropped: string[];
let fails: boolean;

vi.mock('../offline/device-box.ts', () => ({
  ownBox: {
    put: async (name: string, value: unknown) => {
      if (fails) throw new Error('QuotaExceededError');
      boxed.set(name, structuredClone(value));
    },
    get: async (name: string) => structuredClone(boxed.get(name) ?? null),
  },
}));
vi.mock('../../lib/request.ts', () => ({
  call: async ({ path }: { path: string }) => {
    asked.push(path);
    return { deskSYSID: 'd1', hasPin, until: new Date(Date.now() + 12 * HOUR).toISOString() };
  },
}));

beforeEach(() => {
  boxed = new Map();
  asked = [];
  dropped = [];
  fails = false;
  hasPin = true;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T04:00:00.000Z') });
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => dropped.push(name) });
  pretendConfig({ wireKey: '0123456789abcdef' });
  noteEnrolled(DEVICE);
  saveSession({ token: 'by-code', userName: ME.userName, role: ME.role });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns a PIN that the device rejects: one in a thousand of the wrong PINs passes the check. */
async function wrongPin(): Promise<string> {
  const [desk] = await desksHere();
  for (let pin = 300_000; ; pin++) {
    if (desk?.check && !(await passesCheck(String(pin), desk.check))) return String(pin);
  }
}

it('beginDeskHere begins a desk once per session, and lists a user with a PIN', async () => {
  await beginDeskHere(ME);
  await beginDeskHere(ME);
  expect(asked).toEqual(['auth/beginDesk']);
  expect((await desksHere()).map(({ me }) => me.names)).toEqual(['Kamau Wafula']);
});

it('beginDeskHere asks again while there is no PIN, and learnOwnPin then enables offline unlock', async () => {
  hasPin = false;
  await beginDeskHere(ME);
  expect(await desksHere()).toEqual([]);
  await beginDeskHere(ME);
  expect(asked).toHaveLength(2);
  await learnOwnPin(ME.userName, PIN);
  expect(await desksHere()).toHaveLength(1);
  expect(await tryOffline(ME.userName, PIN)).toBe('right');
});

it('desks store neither the PIN nor the session token, and a PIN check of less than 1024 bits', async () => {
  await beginDeskHere(ME);
  await learnOwnPin(ME.userName, PIN);
  const kept = JSON.stringify([...boxed]);
  expect(kept).not.toContain(PIN);
  expect(kept).not.toContain('by-code');
  const [desk] = await desksHere();
  expect(desk?.check?.bits).toBeLessThan(1024);
});

it('tryOffline allows three wrong PINs, also in parallel, and then deletes the check', async () => {
  await beginDeskHere(ME);
  await learnOwnPin(ME.userName, PIN);
  const wrong = await wrongPin();
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => tryOffline(ME.userName, wrong)));
  expect(all.filter((each) => each !== 'unknown')).toEqual([{ left: 2 }, { left: 1 }, { left: 0 }]);
  expect(await tryOffline(ME.userName, PIN)).toBe('unknown');
  // No check is left that an attacker with the device could use.
  expect((await desksHere())[0]?.check).toBeNull();
});

it('tryOffline does not reset the count of wrong PINs after a right one', async () => {
  await beginDeskHere(ME);
  await learnOwnPin(ME.userName, PIN);
  const wrong = await wrongPin();
  expect(await tryOffline(ME.userName, wrong)).toEqual({ left: 2 });
  expect(await tryOffline(ME.userName, PIN)).toBe('right');
  expect(await tryOffline(ME.userName, wrong)).toEqual({ left: 1 });
});

it('a desk expires a week after the sign-in by code, even when the clock is set back', async () => {
  await beginDeskHere(ME);
  await learnOwnPin(ME.userName, PIN);
  vi.setSystemTime(Date.now() + 7 * 24 * HOUR - HOUR);
  expect(await tryOffline(ME.userName, PIN)).toBe('right');
  vi.setSystemTime(Date.now() + 2 * HOUR);
  expect(await desksHere()).toEqual([]);
  expect(await tryOffline(ME.userName, PIN)).toBe('unknown');
  vi.setSystemTime(Date.now() - 100 * HOUR);
  expect(await tryOffline(ME.userName, PIN)).toBe('unknown');
});

it("deskAtWork returns the user's desk, and if the server has proven it", async () => {
  await beginDeskHere(ME);
  expect(await deskAtWork()).toEqual({ deskSYSID: 'd1', deskProven: true });
  saveSession({ token: '', userName: ME.userName, role: ME.role });
  expect(await deskAtWork()).toEqual({ deskSYSID: 'd1', deskProven: false });
  saveSession({ token: 't', userName: OTHER.userName, role: OTHER.role });
  expect(await deskAtWork()).toBeNull();
});

it('desksHere lists no desk of another device enrolment', async () => {
  await beginDeskHere(ME);
  noteEnrolled('01900000-0000-7000-8000-0000000000d2');
  expect(await desksHere()).toEqual([]);
});

it('desksHere lists the last user first, and a change of user drops the cached lists', async () => {
  await beginDeskHere(ME);
  expect(dropped).toEqual([]);
  saveSession({ token: 'by-another-code', userName: OTHER.userName, role: OTHER.role });
  await beginDeskHere(OTHER);
  expect(dropped).toEqual(['mfuko-seen']);
  expect((await desksHere()).map(({ me }) => me.names)).toEqual(['Wanjiru Kimani', 'Kamau Wafula']);
  expect(currentSession()?.userName).toBe(OTHER.userName);
});

it('noteAtWork on a failing disk keeps cached lists for the same guard, and drops them for another', async () => {
  await noteAtWork(ME.userName);
  dropped = [];
  fails = true;
  await expect(noteAtWork(ME.userName)).rejects.toThrow();
  expect(dropped).toEqual([]);
  await expect(noteAtWork(OTHER.userName)).rejects.toThrow();
  expect(dropped).toContain('mfuko-seen');
  // The disk still names this guard as the last user: the lists of the other user are dropped nevertheless.
  dropped = [];
  fails = false;
  await noteAtWork(ME.userName);
  expect(dropped).toContain('mfuko-seen');
});

it('makePinCheck accepts the PIN and rejects most others', async () => {
  const check = await makePinCheck(PIN);
  expect(await passesCheck(PIN, check)).toBe(true);
  const others = await Promise.all(Array.from({ length: 12 }, (_, at) => passesCheck(String(500_000 + at), check)));
  expect(others.filter(Boolean).length).toBeLessThan(2);
});

it('isLockedOver accepts only the session in which the desk was locked', async () => {
  await beginDeskHere(ME);
  const session = { token: 'by-code', userName: ME.userName, role: ME.role };
  expect(await isLockedOver(session)).toBe(false);
  await noteLocked(session);
  expect(await isLockedOver(session)).toBe(true);
  expect(await isLockedOver({ ...session, token: 'by-pin' })).toBe(false);
  expect(await isLockedOver({ ...session, userName: OTHER.userName })).toBe(false);
});
