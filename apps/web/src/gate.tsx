import './ui/fonts.css';
import './ui/arriving.css';
import './features/gate/gate.css';
import { DUTIES } from '@mfuko/contract/endpoint';
import { Suspense, useCallback, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { DESK_TEXTS } from './app/desk-texts.ts';
import { LockedDesk } from './app/LockedDesk.tsx';
import { canUnlock, lockOr } from './app/lock.ts';
import { confirmSession, endSession, forget, useMe } from './app/session-flow.ts';
import { takeUpSession } from './app/take-up-session.ts';
import { GateApp, PickSchool, RollCallDesk } from './features/gate/index.ts';
import { loadConfig } from './lib/config.ts';
import { applyContrast } from './lib/contrast.ts';
import { deskLock } from './lib/desk-lock.ts';
import { setTimeZone } from './lib/format.ts';
import { startI18n } from './lib/i18n.ts';
import { goToLastDesk } from './lib/last-desk.ts';
import { latePart } from './lib/late-part.ts';
import { applyPos } from './lib/pos.ts';
import { CallError } from './lib/problems.ts';
import { onSessionEnd } from './lib/request.ts';
import { challengesFrom } from './lib/scanner/challenge.ts';
import { currentSchool, restoreSchool, useSchool } from './lib/school.ts';
import { registerServiceWorker } from './lib/service-worker.ts';
import { currentSession, onSessionChange, type Session } from './lib/session.ts';
import { saySignOutReason } from './lib/sign-out-reason.ts';
import { createStore } from './lib/store.ts';
import { captureChallenges } from './school/capture-challenge.ts';
import { FailedPage, NotLoaded } from './ui/NotLoaded.tsx';
import { retargetPresses } from './ui/retarget-press.ts';

// First, because the following code depends on the address.
goToLastDesk();
retargetPresses();
challengesFrom(captureChallenges);

// Lazy: needed on a bus, at the canteen or to pay out, so that the gate stays small.
const TripDesk = latePart(() => import('./features/bus/trip/TripDesk.tsx').then((all) => all.TripDesk), NotLoaded);
const CounterDesk = latePart(
  () => import('./features/canteen/CounterDesk.tsx').then((all) => all.CounterDesk),
  NotLoaded,
);
const CashCounter = latePart(() => import('./app/CashCounter.tsx').then((all) => all.CashCounter), NotLoaded);
/** Colours that the gate loads once it is rendered. */
const laterColours = () => import('./features/gate/later.css');

/** Desks that store pending requests on the device, so that the session's end loses nothing. */
const BESIDE_THE_GATE = /^\/app\/(?:check\.(rollcall|trip|cash)|school\.menu\.(consume))\/?$/;

/**
 * Timeout for the server where the device knows enough to start; shorter for the roll call, because in a fire nobody waits for a dead
 * network.
 */
const PATIENCE_MS = BESIDE_THE_GATE.exec(window.location.pathname)?.[1] === 'rollcall' ? 200 : 800;
/** Pause required by specification section 4. */
const LEAVE_AFTER_MS = 500;
const ended = createStore(false);
let leaving = false;

/** Resolves once it is known if the desk is locked, or the session has ended for good. */
let ending: Promise<void> | undefined;

onSessionEnd((error) => {
  if (leaving || deskLock.get()) return;
  ending ??= lockOr(error.detail.why, currentSession()?.userName, () => {
    saySignOutReason(error.detail.why);
    forget();
    ended.set(true);
  }).finally(() => {
    ending = undefined;
  });
});

/** Follows other tabs: a sign-out ends this gate too, and another user's session reloads it. */
function follow(userName: string): () => void {
  return onSessionChange(() => {
    const now = currentSession();
    // While locked, the unlock at this page decides.
    if (leaving || deskLock.get() || now?.userName === userName) return;
    if (now) window.location.reload();
    else void lockOr(null, userName, () => ended.set(true));
  });
}

/** Opens the sign-in screen, which belongs to the console and returns to this screen. */
function goToSignIn(): void {
  const { pathname } = window.location;
  window.location.replace(`/auth?to=${encodeURIComponent(pathname)}`);
}

/** Returns the desk at this address; undefined for the gate. */
function deskHere(): string | undefined {
  const [, beside, counter] = BESIDE_THE_GATE.exec(window.location.pathname) ?? [];
  return beside ?? counter;
}

function LeanApp({ session }: { session: Session }) {
  const me = useMe();
  const school = useSchool();
  const isEnded = ended.use();
  useEffect(() => follow(session.userName), [session.userName]);
  const logout = useCallback(() => {
    leaving = true;
    void endSession().then(() => setTimeout(() => window.location.replace('/auth'), LEAVE_AFTER_MS));
  }, []);
  const desk = deskHere();
  // The counter first shows the student who was not served.
  const isAtOnce = desk !== undefined && desk !== 'consume';
  useEffect(() => (isAtOnce && isEnded ? goToSignIn() : undefined), [isAtOnce, isEnded]);
  useEffect(() => {
    // A roll call that is opened offline shows the name of its marshal.
    if (me) void import('./school/offline/device-box.ts').then((boxes) => boxes.keepNames(session.userName, me.names));
  }, [me, session]);
  const keepsRoster =
    me !== null && desk !== undefined && (session.role !== 'CheckAgent' || me.duties.includes('gate'));
  useEffect(() => (keepsRoster ? keepRosterAtWork() : undefined), [keepsRoster]);
  if (session.role === 'Admin' && !school && !isEnded) return <PickSchool />;
  // Without an agent's duties from the server no other desk is offered.
  const desks = session.role === 'CheckAgent' ? (me?.duties ?? []) : DUTIES;
  const at = { session, names: me?.names ?? null, desks, onLogout: logout };
  if (desk === 'trip') return <TripDesk {...at} />;
  if (desk === 'consume') return <CounterDesk {...at} ended={isEnded} onSignIn={goToSignIn} />;
  if (desk === 'cash') return <CashCounter {...at} />;
  if (desk) return <RollCallDesk {...at} />;
  return (
    <GateApp
      {...at}
      cash={desks.includes('cashier')}
      school={school?.shortName ?? null}
      ended={isEnded}
      onSignIn={goToSignIn}
    />
  );
}

async function start(): Promise<void> {
  const page = createRoot(document.getElementById('root') as HTMLElement);
  applyContrast();
  const atCounter = deskHere() === 'consume';
  const atCash = deskHere() === 'cash';
  const desk = atCounter ? CounterDesk : atCash ? CashCounter : null;
  const ahead = [...(desk ? [desk.ahead] : []), deskHere() ? laterColours : GateApp.ahead];
  // Loaded in parallel with the texts; a failure is retried later, and without the colours the default ones stay.
  for (const load of ahead) load().catch(() => undefined);
  await startI18n(['ui', 'school', ...DESK_TEXTS[(deskHere() ?? 'gate') as keyof typeof DESK_TEXTS]]);
  try {
    const { timeZone } = await loadConfig(PATIENCE_MS);
    setTimeZone(timeZone);
    applyPos();
  } catch (error) {
    page.render(<FailedPage error={error} />);
    return;
  }
  const session = await takeUpSession();
  restoreSchool();
  if (!session) {
    if (!(await canUnlock()) && navigator.onLine) return goToSignIn();
    deskLock.set('start');
    return show(page, null);
  }
  try {
    const isOther = (word: string) => word === 'mismatch';
    const confirmed = confirmSession(session);
    // Skips the wait only with a known school: an Admin's is stored, others' schools come with the answer.
    const word = currentSchool() ? await Promise.race([confirmed, patience()]) : await confirmed;
    if (isOther(word)) return void endSession().then(goToSignIn);
    confirmed
      .then((late) => isOther(late) && void endSession().then(goToSignIn))
      // The server did not answer after all.
      .catch(() => askWhenBack(session));
  } catch (error) {
    await ending;
    if (ended.get()) return goToSignIn();
    if (deskLock.get()) return show(page, null);
    // Without a network the screen opens nevertheless and shows this; the server checks each call anyway.
    if (!(error instanceof CallError)) throw error;
    askWhenBack(session);
  }
  show(page, session);
}

/** Shows the desk, or its lock where nobody is signed in. */
function show(page: Root, session: Session | null): void {
  page.render(
    <Suspense>
      <LockedDesk first={session} onSignIn={leaveForSignIn}>
        {(now) => <LeanApp session={now} />}
      </LockedDesk>
    </Suspense>,
  );
}

/** Lets another user sign in: the stored lists of children are dropped, the queue stays. */
function leaveForSignIn(): void {
  leaving = true;
  forget();
  goToSignIn();
}

/** Stores the roster at all desks whose account may count students. Fetched only during activity, so that it keeps no session alive. */
function keepRosterAtWork(): () => void {
  // Without an answer the last roster stays.
  const keep = () =>
    void import('./school/offline/roster.ts').then(({ keepRoster }) => keepRoster()).catch(() => undefined);
  keep();
  window.addEventListener('pointerdown', keep);
  return () => window.removeEventListener('pointerdown', keep);
}

/** Confirms the session once there is a network. */
function askWhenBack(session: Session): void {
  // The screen stays without an answer, because the server checks each call anyway.
  const ask = () => void confirmSession(session).catch(() => undefined);
  window.addEventListener('online', ask, { once: true });
}

function patience(): Promise<'late'> {
  return new Promise((resolve) => setTimeout(() => resolve('late'), PATIENCE_MS));
}

/** Registers the service worker, so that the desks open without a network once one of them has been opened with one. */
function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  for (const scope of ['/app/check', '/app/school.menu.consume']) {
    // Without the worker the desks work, but need a network to open.
    registerServiceWorker(scope).catch(() => undefined);
  }
}

start().catch((error: unknown) => {
  // public/early.js reports this where no screen was rendered yet.
  window.dispatchEvent(new Event('start-failed'));
  throw error;
});
keepPage();
