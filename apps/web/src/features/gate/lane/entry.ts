import type { CallError } from '../../../lib/problems.ts';
import type { Template } from '../../../lib/scanner/messages.ts';
import { numberOf } from '../../../school/admission-number.ts';
import { isOwner } from '../../../school/finger-owner.ts';
import type { Lookup } from '../lookup.ts';
import type { By } from '../screens.ts';
import { type Ahead, NOTHING_AHEAD } from './ahead.ts';

export type Missing = 'number' | 'pin' | 'finger';

/** Notice: the banner's message about the last event. */
export type Notice =
  | { readonly kind: 'settled'; readonly key: string }
  | { readonly kind: 'missing'; readonly what: Missing }
  /** Not sent: the digits typed as a PIN may be the next student's number. */
  | { readonly kind: 'doubt' }
  /** No student was found for a finger. */
  | { readonly kind: 'nobody'; readonly refusal: CallError }
  /** A touch could not be taken back. */
  | { readonly kind: 'stands' }
  /** Keys for the next student were dropped. */
  | { readonly kind: 'untaken' };

/** Messages other than answers; `unknown`: a number that no student has was typed to its end. */
export type Told = Notice | { readonly kind: 'unknown' };

/** Entry: number and proof that were entered for the current student. */
export interface Entry {
  readonly number: string;
  readonly pin: string;
  /** Field that receives the keys. */
  readonly field: 'number' | 'pin';
  readonly finger: Template | null;
  readonly lookup: Lookup;
  /** True once typing has ended: a finger may be sent with this number. */
  readonly settled: boolean;
  /** True for a complete entry that waits because three requests are open; the next answer sends it. */
  readonly held: boolean;
  readonly notice: Notice | null;
  /** The number stayed after a failed proof, for another try without typing; typing the next number replaces it. */
  readonly again: boolean;
  /** True where a finger named the student: the check-out is sent once the guard has looked at the child and pressed. */
  readonly confirm: boolean;
  readonly ahead: Ahead;
  /** True where the digits may be a PIN that is typed again: dots replace them, and no lookup sends them. */
  readonly veiled: boolean;
}

export const EMPTY: Entry = {
  number: '',
  pin: '',
  field: 'number',
  finger: null,
  lookup: { status: 'none' },
  settled: false,
  held: false,
  notice: null,
  again: false,
  confirm: false,
  ahead: NOTHING_AHEAD,
  veiled: false,
};

/** Finger on the scanner, as far as it decides about an entry. */
export interface Reading {
  /** Number in the field when the finger was read. */
  readonly readFor: string;
  /** True where the service waits until a finger is lifted, so this finger was not tried before. */
  readonly isSure: boolean;
}

/** Returns true for a number that no student has, once typing has ended: until then the digits may be the beginning of another number. */
export function isNobodys({ number, settled, lookup }: Pick<Entry, 'number' | 'settled' | 'lookup'>): boolean {
  return number !== '' && settled && lookup.status === 'missing';
}

/** Returns true once the number means one student: typing has ended, or the digits are known to be a student's. */
export function isIdentified({ number, settled, lookup }: Entry): boolean {
  return number !== '' && (settled || lookup.status === 'found');
}

/**
 * Decides what follows from an entry that has changed: `send` where number and finger belong together, `search` for a finger without a
 * number. A PIN is sent by a press alone.
 */
export function nextStep(entry: Entry, by: By, { readFor, isSure }: Reading): 'send' | 'search' | 'wait' {
  const { number, finger, settled, lookup, held, again, confirm } = entry;
  if (held || by === 'pin' || !finger) return 'wait';
  if (number === '') return 'search';
  if (!settled || confirm || !isOwner(readFor, number)) return 'wait';
  // A wrong finger left on the glass would retry until the student is locked out, so a retry without `isSure` needs a press.
  if (again && !isSure) return 'wait';
  return lookup.status === 'found' || lookup.status === 'unreachable' ? 'send' : 'wait';
}

/** Returns the entry's fields for another number: whatever the former number had led to is gone. */
export function withNumber(number: string, isSettled: boolean, isVeiled: boolean, lookup: Lookup): Partial<Entry> {
  return { veiled: isVeiled, number, settled: isSettled, held: false, again: false, confirm: false, lookup };
}

/** Returns the number in the field after an edit. Digits typed behind a number that is over start another number. */
export function editedNumber(text: string, { number, again, confirm }: Entry, isEnded: boolean): string {
  const isOver = again || confirm || isEnded;
  return isOver && text.length > number.length && text.startsWith(number) ? text.slice(number.length) : text;
}

/** Returns the keys that led from one text of a field to another; null where the field was emptied at once. */
export function keysBetween(before: string, text: string): readonly string[] | null {
  if (text === before.slice(0, -1)) return ['Backspace'];
  if (text === '') return null;
  const behind = text.startsWith(before) ? text.slice(before.length) : '';
  return /^\d+$/.test(behind) ? [...behind] : ['?'];
}

/** Returns true where the held keys make a number that can be typed into the field. */
export function isAheadTypeable({ number, again, confirm, ahead }: Entry, isEnded: boolean): boolean {
  const isAnother = again || confirm || isEnded || ahead.card;
  const whole = isAnother ? ahead.digits : number + ahead.digits;
  // `numberOf` cuts a text after twelve digits, and the cut number may be another student's.
  return numberOf(whole) === whole && !ahead.veiled;
}
