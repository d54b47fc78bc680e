import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type {
  getMpesaStatement,
  getMpesaStatements,
  MpesaStatement,
  StatementRow,
} from '@mfuko/contract/mpesa-statements';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page, ReadCall } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { openPayer, shownPhone } from '../payments/index.ts';
import { statementNotFound } from './errors.ts';
import { studentsOf } from './plan.ts';

interface Listed extends Omit<MpesaStatement, 'date' | 'from' | 'until' | 'amount' | 'decidedAt' | 'state'> {
  readonly date: Date;
  readonly from: Date;
  readonly until: Date;
  readonly amount: bigint;
  readonly asked: number;
  readonly decision: 'approved' | 'rejected' | null;
  readonly decidedAt: Date | null;
}

const NAME = (user: string) => `COALESCE(${user}.first_name || ' ' || ${user}.last_names, 'Platform')`;

/** Statements of the school ($1), as the user ($2) sees them. */
const LISTED = `
  SELECT s.id AS sysid, s.at AS date, s.file_name AS "fileName", s.begins AS from, s.ends AS until, ${NAME('u')} AS by,
         s.by_user = $2 AS own, r.payments, r.amount, r.credited, r.parked, r.payments - r.credited - r.parked AS open, r.asked,
         s.decision, CASE WHEN s.decided_by IS NOT NULL THEN ${NAME('d')} END AS "decidedBy", s.decided_at AS "decidedAt"
  FROM payment_statements s
  LEFT JOIN users u ON u.school_id = s.school_id AND u.id = s.by_user
  LEFT JOIN users d ON d.school_id = s.school_id AND d.id = s.decided_by
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS payments, coalesce(sum(w.amount), 0)::bigint AS amount,
           (count(*) FILTER (WHERE p.state = 'credited'))::int AS credited,
           (count(*) FILTER (WHERE p.state = 'parked'))::int AS parked,
           (count(*) FILTER (WHERE p.state IN ('told', 'unknown') AND p.provider_answer IS NULL))::int AS asked
    FROM payment_statement_rows w JOIN payments p ON p.school_id = w.school_id AND p.receipt = w.receipt
    WHERE w.school_id = s.school_id AND w.statement_id = s.id) AS r
  WHERE s.school_id = $1`;

export async function listStatements(
  tx: ReadTx,
  query: InputOf<typeof getMpesaStatements>,
  askedBy: string,
): Promise<Page<MpesaStatement>> {
  const page = await readPage<Listed>(tx, query, {
    sql: LISTED,
    values: [tx.schoolId, askedBy],
    searched: ['fileName', 'by'],
    sort: '-date',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(toAnswer) };
}

/** Returns one statement. Throws statement.not-found. */
export async function showStatement(tx: ReadTx, call: ReadCall, id: string): Promise<MpesaStatement> {
  const found = await tx.row<Listed>(`${LISTED} AND s.id = $3`, [tx.schoolId, call.actor.userId, id]);
  if (!found) throw statementNotFound();
  return toAnswer(found);
}

function toAnswer({ asked, decision, ...row }: Listed): MpesaStatement {
  const state = row.open === 0 ? 'done' : (decision ?? (asked > 0 ? 'asking' : 'waiting'));
  return {
    ...row,
    date: row.date.toISOString(),
    from: row.from.toISOString(),
    until: row.until.toISOString(),
    amount: toKes(row.amount),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    state: decision === 'rejected' ? 'rejected' : state,
  };
}

interface Row {
  readonly row: number;
  readonly receipt: string;
  readonly amount: bigint;
  readonly paidAt: Date;
  readonly account: string;
  readonly state: StatementRow['state'];
  readonly payerSealed: Buffer | null;
}

/** Returns one statement with its rows and their states. Throws statement.not-found. */
export async function showRows(
  tx: ReadTx,
  context: AppContext,
  call: ReadCall,
  id: string,
): Promise<AnswerOf<typeof getMpesaStatement>> {
  const statement = await showStatement(tx, call, id);
  const found = await tx.rows<Row>(
    `SELECT w.row, w.receipt, w.amount, w.paid_at AS "paidAt", w.account, p.payer_sealed AS "payerSealed",
            CASE WHEN p.state IN ('credited', 'parked') THEN p.state
                 WHEN p.provider_answer = 'refused' THEN 'refused'
                 WHEN p.contested AND p.provider_answer IS DISTINCT FROM 'confirmed' THEN 'contested'
                 ELSE coalesce(p.provider_answer, 'asked') END AS state
     FROM payment_statement_rows w JOIN payments p ON p.school_id = w.school_id AND p.receipt = w.receipt
     WHERE w.school_id = $1 AND w.statement_id = $2 ORDER BY w.row`,
    [tx.schoolId, id],
  );
  const students = await studentsOf(
    tx,
    found.map(({ account }) => account),
  );
  const rows: StatementRow[] = [];
  for (const { payerSealed, receipt, paidAt, amount, ...row } of found) {
    const payer = await openPayer(tx, context, receipt, payerSealed);
    rows.push({
      ...row,
      receiptNumber: receipt,
      date: paidAt.toISOString(),
      amount: toKes(amount),
      payer: payer.name,
      mobileNumber: shownPhone(payer),
      ...(students.get(row.account) ?? { admissionNumber: null, names: null }),
    });
  }
  return { ...statement, rows };
}
