import { asRead } from '@mfuko/contract/as-read';

/** The guard's choice with whom a child leaves. */
export type Choice =
  | { readonly way: 'none' }
  | { readonly way: 'alone' }
  | { readonly way: 'code' }
  | { readonly way: 'collector'; readonly collector: Standing; readonly withCode: boolean };

/** State of a person on a child's list at this moment. */
export interface Standing {
  readonly blocked: boolean;
  readonly expired: boolean;
  readonly held: boolean;
}

export interface ReleaseRule {
  /** True by the school's rule, or if any person must not collect this child. */
  readonly required: boolean;
  readonly leavesAlone: boolean;
}

export type ReleaseRefusal =
  | 'collector.required'
  | 'collector.not-alone'
  | 'collector.blocked'
  | 'collector.expired'
  | 'collector.hold';

/** Judges whether a child may leave so; null if so. A guardian's code replaces the hold of a new collector, but never lifts a block. */
export function judgeRelease({ required, leavesAlone }: ReleaseRule, choice: Choice): ReleaseRefusal | null {
  switch (choice.way) {
    case 'none':
      return required ? 'collector.required' : null;
    case 'alone':
      return required && !leavesAlone ? 'collector.not-alone' : null;
    case 'code':
      return null;
    case 'collector':
      if (choice.collector.blocked) return 'collector.blocked';
      if (choice.collector.expired) return 'collector.expired';
      return choice.collector.held && !choice.withCode ? 'collector.hold' : null;
  }
}

/** Person as named on a list or by a code. */
interface Named {
  readonly name: string | null;
  readonly mobileNumber: string | null;
}

/** Tells whether a list blocks a person, by name or number, even if another entry allows the person to collect. */
export function isBarred(
  list: readonly (Named & { readonly blockedReason: string | null })[],
  { name, mobileNumber }: Named,
): boolean {
  return list.some(
    (each) =>
      each.blockedReason !== null &&
      ((name !== null && each.name !== null && sameName(each.name, name)) ||
        (mobileNumber !== null && each.mobileNumber === mobileNumber)),
  );
}

/**
 * Compares two names by their appearance: look-alike letters, case and marks are ignored, and the words may come in any order. An
 * apostrophe separates no words: Ng'ang'a equals Nganga. Names that differ only in case and accents are equal too, even if their
 * capital and small letters resemble different Latin letters.
 */
export function sameName(one: string, other: string): boolean {
  return wordsOf(asRead(joined(one))) === wordsOf(asRead(joined(other))) || folded(one) === folded(other);
}

const APOSTROPHES = /['’‘‛ʼʻʹ´`′＇]/gu;

function joined(name: string): string {
  return name.replace(APOSTROPHES, '');
}

function folded(name: string): string {
  return wordsOf(joined(name).normalize('NFD').replace(/\p{M}/gu, ''));
}

function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ');
}
