/** Length of the shortest PIN. */
const MIN_PIN_LENGTH = 4;

/** Keys held for the next payments, one line each: number, amount, and where money goes out a PIN. */
export interface HeldKeys {
  readonly text: string;
  /** Number of lines of the first student that the form has received already. */
  readonly taken: number;
  /** Lines that were read from a card. */
  readonly cards: ReadonlySet<string>;
  /** True where money goes out. */
  readonly paysOut: boolean;
}

/** Returns the held keys as shown. A desk that pays out shows only a card and an amount shorter than a PIN, since only those cannot be a PIN. */
export function shownKeys(held: HeldKeys): string {
  const { text, cards, paysOut } = held;
  const lines = text.trimEnd().split('\n');
  const shown = lines.map((line, at) => {
    const isEnded = at < lines.length - 1 || text.endsWith('\n');
    const isShortAmount = isAmount(held, at) && line.length < MIN_PIN_LENGTH;
    return !paysOut || (isEnded && (isShortAmount || cards.has(line))) ? line : '•'.repeat(line.length);
  });
  return shown.join(' ↵ ');
}

/** Returns true for an Enter that may be held; behind nothing it is a repeat of the Enter before. */
export function mayEnd(text: string): boolean {
  return !/^$|\n$/.test(text);
}

/**
 * Returns the held text with a card as a line of its own, for the next student's number; the same text for a card that was read twice.
 * In any other position, or behind typed keys, the card's meaning is unclear: null.
 */
export function withCard(held: HeldKeys, card: string | null): string | null {
  const lines = held.text.split('\n');
  if (card === null || lines.at(-1) !== '') return null;
  if (lines.at(-2) === card) return held.text;
  return isAmount(held, lines.length - 1) ? null : `${held.text}${card}\n`;
}

/** Parts the text behind its first Enter. */
export function splitLine(text: string): readonly [line: string, rest: string] {
  const [line = ''] = /^[^\n]*\n?/.exec(text) ?? [];
  return [line, text.slice(line.length)];
}

/** Returns true where the first line starts like the PIN: as a number its digits would be readable. */
export function startsLikePin(text: string, pin: string): boolean {
  const [line = '', ...more] = text.split('\n');
  return more.length > 0 ? line !== '' && line === pin : line.length > 1 && pin.startsWith(line);
}

function isAmount({ taken, paysOut }: HeldKeys, line: number): boolean {
  return (line + taken) % (paysOut ? 3 : 2) === 1;
}
