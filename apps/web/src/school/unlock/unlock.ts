import { unlock as unlockCall } from '@mfuko/contract/desk';
import { open } from '@mfuko/contract/seal';
import { config, wireKey } from '../../lib/config.ts';
import { CallError } from '../../lib/problems.ts';
import { call } from '../../lib/request.ts';
import { pickSchool } from '../../lib/school.ts';
import { enterUnkept, isRole, type Session, saveSession } from '../../lib/session.ts';
import {
  dropDesk,
  dropSeenLists,
  forgetCheck,
  isWhole,
  noteAtWork,
  noteUnlocked,
  type StaffDesk,
  tryOffline,
} from './desks.ts';

/** Outcome of an unlock attempt. */
export type Unlocked =
  /** `handsIn`: the session may only send what was recorded offline. */
  | { readonly kind: 'open'; readonly session: Session; readonly handsIn: boolean }
  /** Unlocked offline: the server's decision follows by `handInPin`. */
  | { readonly kind: 'offline'; readonly session: Session }
  /** `offline`: decided by the device. */
  | { readonly kind: 'wrong'; readonly left: number; readonly offline: boolean }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** Signing in by code is required. */
  | { readonly kind: 'over' }
  /** `away`: no network, and no check of the PIN on this device. `broken`: the storage cannot count attempts. */
  | { readonly kind: 'away' | 'broken' };

const ANSWER_WITHIN_MS = 8_000;
const AGAIN_MS = 5_000;

/** PIN that was typed offline, sealed for the server, until there is a network; null where there is none. */
let waiting: { readonly desk: StaffDesk; readonly sealed: string } | null = null;

/** Unlocks by the server's decision, or by the device's check where the server cannot be reached. */
export async function unlockDesk(desk: StaffDesk, pin: string): Promise<Unlocked> {
  waiting = null;
  if (navigator.onLine) {
    const answer = await ask(desk, { pin });
    if (answer) {
      if (answer.kind === 'open') {
        // The server has unlocked the desk: a device that cannot store this asks the server the next time too.
        await noteUnlocked(desk.me.userName, pin, answer.session.token).catch(() => undefined);
        await enter(desk, answer);
      }
      return answer;
    }
  }
  // Reported as `broken`: a device that cannot count attempts accepts none.
  const told = await tryOffline(desk.me.userName, pin).catch(() => 'broken' as const);
  if (told === 'unknown' || told === 'broken') return { kind: told === 'broken' ? told : 'away' };
  if (told !== 'right') return { kind: 'wrong', left: told.left, offline: true };
  const { sealOffline } = await import('@mfuko/contract/offline-seal');
  const school = desk.me.school?.sysid ?? '';
  waiting = { desk, sealed: await sealOffline(config().offlineKey, school, desk.sysid, JSON.stringify({ pin })) };
  const session = { token: '', userName: desk.me.userName, role: desk.me.role };
  await enter(desk, { kind: 'offline', session });
  return { kind: 'offline', session };
}

/**
 * Sends the PIN that was typed offline as soon as there is a network, and reports the outcome; returns a function that stops this. Until
 * then no call is sent (`lib/request.ts`).
 */
export function handInPin(onAnswer: (answer: Unlocked) => void): () => void {
  let asking = false;
  async function attempt(): Promise<void> {
    const of = waiting;
    if (!of || asking || !navigator.onLine) return;
    asking = true;
    const answer = await ask(of.desk, { sealed: of.sealed }).finally(() => {
      asking = false;
    });
    // The desk was locked again meanwhile, or the server wants a later retry.
    if (waiting !== of || !answer || answer.kind === 'wait') return;
    waiting = null;
    if (answer.kind === 'open') {
      // As in `unlockDesk`, a failed write is harmless.
      await noteUnlocked(of.desk.me.userName, null, answer.session.token).catch(() => undefined);
      await enter(of.desk, answer);
      // The server's rejection counts even on a failing disk, and is not requested again.
    } else await forgetCheck(of.desk.me.userName).catch(() => undefined);
    onAnswer(answer);
  }
  const timer = setInterval(() => void attempt(), AGAIN_MS);
  const back = () => void attempt();
  window.addEventListener('online', back);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', back);
  };
}

/** Forgets a PIN that was not sent yet, because the desk is locked again. */
export function forgetHandIn(): void {
  waiting = null;
}

/** Asks the server; returns null where it does not answer. */
async function ask(
  desk: StaffDesk,
  proof: { pin: string } | { sealed: string },
  again = false,
): Promise<Unlocked | null> {
  try {
    const answer = await call(
      unlockCall,
      { deskSYSID: desk.sysid, ...proof },
      { overlay: false, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
    );
    const role = open(wireKey(), 'role', answer.role);
    if (!isRole(role)) return { kind: 'over' };
    const session = { token: answer.session.sToken, userName: answer.session.userName, role };
    return { kind: 'open', session, handsIn: answer.outboxOnly };
  } catch (error) {
    // The refusal contained the server's time, with which the retry is signed.
    const isClock = error instanceof CallError && error.detail.why === 'clock';
    return isClock && !again ? ask(desk, proof, true) : refusalOf(desk, error);
  }
}

async function refusalOf(desk: StaffDesk, error: unknown): Promise<Unlocked | null> {
  if (!(error instanceof CallError) || error.status === null || error.status >= 500) return null;
  if (error.problem === 'desk.wrong-pin') return { kind: 'wrong', left: Number(error.detail.left), offline: false };
  if (error.problem === 'desk.locked' || error.status === 429)
    return { kind: 'wait', seconds: Number(error.detail.seconds ?? error.retryAfterSeconds ?? 30) };
  if (error.problem === 'device.unknown' && error.detail.why === 'clock') return null;
  if (error.problem === 'desk.over' || error.problem === 'device.unknown') {
    // The desk has ended, had too many wrong PINs, or its device was revoked.
    dropSeenLists();
    // The server refuses a desk that could not be removed here.
    await dropDesk(desk.me.userName).catch(() => undefined);
  }
  return { kind: 'over' };
}

async function enter(desk: StaffDesk, how: Extract<Unlocked, { kind: 'open' | 'offline' }>): Promise<void> {
  // A failed write has dropped the lists of other users nevertheless.
  await noteAtWork(desk.me.userName).catch(() => undefined);
  // A user beyond the twelve hours may record, but read no list of children.
  if ((how.kind === 'open' && how.handsIn) || !isWhole(desk)) dropSeenLists();
  if (desk.me.school) pickSchool(desk.me.school);
  if (how.kind === 'open' && !how.handsIn) saveSession(how.session);
  else enterUnkept(how.session);
}
