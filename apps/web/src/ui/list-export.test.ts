import { expect, test } from 'vitest';
import type { Column } from './list-columns.ts';
import { toCsv } from './list-export.ts';

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

test.each(['=1+2', '+254', '-x', '@SUM(A1)', '\tx', '\rx'])(
  'a text that a spreadsheet would run is made harmless: %j',
  (name) => {
    const [, line] = toCsv(columns, [{ name, balance: -5, at }]).split('\r\n');
    expect(line?.replaceAll('"', '')).toBe(`'${name},-5,10/03/2026 00:05`);
  },
);

test('commas, quotes and line breaks stay inside their cell, and leading zeros stay', () => {
  const csv = toCsv(columns, [
    { name: 'Were, "A"\nB', balance: 0, at },
    { name: '007', balance: 1.5, at },
  ]);
  expect(csv).toBe('Names,Balance (KES),Since\r\n"Were, ""A""\nB",0,10/03/2026 00:05\r\n007,1.5,10/03/2026 00:05\r\n');
});
