import { useDebouncedValue } from '@mantine/hooks';
import type { Role } from '@mfuko/contract/endpoint';
import { find } from '@mfuko/contract/search';
import { IconHistory } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useMyScreens } from '../my-screens.ts';
import { useOpenScreen } from '../open-screen.ts';
import { screenAt } from '../routes-table.ts';
import type { EntryGroup, Recent } from './entry.ts';
import { type PaletteActions, useActionEntries } from './useActionEntries.ts';
import { useRecordEntries } from './useRecordEntries.ts';
import { useScreenEntries } from './useScreenEntries.ts';

interface EntriesOptions extends PaletteActions {
  readonly role: Role;
  readonly recent: readonly Recent[];
  readonly onOpened: (entry: Recent) => void;
}

type SearchState = 'idle' | 'searching' | 'failed' | 'done';

/** Longer than the pause between two letters of a fast typist. */
const TYPING_PAUSE_MS = 180;

/** Returns the entries: screens first, then people, then actions. People are those found for exactly the typed text. */
export function useEntries(
  text: string,
  { role, recent, onOpened, ...actions }: EntriesOptions,
): { groups: readonly EntryGroup[]; state: SearchState } {
  const { t } = useTranslation('shell');
  const typed = text.trim();
  const screens = useMyScreens(role);
  const { found, state } = useFound(typed);
  const navigate = useNavigate();
  const openScreen = useOpenScreen();

  function open(entry: Recent): void {
    onOpened(entry);
    if ('place' in entry) return void navigate(entry.place);
    const screen = screens.find(({ path }) => path === entry.screen);
    if (screen) openScreen(screen);
  }
  /** Returns false for an entry stored by an older version of the console, or in the user's former role. */
  function mayOpen(entry: Recent): boolean {
    if ('place' in entry) return screenAt(entry.place.to)?.roles.includes(role) ?? false;
    return screens.some(({ path }) => path === entry.screen);
  }
  const recentEntries = recent.filter(mayOpen).map((one) => ({ ...one, Icon: IconHistory, run: () => open(one) }));
  const screenEntries = useScreenEntries(screens, typed, open);
  const { studentEntry, userEntry, schoolEntry } = useRecordEntries(role, open);
  const actionEntries = useActionEntries(screens, typed, found, actions);
  const groups: readonly EntryGroup[] = [
    { title: t('palette.recent'), entries: typed === '' ? recentEntries : [] },
    { title: t('palette.screens'), entries: screenEntries },
    { title: t('palette.students'), entries: found?.students.map(studentEntry) ?? [] },
    { title: t('palette.users'), entries: found?.users.map(userEntry) ?? [] },
    { title: t('palette.schools'), entries: found?.schools.map(schoolEntry) ?? [] },
    { title: t('palette.actions'), entries: actionEntries },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), state };
}

/** Returns the records found for exactly the typed text; null until they are known. */
function useFound(typed: string) {
  const [asked] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const search = useCall(find, { text: asked }, { enabled: asked !== '' });
  const isCurrent = asked === typed && typed !== '';
  const found = isCurrent && search.data ? search.data : null;
  return { found, state: stateNow() };

  function stateNow(): SearchState {
    if (typed === '') return 'idle';
    if (!isCurrent || search.isFetching) return 'searching';
    return search.isError ? 'failed' : 'done';
  }
}
