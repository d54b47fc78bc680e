import { beginDesk } from '@mfuko/contract/desk';
import { clockAhead } from '../../lib/clock.ts';
import { enrolledAs } from '../../lib/enrolled.ts';
import { call } from '../../lib/request.ts';
import { currentSession, type Session } from '../../lib/session.ts';
import { alone, change, readDesks, type StaffDesk } from './desk-box.ts';
import { makePinCheck, passesCheck } from './pin-check.ts';

const WHOLE_MS = 12 * 3_600_000;
const WEEK_MS = 7 * 24 * 3_600_000;
const MAX_OFFLINE_MISSES = 3;
/** User name of the current user of this page, also where it could not be written to the disk. */
let here: string | null = null;

export { desksChanged, type StaffDesk } from './desk-box.ts';

/** Lists the users who may unlock this device, the last user first. */
export async function desksHere(): Promise<readonly StaffDesk[]> {
  const { desks, last } = await readDesks();
  const here = desks.filter((desk) => desk.device === enrolledAs() && desk.hasPin && nowAt(desk) < endOf(desk));
  return here.toSorted((one, other) => Number(other.me.userName === last) - Number(one.me.userName === last));
}

/** Returns true while the PIN opens a full session; later it only allows recording and sending the queue. */
export function isWhole(desk: StaffDesk): boolean {
  return nowAt(desk) < desk.until;
}

/**
 * Tells the server that the user who has just signed in by code works at this device, and stores their desk. Lists that another user has
 * fetched here are dropped. A session that was opened by PIN begins no desk.
 */
export async function beginDeskHere(me: StaffDesk['me']): Promise<void> {
  const device = enrolledAs();
  const token = currentSession()?.token;
  if (!device || !token) return;
  await noteAtWork(me.userName);
  const { desks } = await readDesks();
  const session = await digestOf(token);
  const known = desks.find((desk) => desk.me.userName === me.userName && desk.device === device);
  // Without a PIN the server is asked again, because it may have been set elsewhere meanwhile.
  if (known?.session === session && known.hasPin)
    return change(me.userName, () => ({ ...known, me, seenAt: Date.now() }));
  const { deskSYSID, hasPin, until } = await call(beginDesk, {}, { overlay: false });
  await change(me.userName, (before) => ({
    ...{ sysid: deskSYSID, device, me, hasPin, session, seenAt: Date.now() },
    until: Date.parse(until) - (clockAhead() ?? 0),
    check: hasPin ? (before?.check ?? null) : null,
    misses: before?.misses ?? 0,
  }));
}

/** Returns the desk of the current user for offline records, and whether the server has accepted the user's code or PIN. */
export async function deskAtWork(): Promise<{ deskSYSID: string; deskProven: boolean } | null> {
  const session = currentSession();
  const { desks } = await readDesks();
  const mine = desks.find(({ me, device }) => me.userName === session?.userName && device === enrolledAs());
  return mine && session ? { deskSYSID: mine.sysid, deskProven: session.token !== '' } : null;
}

/** Notes the current user of this device. Lists that another or an unknown user has fetched here are dropped. */
export async function noteAtWork(userName: string): Promise<void> {
  const before = here;
  here = userName;
  try {
    await alone(({ desks, last }) => {
      if ([before, last].some((one) => one !== null && one !== userName)) dropSeenLists();
      return { desks, last: userName };
    });
  } catch (error) {
    // The same user's lists stay, even on a failing disk: without them nobody is known who must not collect a child.
    if ((before ?? (await readDesks()).last) !== userName) dropSeenLists();
    throw error;
  }
}

/** Stores the check of a PIN that was set at this device: from now on it unlocks the device, also offline. */
export async function learnOwnPin(userName: string, pin: string): Promise<void> {
  const check = await makePinCheck(pin);
  await change(userName, (desk) => desk && { ...desk, hasPin: true, check, misses: 0 });
}

/** Stores a new check of the PIN that the server has accepted. */
export async function noteUnlocked(userName: string, pin: string | null, token: string): Promise<void> {
  const check = pin === null ? null : await makePinCheck(pin);
  const session = await digestOf(token);
  await change(
    userName,
    (desk) => desk && { ...desk, check: check ?? desk.check, misses: 0, seenAt: Date.now(), session },
  );
}

/** Notes that the desk was locked: that session opens nothing here any more. */
export async function noteLocked({ userName, token }: Session): Promise<void> {
  const locked = await digestOf(token);
  await change(userName, (desk) => desk && { ...desk, locked });
}

/** Returns true for a session over which its desk was locked, from whichever storage the browser has restored it. */
export async function isLockedOver({ userName, token }: Session): Promise<boolean> {
  const { desks } = await readDesks();
  const digest = await digestOf(token);
  return desks.some((desk) => desk.me.userName === userName && desk.locked === digest);
}

/** Deletes the check after the server has rejected the PIN that unlocked the desk: no PIN unlocks it offline any more. */
export async function forgetCheck(userName: string): Promise<void> {
  await change(userName, (desk) => desk && { ...desk, check: null });
}

/** Deletes the desk of a user, who then has to sign in by code. */
export async function dropDesk(userName: string): Promise<void> {
  await change(userName, () => undefined);
}

/** Compares a PIN offline. The attempt is counted before the comparison; after the third wrong PIN the check is deleted. */
export async function tryOffline(userName: string, pin: string): Promise<'right' | { left: number } | 'unknown'> {
  let desk: StaffDesk | undefined;
  await change(userName, (before) => {
    desk = before;
    return before && { ...before, misses: before.misses + 1, seenAt: nowAt(before) };
  });
  if (!desk?.check || desk.misses >= MAX_OFFLINE_MISSES || nowAt(desk) >= endOf(desk)) return 'unknown';
  if (await passesCheck(pin, desk.check)) {
    // Only this attempt is taken back: earlier wrong ones are cleared by the server alone.
    await change(userName, (now) => now && { ...now, misses: Math.max(0, now.misses - 1) });
    return 'right';
  }
  const left = MAX_OFFLINE_MISSES - desk.misses - 1;
  if (left <= 0) await forgetCheck(userName);
  return { left };
}

/** Drops the lists of children that were fetched here (school/offline/device-box.ts), which the next user must not see. */
export function dropSeenLists(): void {
  indexedDB.deleteDatabase('mfuko-seen');
}

function nowAt({ seenAt }: StaffDesk): number {
  return Math.max(Date.now(), seenAt);
}

function endOf({ until }: StaffDesk): number {
  return until - WHOLE_MS + WEEK_MS;
}

async function digestOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
