import type { Role } from '@mfuko/contract/endpoint';
import { useEffect, useRef } from 'react';
import { createStore } from '../lib/store.ts';
import type shell from '../locales/en/shell.json';
import { useOpenScreen } from './open-screen.ts';
import { addressOf, SCREENS, screenAt } from './routes-table.ts';
import type { Screen, ScreenPath } from './screens/screen.ts';

export type ShortcutAction = keyof typeof shell.shortcuts.actions;

/** Shortcut. `keys` are pressed one after the other; `Ctrl+` also means the command key of a Mac. */
export type Shortcut =
  | { readonly keys: readonly string[]; readonly action: ShortcutAction }
  | { readonly keys: readonly string[]; readonly screen: ScreenPath };

/** All shortcuts: the sheet shows this table, and `useShortcuts` binds it. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Ctrl+K'], action: 'search' },
  { keys: ['/'], action: 'search' },
  { keys: ['Ctrl+S'], action: 'save' },
  { keys: ['n'], action: 'new' },
  { keys: ['t'], action: 'theme' },
  { keys: ['b'], action: 'bell' },
  { keys: ['?'], action: 'help' },
  { keys: ['g', 'd'], screen: 'school.dash' },
  { keys: ['g', 's'], screen: 'student.view' },
  { keys: ['g', 'c'], screen: 'class.view' },
  { keys: ['g', 'u'], screen: 'profile.view' },
  { keys: ['g', 'm'], screen: 'school.menu.view' },
  { keys: ['g', 'b'], screen: 'student.balances' },
  { keys: ['g', 'k'], screen: 'cash.desk' },
  { keys: ['g', 'o'], screen: 'cashout.fingerprint' },
  { keys: ['g', 'p'], screen: 'student.upload.money' },
  { keys: ['g', 'i'], screen: 'checkin.fingerprint' },
  { keys: ['g', 'r'], screen: 'report.bus' },
  { keys: ['g', 'a'], screen: 'school.view' },
];

/** Time within which the second key of a pair has to follow, in milliseconds. */
const PAIR_MS = 1_200;
const KEPT = 'single-keys';

const single = createStore(localStorage.getItem(KEPT) !== 'off');
/** Returns true if single-character shortcuts are on (WCAG 2.1.4 requires a way to turn them off). */
export const useSingleKeys = single.use;

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(KEPT, on ? 'on' : 'off');
  single.set(on);
}

/** Returns the shortcuts of a user who may open `screens`. */
export function shortcutsFor(screens: readonly Screen[]): readonly Shortcut[] {
  return SHORTCUTS.filter((one) => !('screen' in one) || screens.some(({ path }) => path === one.screen));
}

/** Returns the screen that creates a record of the kind shown at an address. */
export function newScreenAt(pathname: string, role: Role): Screen | undefined {
  const here = screenAt(pathname);
  return SCREENS.find(
    ({ path, group, roles }) => group === here?.group && roles.includes(role) && /\.add(\.menu|\.item)?$/.test(path),
  );
}

/** Binds the shortcuts while the frame is mounted. They are ignored while the user types or a dialog is open. */
export function useShortcuts(screens: readonly Screen[], actions: Readonly<Record<ShortcutAction, () => void>>): void {
  const open = useOpenScreen();
  const latest = useRef({ screens, actions, open });
  latest.current = { screens, actions, open };
  useEffect(() => {
    let first = '';
    let firstAt = 0;
    function press(event: KeyboardEvent): void {
      if (event.isComposing || event.altKey || event.defaultPrevented) return;
      const pressed = event.ctrlKey || event.metaKey ? `Ctrl+${event.key.toUpperCase()}` : event.key;
      const alone = pressed === event.key;
      if (alone && (!single.get() || isBusy(event.target) || isBusy(document.activeElement))) return;
      const mine = shortcutsFor(latest.current.screens);
      const pair =
        Date.now() - firstAt < PAIR_MS ? mine.find(({ keys }) => keys[0] === first && keys[1] === pressed) : null;
      const found = pair ?? mine.find(({ keys }) => keys.length === 1 && keys[0] === pressed);
      first = pair ? '' : pressed;
      firstAt = Date.now();
      if (!found) return;
      event.preventDefault();
      if ('action' in found) latest.current.actions[found.action]();
      else goTo(found.screen, latest.current.open);
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function goTo(path: ScreenPath, open: (screen: Screen) => void): void {
  const screen = SCREENS.find((one) => one.path === path);
  if (screen && addressOf(screen) !== window.location.pathname) open(screen);
}

/**
 * Returns true while the user types (or the screen has just moved the focus to its own field), or uses a dialog, a menu or a list that has
 * its own keys.
 */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]',
    ) !== null
  );
}

/** Submits the current form: the focused one, otherwise that of the open dialog, otherwise that of the screen. */
export function saveForm(): void {
  const form =
    document.activeElement?.closest('form') ??
    document.querySelector<HTMLFormElement>('[aria-modal="true"] form') ??
    document.querySelector<HTMLFormElement>('main form');
  form?.requestSubmit();
}
