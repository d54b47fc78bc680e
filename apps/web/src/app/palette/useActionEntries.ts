import type { FoundSchool, FoundStudent } from '@mfuko/contract/search';
import {
  IconBuildingBank,
  IconCash,
  IconCashPlus,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconReceipt,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../lib/i18n.ts';
import { pickSchool } from '../../lib/school.ts';
import { askedPayment, mayNamePayment } from '../../school/asked-payment.ts';
import { addressOf } from '../routes-table.ts';
import type { Screen, ScreenPath } from '../screens/screen.ts';
import { leave } from '../session-flow.ts';
import type { Entry } from './entry.ts';
import { holds } from './matching.ts';

/** Actions of the palette that its frame carries out. */
export interface PaletteActions {
  readonly onTheme: () => void;
  readonly onHelp: () => void;
}

/** Records that were found for the typed text; null until they were. */
type Found = { readonly students: readonly FoundStudent[]; readonly schools: readonly FoundSchool[] } | null;

/** Returns the entries of actions: on the first records that were found, on the typed text, and on the console itself. */
export function useActionEntries(
  screens: readonly Screen[],
  typed: string,
  found: Found,
  { onTheme, onHelp }: PaletteActions,
): readonly Entry[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const mayOpen = (path: ScreenPath) => screens.some((screen) => screen.path === path);

  function studentActions(student: FoundStudent | undefined): Entry[] {
    if (!student || student.status === 'left') return [];
    const who = `${student.names} · ${student.admissionNumber}`;
    const { admissionNumber } = student;
    const actions = [
      { path: 'cashout.fingerprint', Icon: IconCash, label: t('palette.cashOutFor', { who }) },
      { path: 'student.upload.money', Icon: IconCashPlus, label: t('palette.uploadMoneyFor', { who }) },
    ] as const;
    return actions
      .filter(({ path }) => mayOpen(path))
      .map(({ path, Icon, label }) => {
        const run = () => void navigate({ to: addressOf({ path }), search: { admissionNumber } });
        return { id: path, Icon, label, run };
      });
  }
  function schoolActions(school: FoundSchool | undefined): Entry[] {
    if (!school) return [];
    const label = t('palette.workIn', { name: school.shortName });
    return [{ id: 'work-in', Icon: IconBuildingBank, label, run: () => pickSchool(school) }];
  }
  /** Offers a search for a payment by the typed text, on the screen of payments. */
  function paymentActions(): Entry[] {
    // Of names, only those of existing students.
    const isName = typed.length >= 3 && (found?.students.length ?? 0) > 0;
    if (!(mayNamePayment(typed) || isName) || !mayOpen('payments.view')) return [];
    const run = () => {
      askedPayment.set(typed);
      void navigate({ to: '/app/payments.view' });
    };
    return [{ id: 'find-payment', Icon: IconReceipt, label: t('palette.findPayment', { text: typed }), run }];
  }
  function consoleActions(): Entry[] {
    const signOut = () => void leave(() => void navigate({ to: '/auth' }));
    return [
      { id: 'theme', Icon: IconMoon, label: t('shortcuts.actions.theme'), run: onTheme },
      { id: 'help', Icon: IconKeyboard, label: t('shortcuts.title'), run: onHelp },
      { id: 'logout', Icon: IconLogout, label: t('logout'), run: signOut },
    ];
  }
  return [
    ...studentActions(found?.students[0]),
    ...schoolActions(found?.schools[0]),
    ...paymentActions(),
    ...consoleActions().filter(({ label }) => holds(label, typed)),
  ];
}
