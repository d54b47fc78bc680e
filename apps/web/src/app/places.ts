import type { Role } from '@mfuko/contract/endpoint';
import type { NOTICE_SUBJECTS } from '@mfuko/contract/notices';
import type { Destination } from '../lib/routes.ts';
import { screenAt } from './routes-table.ts';

export type Placed = (typeof NOTICE_SUBJECTS)[number] | 'school';

/** Places: records that can be opened by id, and the screens that show them; the first screen that the user may open is taken. */
const PLACES: Readonly<Record<Placed, (id: string) => readonly Destination[]>> = {
  student: (admissionNumber) => [
    { to: '/app/student.details', search: { admissionNumber } },
    { to: '/app/student.view', search: { view: admissionNumber } },
  ],
  user: (view) => [{ to: '/app/profile.view', search: { view } }],
  school: (view) => [{ to: '/app/school.view', search: { view } }],
  device: (view) => [{ to: '/app/device.view', search: { view } }],
  import: () => [{ to: '/app/student.upload' }],
  bus: () => [{ to: '/app/school.bus.running' }],
  'bus-papers': (edit) => [{ to: '/app/school.bus.view', search: { edit } }],
  attendance: (day) => [{ to: '/app/check.attendance', search: { day } }],
  exception: (view) => [{ to: '/app/check.dash', search: { view } }],
  suspense: (view) => [{ to: '/app/suspense.view', search: { view } }],
  message: () => [{ to: '/app/message.failed' }, { to: '/app/message.view' }],
  till: (view) => [{ to: '/app/till.view', search: { view } }],
  wallet: (view) => [{ to: '/app/student.balances', search: { view } }],
  approval: (view) => [{ to: '/app/cashout.approvals', search: { view } }],
  unusual: () => [{ to: '/app/cashout.approvals' }],
  books: () => [{ to: '/app/report.books' }],
  statement: (view) => [{ to: '/app/payments.statements', search: { view } }],
  profile: () => [{ to: '/app/my.profile' }],
  'api-key': (view) => [{ to: '/app/program.keys', search: { view } }],
  visit: () => [{ to: '/app/platform.visits' }],
  clock: () => [{ to: '/app/report.books' }],
};

/**
 * Returns the screen that shows a record to a user of that role; null where there is none, or this console does not know the kind of
 * record.
 */
export function placeOf(what: Placed, id: string, role: Role): Destination | null {
  // A newer server may send a kind that the page does not know.
  const places = Object.hasOwn(PLACES, what) ? PLACES[what](id) : [];
  return places.find(({ to }) => screenAt(to)?.roles.includes(role)) ?? null;
}
