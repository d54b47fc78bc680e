import './ui/fonts.css';
import './ui/arriving.css';
import './features/gate/gate.css';
import { Suspense, useCallback } from 'react';
import { createRoot } from 'react-dom/client';
import { confirmSession, endSession, forget, useMe } from './app/session-flow.ts';
import { GateApp, PickSchool } from './features/gate/index.ts';
import { loadConfig } from './lib/config.ts';
import { sayFarewell } from './lib/farewell.ts';
import { setTimeZone } from './lib/format.ts';
import { startI18n } from './lib/i18n.ts';
import { CallError, describe } from './lib/problems.ts';
import { onSessionEnd } from './lib/request.ts';
import { restoreSchool, useSchool } from './lib/school.ts';
import { currentSession, onSessionChange, restoreSession, type Session } from './lib/session.ts';
import { createStore } from './lib/store.ts';

/** Specification section 4. */
const LEAVE_AFTER_MS = 500;
const ended = createStore(false);
let leaving = false;

onSessionEnd((error) => {
  if (leaving) return;
  sayFarewell(error.detail.why);
  forget();
  ended.set(true);
});

/** Follows what another tab does: logging out ends this gate too, and somebody else's session is another gate. */
function follow(session: Session): void {
  onSessionChange(() => {
    const now = currentSession();
    if (leaving || now?.token === session.token) return;
    if (now) window.location.reload();
    else ended.set(true);
  });
}

/** To the sign-in screen, which belongs to the console; from there back to this screen. */
function goToSignIn(): void {
  const { pathname } = window.location;
  window.location.replace(`/auth?to=${encodeURIComponent(pathname)}`);
}

function Gate({ session }: { session: Session }) {
  const me = useMe();
  const school = useSchool();
  const isEnded = ended.use();
  const logout = useCallback(() => {
    leaving = true;
    void endSession().then(() => setTimeout(() => window.location.replace('/auth'), LEAVE_AFTER_MS));
  }, []);
  if (session.role === 'Admin' && !school && !isEnded) return <PickSchool />;
  return (
    <GateApp
      session={session}
      names={me?.names ?? null}
      school={school?.shortName ?? null}
      ended={isEnded}
      onLogout={logout}
      onSignIn={goToSignIn}
    />
  );
}

async function start(): Promise<void> {
  const page = createRoot(document.getElementById('root') as HTMLElement);
  await startI18n(['ui', 'gate', 'school']);
  try {
    const { timeZone, posMode } = await loadConfig();
    setTimeZone(timeZone);
    // Style sheets make everything larger on a device that serves students.
    document.documentElement.toggleAttribute('data-pos', posMode);
  } catch (error) {
    const { title, message } = describe(error);
    page.render(
      <main role="alert">
        <h1>{title}</h1>
        <p>{message}</p>
      </main>,
    );
    return;
  }
  restoreSession();
  restoreSchool();
  const session = currentSession();
  if (!session) return goToSignIn();
  try {
    if ((await confirmSession(session)) === 'mismatch') return void endSession().then(goToSignIn);
  } catch (error) {
    if (ended.get()) return goToSignIn();
    // Without a network the screen opens all the same and says so; every call is checked by the server anyway.
    if (!(error instanceof CallError)) throw error;
    // Who stands there is asked for again once there is somebody to ask.
    window.addEventListener('online', () => void confirmSession(session).catch(() => undefined), { once: true });
  }
  follow(session);
  page.render(
    <Suspense>
      <Gate session={session} />
    </Suspense>,
  );
}

/** The gate opens without a network too, once it has been open with one. */
function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Without it the gate works, but opens with a network only.
  navigator.serviceWorker.register('/gate-sw.js', { scope: '/app/check' }).catch(() => undefined);
}

void start();
keepPage();
