import type { Duty, Role } from '@mfuko/contract/endpoint';
import {
  type Icon,
  IconApi,
  IconBook2,
  IconBuildingBank,
  IconBus,
  IconCash,
  IconCashRegister,
  IconDeviceMobileDollar,
  IconDoorEnter,
  IconDoorExit,
  IconHome,
  IconLayoutDashboard,
  IconMap2,
  IconMessageX,
  IconReportAnalytics,
  IconReportMoney,
  IconRoute,
  IconScale,
  IconSchool,
  IconShirt,
  IconToolsKitchen2,
  IconUser,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconZoomMoney,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type shell from '../locales/en/shell.json';

export type Section = keyof typeof shell.sections;
export type Group = keyof typeof shell.groups;

/** One screen: the router, the guard, the menu and the search palette all read this table and nothing else. */
export interface Screen {
  /** Below /app. */
  readonly path: string;
  /** Key of its name in the `shell` texts, under `screens`. */
  readonly name: keyof typeof shell.screens;
  readonly section: Section;
  readonly group: Group;
  readonly roles: readonly Role[];
  /** What an agent has to be put to for it to be any use to them. */
  readonly duty?: Duty;
  /** Whether it works inside one school, which an Admin then picks first. */
  readonly school: boolean;
  /** Kept out of menu and search: a screen about one thing, which is come to from where that thing is shown. */
  readonly unlisted?: true;
  /** Left out for the screens of the lean entry (gate.html), which the server hands out at their address. */
  readonly page?: () => Promise<ComponentType>;
}

/** The menu's groups and their signs. */
export const GROUP_ICONS: Record<Group, Icon> = {
  platform: IconLayoutDashboard,
  messages: IconMessageX,
  rules: IconScale,
  schools: IconBuildingBank,
  classes: IconSchool,
  menu: IconToolsKitchen2,
  tracking: IconReportAnalytics,
  students: IconUsers,
  users: IconUser,
  home: IconHome,
  cashOut: IconCash,
  tills: IconCashRegister,
  checkDash: IconUsersGroup,
  checkIn: IconDoorEnter,
  checkOut: IconDoorExit,
  bus: IconBus,
  busRoute: IconMap2,
  busTrips: IconRoute,
  balances: IconReportMoney,
  payments: IconDeviceMobileDollar,
  suspense: IconZoomMoney,
  books: IconBook2,
  profile: IconUserCircle,
  docs: IconApi,
  items: IconShirt,
};

const ADMIN: readonly Role[] = ['Admin'];
const STAFF: readonly Role[] = ['Admin', 'SchoolAdmin'];
const EVERYBODY: readonly Role[] = ['Admin', 'SchoolAdmin', 'CheckAgent'];

export const SCREENS: readonly Screen[] = [
  {
    path: 'dashboard',
    name: 'dashboard',
    section: 'main',
    group: 'platform',
    roles: ADMIN,
    school: false,
    page: () => import('../features/reports/index.ts').then(({ PlatformDashboardPage }) => PlatformDashboardPage),
  },
  {
    path: 'school.dash',
    name: 'schoolDash',
    section: 'main',
    group: 'home',
    roles: STAFF,
    school: true,
    page: () => import('../features/reports/index.ts').then(({ SchoolDashboardPage }) => SchoolDashboardPage),
  },
  {
    path: 'school.add',
    name: 'schoolAdd',
    section: 'management',
    group: 'schools',
    roles: ADMIN,
    school: false,
    page: () => import('../features/schools/index.ts').then(({ AddSchoolPage }) => AddSchoolPage),
  },
  {
    path: 'config.add',
    name: 'configAdd',
    section: 'management',
    group: 'schools',
    roles: ADMIN,
    school: false,
    page: () => import('./SetConfigScreen.tsx').then(({ SetConfigScreen }) => SetConfigScreen),
  },
  {
    path: 'device.add',
    name: 'deviceAdd',
    section: 'management',
    group: 'schools',
    roles: ADMIN,
    school: false,
    page: () => import('../features/devices/index.ts').then(({ AddDevicePage }) => AddDevicePage),
  },
  {
    path: 'device.view',
    name: 'deviceView',
    section: 'management',
    group: 'schools',
    roles: ADMIN,
    school: true,
    page: () => import('../features/devices/index.ts').then(({ DevicesPage }) => DevicesPage),
  },
  {
    path: 'school.view',
    name: 'schoolView',
    section: 'management',
    group: 'schools',
    roles: ADMIN,
    school: false,
    page: () => import('../features/schools/index.ts').then(({ SchoolsPage }) => SchoolsPage),
  },
  {
    path: 'message.view',
    name: 'messageView',
    section: 'monitoring',
    group: 'messages',
    roles: STAFF,
    school: true,
    page: () => import('../features/messages/index.ts').then(({ MessagesPage }) => MessagesPage),
  },
  {
    path: 'message.write',
    name: 'messageWrite',
    section: 'monitoring',
    group: 'messages',
    roles: STAFF,
    school: true,
    page: () => import('../features/messages/index.ts').then(({ ComposePage }) => ComposePage),
  },
  {
    path: 'message.failed',
    name: 'messageFailed',
    section: 'monitoring',
    group: 'messages',
    roles: ADMIN,
    school: false,
    page: () => import('../features/reports/index.ts').then(({ FailedMessagesPage }) => FailedMessagesPage),
  },
  {
    path: 'school.rules',
    name: 'schoolRules',
    section: 'management',
    group: 'rules',
    roles: STAFF,
    school: true,
    page: () => import('./RulesScreen.tsx').then(({ RulesScreen }) => RulesScreen),
  },
  {
    path: 'class.add',
    name: 'classAdd',
    section: 'management',
    group: 'classes',
    roles: STAFF,
    school: true,
    page: () => import('../features/schools/index.ts').then(({ AddClassPage }) => AddClassPage),
  },
  {
    path: 'class.view',
    name: 'classView',
    section: 'management',
    group: 'classes',
    roles: STAFF,
    school: true,
    page: () => import('./ClassesScreen.tsx').then(({ ClassesScreen }) => ClassesScreen),
  },
  {
    path: 'school.add.menu',
    name: 'menuAdd',
    section: 'management',
    group: 'menu',
    roles: STAFF,
    school: true,
    page: () => import('../features/canteen/index.ts').then(({ AddMenuItemPage }) => AddMenuItemPage),
  },
  {
    path: 'school.menu.view',
    name: 'menuView',
    section: 'management',
    group: 'menu',
    roles: STAFF,
    school: true,
    page: () => import('../features/canteen/index.ts').then(({ MenuPage }) => MenuPage),
  },
  {
    path: 'school.menu.consume',
    name: 'menuConsume',
    section: 'management',
    group: 'menu',
    roles: EVERYBODY,
    duty: 'canteen',
    school: true,
    page: () => import('../features/canteen/index.ts').then(({ ConsumeMenuPage }) => ConsumeMenuPage),
  },
  {
    path: 'student.add',
    name: 'studentAdd',
    section: 'management',
    group: 'students',
    roles: STAFF,
    school: true,
    page: () => import('./AddStudentScreen.tsx').then(({ AddStudentScreen }) => AddStudentScreen),
  },
  {
    path: 'student.upload',
    name: 'studentUpload',
    section: 'management',
    group: 'students',
    roles: STAFF,
    school: true,
    page: () => import('../features/imports/index.ts').then(({ UploadStudentsPage }) => UploadStudentsPage),
  },
  {
    path: 'student.add.fingerprint',
    name: 'studentFingerprint',
    section: 'management',
    group: 'students',
    roles: STAFF,
    school: true,
    page: () => import('../features/fingerprints/index.ts').then(({ ScanFingerprintPage }) => ScanFingerprintPage),
  },
  {
    path: 'student.add.item',
    name: 'itemAdd',
    section: 'management',
    group: 'students',
    roles: STAFF,
    school: true,
    page: () => import('../features/items/index.ts').then(({ AddItemPage }) => AddItemPage),
  },
  {
    path: 'student.view',
    name: 'studentView',
    section: 'management',
    group: 'students',
    roles: STAFF,
    school: true,
    page: () => import('./StudentsScreen.tsx').then(({ StudentsScreen }) => StudentsScreen),
  },
  {
    path: 'student.consume.item',
    name: 'itemConsume',
    section: 'management',
    group: 'students',
    roles: STAFF,
    school: true,
    page: () => import('../features/items/index.ts').then(({ ConsumeItemPage }) => ConsumeItemPage),
  },
  {
    path: 'student.details',
    name: 'studentDetails',
    section: 'management',
    group: 'students',
    roles: STAFF,
    school: true,
    unlisted: true,
    page: () => import('./StudentScreen.tsx').then(({ StudentScreen }) => StudentScreen),
  },
  {
    path: 'student.upload.money',
    name: 'uploadMoney',
    section: 'management',
    group: 'students',
    roles: STAFF,
    school: true,
    page: () => import('./UploadMoneyScreen.tsx').then(({ UploadMoneyScreen }) => UploadMoneyScreen),
  },
  {
    path: 'profile.add',
    name: 'userAdd',
    section: 'management',
    group: 'users',
    roles: STAFF,
    school: false,
    page: () => import('../features/staff/index.ts').then(({ AddUserPage }) => AddUserPage),
  },
  {
    path: 'profile.view',
    name: 'userView',
    section: 'management',
    group: 'users',
    roles: STAFF,
    school: false,
    page: () => import('../features/staff/index.ts').then(({ UsersPage }) => UsersPage),
  },
  {
    path: 'cashout.fingerprint',
    name: 'cashOutFingerprint',
    section: 'management',
    group: 'cashOut',
    roles: STAFF,
    school: true,
    page: () =>
      import('./CashOutFingerprintScreen.tsx').then(({ CashOutFingerprintScreen }) => CashOutFingerprintScreen),
  },
  {
    path: 'cashout.pin',
    name: 'cashOutPin',
    section: 'management',
    group: 'cashOut',
    roles: STAFF,
    school: true,
    page: () => import('./CashOutPinScreen.tsx').then(({ CashOutPinScreen }) => CashOutPinScreen),
  },
  {
    path: 'cashout.approvals',
    name: 'cashOutApprovals',
    section: 'management',
    group: 'cashOut',
    roles: STAFF,
    school: true,
    page: () => import('./ApprovalsScreen.tsx').then(({ ApprovalsScreen }) => ApprovalsScreen),
  },
  {
    path: 'cashout.validate',
    name: 'cashOutValidate',
    section: 'management',
    group: 'cashOut',
    roles: STAFF,
    school: true,
    page: () => import('../features/wallet/index.ts').then(({ ValidateTokenPage }) => ValidateTokenPage),
  },
  {
    path: 'till',
    name: 'till',
    section: 'management',
    group: 'tills',
    roles: STAFF,
    school: true,
    page: () => import('../features/tills/index.ts').then(({ TillPage }) => TillPage),
  },
  {
    path: 'till.view',
    name: 'tillView',
    section: 'management',
    group: 'tills',
    roles: STAFF,
    school: true,
    page: () => import('../features/tills/index.ts').then(({ TillsPage }) => TillsPage),
  },
  {
    path: 'check.dash',
    name: 'checkDash',
    section: 'monitoring',
    group: 'checkDash',
    roles: EVERYBODY,
    duty: 'gate',
    school: true,
    page: () => import('../features/reports/index.ts').then(({ CheckDashboardPage }) => CheckDashboardPage),
  },
  {
    path: 'checkin.fingerprint',
    duty: 'gate',
    name: 'checkInFingerprint',
    section: 'monitoring',
    group: 'checkIn',
    roles: EVERYBODY,
    school: true,
  },
  {
    path: 'checkin.pin',
    duty: 'gate',
    name: 'checkInPin',
    section: 'monitoring',
    group: 'checkIn',
    roles: EVERYBODY,
    school: true,
  },
  {
    path: 'checkout.fingerprint',
    duty: 'gate',
    name: 'checkOutFingerprint',
    section: 'monitoring',
    group: 'checkOut',
    roles: EVERYBODY,
    school: true,
  },
  {
    path: 'checkout.pin',
    duty: 'gate',
    name: 'checkOutPin',
    section: 'monitoring',
    group: 'checkOut',
    roles: EVERYBODY,
    school: true,
  },
  {
    path: 'report.menu',
    name: 'menuTracking',
    section: 'reports',
    group: 'tracking',
    roles: STAFF,
    school: true,
    page: () => import('../features/canteen/index.ts').then(({ MenuTrackingPage }) => MenuTrackingPage),
  },
  {
    path: 'suspense.view',
    name: 'suspense',
    section: 'reports',
    group: 'suspense',
    roles: STAFF,
    school: true,
    page: () => import('../features/suspense/index.ts').then(({ SuspensePage }) => SuspensePage),
  },
  {
    path: 'payments.view',
    name: 'paymentsView',
    section: 'reports',
    group: 'payments',
    roles: STAFF,
    school: true,
    page: () => import('../features/payments/index.ts').then(({ PaymentsPage }) => PaymentsPage),
  },
  {
    path: 'student.balances',
    name: 'studentBalances',
    section: 'reports',
    group: 'balances',
    roles: STAFF,
    school: true,
    page: () => import('../features/wallet/index.ts').then(({ BalancesPage }) => BalancesPage),
  },
  {
    path: 'student.statement',
    name: 'statement',
    section: 'reports',
    group: 'balances',
    roles: STAFF,
    school: true,
    unlisted: true,
    page: () => import('../features/wallet/StatementPage.tsx').then(({ StatementPage }) => StatementPage),
  },
  {
    path: 'report.books',
    name: 'books',
    section: 'reports',
    group: 'books',
    roles: STAFF,
    school: true,
    page: () => import('../features/books/index.ts').then(({ BooksPage }) => BooksPage),
  },
  {
    path: 'report.postings',
    name: 'bookPostings',
    section: 'reports',
    group: 'books',
    roles: STAFF,
    school: true,
    page: () => import('../features/books/index.ts').then(({ PostingsPage }) => PostingsPage),
  },
  {
    path: 'student.items',
    name: 'studentItems',
    section: 'reports',
    group: 'items',
    roles: STAFF,
    school: true,
    page: () => import('../features/items/index.ts').then(({ StudentItemsPage }) => StudentItemsPage),
  },
  {
    path: 'school.bus.view',
    name: 'busView',
    section: 'monitoring',
    group: 'bus',
    roles: STAFF,
    school: true,
    page: () => import('../features/bus/index.ts').then(({ BusesPage }) => BusesPage),
  },
  {
    path: 'school.bus.enter',
    name: 'busEnter',
    section: 'monitoring',
    group: 'bus',
    roles: EVERYBODY,
    duty: 'bus',
    school: true,
    page: () => import('../features/bus/index.ts').then(({ EnterBusPage }) => EnterBusPage),
  },
  {
    path: 'school.bus.exit',
    name: 'busExit',
    section: 'monitoring',
    group: 'bus',
    roles: EVERYBODY,
    duty: 'bus',
    school: true,
    page: () => import('../features/bus/index.ts').then(({ ExitBusPage }) => ExitBusPage),
  },
  {
    path: 'school.bus.kids',
    name: 'busKids',
    section: 'monitoring',
    group: 'bus',
    roles: EVERYBODY,
    duty: 'bus',
    school: true,
    page: () => import('../features/bus/index.ts').then(({ RollCallPage }) => RollCallPage),
  },
  {
    path: 'report.bus',
    name: 'busRoute',
    section: 'reports',
    group: 'busRoute',
    roles: STAFF,
    school: true,
    page: () => import('../features/bus/index.ts').then(({ BusRoutePage }) => BusRoutePage),
  },
  {
    path: 'report.trips',
    name: 'busTrips',
    section: 'reports',
    group: 'busTrips',
    roles: STAFF,
    school: true,
    page: () => import('../features/bus/index.ts').then(({ TripsPage }) => TripsPage),
  },
  {
    path: 'my.profile',
    name: 'myProfile',
    section: 'others',
    group: 'profile',
    roles: EVERYBODY,
    school: false,
    page: () => import('./MyProfileScreen.tsx').then(({ MyProfileScreen }) => MyProfileScreen),
  },
  {
    path: 'api.docs',
    name: 'apiDocs',
    section: 'others',
    group: 'docs',
    roles: ADMIN,
    school: false,
    page: () => import('../features/docs/index.ts').then(({ ApiDocsPage }) => ApiDocsPage),
  },
];

/** Whether a screen is worked at with a queue of pupils in front of it: gate, counter, bus. */
export function servesPupils({ duty, path }: Screen): boolean {
  return duty !== undefined && path !== 'check.dash';
}

/** Where each role starts. */
const LANDING: Record<Role, string> = {
  Admin: 'dashboard',
  SchoolAdmin: 'school.dash',
  CheckAgent: 'checkin.fingerprint',
};

export function screensOf(role: Role): readonly Screen[] {
  return SCREENS.filter((screen) => screen.roles.includes(role));
}

export function screenAt(pathname: string): Screen | undefined {
  return SCREENS.find((screen) => addressOf(screen) === pathname.replace(/\/$/, ''));
}

export function addressOf({ path }: Screen): string {
  return `/app/${path}`;
}

/**
 * Where a person starts: an agent where their duty is, once the server has told it; on a device that serves pupils
 * (`pos`) everybody at a screen that does so.
 */
export function landingOf(role: Role, duties?: readonly Duty[], pos = false): Screen {
  const mine = screensOf(role).filter(({ duty }) => role !== 'CheckAgent' || !duty || !duties || duties.includes(duty));
  const serving = pos ? mine.filter(servesPupils) : [];
  const [first] = serving.length > 0 ? serving : mine;
  const start = LANDING[serving.length > 0 ? 'CheckAgent' : role];
  const landing = mine.find(({ path }) => path === start) ?? first;
  if (!landing) throw new Error(`There is no screen for ${role}.`);
  return landing;
}
