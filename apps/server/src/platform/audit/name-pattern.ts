/** Placeholder for redacted text. */
export const REDACTED = '…';

/**
 * Finds texts that name a person, by a pattern with the same meaning in JavaScript and in PostgreSQL. Each alternative matches a
 * whole word only.
 */
export class NamePattern {
  /** Pattern for PostgreSQL; use a case-insensitive operator (`~*`). */
  readonly sql: string;
  readonly #found: RegExp;

  /** Takes alternatives in the regular expression syntax common to both languages: groups, character classes, repetitions. */
  constructor(ways: readonly string[]) {
    // An empty list of names must match nothing.
    const any = ways.length > 0 ? `(?:${ways.join('|')})` : '(?!)';
    this.sql = `(?<!\\w)${any}(?!\\w)`;
    this.#found = new RegExp(`(?<![\\p{L}\\p{N}_])${any}(?![\\p{L}\\p{N}_])`, 'giu');
  }

  /** Returns true when a text names the person. */
  names(text: string): boolean {
    return text.search(this.#found) >= 0;
  }

  /** Returns the text with each name replaced by `REDACTED`. */
  without(text: string): string {
    return text.replace(this.#found, REDACTED);
  }
}
