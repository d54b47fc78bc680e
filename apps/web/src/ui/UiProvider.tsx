import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  MantineProvider,
  mergeMantineTheme,
} from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { latePart } from '../lib/late-part.ts';
import { adopt } from './adopted-styles.ts';
import { BusyOverlay } from './BusyOverlay.tsx';
import { cssVariables, theme } from './theme.ts';

/**
 * Toasts shown before this chunk is loaded wait in the library's queue. The frame prefetches the chunk as soon as its screen is rendered,
 * because a toast has to report a lost network.
 */
export const Toasts = latePart(() => import('./Toasts.tsx').then((it) => it.Toasts));
/** Delay before a screen without a frame prefetches the toasts, in milliseconds. */
const FETCH_AFTER_MS = 3_000;
setTimeout(Toasts.ahead, FETCH_AFTER_MS);

const BREAKPOINTS = { xs: 36, sm: 48, md: 62, lg: 75, xl: 88 };

const whole = mergeMantineTheme(DEFAULT_THEME, theme);
adopt(convertCssVariables(deepMerge(defaultCssVariablesResolver(whole), cssVariables(whole))));
// Classes for `visibleFrom` and `hiddenFrom`; Mantine would write them into a `<style>` element, which the content security policy blocks.
for (const [name, width] of Object.entries(BREAKPOINTS)) {
  adopt(
    `@media (max-width: ${width - 0.01}em) {.mantine-visible-from-${name} {display: none !important;}}` +
      `@media (min-width: ${width}em) {.mantine-hidden-from-${name} {display: none !important;}}`,
  );
}

/** Provider around each screen: theme, toasts and the loading overlay. */
export function UiProvider({ children }: { children: ReactNode }) {
  const waiting = useNotifications().notifications.length > 0;
  const isHere = Toasts.useIsHere();
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {(isHere || waiting) && <Toasts />}
      <BusyOverlay />
      {children}
    </MantineProvider>
  );
}
