import { Activity, type ReactNode, Suspense, useEffect, useState } from 'react';
import { deskLock } from '../lib/desk-lock.ts';
import { isEnrolled } from '../lib/enrolled.ts';
import { latePart } from '../lib/late-part.ts';
import { isPos } from '../lib/pos.ts';
import { keepScreenOn } from '../lib/screen-awake.ts';
import type { Session } from '../lib/session.ts';
import { outbox } from '../school/offline/outbox.ts';
import type { StaffDesk } from '../school/unlock/desks.ts';
import type { Unlocked } from '../school/unlock/unlock.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { guardDesk, lock, lockScreen } from './lock.ts';
import { assumeMe, refreshMe } from './session-flow.ts';

const LockScreen = latePart(() => lockScreen().then((all) => all.LockScreen), NotLoaded);
const SignInDue = latePart(
  () => import('../features/session/lock/SignInDue.tsx').then((all) => all.SignInDue),
  NotLoaded,
);

interface LockedDeskProps {
  /** Session at the start; null where the page starts locked. */
  readonly first: Session | null;
  readonly onSignIn: () => void;
  readonly children: (session: Session) => ReactNode;
}

/**
 * Combines a desk with its lock. While it is locked, the desk keeps its state but is hidden: without effects (keys, reader and queries of
 * the desk are not handled) and without layout. The desk remounts for another user, and once its twelve hours are over.
 */
export function LockedDesk({ first, onSignIn, children }: LockedDeskProps) {
  const why = deskLock.use();
  const [at, setAt] = useState({ session: first, isDue: false, turn: 0 });
  const userName = at.session?.userName;
  const isOpen = at.session !== null && !why && !at.isDue;
  useEffect(() => (isOpen && (isEnrolled() || isPos()) ? keepScreenOn() : undefined), [isOpen]);
  useEffect(() => (userName ? guardDesk(userName) : undefined), [userName]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one watch for as long as the page stands
  useEffect(() => {
    let stop = () => {};
    if (isEnrolled())
      void import('../school/unlock/unlock.ts').then(({ handInPin }) => {
        stop = handInPin((answer) => {
          if (answer.kind === 'open') return settle(answer);
          lock(answer.kind === 'over' ? 'over' : 'wrong');
        });
      });
    return () => stop();
  }, []);
  function settle(how: Extract<Unlocked, { kind: 'open' | 'offline' }>, desk?: StaffDesk, isWhole = true): void {
    const isDue = how.kind === 'open' && how.handsIn;
    setAt((before) => {
      const isSame = before.session?.userName === how.session.userName && isWhole;
      return { session: how.session, isDue, turn: before.turn + (isSame ? 0 : 1) };
    });
    if (desk) assumeMe(desk.me);
    // Without an answer the device's stored copy of the user stays.
    if (how.kind === 'open' && !isDue) void refreshMe().catch(() => undefined);
    if (how.kind === 'open') outbox.flush();
    deskLock.set(null);
  }

  return (
    <>
      {at.session && (
        <Activity key={at.turn} mode={why || at.isDue ? 'hidden' : 'visible'}>
          {children(at.session)}
        </Activity>
      )}
      {why ? (
        <Suspense>
          <LockScreen
            why={why}
            onUnlocked={(desk, how) =>
              void import('../school/unlock/desks.ts').then(({ isWhole }) => settle(how, desk, isWhole(desk)))
            }
            onSignIn={onSignIn}
          />
        </Suspense>
      ) : (
        at.isDue && (
          <Suspense>
            <SignInDue onSignIn={onSignIn} />
          </Suspense>
        )
      )}
    </>
  );
}
