import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Answer, WireClient } from '../../../e2e/client.ts';
import type { RunningServer } from '../../../e2e/server.ts';

/** PIN of the students who pass the gate. */
export const PIN = '274951';
/** Students who pass the gate, from number 1001 on; the others pay in. */
export const AT_GATE = 6;

/** A server with its database, and who asks it. */
export interface Side {
  readonly server: RunningServer;
  readonly admin: WireClient;
  readonly bursar: WireClient;
}

/** A call; `turn` tells it from the others of its round. */
export type Ask = (side: Side, turn: number) => Promise<Answer>;

const get =
  (path: string, input: Record<string, unknown>): Ask =>
  ({ bursar }) =>
    bursar.call(path, input, 'GET');

/** Calls of a school's day, each as its screen makes it. */
export const CALLS: readonly (readonly [name: string, ask: Ask])[] = [
  ['list of students, page of 100', get('student/getStudents', { page: '1', pageSize: '100' })],
  ['search in the list', get('student/getStudents', { page: '1', pageSize: '10', search: 'wanjiku' })],
  ['search of the header, misspelt', ({ bursar }) => bursar.call('search/find', { text: 'wanjko' })],
  ['details of a student', get('student/getStudent', { admissionNumber: '1050' })],
  ['statement', get('wallet/getStatement', { admissionNumber: '1050', page: '1', pageSize: '20' })],
  ['balances, page of 100', get('wallet/getBalances', { page: '1', pageSize: '100' })],
  ['dashboard of the school', get('school/dashboard', {})],
  [
    'deposit',
    ({ bursar }, turn) =>
      bursar.call('wallet/deposit', { admissionNumber: String(1001 + AT_GATE + turn), amount: 50 }, 'POST', {
        'idempotency-key': randomUUID(),
      }),
  ],
  [
    'check-in or check-out by PIN',
    ({ bursar }, turn) => {
      const path = Math.floor(turn / AT_GATE) % 2 === 0 ? 'check/inPin' : 'check/outPin';
      return bursar.call(path, { admissionNumber: String(1001 + (turn % AT_GATE)), pin: PIN });
    },
  ],
  [
    "Admin's list of schools, page of 10",
    ({ admin }) => admin.call('school/viewSchools', { page: '1', pageSize: '10' }, 'GET'),
  ],
  ["Admin's search of the header", ({ admin }) => admin.call('search/find', { text: 'wanjko' })],
];

/** Jobs of each minute or few, of the hour, and of the night. */
export const JOBS = [
  'look-for-open-trips',
  'look-for-arrivals',
  'look-for-overdue-exeats',
  'look-at-attendance',
  'look-for-silent-devices',
  'send-waiting-sms',
  'look-at-books',
  'sweep',
  'retention',
  'verify-books',
  'audit-seal',
] as const;

/** Milliseconds until the job has run. Throws where it has failed. */
export async function runJob(owner: pg.Client, kind: string): Promise<number> {
  const start = performance.now();
  const { rows } = await owner.query<{ id: string }>(`SELECT id FROM graphile_worker.add_job($1, '{}'::json)`, [kind]);
  for (;;) {
    const left = await owner.query<{ last_error: string | null }>(
      'SELECT last_error FROM graphile_worker.jobs WHERE id = $1',
      [rows[0]?.id],
    );
    if (left.rows.length === 0) return performance.now() - start;
    if (left.rows[0]?.last_error) throw new Error(`${kind} failed: ${left.rows[0].last_error.slice(0, 200)}`);
    await sleep(20);
  }
}
