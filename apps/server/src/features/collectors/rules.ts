import { asRead } from '@mfuko/contract/as-read';

/** Choice of the guard: with whom a child goes. */
export type Choice =
  | { readonly way: 'none' }
  | { readonly way: 'alone' }
  | { readonly way: 'code' }
  | { readonly way: 'collector'; readonly collector: Standing; readonly withCode: boolean };

/** Standing of a person on a child's list at this moment. */
export interface Standing {
  readonly blocked: boolean;
  readonly expired: boolean;
  readonly held: boolean;
}

export interface ReleaseRule {
  /** By the school's rule, or since somebody must not collect this child. */
  readonly required: boolean;
  readonly leavesAlone: boolean;
}

export type ReleaseRefusal =
  | 'collector.required'
  | 'collector.not-alone'
  | 'collector.blocked'
  | 'collector.expired'
  | 'collector.hold';

/** Judges whether a child may go so; null where they may. A guardian's code stands in for the wait of a new collector, never for a block. */
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

/** Person as a list names them, or as a code does. */
interface Named {
  readonly name: string | null;
  readonly mobileNumber: string | null;
}

/** Tells whether a list bars that person, by name or number, whatever else stands there of them. */
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
 * Names as they are compared: as they are read, without case and marks, the words in any order. An apostrophe ends no word: Ng'ang'a is Nganga. Two that are
 * one but for case and accents are one also where capitals and small letters look like different ones of ours.
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
