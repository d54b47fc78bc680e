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
import { askStepUp, waysOf } from './lib/step-up.ts';
import { askReason } from './lib/visit-reason.ts';
import { captureChallenges } from './school/capture-challenge.ts';
import { ErrorState } from './ui/Notice.tsx';
import { leaveWarnings, showError, showNotice } from './ui/notify.tsx';
import { retargetPresses } from './ui/retarget-press.ts';
import { UiProvider } from './ui/UiProvider.tsx';

/** Time for which the sign-in screen stands before the frame is fetched, which follows it. In milliseconds. */
const FRAME_AFTER_MS = 1_000;
const queries = createQueryClient();
retargetPresses();
// The banner above the screen says why, before the refusal has been read.
onClockRefusal(() => void queries.invalidateQueries({ queryKey: queryKey(clockStatus) }));

onStepUp((error) => askStepUp(waysOf(error.detail)));
onVisitReason(() => askReason(null));
challengesFrom(captureChallenges);
// A user who has to set up a second factor first finds it there, whatever they opened.
onFactorDue(() => void router.navigate({ to: '/app/my.profile' }));

watchCards((why) => showNotice(i18n.t('ui:card.title'), i18n.t(`ui:card.${why}`)));

router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && leaveWarnings());

let ending = false;
onSessionEnd((error) => {
  // Several calls may find out at once; the first one says so.
  if (ending || !currentSession()) return;
  ending = true;
  showError(error);
  saySignOutReason(error.detail.why);
  const { href, pathname } = router.state.location;
  const back = pathname.startsWith('/app/') ? { to: href } : {};
  // Away first: the frame sends whoever has no session to the sign-in screen, without the way back.
  void router.navigate({ to: '/auth', search: back }).finally(() => {
    forget();
    ending = false;
  });
});

async function start(): Promise<void> {
  applyContrast();
  const page = createRoot(document.getElementById('root') as HTMLElement);
  const { pathname } = window.location;
  // Asked for together: each would otherwise wait for the one before. What fails is asked for again where it is needed.
  const remembered = loadConfig().then(remember);
  // Rendering waits for the same promise, and says what failed.
  remembered.catch(() => undefined);
  const screen = screenAt(pathname);
  if (screen) {
    fetchFrame();
    // The router fetches it again, and says what failed.
    screen.page?.().catch(() => undefined);
    const search = new URLSearchParams(window.location.search);
    // A question that fails is asked again by the screen, which says so.
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
  // Data that one person was shown must not be there for the next one.
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

/** Resolves once the router has drawn a screen. */
function drawn(): Promise<void> {
  return new Promise((resolve) => router.subscribe('onRendered', () => resolve()));
}

/** Ahead of its use; what fails is fetched again there. */
function fetchFrame(): void {
  // The router fetches it again.
  import('./app/AppLayout.tsx').catch(() => undefined);
}

/** Remember: what the server says of itself, and what this browser remembers of whoever was here before. */
async function remember({ timeZone }: ClientConfig): Promise<void> {
  setTimeZone(timeZone);
  applyPos();
  const session = await takeUpSession();
  restoreSchool();
  if (session && window.location.pathname.startsWith('/app/')) askAhead(session);
}

start().catch((error: unknown) => {
  // Told by public/early.js, where no screen was drawn yet.
  window.dispatchEvent(new Event('start-failed'));
  throw error;
});
