import './ui/styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { screenAt } from './app/routes-table.ts';
import { forget } from './app/session-flow.ts';
import { loadConfig } from './lib/config.ts';
import { sayFarewell } from './lib/farewell.ts';
import { setTimeZone } from './lib/format.ts';
import { startI18n } from './lib/i18n.ts';
import { createQueryClient } from './lib/queries.ts';
import { onSessionEnd } from './lib/request.ts';
import { restoreSchool } from './lib/school.ts';
import { currentSession, onSessionChange, restoreSession } from './lib/session.ts';
import { ErrorState } from './ui/Notice.tsx';
import { showError } from './ui/notify.tsx';
import { UiProvider } from './ui/UiProvider.tsx';

const queries = createQueryClient();

let ending = false;
onSessionEnd((error) => {
  // Several calls may find out at once; the first one says so.
  if (ending || !currentSession()) return;
  ending = true;
  showError(error);
  sayFarewell(error.detail.why);
  const { href, pathname } = router.state.location;
  const back = pathname.startsWith('/app/') ? { to: href } : {};
  // Away first: the frame sends whoever has no session to the sign-in screen, without the way back.
  void router.navigate({ to: '/auth', search: back as never }).finally(() => {
    forget();
    ending = false;
  });
});

async function start(): Promise<void> {
  const page = createRoot(document.getElementById('root') as HTMLElement);
  const { pathname } = window.location;
  // Asked for together: each would otherwise wait for the one before. What fails is asked for again where it is needed.
  const configured = loadConfig();
  configured.catch(() => undefined);
  if (pathname.startsWith('/app/')) {
    import('./app/AppLayout.tsx').catch(() => undefined);
    screenAt(pathname)
      ?.page?.()
      .catch(() => undefined);
  }
  await startI18n(['ui', 'shell', 'session']);
  try {
    const { timeZone, posMode } = await configured;
    setTimeZone(timeZone);
    // Style sheets make everything larger on a device that serves pupils.
    document.documentElement.toggleAttribute('data-pos', posMode);
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
  restoreSession();
  restoreSchool();
  // What one person was shown must not be there for the next one.
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
}

void start();
