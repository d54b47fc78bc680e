import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { PlatformFigures, PlatformSchool, platformSchools } from '@mfuko/contract/platform';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { failedSince } from './failed-messages.ts';

/** One row for each school, in a transaction of the platform, with nothing but the school's sums. */
const SCHOOLS = `
  SELECT s.id AS sysid, s.short_name AS "shortName", s.official_name AS "officialName", s.status,
         EXISTS (SELECT 1 FROM payment_configs c WHERE c.school_id = s.id) AS "hasConfig",
         COALESCE(p.students, 0) AS students, COALESCE(w.held, 0)::bigint AS "moneyHeld",
         m.today::int AS "movementsToday", m.month::int AS "movements30Days",
         COALESCE(b.difference, 0)::bigint AS "booksDifference", b.provider_difference AS "providerDifference",
         COALESCE(b.findings, 0) AS "booksFindings", b.checked_at AS "booksChecked",
         COALESCE(b.difference <> 0 OR b.provider_difference <> 0 OR b.findings > 0, false) AS "booksWrong"
  FROM schools s
  LEFT JOIN book_states b ON b.school_id = s.id
  JOIN entries_of_schools() m ON m.school_id = s.id
  LEFT JOIN (SELECT school_id, count(*)::int AS students FROM students
             WHERE status = 'active' AND deleted_at IS NULL GROUP BY school_id) p ON p.school_id = s.id
  LEFT JOIN (SELECT school_id, sum(balance) AS held FROM accounts WHERE kind = 'wallet' GROUP BY school_id) w
    ON w.school_id = s.id
  WHERE s.deleted_at IS NULL`;

type Summed = Omit<PlatformFigures, 'moneyHeld'> & { moneyHeld: bigint };

/** Reads the sums over all schools. */
export async function readPlatform(tx: ReadTx): Promise<PlatformFigures> {
  const summed = await tx.row<Summed>(
    `SELECT count(*)::int AS schools, count(*) FILTER (WHERE status = 'suspended')::int AS "suspendedSchools",
            count(*) FILTER (WHERE NOT "hasConfig")::int AS "schoolsWithoutConfig",
            COALESCE(sum(students), 0)::int AS students, COALESCE(sum("movementsToday"), 0)::int AS "movementsToday",
            COALESCE(sum("movements30Days"), 0)::int AS "movements30Days",
            COALESCE(sum("moneyHeld"), 0)::bigint AS "moneyHeld", count(*) FILTER (WHERE "booksWrong")::int AS "booksWrong", (${failedSince('30')}) AS "failedMessages"
     FROM (${SCHOOLS}) AS each`,
  );
  if (!summed) throw new TypeError('The query of sums returned no row.');
  return { ...summed, moneyHeld: toKes(summed.moneyHeld) };
}

type Listed = Omit<PlatformSchool, 'moneyHeld' | 'booksDifference' | 'providerDifference' | 'booksChecked'> & {
  moneyHeld: bigint;
  booksDifference: bigint;
  providerDifference: bigint | null;
  booksChecked: Date | null;
};

/** Lists the sums of each school. */
export async function listPlatformSchools(
  tx: ReadTx,
  query: InputOf<typeof platformSchools>,
): Promise<Page<PlatformSchool>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT * FROM (${SCHOOLS}) AS each
          WHERE ($1::boolean IS NULL OR "hasConfig" = $1) AND ($2::text IS NULL OR status = $2)
            AND ($3::boolean IS NULL OR "booksWrong" = $3)`,
    values: [query.hasConfig ?? null, query.status ?? null, query.booksWrong ?? null],
    searched: ['shortName', 'officialName'],
    sort: 'shortName',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asRow) };
}

function asRow(row: Listed): PlatformSchool {
  const { moneyHeld, booksDifference, providerDifference, booksChecked } = row;
  return {
    ...row,
    moneyHeld: toKes(moneyHeld),
    booksDifference: toKes(booksDifference),
    providerDifference: providerDifference === null ? null : toKes(providerDifference),
    booksChecked: booksChecked?.toISOString() ?? null,
  };
}
