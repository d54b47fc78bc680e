import type { Group, Screen } from './screens/screen.ts';

/** Which feature's texts the screens of a group begin with. One that is missing here is fetched a moment later. */
const OF_GROUP: Partial<Record<Group, readonly string[]>> = {
  platform: ['platform'],
  home: ['reports', 'today'],
  schools: ['schools'],
  rules: ['schools'],
  programs: ['programs'],
  classes: ['schools'],
  menu: ['canteen', 'school'],
  students: ['students', 'school'],
  users: ['staff'],
  cashOut: ['wallet', 'school', 'fingerprints'],
  tills: ['tills'],
  messages: ['messages'],
  checkDash: ['campus'],
  attendance: ['attendance'],
  bus: ['bus', 'school'],
  busRoute: ['bus'],
  busTrips: ['bus'],
  reenrolment: ['reenrolment', 'school'],
  profile: ['profile'],
  tracking: ['canteen', 'school'],
  suspense: ['suspense'],
  visits: ['visits'],
  payments: ['payments'],
  balances: ['wallet', 'reminders'],
  books: ['books'],
  items: ['items'],
};

/** The list of the students needs fewer than the pages of one student. */
const OF_SCREEN: Partial<Record<Screen['path'], readonly string[]>> = { 'student.view': ['students'] };

/** The texts that a screen's page load fetches along with its code: else each of them holds up the first drawing in turn. */
export function textsOf({ group, path }: Screen): readonly string[] {
  return OF_SCREEN[path] ?? OF_GROUP[group] ?? [];
}
