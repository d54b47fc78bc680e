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
  IconReceipt,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { i18n, useTranslation } from '../lib/i18n.ts';
import { useCall } from '../lib/queries.ts';
import type { Destination } from '../lib/routes.ts';
import { pickSchool } from '../lib/school.ts';
import { askedPayment, mayNamePayment } from '../school/asked-payment.ts';
import { showDone } from '../ui/notify.tsx';
import { useMyScreens } from './my-screens.ts';
import { useOpenScreen } from './open-screen.ts';
import { placeOf } from './places.ts';
import { addressOf, screenAt } from './routes-table.ts';
import { GROUP_ICONS } from './screens/group-icons.ts';
import type { Screen, ScreenPath } from './screens/screen.ts';
import { leave } from './session-flow.ts';

/** Entry of the palette. */
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

interface PaletteActions {
  readonly role: Role;
  readonly recent: readonly Recent[];
  readonly onOpened: (entry: Recent) => void;
  readonly onTheme: () => void;
  readonly onHelp: () => void;
}

/** Longer than the pause between two letters of a fast typist. */
const TYPING_PAUSE_MS = 180;
const MAX_SCREENS = 6;

/** Recent entry of the palette. Stored in this tab, for this user and school, until they sign out. */
export type Recent = {
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
} & ({ readonly screen: ScreenPath } | { readonly place: Destination });

/** Returns the entries: screens first, then people, then actions. People are those found for exactly the typed text. */
export function useEntries(
  text: string,
  actions: PaletteActions,
): { groups: readonly EntryGroup[]; state: 'idle' | 'searching' | 'failed' | 'done' } {
  const { t } = useTranslation('shell');
  const { t: words } = useTranslation('palette');
  const { role } = actions;
  const navigate = useNavigate();
  const open = useOpenScreen();
  const typed = text.trim();
  const [asked] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const search = useCall(find, { text: asked }, { enabled: asked !== '' });
  const current = asked === typed && typed !== '';
  const found = current && search.data ? search.data : null;
  const screens = useMyScreens(role);

  /** Opens an entry, and adds it to the recent ones of this tab. */
  function go(entry: Recent): void {
    actions.onOpened(entry);
    if ('place' in entry) return void navigate(entry.place);
    const screen = screens.find(({ path }) => path === entry.screen);
    if (screen) open(screen);
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
      run: () => go({ id, label, detail, screen: screen.path }),
    };
  }
  function studentEntry({ admissionNumber, names, className, status, guardian }: FoundStudent): Entry {
    const more = [status === 'left' && t('palette.left'), guardian && `${guardian.name} ${guardian.phone}`];
    const id = `student:${admissionNumber}`;
    const label = `${names} · ${admissionNumber}`;
    const detail = [className, ...more].filter(Boolean).join(' · ');
    const place = placeOf('student', admissionNumber, role);
    return {
      id,
      Icon: IconUserCircle,
      label,
      detail,
      run: () => (place ? go({ id, label, detail: className, place }) : copy(admissionNumber)),
    };
  }
  function userEntry({ sysid, names, role: theirs }: FoundUser): Entry {
    const id = `user:${sysid}`;
    const detail = t(`roles.${theirs}`);
    const place = placeOf('user', sysid, role);
    return { id, Icon: IconUser, label: names, detail, run: () => place && go({ id, label: names, detail, place }) };
  }
  function schoolEntry({ sysid, shortName, officialName, town }: FoundSchool): Entry {
    const id = `school:${sysid}`;
    const place = placeOf('school', sysid, role);
    const detail = `${officialName} · ${town}`;
    return {
      id,
      Icon: IconBuildingBank,
      label: shortName,
      detail,
      run: () => place && go({ id, label: shortName, detail, place }),
    };
  }
  /** Copies the number of a student, because an agent has no screen about one student and types the number at their own screens. */
  function copy(admissionNumber: string): void {
    // On an insecure origin there is no clipboard.
    const copied = navigator.clipboard?.writeText(admissionNumber) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => showDone(t('palette.copied', { number: admissionNumber })),
      // Without the permission the number is shown, so that it can be typed.
      () => showDone(t('palette.notCopied', { number: admissionNumber })),
    );
  }

  /** Returns synonyms by which a screen is found without its name. */
  function wordsFor({ name }: Screen): string {
    return i18n.exists('palette', `also.${name}`) ? words(`also.${name}` as 'also.cashDesk') : '';
  }
  const named = screens.map((screen) => ({ entry: screenEntry(screen), also: wordsFor(screen) }));
  const isNamed = ({ label, detail }: Entry) => holds(`${label} ${detail ?? ''}`, typed);
  const byName = named.filter(({ entry }) => isNamed(entry));
  const byWords = named.filter(
    ({ entry, also }) => !isNamed(entry) && holds(`${entry.label} ${entry.detail ?? ''} ${also}`, typed),
  );
  const matching = [...byName, ...byWords].map(({ entry }) => entry).slice(0, typed === '' ? undefined : MAX_SCREENS);
  // Stored entries may date from an older version of the console, or from the user's former role.
  const recent = actions.recent.filter((one) =>
    'place' in one ? screenAt(one.place.to)?.roles.includes(role) : screens.some(({ path }) => path === one.screen),
  );
  const groups: EntryGroup[] = [
    {
      title: t('palette.recent'),
      entries: typed === '' ? recent.map((one) => ({ ...one, Icon: IconHistory, run: () => go(one) })) : [],
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
        ...paymentActions(),
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
    const { admissionNumber } = student;
    return (
      [
        { path: 'cashout.fingerprint', Icon: IconCash, label: t('palette.cashOutFor', { who }) },
        { path: 'student.upload.money', Icon: IconCashPlus, label: t('palette.uploadMoneyFor', { who }) },
      ] as const
    ).flatMap(({ path, Icon, label }) => {
      if (!screens.some((one) => one.path === path)) return [];
      const run = () => void navigate({ to: addressOf({ path }), search: { admissionNumber } });
      return { id: path, Icon, label, run };
    });
  }
  /** Offers a search for a payment by the typed text, on the screen of payments. */
  function paymentActions(): Entry[] {
    // Of names, only those of existing students.
    const isName = typed.length >= 3 && (found?.students.length ?? 0) > 0;
    if (!(mayNamePayment(typed) || isName) || !screens.some(({ path }) => path === 'payments.view')) return [];
    const run = () => {
      askedPayment.set(typed);
      void navigate({ to: '/app/payments.view' });
    };
    return [{ id: 'find-payment', Icon: IconReceipt, label: t('palette.findPayment', { text: typed }), run }];
  }
  function schoolActions(school: FoundSchool | undefined): Entry[] {
    if (!school) return [];
    const label = t('palette.workIn', { name: school.shortName });
    return [{ id: 'work-in', Icon: IconBuildingBank, label, run: () => pickSchool(school) }];
  }
  function general(): Entry[] {
    return [
      { id: 'theme', Icon: IconMoon, label: t('shortcuts.actions.theme'), run: actions.onTheme },
      { id: 'help', Icon: IconKeyboard, label: t('shortcuts.title'), run: actions.onHelp },
      {
        id: 'logout',
        Icon: IconLogout,
        label: t('logout'),
        run: () => void leave(() => void navigate({ to: '/auth' })),
      },
    ];
  }
}

/** Returns true if the text contains all typed words, in any order. */
function holds(text: string, typed: string): boolean {
  const low = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}
