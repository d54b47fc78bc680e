/** Keys that were typed for the next student while a dialog is open or another student waits for room. Only a whole number is kept. */
export interface Ahead {
  /** Every key that Backspace removes one by one, as in a field; a letter is stored as a placeholder. */
  readonly typed: string;
  readonly digits: string;
  /** True once Enter was pressed behind the digits. */
  readonly ended: boolean;
  /** True for a number that a card reader sent, which replaces the field's content. */
  readonly card: boolean;
  /** True once Tab was pressed behind the number in the field: a PIN may follow, so no further digit is accepted. */
  readonly shut: boolean;
  /** True where the digits may be a PIN that is typed again: dots replace them, and they are never typed into a field. */
  readonly veiled: boolean;
  /** True where some keys were dropped, since a PIN is never held. */
  readonly lost: boolean;
}

export const NOTHING_AHEAD: Ahead = {
  typed: '',
  digits: '',
  ended: false,
  card: false,
  shut: false,
  veiled: false,
  lost: false,
};
export const LOST_AHEAD: Ahead = { ...NOTHING_AHEAD, lost: true };

/** Returns the held keys after one more key. `begun`: the field already holds a number, so an Enter applies to that number too. */
export function typeBehind(ahead: Ahead, key: string, begun: boolean): Ahead {
  const { typed, digits, ended, shut } = ahead;
  if (key === 'Tab' && begun && digits === '' && !ended) return { ...ahead, shut: true };
  if (key === 'Tab' || key === 'Enter')
    return { ...ahead, ended: ended || digits !== '' || (begun && key === 'Enter') };
  const back = key === 'Backspace';
  // Behind an Enter or a Tab, the keys may be a PIN; Backspace does not reopen the number.
  if (ended || shut || (back ? typed === '' : key.length > 1)) return { ...ahead, lost: true };
  const now = back ? typed.slice(0, -1) : typed + (/\d/.test(key) ? key : '?');
  return { ...ahead, typed: now, digits: now.replaceAll('?', ''), lost: ahead.lost || now.endsWith('?') };
}

/** Returns the digits, or dots where they may be a PIN. */
export function shownOf({ digits, veiled }: Ahead): string {
  return veiled ? '•'.repeat(digits.length) : digits;
}
