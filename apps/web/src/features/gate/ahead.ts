/** Typed for the next student, while a question stands or another student waits for room: only a number, and whole. */
export interface Ahead {
  /** All keys that a Backspace takes back one by one, as it does in a field: of a letter its place only. */
  readonly typed: string;
  readonly digits: string;
  /** An Enter stands behind it. */
  readonly ended: boolean;
  /** A card was read: it stands in the place of whatever is in the field. */
  readonly card: boolean;
  /** A Tab stands behind the number in the field: a PIN may come, and no digit is taken any more. */
  readonly shut: boolean;
  /** May be a PIN once more: dots stand in its place, and it is typed nowhere. */
  readonly veiled: boolean;
  /** Some keys were not taken: a PIN is never held. */
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

/** `begun`: a number stands in the field, and an Enter is about that too. */
export function typeBehind(ahead: Ahead, key: string, begun: boolean): Ahead {
  const { typed, digits, ended, shut } = ahead;
  if (key === 'Tab' && begun && digits === '' && !ended) return { ...ahead, shut: true };
  if (key === 'Tab' || key === 'Enter')
    return { ...ahead, ended: ended || digits !== '' || (begun && key === 'Enter') };
  const back = key === 'Backspace';
  // A PIN may come behind an end, and no Backspace opens the number for it.
  if (ended || shut || (back ? typed === '' : key.length > 1)) return { ...ahead, lost: true };
  const now = back ? typed.slice(0, -1) : typed + (/\d/.test(key) ? key : '?');
  return { ...ahead, typed: now, digits: now.replaceAll('?', ''), lost: ahead.lost || now.endsWith('?') };
}

/** Its digits, or dots in their place. */
export function shownOf({ digits, veiled }: Ahead): string {
  return veiled ? '•'.repeat(digits.length) : digits;
}
