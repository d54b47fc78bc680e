import type { InputOf } from '@mfuko/contract/endpoint';
import type { FailedMessage, failedMessages } from '@mfuko/contract/platform';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';

/**
 * A message that was never meant to leave did not fail: where a number is nobody's, one is written down that has expired
 * before it is sent, so that the time tells nothing. Those that were meant to leave live for minutes.
 */
const FAILED = `failed_at IS NOT NULL AND expires_at > created_at + interval '30 seconds'`;

/** Counts those of so many days; for a transaction of the platform. */
export function failedSince(days: '30'): string {
  return `SELECT count(*)::int FROM sms_messages WHERE ${FAILED} AND failed_at > now() - interval '${days} days'`;
}

type Listed = Omit<FailedMessage, 'date'> & { date: Date };

/** Text messages that never left. The number is masked; what they said was wiped when they were given up. */
export async function listFailedMessages(
  tx: ReadTx,
  query: InputOf<typeof failedMessages>,
): Promise<Page<FailedMessage>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT id AS sysid, failed_at AS date, kind, to_masked AS "mobileNumber", COALESCE(failure, '') AS reason
          FROM sms_messages
          WHERE ${FAILED} AND ($1::int IS NULL OR failed_at > now() - make_interval(days => $1))`,
    values: [query.days === undefined ? null : Number(query.days)],
    searched: ['mobileNumber', 'kind', 'reason'],
    sort: '-date',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map((row) => ({ ...row, date: row.date.toISOString() })) };
}
