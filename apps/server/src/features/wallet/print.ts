import type { Channel } from '@mfuko/contract/channels';
import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { printStatements, StatementSheet, Statements } from '@mfuko/contract/statements';
import type { EntryKind } from '@mfuko/contract/wallet';
import type { ReadTx } from '../../platform/database/database.ts';
import { getClass } from '../schools/index.ts';
import { getStudentOfNumber } from '../students/index.ts';
import { CHANNEL, TAKEN_BACK } from './channels.ts';
import { WALLET_LINES } from './lines.ts';

interface Heading {
  readonly officialName: string;
  readonly pobox: string | null;
  readonly town: string;
  readonly logo: Buffer | null;
  readonly now: Date;
  readonly begins: Date | null;
  readonly ends: Date;
  readonly to: string;
}

interface Holder {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly className: string;
  readonly opening: bigint;
}

interface Line {
  readonly account: string;
  readonly sysid: string;
  readonly date: Date;
  readonly kind: EntryKind;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly balance: bigint;
  readonly reference: string | null;
  readonly channel: Channel | null;
  readonly takenBack: boolean;
}

/** Reads the printed statements of a student or a class. Throws student.not-found, class.not-found. */
export async function readStatements(tx: ReadTx, input: InputOf<typeof printStatements>): Promise<Statements> {
  const { admissionNumber, classSYSID, from = null, to = null } = input;
  const head = await tx.row<Heading>(
    `SELECT official_name AS "officialName", po_box AS pobox, town, logo, clock_timestamp() AS now,
            $2::date::timestamp AT TIME ZONE time_zone AS begins,
            (coalesce($3::date, (now() AT TIME ZONE time_zone)::date) + 1)::timestamp AT TIME ZONE time_zone AS ends,
            coalesce($3::date, (now() AT TIME ZONE time_zone)::date)::text AS to
     FROM schools WHERE id = $1`,
    [tx.schoolId, from, to],
  );
  if (!head) throw new TypeError('The school of this transaction has no row in schools.');
  const student = admissionNumber === undefined ? null : (await getStudentOfNumber(tx, admissionNumber)).id;
  if (classSYSID !== undefined) await getClass(tx, classSYSID);
  const holders = await tx.rows<Holder>(
    `SELECT s.id, s.admission_number AS "admissionNumber", s.names, c.name AS "className", coalesce((
        SELECT p.balance_after FROM postings p
        WHERE p.school_id = $1 AND p.account_id = s.id AND p.position IS NOT NULL AND p.at < $4
        ORDER BY p.position DESC LIMIT 1), 0)::bigint AS opening
     FROM students s JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
     WHERE s.school_id = $1 AND (s.id = $2 OR s.class_id = $3 AND s.status = 'active' AND s.deleted_at IS NULL)
     ORDER BY s.names, s.id`,
    [tx.schoolId, student, classSYSID ?? null, head.begins ?? '-infinity'],
  );
  const lines = await tx.rows<Line>(
    `SELECT p.account_id AS account, m.id AS sysid, m.at AS date, m.kind, p.amount,
            CASE m.kind WHEN 'reversal' THEN -m.fee ELSE m.fee END AS fee, p.balance_after AS balance, m.reference, ${CHANNEL} AS channel, ${TAKEN_BACK} AS "takenBack"
     FROM (${WALLET_LINES}) AS p JOIN journal_entries m ON m.school_id = $1 AND m.id = p.entry_id
     WHERE p.at >= $3 AND p.at < $4 ORDER BY p.account_id, p.position, m.id`,
    [tx.schoolId, holders.map(({ id }) => id), head.begins ?? '-infinity', head.ends],
  );
  const byHolder = Map.groupBy(lines, ({ account }) => account);
  const { officialName, pobox, town, logo } = head;
  return {
    school: { officialName, pobox, town, b64Logo: logo?.toString('base64') ?? null },
    date: head.now.toISOString(),
    from,
    to: head.to,
    statements: holders.map((holder) => asSheet(holder, byHolder.get(holder.id) ?? [])),
  };
}

function asSheet({ admissionNumber, names, className, opening }: Holder, lines: readonly Line[]): StatementSheet {
  const sum = (of: (line: Line) => bigint) => lines.reduce((total, line) => total + of(line), 0n);
  return {
    admissionNumber,
    names,
    className,
    opening: toKes(opening),
    closing: toKes(lines.at(-1)?.balance ?? opening),
    moneyIn: toKes(sum(({ amount }) => (amount > 0n ? amount : 0n))),
    moneyOut: toKes(sum(({ amount }) => (amount < 0n ? -amount : 0n))),
    fees: toKes(sum(({ fee }) => fee)),
    lines: lines.map(({ sysid, date, kind, amount, fee, balance, reference, channel, takenBack }) => ({
      sysid,
      date: date.toISOString(),
      kind,
      amount: toKes(amount),
      fee: toKes(fee),
      balance: toKes(balance),
      reference,
      channel,
      takenBack,
    })),
  };
}
