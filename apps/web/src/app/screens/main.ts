import { firstPage } from './first-page.ts';
import { ADMIN, type Screen, STAFF } from './screen.ts';

/** Main: the screens with which the office starts its day. */
export const MAIN: readonly Screen[] = [
  {
    path: 'dashboard',
    name: 'dashboard',
    section: 'main',
    group: 'platform',
    roles: ADMIN,
    school: false,
    page: () => import('../../features/reports/index.ts').then(({ PlatformDashboardPage }) => PlatformDashboardPage),
  },
  {
    path: 'school.dash',
    name: 'schoolDash',
    section: 'main',
    group: 'home',
    roles: STAFF,
    school: true,
    page: () => import('../SchoolDashboardScreen.tsx').then(({ SchoolDashboardScreen }) => SchoolDashboardScreen),
    asksFirst: (search) => [
      ['read', 'school/dashboard', {}],
      ['read', 'reports/today', {}],
      ...firstPage('reports/checks', search, { filters: { checkTypeSYSID: undefined } }),
    ],
  },
];
