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
  profile: ['profile'],
  tracking: ['canteen', 'school'],
  suspense: ['suspense'],
  visits: ['visits'],
  payments: ['payments'],
  balances: ['wallet', 'reminders'],
  books: ['books'],
  items: ['items'],
};

/** The texts that a screen's page load fetches along with its code: else each of them holds up the first drawing in turn. */
export function textsOf({ group }: Screen): readonly string[] {
  // The bell stands in the header of every screen.
  return ['notices', ...(OF_GROUP[group] ?? [])];
}
