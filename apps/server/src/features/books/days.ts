import type { BookDay, BookDayRow, BookPart, bookDays } from '@mfuko/contract/books';
import { BOOK_PARTS } from '@mfuko/contract/books';
import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { findProposal, listAmendments } from './amendments.ts';
import { dayNotFound } from './errors.ts';
import { transfersOfDay } from './list-transfers.ts';
import { equate, readCents, shown } from './rules.ts';
import { readFindings } from './state.ts';

interface Listed {
  readonly sysid: string;
  readonly day: string;
  readonly number: number;
  readonly movements: number;
  readonly closing: Record<string, number>;
  readonly owed: bigint;
  readonly held: bigint;
  readonly providerDifference: bigint | null;
  readonly dateClosed: Date;
  readonly hash: string;
  readonly state: BookDayRow['state'];
}

const HELD_SUM = `SELECT coalesce(-sum(value::bigint), 0)::bigint FROM jsonb_each_text(c.closing)
  WHERE key IN ('cash-desk', 'till', 'till-variance', 'bank', 'other-money', 'm-pesa')`;
const OWED_SUM = `SELECT coalesce(sum(value::bigint), 0)::bigint FROM jsonb_each_text(c.closing)
  WHERE key NOT IN ('cash-desk', 'till', 'till-variance', 'bank', 'other-money', 'm-pesa')`;

const DAYS = `
  SELECT d.day::text AS sysid, d.day::text AS day, d.number, coalesce(a.movements, d.movements) AS movements, c.closing, (${OWED_SUM}) AS owed, (${HELD_SUM}) AS held,
         (${HELD_SUM}) - (${OWED_SUM}) AS difference,
         (SELECT b.balance - b.books - (SELECT coalesce(sum(e.amount), 0) FROM book_explanations e
                                        WHERE e.school_id = d.school_id AND e.at < d.ends)::bigint
          FROM provider_balances b WHERE b.school_id = d.school_id AND b.answered_at >= d.begins AND b.answered_at < d.ends
          ORDER BY b.answered_at DESC LIMIT 1) AS "providerDifference",
         d.closed_at AS "dateClosed", encode(substring(d.hash FROM 1 FOR 6), 'hex') AS hash,
         CASE WHEN EXISTS (SELECT 1 FROM book_findings f WHERE f.school_id = d.school_id AND f.finding->>'day' = d.day::text)
                THEN 'touched' WHEN a.movements IS NOT NULL THEN 'amended' ELSE 'sealed' END AS state
  FROM book_days d
  CROSS JOIN LATERAL (SELECT book_closing(d.school_id, d.number) AS closing) AS c
  LEFT JOIN LATERAL (
    SELECT a.movements FROM book_amendments a WHERE a.school_id = d.school_id AND a.day = d.day ORDER BY a.number DESC LIMIT 1
  ) AS a ON true
  WHERE d.school_id = $1`;

/** Lists closed days, the newest first. */
export async function listDays(tx: ReadTx, query: InputOf<typeof bookDays>): Promise<Page<BookDayRow>> {
  const page = await readPage<Listed>(tx, query, {
    sql: DAYS,
    values: [tx.schoolId],
    searched: ['day', 'hash'],
    sort: '-day',
    counted: 'SELECT 1 FROM book_days WHERE school_id = $1',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asRow) };
}

function asRow({
  sysid,
  day,
  movements: entries,
  closing,
  providerDifference,
  dateClosed,
  hash,
  state,
}: Listed): BookDayRow {
  const { totalOwed, totalHeld, difference } = equate(readCents(closing));
  return {
    sysid,
    day,
    movements: entries,
    owed: toKes(totalOwed),
    held: toKes(totalHeld),
    difference: toKes(difference),
    providerDifference: providerDifference === null ? null : toKes(providerDifference),
    dateClosed: dateClosed.toISOString(),
    hash,
    state,
  };
}

interface Whole extends Listed {
  readonly moved: Record<string, { count: number; amount: number; fee: number }>;
  readonly seal: string;
  readonly before: string | null;
  readonly closingBefore: Record<string, number> | null;
}

/** Reads one closed day with all its details. Throws books.no-day. */
export async function readBookDay(tx: ReadTx, day: string, userId: string): Promise<BookDay> {
  const found = await tx.row<Whole>(
    `SELECT l.*, coalesce((SELECT a.moved FROM book_amendments a WHERE a.school_id = $1 AND a.day = d.day
                           ORDER BY a.number DESC LIMIT 1), d.moved) AS moved,
            encode(d.hash, 'hex') AS seal, encode(b.hash, 'hex') AS before, book_closing($1, b.number) AS "closingBefore"
     FROM (${DAYS}) AS l JOIN book_days d ON d.school_id = $1 AND d.day = l.day::date
     LEFT JOIN book_days b ON b.school_id = $1 AND b.number = d.number - 1
     WHERE d.day = $2::date`,
    [tx.schoolId, day],
  );
  if (!found) throw dayNotFound();
  const now = readCents(found.closing);
  const then = readCents(found.closingBefore ?? {});
  const amounts = (part: BookPart) => ({
    part,
    amount: toKes(shown(part, now[part] ?? 0n)),
    change: toKes(shown(part, (now[part] ?? 0n) - (then[part] ?? 0n))),
  });
  return {
    ...asRow(found),
    parts: BOOK_PARTS.map(amounts),
    moved: Object.entries(found.moved).map(([kind, { count, amount, fee }]) => ({
      kind,
      count,
      amount: toKes(BigInt(amount)),
      fee: toKes(BigInt(fee)),
    })),
    number: found.number,
    seal: found.seal,
    before: found.before,
    findings: await readFindings(tx, day),
    amendments: await listAmendments(tx, day),
    proposal: await findProposal(tx, day, userId),
    transfers: await transfersOfDay(tx, day),
  };
}
