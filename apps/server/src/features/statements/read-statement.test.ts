import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { readSheet } from '../../platform/spreadsheets/read.ts';
import { writeSheet } from '../../platform/spreadsheets/write.ts';
import { readStatement } from './read-statement.ts';

const TITLES =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';
const HEAD = [
  'Account Holder:,Kisumu Academy',
  'Short Code:,600999',
  'Account:,Utility Account',
  'Time Period:,From 19-11-2026 00:00:00 To 21-11-2026 23:59:59',
  'Operator:,bursar1',
  'Opening Balance:,"1,000.00"',
  'Closing Balance:,"9,000.00"',
  'Available Balance:,"9,000.00"',
  'Uncleared Balance:,0.00',
  'Total Paid In:,"8,000.00"',
  'Total Withdrawn:,0.00',
];
const row = (cells: Record<string, string>) =>
  TITLES.split(',')
    .map((title) => `"${(cells[title] ?? DEFAULTS[title] ?? '').replaceAll('"', '""')}"`)
    .join(',');
const DEFAULTS: Record<string, string> = {
  'Receipt No.': 'UKL1AAAAA1',
  'Completion Time': '20-11-2026 08:30:15',
  Details: 'Pay Bill from 2547****344 - ACHIENG ODHIAMBO Acc. 4417',
  'Transaction Status': 'Completed',
  'Paid In': '1,500.00',
  'Reason Type': 'Pay Bill',
  'Other Party Info': '2547****344 - ACHIENG ODHIAMBO',
  'A/C No.': '4417',
};
const csvOf = (rows: readonly string[], head: readonly string[] = HEAD) =>
  Buffer.from(`\uFEFF${[...head, '', TITLES, ...rows].join('\r\n')}\r\n`);
const read = async (bytes: Uint8Array, name = 'statement.csv') => readStatement(await readSheet(bytes, name), name);
const lineOf = async (cells: Record<string, string>) => (await read(csvOf([row(cells)]))).lines[0];

describe('readStatement', () => {
  it('reads short code, period and payments behind byte-order mark, header lines and quotes', async () => {
    const statement = await read(csvOf([row({})]));
    expect(statement).toMatchObject({ shortCode: '600999', organisation: 'Kisumu Academy' });
    expect([statement.from.toISOString(), statement.until.toISOString()]).toEqual([
      '2026-11-18T21:00:00.000Z',
      '2026-11-21T20:59:59.000Z',
    ]);
    expect(statement.lines).toEqual([
      {
        row: 14,
        kind: 'payment',
        receipt: 'UKL1AAAAA1',
        paidAt: new Date('2026-11-20T05:30:15Z'),
        amount: 150_000n,
        account: '4417',
        payer: { name: 'ACHIENG ODHIAMBO', phone: { form: 'masked', text: '2547****344' } },
      },
    ]);
  });

  it.each([
    ['20-11-2026 08:30:15', '2026-11-20T05:30:15.000Z'],
    ['2026-11-20 08:30:15', '2026-11-20T05:30:15.000Z'],
    ['20/11/2026 08:30', '2026-11-20T05:30:00.000Z'],
    ['2026-11-20', '2026-11-19T21:00:00.000Z'],
    ['31-02-2026 08:30:15', undefined],
    ['yesterday', undefined],
  ])('reads %s as East African time', async (text, moment) => {
    const line = await lineOf({ 'Completion Time': text });
    expect(line?.paidAt?.toISOString()).toBe(moment);
    expect(line?.kind).toBe(moment ? 'payment' : 'unreadable');
  });

  it.each([
    [{ 'Paid In': '', Withdrawn: '-4,000.00', 'Reason Type': 'Withdraw Funds to Bank' }, 'withdrawal', -400_000n],
    [{ 'Paid In': '', Withdrawn: '30.00', 'Reason Type': 'Business Pay Bill Charge' }, 'charge', -3_000n],
    [{ 'Paid In': '', Withdrawn: '-120.00', 'Reason Type': 'Transaction Reversal' }, 'reversal', -12_000n],
    [{ 'Paid In': '600,000.00', 'Reason Type': 'Funds received from bank' }, 'other', 60_000_000n],
    [{ 'Transaction Status': 'Failed' }, 'not-completed', 150_000n],
    [{ 'Paid In': '1,50,0' }, 'unreadable', 0n],
    [{ 'Paid In': '1500.005' }, 'unreadable', 0n],
    [{ Withdrawn: 'none' }, 'unreadable', 150_000n],
    [{ 'Receipt No.': "'; DROP" }, 'unreadable', 150_000n],
    [{ 'Paid In': '2100', 'Reason Type': 'Customer Buy Goods Online' }, 'payment', 210_000n],
    [{ 'Paid In': '', 'Reason Type': 'Withdraw Funds to Bank' }, 'other', 0n],
    [{ 'Paid In': '', Withdrawn: '0.01', 'Reason Type': 'Withdraw Funds to Bank' }, 'withdrawal', -1n],
    [{ 'Paid In': '0.01' }, 'payment', 1n],
    [{ Withdrawn: '0.01' }, 'withdrawal', 149_999n],
    [{ 'Reason Type': '', 'A/C No.': '' }, 'payment', 150_000n],
  ])('classifies %o as %s', async (cells, kind, amount) => {
    const line = await lineOf(cells as unknown as Record<string, string>);
    expect([line?.kind, line?.amount]).toEqual([kind, amount]);
  });

  it('marks a payment as reversed that a reversal row links to', async () => {
    const back = row({
      'Receipt No.': 'UKL1BBBBB2',
      'Paid In': '',
      Withdrawn: '-1,500.00',
      'Reason Type': 'Transaction Reversal',
      'Linked Transaction ID': 'UKL1AAAAA1',
    });
    const kinds = (await read(csvOf([back, row({})]))).lines.map(({ kind }) => kind);
    expect(kinds).toEqual(['reversal', 'reversed']);
  });

  it('takes the account from the details and the short code from the file name if missing', async () => {
    const file = csvOf([row({ 'A/C No.': '' })], []);
    const { lines, shortCode, organisation } = await read(file, 'ORG_600999_Utility Account.csv');
    expect([lines[0]?.account, shortCode, organisation]).toEqual(['4417', '600999', null]);
  });

  it('reads a workbook too', async () => {
    const cells = (text: string) => text.split(',').map((cell) => cell.replaceAll('"', ''));
    const bytes = await writeSheet(cells('Short Code:,600999'), [
      TITLES.split(','),
      TITLES.split(',').map((title) => DEFAULTS[title] ?? ''),
    ]);
    const { lines, shortCode } = await read(bytes, 'statement.xlsx');
    expect([shortCode, lines[0]?.kind, lines[0]?.amount]).toEqual(['600999', 'payment', 150_000n]);
  });

  it('takes the period from the rows where the header has no valid one', async () => {
    const rows = [row({}), row({ 'Receipt No.': 'UKL1AAAAA2', 'Completion Time': '20-11-2026 09:30:15' })];
    const ofRows = ['2026-11-20T05:30:15.000Z', '2026-11-20T06:30:15.000Z'];
    for (const period of ['From 21-11-2026 00:00:00 To 19-11-2026 23:59:59', 'From 19-11-2026 00:00:00', '']) {
      const { from, until } = await read(csvOf(rows, ['Short Code:,600999', `Time Period:,${period}`]));
      expect([from.toISOString(), until.toISOString()]).toEqual(ofRows);
    }
  });

  it('refuses a file that is no statement', async () => {
    for (const bytes of [csvOf([row({})], []), csvOf([], ['Short Code:,600999']), Buffer.from('a,b\r\n1,2\r\n')])
      await expect(read(bytes)).rejects.toThrow(Refusal);
    await expect(read(Buffer.from('a,b\r\n1,2\r\n'))).rejects.toMatchObject({
      detail: { fields: { Statement: expect.stringContaining('has no column Receipt No.') } },
    });
  });
});
