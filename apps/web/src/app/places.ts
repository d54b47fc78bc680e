import type { Role } from '@mfuko/contract/endpoint';
import { SCREENS } from './routes-table.ts';

/** What can be opened by its id, and the screens that show it: the first that is there for a person is taken. */
const PLACES = {
  student: [
    ['student.details', 'admissionNumber'],
    ['student.view', 'view'],
  ],
  user: [['profile.view', 'view']],
  school: [['school.view', 'view']],
  device: [['device.view', 'view']],
  import: [['student.upload', null]],
  oddity: [['check.dash', 'view']],
  suspense: [['suspense.view', 'view']],
  message: [
    ['message.failed', null],
    ['message.view', null],
  ],
  till: [['till.view', 'view']],
  approval: [['cashout.approvals', 'view']],
  books: [['report.books', null]],
  statement: [['payments.statements', 'view']],
  profile: [['my.profile', null]],
  clock: [['report.books', null]],
} as const satisfies Record<string, readonly (readonly [screen: string, param: string | null])[]>;

export type Placed = keyof typeof PLACES;

/** The address at which something is shown to a person of that role; null where they have no screen for it. */
export function placeOf(what: Placed, id: string, role: Role): string | null {
  const mine = PLACES[what].find(([path]) => SCREENS.some((one) => one.path === path && one.roles.includes(role)));
  if (!mine) return null;
  const [path, param] = mine;
  return `/app/${path}${param === null ? '' : `?${param}=${encodeURIComponent(id)}`}`;
}
