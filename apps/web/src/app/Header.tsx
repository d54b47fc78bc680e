import { ActionIcon, Burger, Group, Kbd, UnstyledButton } from '@mantine/core';
import type { Role } from '@mfuko/contract/endpoint';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../lib/config.ts';
import { useSchool } from '../lib/school.ts';
import { Logo } from '../ui/Logo.tsx';
import { Bell } from './Bell.tsx';
import classes from './Header.module.css';
import { SchoolPicker } from './SchoolPicker.tsx';
import { LanguageSwitch, ThemeToggle } from './Switches.tsx';
import { UserMenu } from './UserMenu.tsx';

const Palette = lazy(() => import('./Palette.tsx').then(({ Palette: component }) => ({ default: component })));

export function Header({ role, onMenu }: { role: Role; onMenu: () => void }) {
  const { t } = useTranslation('shell');
  const school = useSchool();
  const [asked, setAsked] = useState(0);
  const search = () => setAsked((times) => times + 1);
  usePaletteKeys(search);
  return (
    <header className={classes.header}>
      <Burger className={classes.burger} opened={false} onClick={onMenu} size="sm" aria-label={t('openMenu')} />
      <div className={classes.brand}>
        <Logo />
        <span className={classes.name}>{role !== 'Admin' && school ? school.shortName : config().platformName}</span>
      </div>
      {role === 'Admin' && (
        <div className={classes.school}>
          <SchoolPicker />
        </div>
      )}
      <UnstyledButton className={classes.search} onClick={search}>
        <IconSearch size={18} aria-hidden />
        <span className={classes.searchText}>{t('search')}</span>
        <Kbd aria-hidden>Ctrl K</Kbd>
      </UnstyledButton>
      <Group gap={4} wrap="nowrap" className={classes.tools}>
        <ActionIcon
          className={classes.searchIcon}
          variant="subtle"
          color="gray"
          c="inherit"
          size={40}
          aria-label={t('search')}
          onClick={search}
        >
          <IconSearch size={20} aria-hidden />
        </ActionIcon>
        <span className={classes.language}>
          <LanguageSwitch />
        </span>
        <ThemeToggle />
        <Bell role={role} />
        <UserMenu />
      </Group>
      {asked > 0 && (
        <Suspense>
          <Palette role={role} asked={asked} />
        </Suspense>
      )}
    </header>
  );
}

/** Ctrl K anywhere, and / where nobody is typing. */
function usePaletteKeys(open: () => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const typing =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]');
      const slash = event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
      const controlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!slash && !controlK) return;
      event.preventDefault();
      open();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
