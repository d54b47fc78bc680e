import type { BookPart, BookPosting, bookPostings } from '@mfuko/contract/books';
import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { MADE_BY } from '../wallet/index.ts';
import { shown } from './rules.ts';

type Listed = Omit<BookPosting, 'date' | 'amount' | 'part'> & { date: Date; amount: bigint; part: BookPart };

const ON = `FROM accounts a JOIN postings p ON p.school_id = a.school_id AND p.account_id = a.id AND p.position IS NULL
            WHERE a.school_id = $1 AND a.kind = $2
              AND ($3::timestamptz IS NULL OR p.at >= $3) AND ($4::timestamptz IS NULL OR p.at < $4)`;

/** Lists the postings on one of the school's accounts; `from` is inclusive, `to` exclusive. */
export async function listPostings(tx: ReadTx, query: InputOf<typeof bookPostings>): Promise<Page<BookPosting>> {
  const { part, from = null, to = null } = query;
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT m.id AS sysid, m.id || '-' || p.leg AS line, p.at AS date, $2 AS part, m.kind,
                 s.admission_number AS "admissionNumber", s.names, p.amount, m.reference,
                 ${MADE_BY} AS "by"
          FROM (SELECT p.* ${ON}) AS p
          JOIN journal_entries m ON m.school_id = p.school_id AND m.id = p.entry_id
          LEFT JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
          LEFT JOIN users u ON u.school_id = m.school_id AND u.id = m.by_user`,
    counted: `SELECT 1 ${ON}`,
    values: [tx.schoolId, part, from, to],
    searched: ['kind', 'admissionNumber', 'names', 'by', 'reference'],
    sort: '-date',
    digits: ['admissionNumber'],
    tie: 'line',
  });
  return {
    total: page.total,
    rows: page.rows.map(({ sysid, date, kind, admissionNumber, names, amount, by, reference }) => ({
      sysid,
      date: date.toISOString(),
      part,
      kind,
      admissionNumber,
      names,
      amount: toKes(shown(part, amount)),
      by,
      reference,
    })),
  };
}
