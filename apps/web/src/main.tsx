import './ui/styles.ts';
import './ui/arriving.css';
import { clockStatus } from '@mfuko/contract/clock';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { askScreenAhead } from './app/ask-screen-ahead.ts';
import { router } from './app/router.tsx';
import { screenAt } from './app/routes-table.ts';
import { askAhead, forget } from './app/session-flow.ts';
import { takeUpSession } from './app/take-up-session.ts';
import { textsOf } from './app/texts-ahead.ts';
import { watchCards } from './lib/card-guard.ts';
import { type ClientConfig, loadConfig } from './lib/config.ts';
import { applyContrast } from './lib/contrast.ts';
import { waitForFirst } from './lib/first-answers.ts';
import { setTimeZone } from './lib/format.ts';
import { i18n, startI18n } from './lib/i18n.ts';
import { applyPos } from './lib/pos.ts';
import { createQueryClient, queryKey } from './lib/queries.ts';
import { onClockRefusal, onFactorDue, onSessionEnd, onStepUp, onVisitReason } from './lib/request.ts';
import { challengesFrom } from './lib/scanner/challenge.ts';
import { restoreSchool } from './lib/school.ts';
import { currentSession, onSessionChange } from './lib/session.ts';
import { saySignOutReason } from './lib/sign-out-reason.ts';
import { askStepUp } from './lib/step-up.ts';
import { askReason } from './lib/visit-reason.ts';
import { captureChallenges } from './school/capture-challenge.ts';
import { ErrorState } from './ui/Notice.tsx';
import { leaveWarnings, showError, showNotice } from './ui/notify.tsx';
import { retargetPresses } from './ui/retarget-press.ts';
import { UiProvider } from './ui/UiProvider.tsx';

/** Delay before the sign-in screen prefetches the frame, which follows it. In milliseconds. */
const FRAME_AFTER_MS = 1_000;
const queries = createQueryClient();
retargetPresses();
// The banner above the screen shows the reason before the user has read the refusal.
onClockRefusal(() => void queries.invalidateQueries({ queryKey: queryKey(clockStatus) }));

onStepUp((error) => askStepUp(error.detail));
onVisitReason(() => askReason(null));
challengesFrom(captureChallenges);
// A user who has to set up a second factor first is sent to My Profile, whatever they opened.
onFactorDue(() => void router.navigate({ to: '/app/my.profile' }));

watchCards((why) => showNotice(i18n.t('ui:card.title'), i18n.t(`ui:card.${why}`)));

router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && leaveWarnings());

let ending = false;
onSessionEnd((error) => {
  // Several calls may fail at once; only the first one is reported.
  if (ending || !currentSession()) return;
  ending = true;
  showError(error);
  saySignOutReason(error.detail.why);
  const { href, pathname } = router.state.location;
  const back = pathname.startsWith('/app/') ? { to: href } : {};
  // Navigates first: the frame redirects a user without a session to the sign-in screen without the return address.
  void router.navigate({ to: '/auth', search: back }).finally(() => {
    forget();
    ending = false;
  });
});

async function start(): Promise<void> {
  applyContrast();
  const page = createRoot(document.getElementById('root') as HTMLElement);
  const { pathname } = window.location;
  // Requested in parallel, because each would otherwise wait for the one before. A failure is retried where the answer is needed.
  const remembered = loadConfig().then(remember);
  // Rendering awaits the same promise, and reports the error.
  remembered.catch(() => undefined);
  const screen = screenAt(pathname);
  if (screen) {
    fetchFrame();
    // The router loads it again, and reports an error.
    screen.page?.().catch(() => undefined);
    const search = new URLSearchParams(window.location.search);
    // The screen sends a failed request again, and reports the error.
    remembered.then(() => waitForFirst(askScreenAhead(queries, screen, search), drawn())).catch(() => undefined);
  }
  await startI18n(['ui', 'shell', 'session', ...(screen ? textsOf(screen) : [])]);
  try {
    await remembered;
  } catch (error) {
    page.render(
      <UiProvider>
        <main>
          <ErrorState error={error} onRetry={() => window.location.reload()} />
        </main>
      </UiProvider>,
    );
    return;
  }
  // Cached data of one user must not be available to the next.
  onSessionChange(() => currentSession() ?? queries.clear());
  page.render(
    <UiProvider>
      <QueryClientProvider client={queries}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </UiProvider>,
  );
  if (!screen) setTimeout(fetchFrame, FRAME_AFTER_MS);
}

/** Resolves once the router has rendered a screen. */
function drawn(): Promise<void> {
  return new Promise((resolve) => router.subscribe('onRendered', () => resolve()));
}

/** Prefetches the frame; a failure is retried where it is needed. */
function fetchFrame(): void {
  // The router loads it again.
  import('./app/AppLayout.tsx').catch(() => undefined);
}

/** Applies the server's configuration, and restores what this browser has stored of the last user. */
async function remember({ timeZone }: ClientConfig): Promise<void> {
  setTimeZone(timeZone);
  applyPos();
  const session = await takeUpSession();
  restoreSchool();
  if (session && window.location.pathname.startsWith('/app/')) askAhead(session);
}

start().catch((error: unknown) => {
  // public/early.js reports this where no screen was rendered yet.
  window.dispatchEvent(new Event('start-failed'));
  throw error;
});
