import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { oneOf, type Readers, readSearch, text } from '../lib/search-params.ts';
import { LIST_SEARCH } from '../ui/list-search.ts';
import { admitRole, admitSignedIn, goToLanding, goToSignIn, goToSignInFrom } from './guards.ts';

/** Search parameters of a list, one record of which is open beside it: to view, or to edit. */
const VIEWED = { ...LIST_SEARCH, view: text };
const EDITED = { ...VIEWED, edit: text };
const OF_STUDENT = { admissionNumber: text };

const root = createRootRoute({ component: Outlet });

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: goToSignIn });
const login = createRoute({ getParentRoute: () => root, path: '/login', beforeLoad: goToSignIn });
const readReturn = readSearch({ to: text });
export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  validateSearch: readReturn,
  beforeLoad: ({ search }) => (search.to === undefined ? goToLanding() : undefined),
});
export const forgotPassword = createRoute({ getParentRoute: () => root, path: '/forgot.password' });
export const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad: ({ location }) => admitSignedIn(location.href),
});
const appIndex = createRoute({ getParentRoute: () => app, path: '/', beforeLoad: goToLanding });
const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => goToSignInFrom(location.pathname),
});

/** Screens of the console by their paths below /app, with their search parameters. */
const screens = [
  screen('dashboard', { ...LIST_SEARCH, status: text, hasConfig: text, booksWrong: text }),
  screen('school.dash', { ...LIST_SEARCH, checkTypeSYSID: text }),

  screen('school.add', {}),
  screen('config.add', { school: text, part: oneOf('rules') }),
  screen('device.add', {}),
  screen('device.this', {}),
  screen('device.view', { ...EDITED, deviceRole: text, concern: text, revoked: text }),
  screen('school.view', { ...EDITED, status: text, hasConfig: text }),
  screen('school.rules', {}),
  screen('program.keys', VIEWED),
  screen('program.docs', {}),
  screen('class.add', {}),
  screen('class.view', { ...EDITED, deleted: text }),
  screen('school.add.menu', {}),
  screen('school.menu.view', EDITED),
  screen('student.add', {}),
  screen('student.upload', LIST_SEARCH),
  screen('student.add.fingerprint', OF_STUDENT),
  screen('student.enrol.class', { classSYSID: text, at: text }),
  screen('student.add.item', { student: text }),
  screen('student.view', { ...EDITED, classSYSID: text, hasFingerprint: text, hasPin: text, status: text }),
  screen('student.consume.item', { student: text }),
  screen('student.details', OF_STUDENT),
  screen('student.upload.money', { ...LIST_SEARCH, ...OF_STUDENT, by: oneOf('sheet', 'mpesa') }),
  screen('profile.add', {}),
  screen('platform.visits', LIST_SEARCH),
  screen('profile.view', { ...EDITED, role: text, duty: text, status: text }),
  screen('cash.desk', OF_STUDENT),
  screen('cashout.fingerprint', OF_STUDENT),
  screen('cashout.pin', OF_STUDENT),
  screen('student.own.pin', OF_STUDENT),
  screen('cashout.approvals', { ...VIEWED, state: text }),
  screen('cashout.validate', {}),
  screen('till', { ...LIST_SEARCH, step: oneOf('count'), closed: text }),
  screen('till.view', { ...VIEWED, status: text }),

  screen('message.view', { ...VIEWED, state: text, kind: text, notArrived: text }),
  screen('message.write', LIST_SEARCH),
  screen('message.failed', { ...LIST_SEARCH, days: text }),
  screen('check.dash', {
    ...VIEWED,
    tab: oneOf('here', 'latest', 'odd'),
    settled: text,
    kind: text,
    checkTypeSYSID: text,
  }),
  screen('check.attendance', {
    ...LIST_SEARCH,
    part: oneOf('day', 'register', 'off'),
    day: text,
    month: text,
    classSYSID: text,
    state: text,
  }),
  screen('school.bus.view', { ...LIST_SEARCH, edit: text }),
  screen('school.bus.routes', { ...LIST_SEARCH, edit: text }),
  screen('school.bus.running', LIST_SEARCH),
  screen('school.bus.enter', {}),
  screen('school.bus.exit', {}),
  screen('school.bus.kids', {}),

  screen('report.menu', { ...LIST_SEARCH, from: text, menuItemSYSID: text, method: text }),
  screen('report.subsidies', { ...LIST_SEARCH, from: text, waiting: text }),
  screen('report.fingers', { ...LIST_SEARCH, reason: text }),
  screen('suspense.view', { ...VIEWED, state: text }),
  screen('payments.view', { ...LIST_SEARCH, state: text, from: text }),
  screen('payments.statements', VIEWED),
  screen('student.balances', { ...VIEWED, classSYSID: text, below: text, quietDays: text, waiting: text }),
  screen('student.reminders', { ...VIEWED, way: text }),
  screen('student.exeats', { ...LIST_SEARCH, state: text }),
  screen('student.statement', { ...OF_STUDENT, classSYSID: text }),
  screen('report.books', VIEWED),
  screen('report.postings', { ...LIST_SEARCH, part: text }),
  screen('student.items', { ...EDITED, state: text, classSYSID: text, from: text }),
  screen('report.bus', { ...LIST_SEARCH, route: text }),
  screen('report.trips', { ...LIST_SEARCH, from: text, busSYSID: text }),

  screen('my.profile', {}),
  screen('api.docs', {}),
];

/**
 * Addresses of the console and their search parameters, without pages: pages import addresses, so a tree with pages would be an import
 * cycle. `router.tsx` adds the page of each route.
 */
export const routeTree = root.addChildren([
  home,
  login,
  signIn,
  forgotPassword,
  app.addChildren([appIndex, ...screens]),
  anythingElse,
]);

function screen<const Path extends string, R extends Readers>(path: Path, readers: R) {
  return createRoute({
    getParentRoute: () => app,
    path,
    validateSearch: readSearch(readers),
    beforeLoad: () => admitRole(path),
  });
}
