import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { config } from '../lib/config.ts';
import { type Farewell, sayFarewell } from '../lib/farewell.ts';
import { currentSession } from '../lib/session.ts';
import { ErrorState } from '../ui/Notice.tsx';
import { addressOf, landingOf, SCREENS, screenAt } from './routes-table.ts';
import type { Screen } from './screens/screen.ts';
import { confirmSession, currentMe, endSession } from './session-flow.ts';

const root = createRootRoute({ component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  beforeLoad: ({ search }) => {
    const session = currentSession();
    if (session && !('to' in search)) enter(landingOf(session.role, currentMe()?.duties, config().posMode));
  },
  component: lazyRouteComponent(() => import('./SignInRoute.tsx'), 'SignInRoute'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot.password',
  component: lazyRouteComponent(() => import('./ForgotPasswordRoute.tsx'), 'ForgotPasswordRoute'),
});

const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad: async ({ location }) => {
    const session = currentSession();
    if (!session) throw redirect({ to: '/auth', search: { to: location.href } as never });
    if ((await confirmSession(session)) === 'mismatch') await signOut('changed');
  },
  component: lazyRouteComponent(() => import('./AppLayout.tsx'), 'AppLayout'),
  errorComponent: ({ error, reset }) => (
    <ErrorState
      error={error}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  ),
});

const appIndex = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: () => {
    const session = currentSession();
    if (session) enter(landingOf(session.role, currentMe()?.duties, config().posMode));
  },
});

const screens = SCREENS.flatMap((screen) => {
  const { page } = screen;
  if (!page) return [];
  return createRoute({
    getParentRoute: () => app,
    path: screen.path,
    beforeLoad: async () => {
      const session = currentSession();
      if (!session || !screen.roles.includes(session.role)) await signOut('role');
    },
    component: lazyRouteComponent(async () => ({ default: await page() })),
    errorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  });
});

const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    const screen = screenAt(location.pathname);
    // The server answered a screen of the gate's entry with this one: going there again would go round in circles.
    if (screen && !screen.page) return;
    throw redirect({ to: '/auth' });
  },
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/auth' });
  },
});
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: () => {
    throw redirect({ to: '/auth' });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    login,
    signIn,
    forgotPassword,
    app.addChildren([appIndex, ...screens]),
    anythingElse,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Every value is a text: the router's own way would turn a searched admission number into a number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
});

/** Opens a screen, by a full page load where it belongs to the lean entry. */
export function open(screen: Screen): void {
  if (screen.page) void router.navigate({ to: addressOf(screen) });
  else window.location.assign(addressOf(screen));
}

function enter(screen: Screen): void {
  if (screen.page) throw redirect({ to: addressOf(screen) });
  window.location.replace(addressOf(screen));
}

async function signOut(why: Farewell): Promise<never> {
  if (currentSession()) sayFarewell(why);
  await endSession();
  throw redirect({ to: '/auth' });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
