import { ADMIN, EVERYBODY, type Screen, STAFF } from './screen.ts';

type BusPages = typeof import('../../features/bus/index.ts');
const ofBus = (name: keyof BusPages) => () => import('../../features/bus/index.ts').then((pages) => pages[name]);
const OF_BUS = { section: 'monitoring', group: 'bus', school: true } as const;
/** Screens that an attendant works at. */
const ON_BUS = { ...OF_BUS, roles: EVERYBODY, duty: 'bus' } as const;

/** Monitoring: what happens just now: messages, the gate, the bus. */
export const MONITORING: readonly Screen[] = [
  {
    path: 'message.view',
    name: 'messageView',
    section: 'monitoring',
    group: 'messages',
    roles: STAFF,
    school: true,
    page: () => import('../../features/messages/index.ts').then(({ MessagesPage }) => MessagesPage),
  },
  {
    path: 'message.write',
    name: 'messageWrite',
    section: 'monitoring',
    group: 'messages',
    roles: STAFF,
    school: true,
    page: () => import('../../features/messages/index.ts').then(({ ComposePage }) => ComposePage),
  },
  {
    path: 'message.failed',
    name: 'messageFailed',
    section: 'monitoring',
    group: 'messages',
    roles: ADMIN,
    school: false,
    page: () => import('../../features/reports/index.ts').then(({ FailedMessagesPage }) => FailedMessagesPage),
  },
  {
    path: 'check.dash',
    name: 'checkDash',
    section: 'monitoring',
    group: 'checkDash',
    roles: EVERYBODY,
    duty: 'gate',
    school: true,
    page: () => import('../CheckDashboardScreen.tsx').then(({ CheckDashboardScreen }) => CheckDashboardScreen),
  },
  {
    path: 'check.rollcall',
    name: 'rollCall',
    section: 'monitoring',
    group: 'rollCall',
    roles: EVERYBODY,
    duty: 'gate',
    school: true,
  },
  {
    path: 'student.exeats',
    name: 'exeats',
    section: 'monitoring',
    group: 'exeats',
    roles: STAFF,
    school: true,
    page: () => import('../../features/exeats/ExeatsPage.tsx').then(({ ExeatsPage }) => ExeatsPage),
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
  { ...OF_BUS, path: 'school.bus.view', name: 'busView', roles: STAFF, page: ofBus('BusesPage') },
  {
    ...OF_BUS,
    path: 'school.bus.routes',
    name: 'busRoutes',
    roles: STAFF,
    page: () => import('../../features/bus/RoutesPage.tsx').then(({ RoutesPage }) => RoutesPage),
  },
  { ...ON_BUS, path: 'school.bus.enter', name: 'busEnter', page: ofBus('EnterBusPage') },
  { ...ON_BUS, path: 'school.bus.exit', name: 'busExit', page: ofBus('ExitBusPage') },
  { ...ON_BUS, path: 'school.bus.kids', name: 'busKids', page: ofBus('RollCallPage') },
  { ...ON_BUS, path: 'check.trip', name: 'busTrip' },
];
