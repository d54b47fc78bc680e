import './styles.ts';
import { convertCssVariables, deepMerge, defaultCssVariablesResolver, MantineProvider, mergeMantineTheme, DEFAULT_THEME } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { adopt } from './adopted-styles.ts';
import { BusyOverlay } from './BusyOverlay.tsx';
import { cssVariables, theme } from './theme.ts';

const BREAKPOINTS = { xs: 36, sm: 48, md: 62, lg: 75, xl: 88 };

const whole = mergeMantineTheme(DEFAULT_THEME, theme);
adopt(convertCssVariables(deepMerge(defaultCssVariablesResolver(whole), cssVariables(whole))));
// What `visibleFrom` and `hiddenFrom` stand on; Mantine would write it into a `<style>` element.
for (const [name, width] of Object.entries(BREAKPOINTS)) {
  adopt(
    `@media (max-width: ${width - 0.01}em) {.mantine-visible-from-${name} {display: none !important;}}` +
      `@media (min-width: ${width}em) {.mantine-hidden-from-${name} {display: none !important;}}`,
  );
}

/** What every screen stands in: theme, toasts and the loading overlay. */
export function UiProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui');
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <Notifications position="top-right" limit={4} zIndex={500} aria-label={t('notices')} role="region" />
      <BusyOverlay />
      {children}
    </MantineProvider>
  );
}
