import { beginDesk } from '@mfuko/contract/desk';
import { clockAhead } from '../../lib/clock.ts';
import { enrolledAs } from '../../lib/enrolled.ts';
import { call } from '../../lib/request.ts';
import { currentSession, type Session } from '../../lib/session.ts';
import { alone, change, readDesks, type StaffDesk } from './desk-box.ts';
import { makePinCheck, passesCheck } from './pin-check.ts';

const WHOLE_MS = 12 * 3_600_000;
const WEEK_MS = 7 * 24 * 3_600_000;
const MOST_OFFLINE_MISSES = 3;
/** User name of the person at work in this page, also where the disk could not be told. */
let here: string | null = null;

export { desksChanged, type StaffDesk } from './desk-box.ts';

/** Lists who may unlock this device, whoever was here last first. */
export async function desksHere(): Promise<readonly StaffDesk[]> {
  const { desks, last } = await readDesks();
  const here = desks.filter((desk) => desk.device === enrolledAs() && desk.hasPin && nowAt(desk) < endOf(desk));
  return here.toSorted((one, other) => Number(other.me.userName === last) - Number(one.me.userName === last));
}

/** True while the PIN opens a whole session; afterwards it only lets record, and hands that in. */
export function isWhole(desk: StaffDesk): boolean {
  return nowAt(desk) < desk.until;
}

/**
 * Tells the server that whoever has just signed in by code works at this device, and remembers them. Lists that somebody else has seen
 * here are dropped. A session that a PIN has opened begins nothing.
 */
export async function beginDeskHere(me: StaffDesk['me']): Promise<void> {
  const device = enrolledAs();
  const token = currentSession()?.token;
  if (!device || !token) return;
  await noteAtWork(me.userName);
  const { desks } = await readDesks();
  const session = await digestOf(token);
  const known = desks.find((desk) => desk.me.userName === me.userName && desk.device === device);
  // Without a PIN it is asked again: it may have been set elsewhere meanwhile.
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

/** For what is recorded without a network: the desk of whoever works here, and whether the server has taken their code or PIN. */
export async function deskAtWork(): Promise<{ deskSYSID: string; deskProven: boolean } | null> {
  const session = currentSession();
  const { desks } = await readDesks();
  const mine = desks.find(({ me, device }) => me.userName === session?.userName && device === enrolledAs());
  return mine && session ? { deskSYSID: mine.sysid, deskProven: session.token !== '' } : null;
}

/** Notes who works at this device now; lists that somebody else has seen there are dropped, and those of nobody knows whom. */
export async function noteAtWork(userName: string): Promise<void> {
  const before = here;
  here = userName;
  try {
    await alone(({ desks, last }) => {
      if ([before, last].some((one) => one !== null && one !== userName)) dropSeenLists();
      return { desks, last: userName };
    });
  } catch (error) {
    // Of the same person they stay, on a disk that fails too: without them nobody is known who must not collect a child.
    if ((before ?? (await readDesks()).last) !== userName) dropSeenLists();
    throw error;
  }
}

/** The PIN was set at this device: from now on it unlocks it, also without a network. */
export async function learnOwnPin(userName: string, pin: string): Promise<void> {
  const check = await makePinCheck(pin);
  await change(userName, (desk) => desk && { ...desk, hasPin: true, check, misses: 0 });
}

/** The server has taken the PIN: what this device compares by is made of it anew. */
export async function noteUnlocked(userName: string, pin: string | null, token: string): Promise<void> {
  const check = pin === null ? null : await makePinCheck(pin);
  const session = await digestOf(token);
  await change(
    userName,
    (desk) => desk && { ...desk, check: check ?? desk.check, misses: 0, seenAt: Date.now(), session },
  );
}

/** The desk was locked: that session opens nothing here any more. */
export async function noteLocked({ userName, token }: Session): Promise<void> {
  const locked = await digestOf(token);
  await change(userName, (desk) => desk && { ...desk, locked });
}

/** True for a session over which its desk was locked, wherever the browser has it from. */
export async function isLockedOver({ userName, token }: Session): Promise<boolean> {
  const { desks } = await readDesks();
  const digest = await digestOf(token);
  return desks.some((desk) => desk.me.userName === userName && desk.locked === digest);
}

/** The server did not take the PIN by which the desk was unlocked: without it no PIN unlocks any more. */
export async function forgetCheck(userName: string): Promise<void> {
  await change(userName, (desk) => desk && { ...desk, check: null });
}

/** Only a code signs this person in again. */
export async function dropDesk(userName: string): Promise<void> {
  await change(userName, () => undefined);
}

/** Compares a PIN without a network. A try is charged before it is looked at; after the third wrong one nothing is left to compare with. */
export async function tryOffline(userName: string, pin: string): Promise<'right' | { left: number } | 'unknown'> {
  let desk: StaffDesk | undefined;
  await change(userName, (before) => {
    desk = before;
    return before && { ...before, misses: before.misses + 1, seenAt: nowAt(before) };
  });
  if (!desk?.check || desk.misses >= MOST_OFFLINE_MISSES || nowAt(desk) >= endOf(desk)) return 'unknown';
  if (await passesCheck(pin, desk.check)) {
    // Not forgotten: only the server's word clears the tries before.
    await change(userName, (now) => now && { ...now, misses: Math.max(0, now.misses - 1) });
    return 'right';
  }
  const left = MOST_OFFLINE_MISSES - desk.misses - 1;
  if (left <= 0) await forgetCheck(userName);
  return { left };
}

/** Lists of children that were seen here (school/offline/device-box.ts) are of no use to who comes next. */
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
