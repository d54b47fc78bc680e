import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  MantineProvider,
  mergeMantineTheme,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense } from 'react';
import { adopt } from './adopted-styles.ts';
import { BusyOverlay } from './BusyOverlay.tsx';
import { cssVariables, theme } from './theme.ts';

// Toasts shown before this has come wait in its queue.
const Toasts = lazy(() => import('@mantine/notifications').then(({ Notifications }) => ({ default: Notifications })));

const BREAKPOINTS = { xs: 36, sm: 48, md: 62, lg: 75, xl: 88 };

const whole = mergeMantineTheme(DEFAULT_THEME, theme);
adopt(convertCssVariables(deepMerge(defaultCssVariablesResolver(whole), cssVariables(whole))));
// Classes for `visibleFrom` and `hiddenFrom`; Mantine would write it into a `<style>` element.
for (const [name, width] of Object.entries(BREAKPOINTS)) {
  adopt(
    `@media (max-width: ${width - 0.01}em) {.mantine-visible-from-${name} {display: none !important;}}` +
      `@media (min-width: ${width}em) {.mantine-hidden-from-${name} {display: none !important;}}`,
  );
}

/** Ui provider: what every screen stands in: theme, toasts and the loading overlay. */
export function UiProvider({ children }: { children: ReactNode }) {
  // At the top where the keyboard of a phone covers the bottom.
  const narrow = useMediaQuery('(max-width: 48em)');
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <Suspense>
        <Toasts position={narrow ? 'top-center' : 'bottom-right'} limit={4} zIndex={500} />
      </Suspense>
      <BusyOverlay />
      {children}
    </MantineProvider>
  );
}
