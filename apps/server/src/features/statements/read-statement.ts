import { type CustomerPayment, normalAccount, readParty } from '../../gateways/payments/index.ts';
import type { Sheet, SheetRow } from '../../platform/spreadsheets/sheet.ts';
import { type Field, layOut, type TableRow } from '../../platform/spreadsheets/table.ts';
import { noStatement } from './errors.ts';

type Name =
  | 'receipt'
  | 'completed'
  | 'details'
  | 'status'
  | 'paidIn'
  | 'withdrawn'
  | 'reason'
  | 'party'
  | 'linked'
  | 'account';

/** Columns that are read, by their titles in M-Pesa's portal. */
const COLUMNS: readonly Field<Name>[] = [
  { name: 'receipt', title: 'Receipt No.', alsoCalled: ['receipt', 'receiptnumber'] },
  { name: 'completed', title: 'Completion Time', alsoCalled: [] },
  { name: 'details', title: 'Details', alsoCalled: [] },
  { name: 'status', title: 'Transaction Status', alsoCalled: ['status'] },
  { name: 'paidIn', title: 'Paid In', alsoCalled: [] },
  { name: 'withdrawn', title: 'Withdrawn', alsoCalled: [] },
  { name: 'reason', title: 'Reason Type', alsoCalled: [] },
  { name: 'party', title: 'Other Party Info', alsoCalled: [] },
  { name: 'linked', title: 'Linked Transaction ID', alsoCalled: [] },
  { name: 'account', title: 'A/C No.', alsoCalled: ['accountno', 'accountnumber'] },
];
const NEEDED: readonly Name[] = ['receipt', 'completed', 'status', 'paidIn', 'withdrawn'];

export type LineKind =
  | 'payment'
  | 'reversed'
  | 'reversal'
  | 'charge'
  | 'withdrawal'
  | 'other'
  | 'not-completed'
  | 'unreadable';

/** A row of the table. The amount is in cents; negative for money that went out. */
export interface Line {
  readonly row: number;
  readonly kind: LineKind;
  readonly receipt: string;
  readonly paidAt: Date | null;
  readonly amount: bigint;
  readonly account: string;
  readonly payer: { readonly name: string | null; readonly phone: CustomerPayment['phone'] };
}

export interface Statement {
  readonly shortCode: string;
  readonly organisation: string | null;
  readonly from: Date;
  readonly until: Date;
  readonly lines: readonly Line[];
}

/**
 * Reads a statement of M-Pesa's organisation portal: lines with the organisation, its short code and the period, then the table. Throws
 * input.malformed at the field where the file is no such statement.
 */
export function readStatement(sheet: Sheet, fileName: string): Statement {
  const head = sheet.rows.findIndex(isHeader);
  if (head === -1)
    throw noStatement(
      'no-table',
      'has no column Receipt No.: download the statement of the M-Pesa organisation portal',
    );
  const table = layOut({ ...sheet, rows: sheet.rows.slice(head) }, COLUMNS);
  const lacking = COLUMNS.filter(({ name }) => NEEDED.includes(name) && !table.column(name));
  if (lacking.length > 0)
    throw noStatement('no-table', `has no column ${lacking.map(({ title }) => title).join(', ')}`);
  const above = aboveTable(sheet.rows.slice(0, head));
  const shortCode = above('short code', 'shortcode', 'paybill', 'till') ?? /(?:^|_)ORG_(\d{5,7})_/i.exec(fileName)?.[1];
  const digits = /\d{5,7}/.exec(shortCode ?? '')?.[0];
  if (!digits) throw noStatement('no-short-code', 'does not say of which short code it is');
  // A reversed payment has left the school again, though its own row says Completed.
  const takenBack = new Set(
    table.rows
      .filter((row) => isReversal(row))
      .map((row) => row.text('linked').toUpperCase())
      .filter(Boolean),
  );
  const lines = table.rows.map((row) => readLine(row, takenBack));
  const [from, until] = periodOf(above('time period', 'period') ?? '', lines);
  return {
    shortCode: digits,
    organisation: above('account holder', 'organization name', 'organisation name', 'organization', 'organisation'),
    from,
    until,
    lines,
  };
}

function isHeader({ cells }: SheetRow): boolean {
  const titles = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  return titles.includes('receiptno') && titles.includes('paidin');
}

/** Returns a function that finds a field of the lines above the table by its names; its value is in the next cell, or after a colon. */
function aboveTable(rows: readonly SheetRow[]): (...names: string[]) => string | null {
  const told = new Map<string, string>();
  for (const { cells } of rows) {
    const text = cells.map((cell) => cell.trim()).filter(Boolean);
    const [name = '', behind = ''] = (text[0] ?? '').split(/:(.*)/s);
    const value = behind.trim() || text.slice(1).join(' ').trim();
    if (value !== '' && !told.has(name.trim().toLowerCase())) told.set(name.trim().toLowerCase(), value);
  }
  return (...names) => names.map((name) => told.get(name)).find((value) => value !== undefined) ?? null;
}

function periodOf(text: string, lines: readonly Line[]): readonly [Date, Date] {
  const MOMENT = /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?/g;
  const [from, until] = (text.match(MOMENT) ?? []).map(momentOf);
  const times = lines.flatMap(({ paidAt }) => (paidAt ? [paidAt.getTime()] : []));
  if (from && until && from <= until) return [from, until];
  if (times.length === 0) throw noStatement('no-time', 'has no rows with a time');
  return [new Date(times.reduce((a, b) => Math.min(a, b))), new Date(times.reduce((a, b) => Math.max(a, b)))];
}

function isReversal(row: TableRow<Name>): boolean {
  return /revers/i.test(`${row.text('reason')} ${row.text('details')}`);
}

/** Reasons by which customers pay bills or buy goods; all other income is no pocket money. */
const PAID = /\bpay (bill|utility|merchant)\b|\bmerchant payment\b|\bbuy goods\b|\bcustomer payment\b/i;
const CHARGE = /\bcharges?\b|\bfees?\b/i;

function readLine(row: TableRow<Name>, takenBack: ReadonlySet<string>): Line {
  const receipt = row.text('receipt').toUpperCase();
  const paidAt = momentOf(row.text('completed'));
  const [paidIn, withdrawn] = [centsOf(row.text('paidIn')), centsOf(row.text('withdrawn'))];
  const party = readParty(row.text('party'));
  const typed = row.text('account') || (/\bAcc\.?\s*(.+)$/i.exec(row.text('details'))?.[1] ?? '');
  const account = normalAccount(typed).slice(0, 100).toWellFormed();
  const base = { row: row.row, receipt, paidAt, account, payer: { name: party.name || null, phone: party.phone } };
  const kind = (): LineKind => {
    if (paidIn === null || withdrawn === null || !paidAt || !/^[A-Z0-9]{6,20}$/.test(receipt)) return 'unreadable';
    if (row.text('status').toLowerCase() !== 'completed') return 'not-completed';
    const why = row.text('reason') || row.text('details');
    if (isReversal(row)) return 'reversal';
    if (paidIn > 0n && withdrawn === 0n)
      return CHARGE.test(why) || !PAID.test(why) ? 'other' : takenBack.has(receipt) ? 'reversed' : 'payment';
    return CHARGE.test(why) ? 'charge' : withdrawn === 0n ? 'other' : 'withdrawal';
  };
  const out = withdrawn === null || withdrawn < 0n ? (withdrawn ?? 0n) : -withdrawn;
  return { ...base, kind: kind(), amount: (paidIn ?? 0n) + out };
}

/** Returns the cents of `1,500.00`, `-60.00` or an empty cell; null where the text is no amount. */
function centsOf(text: string): bigint | null {
  if (text === '' || text === '-') return 0n;
  const bare = text.replace(/^(kes|kshs?)\.?\s*/i, '');
  const [, minus, whole = '', cents = ''] = /^(-?)(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(bare) ?? [];
  if (whole === '') return null;
  const amount = BigInt(whole.replaceAll(',', '')) * 100n + BigInt(cents.padEnd(2, '0') || '0');
  return minus === '-' ? -amount : amount;
}

const EAT = '+03:00';

/**
 * Returns a time of East Africa, as `21-11-2026 08:30:15`, with slashes or dots, or with the year first; null where the text is no time.
 */
function momentOf(text: string): Date | null {
  const parts = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?/.exec(text.trim());
  if (!parts) return null;
  const [, first = '', month = '', last = '', hour = '0', minute = '00', second = '00'] = parts;
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  if (year.length !== 4 || day.length > 2) return null;
  const two = (digits: string) => digits.padStart(2, '0');
  const iso = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`;
  const moment = new Date(`${iso}${EAT}`);
  // Reject dates such as 31 February, which Date would read as a day in March.
  const same =
    !Number.isNaN(moment.getTime()) && new Date(moment.getTime() + 3 * 3_600_000).toISOString().startsWith(iso);
  return same ? moment : null;
}
