import { eatStamp, fromEat } from './eat.ts';
import { Fault } from './requests.ts';
import type { Simulation } from './simulator.ts';
import { subscriberOf, type Transaction } from './world.ts';

const HEADER =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';

const USUAL_MS = 90 * 86_400_000;

/**
 * Returns the organisation's statement as the portal offers it for download: all transactions of a paybill, newest first. `from` and `to`
 * are `2026-11-20` or `2026-11-20 08:00:00`, East Africa Time; omitted, the last 90 days.
 */
export function statementOf(simulation: Simulation, search: URLSearchParams): { name: string; text: string } {
  const { world, clock } = simulation;
  const paybill = world.shortCodes[search.get('shortCode') ?? ''];
  if (!paybill) throw new Fault(404, 'simulator', 'There is no such short code');
  const from = edge(search.get('from'), '00:00:00', clock.now() - USUAL_MS);
  const to = edge(search.get('to'), '23:59:59', clock.now());
  const all = Object.values(world.transactions).filter((each) => each.shortCode === paybill.shortCode);
  const rows: string[] = [];
  // Balance before the first transaction.
  let balance = paybill.utility - all.reduce((sum, each) => sum + movedBy(each), 0);
  let opening = balance;
  for (const each of all.toSorted((a, b) => a.at - b.at)) {
    balance += movedBy(each);
    if (each.at < from) opening = balance;
    else if (each.at <= to) rows.unshift(rowOf(simulation, each, balance));
  }
  const head = [
    ['Account Holder:', `Paybill ${paybill.shortCode}`],
    ['Short Code:', paybill.shortCode],
    ['Account:', 'Utility Account'],
    ['Time Period:', `From ${eatDashed(from)} To ${eatDashed(to)}`],
    ['Opening Balance:', money(opening)],
    ['Closing Balance:', money(balance)],
  ];
  const name = `ORG_${paybill.shortCode}_Utility Account_${eatStamp(from)}_${eatStamp(to)}.csv`;
  const lines = [...head.map((cells) => cells.map(quoted).join(',')), '', HEADER, ...rows];
  return { name, text: `\uFEFF${lines.join('\r\n')}\r\n` };
}

function movedBy({ kind, state, amount }: Transaction): number {
  if (state !== 'Completed') return 0;
  return kind === 'c2b' || kind === 'stk' ? amount : -amount;
}

const DETAILS = {
  c2b: ['Pay Bill from', 'Pay Bill'],
  stk: ['Pay Bill Online from', 'Pay Bill Online'],
  b2c: ['Business Payment to Customer via API to', 'Business Payment to Customer via API'],
  reversal: ['Transaction Reversal to', 'Transaction Reversal via API'],
} as const;

function rowOf({ world }: Simulation, each: Transaction, balance: number): string {
  const party = `${each.msisdn} - ${subscriberOf(world, each.msisdn).name}`;
  const [details, reason] = DETAILS[each.kind];
  const paidIn = each.kind === 'c2b' || each.kind === 'stk';
  const time = eatDashed(each.at);
  const cells = [
    each.receipt,
    time,
    time,
    `${details} ${party}${paidIn && each.account ? ` Acc. ${each.account}` : ''}`,
    each.state,
    paidIn ? money(each.amount) : '',
    paidIn ? '' : money(-each.amount),
    money(balance),
    'true',
    reason,
    party,
    each.kind === 'reversal' ? each.account : '',
    paidIn ? each.account : '',
  ];
  return cells.map(quoted).join(',');
}

function edge(text: string | null, time: string, otherwise: number): number {
  if (!text) return otherwise;
  const moment = fromEat(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text} ${time}` : text);
  if (Number.isNaN(moment)) throw new Fault(400, 'simulator', 'Not understood: from, to');
  return moment;
}

/** Formats a time as `DD-MM-YYYY HH:mm:ss` in East Africa Time. */
function eatDashed(unixMs: number): string {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(..)(..)(..)(..)(..)$/.exec(eatStamp(unixMs)) ?? [];
  return `${d}-${mo}-${y} ${h}:${mi}:${s}`;
}

function money(shillings: number): string {
  return shillings.toLocaleString('en-KE', { minimumFractionDigits: 2 });
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
