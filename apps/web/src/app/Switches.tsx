import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import type { Language } from '../lib/i18n.ts';
import { useTranslation } from '../lib/i18n.ts';
import { Hint, useHint } from '../ui/useHint.ts';

/** Returns a function that toggles between the light and the dark theme. */
export function useTurnTheme(): () => void {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return () => setColorScheme(dark ? 'light' : 'dark');
}

export function ThemeToggle() {
  const { t } = useTranslation('shell');
  const turn = useTurnTheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const label = t(dark ? 'toLight' : 'toDark');
  const { buttonProps, hint } = useHint();
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size={40}
        aria-label={label}
        onClick={turn}
        {...buttonProps}
      >
        {dark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
      </ActionIcon>
      {hint.opened && <Hint {...hint} label={label} />}
    </>
  );
}

/** Switches to the other language; its label is in that language. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation('shell');
  const other: Language = i18n.language === 'sw' ? 'en' : 'sw';
  const label = t('toLanguage');
  const { buttonProps, hint } = useHint();
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        fz="sm"
        fw={700}
        size={40}
        aria-label={`${other.toUpperCase()}: ${label}`}
        lang={other}
        onClick={() => void i18n.changeLanguage(other)}
        {...buttonProps}
      >
        {other.toUpperCase()}
      </ActionIcon>
      {hint.opened && <Hint {...hint} label={label} />}
    </>
  );
}
