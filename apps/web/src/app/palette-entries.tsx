import { useDebouncedValue } from '@mantine/hooks';
import type { Role } from '@mfuko/contract/endpoint';
import { type FoundSchool, type FoundStudent, type FoundUser, find } from '@mfuko/contract/search';
import {
  type Icon,
  IconBuildingBank,
  IconCash,
  IconCashPlus,
  IconHistory,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../lib/queries.ts';
import { pickSchool } from '../lib/school.ts';
import { showDone } from '../ui/notify.tsx';
import { useMyScreens } from './my-screens.ts';
import { placeOf } from './places.ts';
import { open } from './router.tsx';
import { addressOf } from './routes-table.ts';
import { GROUP_ICONS } from './screens/group-icons.ts';
import type { Screen } from './screens/screen.ts';
import { leave } from './session-flow.ts';

/** One line of the palette. */
export interface Entry {
  readonly id: string;
  readonly Icon: Icon;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly run: () => void;
}

export interface EntryGroup {
  readonly title: string;
  readonly entries: readonly Entry[];
}

interface Doings {
  readonly role: Role;
  readonly recent: readonly Recent[];
  readonly onOpened: (entry: Recent) => void;
  readonly onTheme: () => void;
  readonly onHelp: () => void;
}

/** Long enough for a fast typist's next letter. */
const TYPING_PAUSE_MS = 180;
const MOST_SCREENS = 6;

/** Something that was opened from the palette. Kept in this tab, for this person and school, until they log out. */
export interface Recent {
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly to: string;
}

/** Screens first, then people, then what can be done. People are those found for the very text that is typed. */
export function useEntries(
  text: string,
  doings: Doings,
): { groups: readonly EntryGroup[]; state: 'idle' | 'searching' | 'failed' | 'done' } {
  const { t } = useTranslation('shell');
  const { role } = doings;
  const navigate = useNavigate();
  const typed = text.trim();
  const [asked] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const search = useCall(find, { text: asked }, { enabled: asked !== '' });
  const current = asked === typed && typed !== '';
  const found = current && search.data ? search.data : null;
  const screens = useMyScreens(role);

  /** Opens it, and keeps it among the recent ones of this tab. */
  function go(entry: Recent): void {
    doings.onOpened(entry);
    const lean = screens.find((screen) => !screen.page && addressOf(screen) === entry.to);
    if (lean) open(lean);
    else void navigate({ href: entry.to });
  }
  function screenEntry(screen: Screen): Entry {
    const label = t(`screens.${screen.name}`);
    const group = t(`groups.${screen.group}`);
    const detail = group === label ? undefined : group;
    const id = `screen:${screen.path}`;
    return {
      id,
      Icon: GROUP_ICONS[screen.group],
      label,
      detail,
      run: () => go({ id, label, detail, to: addressOf(screen) }),
    };
  }
  function studentEntry({ admissionNumber, names, className, status, guardian }: FoundStudent): Entry {
    const more = [status === 'left' && t('palette.left'), guardian && `${guardian.name} ${guardian.phone}`];
    const id = `student:${admissionNumber}`;
    const label = `${names} · ${admissionNumber}`;
    const detail = [className, ...more].filter(Boolean).join(' · ');
    const to = placeOf('student', admissionNumber, role);
    return {
      id,
      Icon: IconUserCircle,
      label,
      detail,
      run: () => (to ? go({ id, label, detail: className, to }) : copy(admissionNumber)),
    };
  }
  function userEntry({ sysid, names, role: theirs }: FoundUser): Entry {
    const id = `user:${sysid}`;
    const detail = t(`roles.${theirs}`);
    const to = placeOf('user', sysid, role) ?? '/app';
    return { id, Icon: IconUser, label: names, detail, run: () => go({ id, label: names, detail, to }) };
  }
  function schoolEntry({ sysid, shortName, officialName, town }: FoundSchool): Entry {
    const id = `school:${sysid}`;
    const to = placeOf('school', sysid, role) ?? '/app';
    const detail = `${officialName} · ${town}`;
    return {
      id,
      Icon: IconBuildingBank,
      label: shortName,
      detail,
      run: () => go({ id, label: shortName, detail, to }),
    };
  }
  /** An agent has no screen about one student: the number is what they type at their own. */
  function copy(admissionNumber: string): void {
    void navigator.clipboard?.writeText(admissionNumber).catch(() => undefined);
    showDone(t('palette.copied', { number: admissionNumber }));
  }

  const matching = screens
    .map(screenEntry)
    .filter(({ label, detail }) => holds(`${label} ${detail ?? ''}`, typed))
    .slice(0, typed === '' ? undefined : MOST_SCREENS);
  const groups: EntryGroup[] = [
    {
      title: t('palette.recent'),
      entries: typed === '' ? doings.recent.map((one) => ({ ...one, Icon: IconHistory, run: () => go(one) })) : [],
    },
    { title: t('palette.screens'), entries: matching },
    { title: t('palette.students'), entries: found?.students.map(studentEntry) ?? [] },
    { title: t('palette.users'), entries: found?.users.map(userEntry) ?? [] },
    { title: t('palette.schools'), entries: found?.schools.map(schoolEntry) ?? [] },
    {
      title: t('palette.actions'),
      entries: [
        ...studentActions(found?.students[0]),
        ...schoolActions(found?.schools[0]),
        ...general().filter(({ label }) => holds(label, typed)),
      ],
    },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), state: stateNow() };

  function stateNow() {
    if (typed === '') return 'idle';
    if (!current || search.isFetching) return 'searching';
    return search.isError ? 'failed' : 'done';
  }
  function studentActions(student: FoundStudent | undefined): Entry[] {
    if (!student || student.status === 'left') return [];
    const who = `${student.names} · ${student.admissionNumber}`;
    return [
      { path: 'cashout.fingerprint', Icon: IconCash, label: t('palette.cashOutFor', { who }) },
      { path: 'student.upload.money', Icon: IconCashPlus, label: t('palette.uploadMoneyFor', { who }) },
    ].flatMap(({ path, Icon, label }) => {
      const screen = screens.find((one) => one.path === path);
      if (!screen) return [];
      const href = `${addressOf(screen)}?admissionNumber=${encodeURIComponent(student.admissionNumber)}`;
      return { id: path, Icon, label, run: () => void navigate({ href }) };
    });
  }
  function schoolActions(school: FoundSchool | undefined): Entry[] {
    if (!school) return [];
    const label = t('palette.workIn', { name: school.shortName });
    return [{ id: 'work-in', Icon: IconBuildingBank, label, run: () => pickSchool(school) }];
  }
  function general(): Entry[] {
    return [
      { id: 'theme', Icon: IconMoon, label: t('shortcuts.deeds.theme'), run: doings.onTheme },
      { id: 'help', Icon: IconKeyboard, label: t('shortcuts.title'), run: doings.onHelp },
      {
        id: 'logout',
        Icon: IconLogout,
        label: t('logout'),
        run: () => void leave(() => void navigate({ to: '/auth' })),
      },
    ];
  }
}

/** Whether every word of a text is in it, in whatever order. */
function holds(text: string, typed: string): boolean {
  const low = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}
