import { formatKes } from '@mfuko/contract/money';
import { gsmSafe, type Language, smsLength } from '@mfuko/contract/sms';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { overCap } from './errors.ts';
import { inKes, readMonth } from './month.ts';
import { shortName } from './rules.ts';
import { writeMessage } from './store.ts';

const ONE_DAY = 24 * 3600;

/** A child with a low balance. */
export interface LowChild {
  readonly names: string;
  readonly admissionNumber: string;
  /** Account number to pay to by the paybill. */
  readonly account: string;
  /** Cents. */
  readonly balance: bigint;
}

/** Contents of a reminder of low balances, for one or several children of one guardian. */
export interface ReminderWords {
  readonly school: string;
  readonly children: readonly LowChild[];
  /** Paybill; null where the school does not collect by M-Pesa. */
  readonly paybill: string | null;
}

/** Returns the text of a reminder in GSM characters; with names of ordinary length it is one segment for one or two children. */
export function reminderText(language: Language, { school, paybill, children }: ReminderWords): string {
  const [only, another] = children;
  const low = only && !another ? textOfOne(language, only, paybill) : textOfSeveral(language, children, paybill);
  return gsmSafe(`${school.slice(0, 20)}: ${low}`);
}

const nameOf = ({ names, admissionNumber }: Pick<LowChild, 'names' | 'admissionNumber'>) =>
  `${shortName(names)} (${admissionNumber})`;
const amountOf = (balance: bigint) => formatKes(balance).replace(/\.00$/, '');

function textOfOne(language: Language, child: LowChild, paybill: string | null): string {
  const [who, kes, account] = [nameOf(child), amountOf(child.balance), child.account];
  return language === 'sw'
    ? `pesa za matumizi za ${who} zimepungua, salio ${kes}.${paybill ? ` Kuongeza: M-Pesa paybill ${paybill}, akaunti ${account}.` : ''}`
    : `pocket money of ${who} is low, balance ${kes}.${paybill ? ` To add: M-Pesa paybill ${paybill}, account ${account}.` : ''}`;
}

function textOfSeveral(language: Language, children: readonly LowChild[], paybill: string | null): string {
  const low = children.map((child) => `${nameOf(child)} ${amountOf(child.balance)}`).join(', ');
  const accounts = children.map(({ account }) => account).join(', ');
  return language === 'sw'
    ? `pesa za matumizi zimepungua: ${low}.${paybill ? ` Kuongeza: M-Pesa paybill ${paybill}, akaunti ${accounts}, moja kwa kila mtoto.` : ''}`
    : `pocket money is low: ${low}.${paybill ? ` To add: M-Pesa paybill ${paybill}, accounts ${accounts}, one for each child.` : ''}`;
}

/** Returns the estimated cost of these texts, in KES. */
export function costOfTexts(context: AppContext, texts: readonly string[]): number {
  const segments = texts.reduce((sum, text) => sum + smsLength(text).segments, 0);
  return inKes(BigInt(segments * context.config.smsPrice));
}

/** Returns the KES left of the school's cap for this month. */
export async function leftOfMonth(tx: ReadTx): Promise<number> {
  const { spent, cap } = await readMonth(tx);
  return Math.max(0, cap - spent);
}

/** Throws message.over-cap where less than `cost` KES is left of the month's cap. */
export async function requireMonthsMoney(tx: ReadTx, cost: number): Promise<void> {
  const left = await leftOfMonth(tx);
  if (cost > left) throw overCap(cost, left);
}

/** Returns those of these numbers whose owners opted out of messages. */
export async function optedOut(
  tx: ReadTx,
  context: AppContext,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const hashes = numbers.map((number) => context.keys.digest('phone', number));
  const rows = await tx.rows<{ hash: Buffer }>(
    'SELECT phone_hash AS hash FROM sms_opt_outs WHERE phone_hash = ANY($1::bytea[])',
    [hashes],
  );
  const out = new Set(rows.map(({ hash }) => hash.toString('hex')));
  return new Set(numbers.filter((_, place) => out.has(hashes[place]?.toString('hex') ?? '')));
}

export interface WrittenReminder {
  readonly mobileNumber: string;
  readonly language: Language;
  readonly text: string;
  readonly children: readonly Pick<LowChild, 'names' | 'admissionNumber'>[];
}

/** Writes a reminder to one guardian, without a fallback guardian. Returns the id of the message. */
export async function writeReminder(tx: Tx, context: AppContext, order: WrittenReminder): Promise<string> {
  const id = await writeMessage(tx, context, {
    sms: { to: order.mobileNumber, text: order.text, kind: 'balance-reminder' },
    lifeSeconds: ONE_DAY,
    language: order.language,
    about: order.children.map(nameOf).join(', '),
  });
  if (id === null) throw new TypeError('The INSERT of the reminder returned no row.');
  return id;
}
