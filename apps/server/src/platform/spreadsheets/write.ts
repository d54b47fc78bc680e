import writeXlsxFile, { type SheetData } from 'write-excel-file/node';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Cells ahead of whoever fills a template in, kept as text so that leading zeros stay. */
const ROWS_AHEAD = 1_000;

/**
 * Writes one sheet named `Sheet1`. Every cell is a text and stays one: a spreadsheet program neither runs what begins
 * with `=` nor takes the zeros off 0712.
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

/** A sheet to fill in: its header, and rows whose cells are set to text. */
export function writeTemplate(head: readonly string[]): Promise<Buffer> {
  return writeSheet(
    head,
    Array.from({ length: ROWS_AHEAD }, () => head.map(() => '')),
  );
}

function asText(value: string) {
  return value === '' ? { value: undefined, type: String, format: '@' } : { value, type: String, format: '@' };
}

/** XML holds no control characters, and no half ones. */
function fit(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const fitting = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed();
  // write-excel-file looks texts up in a plain object, where it finds `constructor` and its like, and writes a damaged file.
  // A control character makes another text of them, and the library takes it out as it writes.
  return fitting in Object.prototype ? `${fitting}\u0000` : fitting;
}
