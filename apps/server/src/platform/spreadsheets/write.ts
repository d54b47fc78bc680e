import writeXlsxFile, { type SheetData } from 'write-excel-file/node';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Number of empty rows in a template that are formatted as text, so that typed leading zeros are kept. */
const ROWS_AHEAD = 1_000;

/**
 * Writes one sheet named `Sheet1`. Every cell is text and stays text: a spreadsheet program neither runs a value that begins with `=`
 * nor removes the leading zero of 0712.
 */
export async function writeSheet(head: readonly string[], rows: readonly (readonly string[])[]): Promise<Buffer> {
  const data: SheetData = [
    head.map((value) => ({ value: fit(value), type: String, format: '@', fontWeight: 'bold' as const })),
    ...rows.map((row) => row.map((value) => asText(fit(value)))),
  ];
  const columns = head.map((title, place) => ({
    width: Math.min(60, Math.max(title.length, ...rows.slice(0, 200).map((row) => row[place]?.length ?? 0)) + 2),
  }));
  return writeXlsxFile(data, { sheet: 'Sheet1', stickyRowsCount: 1, columns }).toBuffer();
}

/** Writes a template: the header, and empty rows whose cells are formatted as text. */
export function writeTemplate(head: readonly string[]): Promise<Buffer> {
  return writeSheet(
    head,
    Array.from({ length: ROWS_AHEAD }, () => head.map(() => '')),
  );
}

function asText(value: string) {
  return value === '' ? { value: undefined, type: String, format: '@' } : { value, type: String, format: '@' };
}

/** Removes characters that XML does not allow: control characters and unpaired surrogates. */
function fit(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const fitting = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed();
  // write-excel-file looks up strings in a plain object: for `constructor` and the like it finds inherited members and writes a damaged
  // file. An appended control character makes another string, and the library removes that character when writing.
  return fitting in Object.prototype ? `${fitting}\u0000` : fitting;
}
