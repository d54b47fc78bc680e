import type { NearNumber, SuggestionReason } from '@mfuko/contract/suspense';

/** Fewest digits of a number of which one may be wrong; shorter numbers have too many neighbours. */
const MIN_NEAR_LENGTH = 3;
/** Least trigram similarity of a misspelt name, as in search. */
export const LIKELY_TYPED = 0.45;
/** Least similarity of a payer's name by M-Pesa, which is often a single common name. */
export const LIKELY_PAYER = 0.6;
/** Number of students or guardians above which a shared name is no evidence. */
const TOO_COMMON = 5;
const MAX_SUGGESTIONS = 5;

export interface Typed {
  readonly number: string | null;
  /** 254 and nine digits. */
  readonly phone: string | null;
  /** Words of three letters or more. */
  readonly words: readonly string[];
}

/** Parses the text that a payer typed in place of an admission number. */
export function readTyped(account: string): Typed {
  const digits = account.replace(/\D/g, '');
  const phone = /^(?:254|0)?([17]\d{8})$/.exec(digits)?.[1];
  return {
    number: digits !== '' && digits.length <= 12 && phone === undefined ? digits : null,
    phone: phone === undefined ? null : `254${phone}`,
    words: (account.match(/\p{L}{3,}/gu) ?? []).slice(0, 4).map((word) => word.toLowerCase()),
  };
}

/** Returns the slip by which a typed number differs from a student's; null where the two are not close. */
export function nearNumber(typed: string, number: string): NearNumber | null {
  if (typed === number) return 'same';
  const bare = typed.replace(/^0+/, '');
  if (bare !== '' && bare === number.replace(/^0+/, '')) return 'zeros';
  if (Math.abs(typed.length - number.length) > 1) return null;
  if (Math.min(typed.length, number.length) < MIN_NEAR_LENGTH) return null;
  if (typed.length < number.length) return lacksOne(typed, number) ? 'missing-digit' : null;
  if (typed.length > number.length) return lacksOne(number, typed) ? 'extra-digit' : null;
  const first = firstDifference(typed, number);
  const rest = typed.slice(first + 1);
  if (rest === number.slice(first + 1)) return 'one-digit';
  const turned = `${typed[first + 1] ?? ''}${typed[first] ?? ''}${typed.slice(first + 2)}`;
  return turned === number.slice(first) ? 'swapped' : null;
}

function lacksOne(shorter: string, longer: string): boolean {
  const first = firstDifference(shorter, longer);
  return shorter.slice(first) === longer.slice(first + 1);
}

function firstDifference(one: string, other: string): number {
  let place = 0;
  while (place < one.length && one[place] === other[place]) place += 1;
  return place;
}

const NUMBER_WEIGHT: Record<NearNumber, number> = {
  same: 80,
  zeros: 60,
  swapped: 50,
  'one-digit': 40,
  'missing-digit': 40,
  'extra-digit': 40,
};

/** Returns the weight of a reason. */
function weightOf(reason: SuggestionReason): number {
  switch (reason.kind) {
    case 'guardian-phone':
      return 100;
    case 'typed-phone':
      return 90;
    case 'number':
      return NUMBER_WEIGHT[reason.how];
    case 'paid-before':
      return 60 + 4 * Math.min(reason.times, 5);
    case 'typed-name':
      return 50 * reason.likeness;
    case 'payer-name':
      return (reason.of === 'guardian' ? 30 : 20) * reason.likeness;
  }
}

export interface Candidate {
  readonly admissionNumber: string;
  readonly reasons: readonly SuggestionReason[];
}

/**
 * Ranks the candidates, most likely first, with their reasons, strongest first. Of several reasons of one kind the strongest counts;
 * candidates by a common name alone are left out.
 */
export function rank<C extends Candidate>(candidates: readonly C[]): C[] {
  const byNameOnly = (one: C) => one.reasons.every(({ kind }) => kind === 'payer-name');
  const common = candidates.filter(byNameOnly).length > TOO_COMMON;
  return candidates
    .filter((one) => !(common && byNameOnly(one)))
    .map((one) => ({ ...one, reasons: strongest(one.reasons) }))
    .map((one) => ({ one, weight: one.reasons.reduce((sum, reason) => sum + weightOf(reason), 0) }))
    .sort((a, b) => b.weight - a.weight || byNumber(a.one.admissionNumber, b.one.admissionNumber))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ one }) => one);
}

function strongest(reasons: readonly SuggestionReason[]): SuggestionReason[] {
  const sorted = reasons.toSorted((a, b) => weightOf(b) - weightOf(a));
  return sorted.filter((reason, place) => sorted.findIndex(({ kind }) => kind === reason.kind) === place);
}

function byNumber(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
