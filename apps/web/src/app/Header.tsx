import { ActionIcon, Burger, Group, Kbd, UnstyledButton } from '@mantine/core';
import type { Role } from '@mfuko/contract/endpoint';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { config } from '../lib/config.ts';
import { useTranslation } from '../lib/i18n.ts';
import { useSchool } from '../lib/school.ts';
import { Logo } from '../ui/Logo.tsx';
import { lateDialog } from '../ui/late-dialog.tsx';
import { latePart } from '../ui/late-part.tsx';
import { Bell } from './Bell.tsx';
import classes from './Header.module.css';
import { useMyScreens } from './my-screens.ts';
import { useOpenScreen } from './open-screen.ts';
import { LanguageSwitch, ThemeToggle, useTurnTheme } from './Switches.tsx';
import { newScreenAt, saveForm, useShortcuts } from './shortcuts.ts';
import { UserMenu } from './UserMenu.tsx';

// Prefetched, because without a network they could not be loaded, and the error would replace the current page.
const ShortcutSheet = lateDialog(
  () => import('./ShortcutSheet.tsx').then((it) => it.ShortcutSheet),
  ({ opened }) => opened,
);
const Palette = lateDialog(
  () => import('./Palette.tsx').then((it) => it.Palette),
  ({ opened }) => opened,
);
/** For Admins alone; its place in the header is empty until it is loaded. */
const SchoolPicker = latePart(() => import('./SchoolPicker.tsx').then((it) => it.SchoolPicker));

interface HeaderProps {
  readonly role: Role;
  /** True without a side menu, which the burger replaces. */
  readonly lean: boolean;
  readonly onMenu: () => void;
}

export function Header({ role, lean, onMenu }: HeaderProps) {
  const { t } = useTranslation('shell');
  const school = useSchool();
  const [searching, setSearching] = useState(false);
  const [help, setHelp] = useState(false);
  const [bell, setBell] = useState(false);
  const screens = useMyScreens(role);
  const turn = useTurnTheme();
  const open = useOpenScreen();
  const search = () => setSearching(true);
  useShortcuts(screens, {
    search,
    save: saveForm,
    new: () => {
      const screen = newScreenAt(window.location.pathname, role);
      if (screen) open(screen);
    },
    theme: turn,
    bell: () => setBell(true),
    help: () => setHelp(true),
  });
  return (
    <header className={classes.header}>
      <Burger
        className={classes.burger}
        data-always={lean || undefined}
        opened={false}
        onClick={onMenu}
        size="sm"
        aria-label={t('openMenu')}
      />
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
        <Bell role={role} opened={bell} onOpened={setBell} />
        <UserMenu />
      </Group>
      <Palette
        role={role}
        opened={searching}
        onClose={() => setSearching(false)}
        onTheme={turn}
        onHelp={() => setHelp(true)}
      />
      <ShortcutSheet screens={screens} opened={help} onClose={() => setHelp(false)} />
    </header>
  );
}
