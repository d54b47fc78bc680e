import type { TodoKind } from '@mfuko/contract/today';
import type { Destination } from '../../lib/routes.ts';

/** Kinds by urgency, each with the list that shows exactly the counted rows. */
export const TODO_PLACES: Readonly<Record<TodoKind, Destination>> = {
  books: { to: '/app/report.books' },
  approvals: { to: '/app/cashout.approvals', search: { state: 'pending' } },
  unusual: { to: '/app/cashout.approvals' },
  suspense: { to: '/app/suspense.view', search: { state: 'open' } },
  suspenseProposed: { to: '/app/suspense.view', search: { state: 'proposed' } },
  reversals: { to: '/app/student.balances', search: { waiting: 'reversal' } },
  refunds: { to: '/app/student.balances' },
  refundsFailed: { to: '/app/student.balances' },
  statements: { to: '/app/payments.statements' },
  amendments: { to: '/app/report.books' },
  transfers: { to: '/app/report.books' },
  erasures: { to: '/app/student.view' },
  subsidies: { to: '/app/report.subsidies', search: { waiting: 'true' } },
  tills: { to: '/app/till.view', search: { status: 'closed' } },
  absent: { to: '/app/check.attendance', search: { state: 'absent' } },
  devices: { to: '/app/device.view', search: { concern: 'stuck' } },
  exceptions: { to: '/app/check.dash', search: { tab: 'odd', settled: 'false' } },
  reenrolment: { to: '/app/report.fingers' },
  messages: { to: '/app/message.view', search: { notArrived: 'true' } },
};

export const TODO_KINDS = Object.keys(TODO_PLACES) as readonly TodoKind[];
