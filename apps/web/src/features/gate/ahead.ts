/** Typed for the next student, while a question stands or another student waits for room: only a number, and whole. */
export interface Ahead {
  readonly digits: string;
  /** An Enter stands behind it. */
  readonly ended: boolean;
  /** Some keys were not taken: a PIN is never held. */
  readonly lost: boolean;
}

export const NOTHING_AHEAD: Ahead = { digits: '', ended: false, lost: false };

export function typeBehind(ahead: Ahead, key: string): Ahead {
  const { digits, ended } = ahead;
  if (key === 'Backspace') return ended ? { ...ahead, ended: false } : { ...ahead, digits: digits.slice(0, -1) };
  if (key === 'Enter') return { ...ahead, ended: digits !== '' };
  return /^\d$/.test(key) && !ended ? { ...ahead, digits: digits + key } : { ...ahead, lost: true };
}
