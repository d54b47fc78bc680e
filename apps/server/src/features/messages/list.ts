import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type * as contract from '@mfuko/contract/messages';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { messageNotFound } from './errors.ts';
import { inKes } from './month.ts';
import { findMessage, opener } from './store.ts';

type Listed = Omit<contract.MessageRow, 'date' | 'cost'> & { date: Date; cost: bigint | null };

const ROW = `m.id AS sysid, m.created_at AS date, m.kind, coalesce(m.to_masked, '') AS "mobileNumber", m.about, m.state,
  m.failure AS reason, m.segments, m.cost, m.turn`;

/** Same condition as in the to-do list's count (reports). */
const NOT_ARRIVED = `AND m.state IN ('undelivered', 'failed') AND m.created_at > now() - interval '30 days'
  AND NOT EXISTS (SELECT 1 FROM sms_messages a WHERE a.school_id = $1 AND a.again_of = m.id)`;

function asRow({ date, cost, ...row }: Listed): contract.MessageRow {
  return { ...row, date: date.toISOString(), cost: cost === null ? null : inKes(cost) };
}

export async function listMessages(
  tx: ReadTx,
  query: InputOf<typeof contract.getMessages>,
): Promise<Page<contract.MessageRow>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT ${ROW} FROM sms_messages m WHERE m.school_id = $1 AND ($2::text IS NULL OR m.state = $2)
          AND ($3::text IS NULL OR m.kind = $3) AND ($4::uuid IS NULL OR m.announcement_id = $4)
          ${query.notArrived ? NOT_ARRIVED : ''}`,
    values: [tx.schoolId, query.state ?? null, query.kind ?? null, query.announcementSYSID ?? null],
    searched: ['mobileNumber', 'about', 'reason'],
    sort: '-date',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asRow) };
}

/** Returns a message as the lists show it. Throws message.not-found. */
export async function getRow(tx: ReadTx, id: string): Promise<contract.MessageRow> {
  const found = await tx.row<Listed>(`SELECT ${ROW} FROM sms_messages m WHERE m.school_id = $1 AND m.id = $2`, [
    tx.schoolId,
    id,
  ]);
  if (!found) throw messageNotFound();
  return asRow(found);
}

/** Returns one message with its text, its delivery reports and the other messages of its chain. Throws message.not-found. */
export async function showMessage(
  tx: ReadTx,
  context: AppContext,
  id: string,
): Promise<AnswerOf<typeof contract.getMessage>> {
  const message = await findMessage(tx, id);
  if (!message) throw messageNotFound();
  const row = await getRow(tx, id);
  const reports = await tx.rows<{ status: string; reason: string | null; date: Date }>(
    'SELECT status, reason, at AS date FROM sms_reports WHERE school_id = $1 AND message_id = $2 ORDER BY at, id',
    [tx.schoolId, id],
  );
  const chain = await tx.rows<Listed>(
    `SELECT ${ROW} FROM sms_messages m WHERE m.school_id = $1
       AND (m.chain_id = $2 OR m.again_of = $3 OR m.id = (SELECT again_of FROM sms_messages WHERE school_id = $1 AND id = $3))
     ORDER BY m.created_at, m.id`,
    [tx.schoolId, message.chain_id, id],
  );
  return {
    ...row,
    text: message.text_sealed ? opener(context, message)(message.text_sealed) : null,
    language: message.language,
    reports: reports.map(({ date, ...report }) => ({ ...report, date: date.toISOString() })),
    chain: chain.map(asRow),
    canSendAgain: await canSendAgain(tx, id),
  };
}

/** Returns true if a message did not arrive, was not sent again, and still has its text. */
export async function canSendAgain(tx: ReadTx, id: string): Promise<boolean> {
  const found = await tx.row(
    `SELECT 1 AS one FROM sms_messages m WHERE m.school_id = $1 AND m.id = $2
       AND m.state IN ('undelivered', 'failed', 'stopped') AND m.to_sealed IS NOT NULL AND m.text_sealed IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM sms_messages a WHERE a.school_id = $1 AND a.again_of = $2)`,
    [tx.schoolId, id],
  );
  return found !== undefined;
}
