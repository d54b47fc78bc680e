import { BOOK_PARTS, type BookDayDifference, type decideAmendment, type proposeAmendment } from '@mfuko/contract/books';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { NewNotice } from '@mfuko/contract/notices';
import { audit } from '../../platform/audit/audit.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import { type ReadTx, type Tx, violatedUnique } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { notifyStaff, settleNotice } from '../notices/index.ts';
import { MADE_BY } from '../wallet/index.ts';
import { type CountingDay, type Difference, differ, findCountingDay, hashOfAmendment } from './amendment.ts';
import { PATIENTLY, SUMS } from './close.ts';
import { amendmentOpen, dayChanged, dayNotFound, noAmendment, notAmendable, samePerson } from './errors.ts';
import { readCents, shown } from './rules.ts';
import type { DayContent } from './seal.ts';

/** Most journal entries that are listed. */
const SHOWN = 200;

interface Compared {
  readonly day: CountingDay;
  readonly difference: Difference;
  readonly notAmendable: BookDayDifference['notAmendable'];
}

/** Compares a closed day with the seals that count for it. Throws books.no-day. */
async function compare(tx: ReadTx, keys: Pick<Keys, 'digest'>, asked: string): Promise<Compared> {
  await tx.row(PATIENTLY);
  const day = await findCountingDay(tx, asked);
  if (!day) throw dayNotFound();
  const difference = await differ(tx, keys, day);
  const touched = difference.changed.length > 0 || difference.missing.length > 0;
  return { day, difference, notAmendable: touched ? 'touched' : day.over ? null : 'not-over' };
}

/** Sums the entries' postings by kind of account, in cents; returns JSON. */
async function changeOf(tx: ReadTx, put: readonly string[]): Promise<string> {
  const row = await tx.row<{ change: string }>(
    `SELECT coalesce(jsonb_object_agg(kind, cents), '{}')::text AS change FROM (
       SELECT a.kind, sum(p.amount)::bigint AS cents
       FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
       WHERE p.school_id = $1 AND p.entry_id = ANY($2::uuid[]) GROUP BY a.kind) AS sums`,
    [tx.schoolId, put],
  );
  return row?.change ?? '{}';
}

type Put = Omit<BookDayDifference['put'][number], 'date' | 'amount'> & { readonly date: Date; readonly amount: bigint };

/** Reads the difference between a closed day and its seals. Throws books.no-day. */
export async function readDifference(
  tx: ReadTx,
  keys: Pick<Keys, 'digest'>,
  asked: string,
): Promise<BookDayDifference> {
  const { day, difference, notAmendable } = await compare(tx, keys, asked);
  const { put } = difference;
  const rows = await tx.rows<Put>(
    `SELECT m.id AS sysid, m.at AS date, m.kind, s.admission_number AS "admissionNumber", s.names, m.amount, ${MADE_BY} AS "by"
     FROM journal_entries m LEFT JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
     LEFT JOIN users u ON u.school_id = m.school_id AND u.id = m.by_user
     WHERE m.school_id = $1 AND m.id = ANY($2::uuid[]) ORDER BY m.at, m.id LIMIT ${SHOWN}`,
    [tx.schoolId, put],
  );
  const closing = await tx.row<{ closing: Record<string, number> }>('SELECT book_closing($1, $2) AS closing', [
    tx.schoolId,
    day.number,
  ]);
  const before = readCents(closing?.closing ?? {});
  const change = readCents(JSON.parse(await changeOf(tx, put)) as Record<string, number>);
  return {
    count: put.length,
    notAmendable,
    put: rows.map((row) => ({ ...row, date: row.date.toISOString(), amount: toKes(row.amount) })),
    before: day.movements,
    after: day.movements + put.length,
    parts: BOOK_PARTS.map((part) => ({
      part,
      before: toKes(shown(part, before[part] ?? 0n)),
      after: toKes(shown(part, (before[part] ?? 0n) + (change[part] ?? 0n))),
    })),
  };
}

/** Compares a closed day, and throws books.not-amendable if the day cannot be amended. */
async function amendable(tx: ReadTx, keys: Pick<Keys, 'digest'>, asked: string): Promise<Compared & { seen: Buffer }> {
  const compared = await compare(tx, keys, asked);
  const { difference, notAmendable: why } = compared;
  if (why === 'touched')
    throw notAmendable('What was sealed that day was changed or removed. That is not mended here.');
  if (why === 'not-over') throw notAmendable('The day is not over by the clock, or the clock cannot be right.');
  if (difference.put.length === 0) throw notAmendable('The day is as it was sealed: there is nothing to mend.');
  return { ...compared, seen: keys.digest('book-amendment-seen', difference.now) };
}

/** Proposes to accept journal entries that were added to a closed day. Throws books.no-day, books.not-amendable and books.amendment-open. */
export async function propose(
  call: Call,
  keys: Pick<Keys, 'digest'>,
  { day, reason }: InputOf<typeof proposeAmendment>,
): Promise<AnswerOf<typeof proposeAmendment>> {
  const sysid = newId();
  try {
    return await call.record(async (tx) => {
      const { seen, difference } = await amendable(tx, keys, day);
      await tx.row(
        'INSERT INTO book_amendment_proposals (school_id, id, day, seen, reason, by_user) VALUES ($1, $2, $3, $4, $5, $6)',
        [tx.schoolId, sysid, day, seen, reason, call.actor.userId],
      );
      const put = difference.put.length;
      await trace(tx, call, 'books.propose-amendment', sysid, { day, reason, put });
      const notice: NewNotice = {
        kind: 'books.amendment-proposed',
        subject: { kind: 'books', id: day },
        params: { day, by: call.actor.names, reason, count: put },
        knownTo: call.actor.userId,
      };
      await notifyStaff(tx, notice, sysid);
      return { sysid };
    });
  } catch (error) {
    throw violatedUnique(error) === 'book_amendment_proposals_open' ? amendmentOpen() : error;
  }
}

interface Proposal {
  readonly day: string;
  readonly reason: string;
  readonly seen: Buffer;
  readonly byUser: string;
}

/**
 * Approves or rejects another person's proposal. Throws books.no-amendment, wallet.same-person (with an audit row),
 * books.not-amendable, and books.day-changed if the day's difference is not the proposed one any more.
 */
export async function approveOrReject(
  call: Call,
  keys: Pick<Keys, 'digest'>,
  { sysid, approve }: InputOf<typeof decideAmendment>,
): Promise<AnswerOf<typeof decideAmendment>> {
  const { actor } = call;
  return call.record(async (tx) => {
    const proposal = await tx.row<Proposal>(
      `SELECT day::text, reason, seen, by_user AS "byUser" FROM book_amendment_proposals
       WHERE school_id = $1 AND id = $2 AND decision IS NULL FOR UPDATE`,
      [tx.schoolId, sysid],
    );
    if (!proposal) throw noAmendment();
    if (approve && proposal.byUser === actor.userId) {
      const event = { action: 'books.same-person', subjectKind: 'books', subjectId: sysid };
      throw samePerson((after) => audit(after, call, { ...event, detail: { day: proposal.day } }));
    }
    await tx.row(
      `UPDATE book_amendment_proposals SET decision = $3, decided_by = $4, decided_at = clock_timestamp()
       WHERE school_id = $1 AND id = $2`,
      [tx.schoolId, sysid, approve ? 'approved' : 'rejected', actor.userId],
    );
    await settleNotice(tx, sysid);
    if (approve) await amend(tx, call, keys, sysid, proposal);
    else await trace(tx, call, 'books.reject-amendment', sysid, { day: proposal.day });
    return { sysid, approved: approve };
  });
}

async function amend(tx: Tx, call: Call, keys: Pick<Keys, 'digest'>, id: string, proposal: Proposal): Promise<void> {
  // The lock that closing a day takes, so that the newest day stays the newest.
  await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('mfuko: book days ' || $1, 0))`, [tx.schoolId]);
  const { day, difference, seen } = await amendable(tx, keys, proposal.day);
  if (!seen.equals(proposal.seen)) throw dayChanged();
  const sums = await tx.row<Omit<DayContent, 'seals'>>(SUMS, [tx.schoolId, day.begins, day.ends, '{}']);
  if (!sums) throw new TypeError('The query of sums returned no row.');
  const amendment = {
    number: day.amendments + 1,
    day: day.day,
    newest: day.newest,
    movements: sums.movements,
    moved: sums.moved,
    change: await changeOf(tx, difference.put),
    seals: difference.now,
    reason: proposal.reason,
    proposedBy: proposal.byUser,
    approvedBy: call.actor.userId,
    replaced: day.hash,
  };
  const hash = hashOfAmendment(keys, tx.schoolId, day.lastHash, amendment);
  await tx.row(
    `INSERT INTO book_amendments (school_id, number, day, proposal_id, newest, movements, moved, seals, change, reason,
                                  proposed_by, approved_by, replaced, hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9::jsonb, $10, $11, $12, $13, $14)`,
    [
      ...[tx.schoolId, amendment.number, amendment.day, id, amendment.newest, amendment.movements, amendment.moved],
      ...[amendment.seals, amendment.change, amendment.reason, amendment.proposedBy, amendment.approvedBy],
      ...[amendment.replaced, hash],
    ],
  );
  // The amendment explains the day's findings; the next check finds anew whatever is still wrong.
  await tx.row(
    `DELETE FROM book_findings WHERE school_id = $1 AND finding->>'day' = $2 AND finding->>'check' = 'sealed'`,
    [tx.schoolId, day.day],
  );
  await tx.row(
    `UPDATE book_states SET findings = (SELECT count(*) FROM book_findings WHERE school_id = $1) WHERE school_id = $1`,
    [tx.schoolId],
  );
  // The audit trail is sealed in a separate chain, so that an amendment that is removed, or made without two persons, is detected.
  await trace(tx, call, 'books.amend-day', id, {
    day: day.day,
    hash: hash.toString('hex'),
    replaced: day.hash.toString('hex'),
    proposedBy: proposal.byUser,
    reason: proposal.reason,
  });
  await notifyStaff(tx, {
    kind: 'books.amended',
    subject: { kind: 'books', id: day.day },
    params: { day: day.day, by: call.actor.names, reason: proposal.reason, count: difference.put.length },
    knownTo: call.actor.userId,
  });
}

function trace(tx: Tx, call: Call, action: string, id: string, detail: object): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'books', subjectId: id, detail: { ...detail } });
}
