import type { Namespace } from '../lib/i18n.ts';
import type { Group, Screen } from './screens/screen.ts';

type Texts = readonly Namespace[];

/**
 * Texts that a screen renders with, besides those of each page load: if one loaded later, the screen would suspend, and a press on it would
 * be lost. `npm run check` compares the lists with the sources. By groups of the menu, as far as their screens need the same.
 */
const OF_GROUP: Partial<Record<Group, Texts>> = {
  platform: ['platform'],
  home: ['reports', 'today'],
  schools: ['schools'],
  rules: ['schools', 'limits', 'messages'],
  programs: ['programs'],
  classes: ['schools'],
  menu: ['canteen'],
  students: ['items', 'school'],
  users: ['staff'],
  cashOut: ['wallet', 'school', 'tills'],
  tills: ['tills', 'school'],
  messages: ['messages'],
  checkDash: ['campus', 'reports'],
  attendance: ['attendance'],
  exeats: ['exeats'],
  bus: ['bus', 'school'],
  busRoute: ['bus'],
  busTrips: ['bus'],
  reenrolment: ['reenrolment', 'school'],
  profile: ['profile'],
  device: ['devices'],
  docs: ['docs'],
  tracking: ['canteen', 'school'],
  suspense: ['suspense', 'school'],
  visits: ['visits'],
  payments: ['payments'],
  balances: ['wallet'],
  books: ['books', 'school', 'wallet'],
  items: ['items'],
};

const OF_SCREEN: Partial<Record<Screen['path'], Texts>> = {
  'device.add': ['devices'],
  'device.view': ['devices'],
  'program.docs': ['docs'],
  'student.add': ['students', 'fingerprints', 'school'],
  'student.upload': ['imports', 'school'],
  'student.add.fingerprint': ['fingerprints', 'school'],
  'student.enrol.class': ['enrolment', 'school', 'fingerprints'],
  // Opened most often, and its drawers load later: the list needs fewer texts than the page of a student.
  'student.view': ['students'],
  'student.details': [
    ...(['students', 'school', 'wallet', 'reports', 'payments'] as const),
    ...(['limits', 'fingerprints', 'canteen', 'items'] as const),
  ],
  'student.upload.money': ['imports', 'payments', 'tills', 'wallet', 'school'],
  'cashout.approvals': ['limits', 'reports', 'wallet'],
  'cashout.validate': ['wallet', 'school'],
  'student.own.pin': ['students', 'school'],
  'message.failed': ['platform'],
  'school.bus.view': ['bus'],
  'school.bus.running': ['bus'],
  'report.subsidies': ['subsidies', 'school'],
  'report.postings': ['books', 'wallet'],
  'payments.view': ['payments', 'school'],
  'student.reminders': ['reminders'],
  'student.statement': ['wallet', 'school'],
};

/** Texts of pages that are not screens: the frame, and the pages before the sign-in. */
export const PAGE_TEXTS = {
  AppLayout: [],
  SignInRoute: [],
  ForgotPasswordRoute: ['profile'],
} as const satisfies Readonly<Record<string, Texts>>;

/** Returns the texts that are loaded with a screen, by the page load and by the router. */
export function textsOf({ group, path }: Screen): Texts {
  return OF_SCREEN[path] ?? OF_GROUP[group] ?? [];
}
