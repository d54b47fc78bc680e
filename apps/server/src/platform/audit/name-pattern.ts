/** Redacted: what stands in a text in place of what was taken out. */
export const REDACTED = '…';

/** Tells which texts name a person: a pattern that means the same in JavaScript and in PostgreSQL, each of its ways a whole word. */
export class NamePattern {
  /** Pattern for PostgreSQL, to be compared whatever the letters’ size. */
  readonly sql: string;
  readonly #found: RegExp;

  /** Takes what both languages read alike: groups, classes of signs, repetitions. */
  constructor(ways: readonly string[]) {
    // Nothing names whom nothing is known of.
    const any = ways.length > 0 ? `(?:${ways.join('|')})` : '(?!)';
    this.sql = `(?<!\\w)${any}(?!\\w)`;
    this.#found = new RegExp(`(?<![\\p{L}\\p{N}_])${any}(?![\\p{L}\\p{N}_])`, 'giu');
  }

  /** Tells whether a text names them. */
  names(text: string): boolean {
    return text.search(this.#found) >= 0;
  }

  /** The same text without what names them. */
  without(text: string): string {
    return text.replace(this.#found, REDACTED);
  }
}
