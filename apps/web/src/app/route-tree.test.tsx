import { menuTracking } from '@mfuko/contract/canteen';
import { createMemoryHistory, Link, type NavigateOptions } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { Destination } from '../lib/routes.ts';
import { clearSession } from '../lib/session.ts';
import { DataList } from '../ui/DataList.tsx';
import { LinkButton } from '../ui/links.tsx';
import type { FiltersAt } from '../ui/list-search.ts';
import { useAddressed } from '../ui/useAddressed.ts';
import { placeOf } from './places.ts';
import { router } from './router.tsx';
import { addressOf, SCREENS } from './routes-table.ts';
import type { Screen } from './screens/screen.ts';
import type { Shortcut } from './shortcuts.ts';

const table = { name: '', endpoint: menuTracking, columns: [], rowId: () => '', empty: { title: '' } };
const facts = { name: 'menuTracking', section: 'reports', group: 'tracking', roles: [], school: true } as const;
const page = () => Promise.resolve(() => null);

/** Compile-time tests: the compiler must reject each wrong address, parameter or entry, otherwise it rejects the unused directive above it. */
export const MISSPELT = {
  links: () => [
    <Link key={0} to="/app/report.menu" search={{ search: '4001', page: 2 }} />,
    // @ts-expect-error there is no such screen
    <Link key={1} to="/app/report.menuu" />,
    // @ts-expect-error the screen reads no such parameter
    <Link key={2} to="/app/report.menu" search={{ serch: '4001' }} />,
    // @ts-expect-error a page is a number
    <Link key={3} to="/app/report.menu" search={{ page: '2' }} />,
    // @ts-expect-error the parameter is one of a few words
    <Link key={4} to="/app/check.dash" search={{ tab: 'oddd' }} />,
    // @ts-expect-error the screen reads no parameter at all
    <Link key={5} to="/app/my.profile" search={{ view: '4001' }} />,
    // @ts-expect-error a screen of the lean entry is no route of the console
    <Link key={6} to="/app/checkin.pin" />,
  ],
  buttons: () => [
    <LinkButton key={0} to="/app/student.details" search={{ admissionNumber: '4001' }} variant="subtle" />,
    // @ts-expect-error there is no such screen
    <LinkButton key={1} to="/app/student.detail" />,
    // @ts-expect-error the screen reads no such parameter
    <LinkButton key={2} to="/app/student.details" search={{ admisionNumber: '4001' }} />,
  ],
  navigations: (): NavigateOptions[] => [
    // @ts-expect-error there is no such screen
    { to: '/app/report.menuu' },
  ],
  places: (): Destination[] => [
    { to: '/app/student.view', search: { view: '4001' } },
    // @ts-expect-error there is no such screen
    { to: '/app/students.view' },
    // @ts-expect-error the screen has another name for it
    { to: '/app/student.view', search: { admissionNumber: '4001' } },
  ],
  screens: (): Screen[] => [
    { ...facts, path: 'report.menu', page },
    { ...facts, path: 'checkin.pin' },
    // @ts-expect-error an entry of the menu to no screen
    { ...facts, path: 'report.menuu', page },
    // @ts-expect-error a screen of the console without a page
    { ...facts, path: 'report.menu' },
  ],
  shortcuts: (): Shortcut[] => [
    // @ts-expect-error keys that lead to no screen
    { keys: ['g', 'x'], screen: 'report.menuu' },
  ],
  lists: () => [
    <DataList key={0} at="/app/report.menu" {...table} />,
    // @ts-expect-error the address has no room for the state of a list
    <DataList key={1} at="/app/my.profile" {...table} />,
  ],
  filters: (): FiltersAt<'/app/report.menu'> => [
    { field: 'method', label: '', options: [] },
    // @ts-expect-error the screen does not read that filter
    { field: 'metod', label: '', options: [] },
  ],
  addressed: function Addressed() {
    useAddressed('/app/student.view', 'edit');
    // @ts-expect-error the screen reads no such parameter
    return useAddressed('/app/student.view', 'edited');
  },
};

test('router has a route for each screen with a page, and no other below /app', () => {
  const screens = SCREENS.filter((screen) => screen.page).map(addressOf);
  const routes = Object.keys(router.routesById).filter((id) => /^\/app\/./.test(id));
  expect(routes.sort()).toEqual(screens.sort());
  for (const id of screens) expect(router.routesById[id as Destination['to']].options.component).toBeDefined();
});

test('router drops invalid search parameters, and keeps valid and unknown ones', () => {
  const read = (search: string) => {
    router.update({
      ...router.options,
      history: createMemoryHistory({ initialEntries: [`/app/student.view${search}`] }),
    });
    router.updateLatestLocation();
    return router.matchRoutes(router.latestLocation).at(-1)?.search;
  };
  const known = { page: 2, pageSize: 25, search: '0042', status: '', view: '4001' };
  expect(read('?page=2&pageSize=25&search=0042&status=&view=4001')).toMatchObject(known);
  const wrong = read('?page=-1&pageSize=7&search=0042&utm=x');
  expect(wrong).toEqual(expect.objectContaining({ search: '0042', utm: 'x' }));
  expect([wrong?.page, wrong?.pageSize]).toEqual([undefined, undefined]);
});

test.each([
  ['/', '/auth'],
  ['/login', '/auth'],
  ['/auth', '/auth'],
  ['/no/such/screen', '/auth'],
  ['/forgot.password', '/forgot.password'],
])('router leads %s to %s', async (asked, shown) => {
  clearSession();
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [asked] }) });
  await router.load();
  expect(router.state.location.pathname).toBe(shown);
});

test('placeOf returns the screen that the role has for a record, else null', () => {
  expect(placeOf('student', '4001', 'SchoolAdmin')).toEqual({
    to: '/app/student.details',
    search: { admissionNumber: '4001' },
  });
  expect(placeOf('message', 'x', 'SchoolAdmin')).toEqual({ to: '/app/message.view' });
  expect(placeOf('student', '4001', 'CheckAgent')).toBeNull();
  expect(placeOf(JSON.parse('"comet"'), 'x', 'Admin')).toBeNull();
  expect(placeOf(JSON.parse('"constructor"'), 'x', 'Admin')).toBeNull();
});
