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

/** Outcome of a PIN. */
export type Unlocked =
  /** `handsIn`: the session only hands in what was recorded without a network. */
  | { readonly kind: 'open'; readonly session: Session; readonly handsIn: boolean }
  /** There is no network: the server's word comes later, by `handInPin`. */
  | { readonly kind: 'offline'; readonly session: Session }
  /** `offline`: by the word of the device. */
  | { readonly kind: 'wrong'; readonly left: number; readonly offline: boolean }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** Only a code signs in. */
  | { readonly kind: 'over' }
  /** No network, and nothing on this device to compare the PIN with, or a storage that counts no try. */
  | { readonly kind: 'away' | 'broken' };

const ANSWER_WITHIN_MS = 8_000;
const AGAIN_MS = 5_000;

/** The PIN under the server's seal, for when there is a network; null while nothing has to be handed in. */
let waiting: { readonly desk: StaffDesk; readonly sealed: string } | null = null;

/** Unlocks by the server's word, and where it cannot be asked by that of the device. */
export async function unlockDesk(desk: StaffDesk, pin: string): Promise<Unlocked> {
  waiting = null;
  if (navigator.onLine) {
    const answer = await ask(desk, { pin });
    if (answer) {
      if (answer.kind === 'open') {
        // The server has opened it: a device that notes nothing asks the server the next time too.
        await noteUnlocked(desk.me.userName, pin, answer.session.token).catch(() => undefined);
        await enter(desk, answer);
      }
      return answer;
    }
  }
  // Told as such: a device that cannot count tries takes none.
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
 * Hands in the PIN that was typed without a network as soon as there is one, and tells what came of it; ends with what it returns.
 * Until then no call goes out (`lib/request.ts`).
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
    // Locked again meanwhile, or a server that wants to be asked later.
    if (waiting !== of || !answer || answer.kind === 'wait') return;
    waiting = null;
    if (answer.kind === 'open') {
      // As above.
      await noteUnlocked(of.desk.me.userName, null, answer.session.token).catch(() => undefined);
      await enter(of.desk, answer);
      // The server's word counts on a disk that fails too: nothing asks again.
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

/** The desk is locked again: a PIN that was not handed in opens nothing any more. */
export function forgetHandIn(): void {
  waiting = null;
}

/** Asks the server; null where it does not answer. */
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
    // The refusal has told the server's clock, by which the next one is signed.
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
    // Ended, too often wrong, or a device that the school has revoked.
    dropSeenLists();
    // A desk that stays is refused again by the server.
    await dropDesk(desk.me.userName).catch(() => undefined);
  }
  return { kind: 'over' };
}

async function enter(desk: StaffDesk, how: Extract<Unlocked, { kind: 'open' | 'offline' }>): Promise<void> {
  // It has dropped the lists of others then too.
  await noteAtWork(desk.me.userName).catch(() => undefined);
  // Whom the twelve hours have run out for records, and reads no list of children.
  if ((how.kind === 'open' && how.handsIn) || !isWhole(desk)) dropSeenLists();
  if (desk.me.school) pickSchool(desk.me.school);
  if (how.kind === 'open' && !how.handsIn) saveSession(how.session);
  else enterUnkept(how.session);
}
