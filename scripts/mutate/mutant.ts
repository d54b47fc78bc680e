import { createHash } from 'node:crypto';

/** A small change of a source, which at least one test should detect. */
export interface Mutant {
  readonly file: string;
  /** Line in the file, from 1. */
  readonly line: number;
  readonly kind: string;
  /** Replaced part of the source, as offsets. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The change as a reader of the report sees it. */
  readonly change: string;
  /** Source line without indentation, by which a written explanation is matched to its mutant. */
  readonly text: string;
  /** Database function that has to be replaced, for mutants of SQL files. */
  readonly sqlFunction?: string;
}

/** A change within a text, as part of a mutant. */
export interface Edit {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const MAX_TEXT_LENGTH = 70;

/** Describes an edit of a source file. `span` is the larger part, if any, that a switch replaces as a whole. */
export function toMutant(
  file: string,
  source: string,
  edit: Edit,
  span: { start: number; end: number } = edit,
): Mutant {
  const replacement = source.slice(span.start, edit.start) + edit.text + source.slice(edit.end, span.end);
  const before = source.slice(0, edit.start);
  const lineStart = before.lastIndexOf('\n') + 1;
  const lineEnd = source.indexOf('\n', edit.start);
  return {
    file,
    line: before.split('\n').length,
    kind: edit.kind,
    start: span.start,
    end: span.end,
    replacement,
    change: `${brief(source.slice(edit.start, edit.end))} → ${brief(edit.text) || 'removed'}`,
    text: source.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).trim(),
  };
}

/**
 * Returns a key for each mutant by its content instead of its position, so that lines may move; of two equal ones the second is numbered.
 */
export function keysOf(mutants: readonly Mutant[]): Map<Mutant, string> {
  const seen = new Map<string, number>();
  return new Map(
    mutants.map((one) => {
      const words = [one.file, one.kind, one.text, one.change, one.replacement].join('\0');
      const count = (seen.get(words) ?? 0) + 1;
      seen.set(words, count);
      const key = createHash('sha256').update(`${words}\0${count}`).digest('base64url').slice(0, 16);
      return [one, key];
    }),
  );
}

function brief(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length > MAX_TEXT_LENGTH ? `${flat.slice(0, MAX_TEXT_LENGTH)}…` : flat;
}
