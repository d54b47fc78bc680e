import { inflateRawSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { Column } from './list-columns.ts';
import { exportXlsx, toCsv } from './list-export.ts';

interface Row {
  name: string;
  balance: number;
  at: string;
}
const columns: Column<Row>[] = [
  { field: 'name', title: 'Names', value: (row) => row.name },
  { field: 'balance', title: 'Balance (KES)', value: (row) => row.balance, kind: 'amount' },
  { field: 'at', title: 'Since', value: (row) => row.at, kind: 'ago' },
];
const at = '2026-03-09T21:05:00Z';

test.each(['=1+2', '+254', '-x', '@SUM(A1)', '\tx', '\rx', ' =1+2', '＝1+2'])('toCsv escapes a formula: %j', (name) => {
  const [, line] = toCsv(columns, [{ name, balance: -5, at }]).split('\r\n');
  expect(line?.replaceAll('"', '')).toBe(`'${name},-5,10/03/2026 00:05`);
});

test('toCsv escapes a formula behind a semicolon or tab', () => {
  const [, line] = toCsv(columns, [{ name: 'Were; =1+2;@x\t+1;ok', balance: 0, at }]).split('\r\n');
  expect(line).toBe("Were;' =1+2;'@x\t'+1;ok,0,10/03/2026 00:05");
});

test('toCsv quotes commas, quotes and line breaks, and keeps leading zeros', () => {
  const csv = toCsv(columns, [
    { name: 'Were, "A"\nB', balance: 0, at },
    { name: '007', balance: 1.5, at },
  ]);
  expect(csv).toBe('Names,Balance (KES),Since\r\n"Were, ""A""\nB",0,10/03/2026 00:05\r\n007,1.5,10/03/2026 00:05\r\n');
});

/** Returns one deflated file of a zip archive, found by its local header. */
function unzipped(archive: Buffer, file: string): string {
  const at = archive.indexOf(file);
  return inflateRawSync(archive.subarray(at + file.length + archive.readUInt16LE(at - 2))).toString();
}

test('exportXlsx writes titles and rows into one sheet named Sheet1', async () => {
  const saved: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await exportXlsx('Students', columns, [{ name: '007', balance: 1.5, at }]);
  expect(names).toEqual([expect.stringMatching(/^Students \d{4}-\d\d-\d\d\.xlsx$/)]);
  const archive = Buffer.from(await (saved[0] ?? new Blob()).arrayBuffer());
  const sheets = [...unzipped(archive, 'xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)];
  expect(sheets.map(([, name]) => name)).toEqual(['Sheet1']);
  const cells = unzipped(archive, 'xl/worksheets/sheet1.xml') + unzipped(archive, 'xl/sharedStrings.xml');
  // The moment is a date of the sheet in the school's time zone: five minutes past midnight of the 10th.
  const serial = `<v>${Date.UTC(2026, 2, 10, 0, 5) / 86_400_000 + 25_569}`.slice(0, 12);
  for (const shown of ['Names', 'Balance (KES)', 'Since', '007', '<v>1.5</v>', serial]) expect(cells).toContain(shown);
  expect(unzipped(archive, 'xl/styles.xml')).toContain('dd/mm/yyyy hh:mm');
});
