import { formatDate, formatDay, formatMoney } from './format.ts';

/** Refusal as the server sends it. */
export interface Refused {
  readonly problem: string | null;
  readonly message: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Looks up a text of `problems.json`. The function is passed in because the texts module itself imports this file. */
export type ProblemText = (key: string, otherwise: string, values?: Readonly<Record<string, unknown>>) => string;

/** Names of details that are amounts in KES. */
const MONEY = /^(balance|limit|left|holds|much|proposed|cost|held|amount|shown)$/;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/**
 * Returns the sentence of a refusal in a language other than the server's, with numbers and names from `detail`, so that no sentence mixes
 * two languages. A text that needs a value missing in `detail` is skipped in favour of one that needs none.
 */
export function toldIn({ problem, message, detail }: Refused, textAt: ProblemText): string {
  if (problem === null) return message;
  const values = valuesOf(problem, detail, textAt);
  const keys = [variantOf(problem, detail), problem].filter((key) => key !== null).map((key) => `told.${key}`);
  for (const key of keys) {
    const blanks = [...textAt(key, '').matchAll(/\{\{(\w+)\}\}/g)];
    const text = textAt(key, '', values);
    if (text !== '' && blanks.every(([, name = '']) => name in values)) return text;
  }
  return textAt(`problem.${problem}`, message);
}

/** Returns the variant of a problem that has several sentences; null where it has one. */
function variantOf(problem: string, detail: Refused['detail']): string | null {
  const of = (variant: string) => `${problem}-${variant}`;
  switch (problem) {
    case 'till.reason-needed':
      return of(Number(detail.variance) < 0 ? 'missing' : 'over');
    case 'canteen.over-quantity':
      if (Number(detail.remaining) > 0) return of('some');
      return typeof detail.window === 'string' ? of('window') : null;
    case 'canteen.closed':
      return (detail.next as { tomorrow?: boolean } | undefined)?.tomorrow ? of('tomorrow') : null;
    case 'wallet.hold':
      return of(String(detail.changed));
    case 'wallet.too-many-cash-outs':
      return null;
    case 'wallet.deposit-repeated':
      return { 0: of('now'), 1: of('one') }[Number(detail.minutes)] ?? null;
    case 'suspense.wrong-state':
      return detail.state === 'open' ? of('open') : null;
    default:
      return typeof (detail.why ?? detail.fault) === 'string' ? of(String(detail.why ?? detail.fault)) : null;
  }
}

function valuesOf(problem: string, detail: Refused['detail'], textAt: ProblemText): Record<string, string> {
  const next = typeof detail.next === 'object' ? detail.next : {};
  const receipt = typeof detail.receipt === 'object' ? detail.receipt : {};
  const all: Record<string, unknown> = { ...detail, ...next, ...receipt };
  if (typeof all.variance === 'number') all.much = Math.abs(all.variance);
  for (const name of ['needs', 'reasons', 'papers', 'finger'])
    if (name in all) all[name] = listed(name, all[name], textAt);
  if (Array.isArray(all.allergens)) all.allergens = all.allergens.join(', ');
  if (Array.isArray(all.aboard)) all.aboard = all.aboard.map(({ names }: { names?: string }) => names).join(', ');
  if (Array.isArray(all.errors)) all.count = new Set((all.errors as { row?: number }[]).map(({ row }) => row)).size;
  if (Array.isArray(all.rows)) all.count = all.rows.length;
  // In these two problems the limit is a count; in most others it is an amount in shillings.
  const times = ['wallet.too-many-cash-outs', 'item.over-quantity'].includes(problem);
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => (typeof value === 'string' && value !== '') || typeof value === 'number')
      .map(([name, value]) => [name, inWords(name, value as string | number, times)]),
  );
}

/** Translates the codes of a refusal and joins them; a code comes alone, or with a day (`{ paper, until }`). */
function listed(name: string, codes: unknown, textAt: ProblemText): string {
  return (Array.isArray(codes) ? codes : [codes])
    .map((each: unknown) => (typeof each === 'object' && each !== null ? (each as Record<string, string>) : { each }))
    .map((each) => {
      const { until = '', ...code } = each as Record<string, string>;
      return textAt(`list.${name}.${Object.values(code)[0]}`, '', { until: formatDay(until) });
    })
    .filter(Boolean)
    .join(', ');
}

function inWords(name: string, value: string | number, times: boolean): string {
  if (typeof value === 'string') return MOMENT.test(value) ? formatDate(value) : value;
  return MONEY.test(name) && !times ? formatMoney(value) : String(value);
}
