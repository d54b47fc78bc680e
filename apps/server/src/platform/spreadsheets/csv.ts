import { SheetError } from './limits.ts';
import { collectRows, type Sheet } from './sheet.ts';

/** Parses text separated by commas, semicolons or tabs. Throws SheetError. */
export function readCsv(bytes: Uint8Array): Sheet {
  const text = decode(bytes);
  if (text.includes('\u0000')) throw new SheetError('not-a-spreadsheet');
  const told = /^sep=(.)\r?\n/.exec(text);
  const body = told ? text.slice(told[0].length) : text;
  const separator = told?.[1] ?? separatorOf(body);
  const collected = collectRows();
  let row = told ? 2 : 1;
  let column = 0;
  for (const field of fieldsOf(body, separator)) {
    collected.add(row, column, harmlessAgain(field.text), false);
    column = field.last ? 0 : column + 1;
    if (field.last) row++;
  }
  return { name: '', rows: collected.rows() };
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Excel on Windows writes this encoding unless UTF-8 is selected.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const SAMPLE_LENGTH = 5_000;

/**
 * Returns the separator that occurs equally often in most lines, outside of quotes: a title above the list, or amounts with grouped
 * thousands, contain commas even where semicolons separate the cells. A quote only opens at the start of a cell. Returns a comma where
 * nothing is conclusive.
 */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, SAMPLE_LENGTH)
    .replaceAll(/(^|[,;\t\r\n])"(?:[^"]|"")*(?:"|$)/g, '$1')
    .split(/\r?\n/);
  const counts = [',', ';', '\t'].map((sign) => {
    const found = lines.map((line) => line.split(sign).length - 1).filter((each) => each > 0);
    const [most] = [...Map.groupBy(found, (each) => each).values()].toSorted((a, b) => b.length - a.length);
    return { sign, lines: most?.length ?? 0, times: most?.[0] ?? 0 };
  });
  return counts.toSorted((a, b) => b.lines - a.lines || b.times - a.times)[0]?.sign ?? ',';
}

interface Field {
  readonly text: string;
  /** True for the last field of its line. */
  readonly last: boolean;
}

function* fieldsOf(text: string, separator: string): Generator<Field> {
  let place = 0;
  while (place < text.length) {
    let field = '';
    if (text[place] === '"') {
      for (place++; place < text.length; ) {
        const end = text.indexOf('"', place);
        if (end === -1) throw new SheetError('damaged');
        field += text.slice(place, end);
        place = end + 1;
        if (text[place] !== '"') break;
        field += '"';
        place++;
      }
    }
    const end = endOfField(text, place, separator);
    field += text.slice(place, end);
    const last = end >= text.length || text[end] !== separator;
    yield { text: field, last };
    place = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    if (!last && place >= text.length) yield { text: '', last: true };
  }
}

function endOfField(text: string, from: number, separator: string): number {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}

/** Removes the apostrophe that our own exports put before text which a spreadsheet program would run as a formula. */
function harmlessAgain(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
