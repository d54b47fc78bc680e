import { type AnyRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { i18n } from '../lib/i18n.ts';
import { ErrorState } from '../ui/Notice.tsx';
import { ofSchool } from './of-school.tsx';
import { app, forgotPassword, routeTree, signIn } from './route-tree.ts';
import { addressOf, SCREENS } from './routes-table.ts';
import { PAGE_TEXTS, textsOf } from './texts-ahead.ts';

signIn.update({
  component: lazyRouteComponent(() => import('./SignInRoute.tsx'), 'SignInRoute'),
});
forgotPassword.update({
  component: lazyRouteComponent(async () => {
    const [page] = await Promise.all([
      import('./ForgotPasswordRoute.tsx'),
      i18n.loadNamespaces(...PAGE_TEXTS.ForgotPasswordRoute),
    ]);
    return { default: page.ForgotPasswordRoute };
  }),
});
app.update({
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

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Keeps each value a text: the router's default would turn a searched admission number into a number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
});

const routes: Readonly<Record<string, AnyRoute>> = router.routesById;
for (const screen of SCREENS) {
  const { page } = screen;
  if (!page) continue;
  routes[addressOf(screen)]?.update({
    // Loads the page with its texts: a text that loaded later would suspend the whole screen.
    component: lazyRouteComponent(async () => {
      const [component] = await Promise.all([page(), i18n.loadNamespaces(...textsOf(screen))]);
      return { default: ofSchool(screen, component) };
    }),
    errorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  });
}

// Registers the router's type, by which all links know the addresses.
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
