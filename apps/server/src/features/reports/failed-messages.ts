import type { InputOf } from '@mfuko/contract/endpoint';
import type { FailedMessage, failedMessages } from '@mfuko/contract/platform';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';

/**
 * Condition for messages that failed. It excludes the dummies that are stored for unregistered numbers, already expired, so that timing
 * reveals nothing; real messages live for minutes.
 */
const FAILED = `failed_at IS NOT NULL AND expires_at > created_at + interval '30 seconds'`;

/** SQL for the number of failed messages in the last days; for a transaction of the platform. */
export function failedSince(days: '30'): string {
  return `SELECT count(*)::int FROM sms_messages WHERE ${FAILED} AND failed_at > now() - interval '${days} days'`;
}

type Listed = Omit<FailedMessage, 'date'> & { date: Date };

/** Lists messages that were never sent. The number is masked; the text was erased when the message was given up. */
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
