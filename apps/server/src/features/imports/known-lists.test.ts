// A list that was imported before pays in each of its rows once, whatever is corrected in it the next time.
import { type ImportAnswer, undoImport } from '@mfuko/contract/imports';
import { createStudent } from '@mfuko/contract/students';
import { getStatement, reverse } from '@mfuko/contract/wallet';
import pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import {
  amina,
  balance,
  brian,
  office,
  openOffice,
  PAY,
  payIn,
  school,
  second,
  server,
  upload,
  xlsx,
} from './imports.testkit.ts';

openOffice();

const mends = (cells: Record<string, string>) => ({ mends: JSON.stringify(cells) });
const BANK = { channel: 'bank' };
/** Rows 2 and 3 are right; row 4 names a student who is not there. */
const ROWS = [
  ['0012', '1,500', 'S1'],
  ['0013', '80', ''],
  ['0099', '70', 'S3'],
];
const list = (...more: string[][]) => xlsx([...ROWS, ...more], PAY);
const balances = async () => [await balance('0012'), await balance('0013')];

beforeEach(async () => {
  await upload(await xlsx([amina, brian]));
});

/** Changes the school's stored lists, which no call does. */
async function change(set: string): Promise<void> {
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
  const { rowCount } = await owner.query(`UPDATE import_batches SET ${set} WHERE kind = 'deposits'`);
  await owner.end();
  expect(rowCount).toBeGreaterThan(0);
}
const aged = (days: number) => change(`at = at - interval '${days} days'`);

it('a row corrected in a known partial list pays in alone, and the rows paid before are neither wrong nor new', async () => {
  const file = await list();
  expect((await payIn(file, { ...BANK, partial: true })).body).toMatchObject({ created: 2, errors: [{ row: 4 }] });
  const corrected = { ...BANK, ...mends({ A4: '0013' }) };
  const rest = { rows: 3, created: 1, skipped: 2, errors: [], amount: 70, amountPaidBefore: 1580, amountLeftOut: 0 };
  expect((await payIn(file, { ...corrected, dryRun: true })).body).toMatchObject(rest);
  expect((await payIn(file, corrected)).body).toMatchObject(rest);
  expect(await balances()).toEqual([1500, 150]);
  // With the correction, without it, and with the correction in the file itself, everything is there now.
  const whole = { created: 0, skipped: 3, errors: [], amountPaidBefore: 1650 };
  expect((await payIn(file, corrected)).body).toMatchObject(whole);
  expect((await payIn(file, BANK)).body).toMatchObject(whole);
  const inFile = await xlsx(ROWS.with(2, ['0013', '70', 'S3']), PAY, 'again.xlsx');
  expect((await payIn(inFile, BANK)).body).toMatchObject(whole);
  expect(await balances()).toEqual([1500, 150]);
});

it('a row corrected in a partial list of an earlier version, which stored no hash of the file, pays in alone', async () => {
  const file = await list();
  await payIn(file, { ...BANK, partial: true });
  await change('file_hash = NULL');
  await aged(20);
  const corrected = await payIn(file, { ...BANK, ...mends({ A4: '0013' }) });
  expect(corrected.body).toMatchObject({ created: 1, skipped: 2, errors: [], amountPaidBefore: 1580 });
  expect((await payIn(file, BANK)).body).toMatchObject({ created: 0, skipped: 3, errors: [] });
  expect(await balances()).toEqual([1500, 150]);
});

it('rows that an earlier version left to the list before stay errors, although that list is no longer recent', async () => {
  const file = await list();
  await payIn(file, { ...BANK, partial: true });
  await payIn(file, { ...BANK, ...mends({ A4: '0013' }) });
  // Earlier versions recorded the corrected rows as a list of their own, whose other rows were errors.
  await change('file_hash = NULL');
  await aged(20);
  const inFile = await xlsx(ROWS.with(2, ['0013', '70', 'S3']), PAY, 'again.xlsx');
  const { body } = await payIn(inFile, { partial: true });
  expect(body).toMatchObject({
    ...{ created: 0, skipped: 1 },
    errors: [
      { row: 2, why: 'paid-in-before' },
      { row: 3, why: 'paid-in-before' },
    ],
  });
  expect(await balances()).toEqual([1500, 150]);
});

it('a list that was recorded with corrections pays nothing when its file is uploaded again weeks later', async () => {
  const file = await list();
  expect((await payIn(file, mends({ A4: '0013' }))).body).toMatchObject({ created: 3 });
  await aged(20);
  const again = await payIn({ ...file, filename: 'copy.xlsx' }, { partial: true });
  expect(again.body).toMatchObject({ created: 0, skipped: 3, errors: [], amountPaidBefore: 1650 });
  expect((await payIn(file, { setAside: '[3]', partial: true })).body).toMatchObject({ created: 0, skipped: 2 });
  expect(await balances()).toEqual([1500, 150]);
});

it('a row of a known list whose student was added since is paid in by the same file, once', async () => {
  const file = await list();
  await payIn(file, { partial: true });
  await aged(20);
  const classSYSID = await server.aClass(school, 'Form 2');
  expect((await office.ask(createStudent, { admissionNumber: '0099', names: 'Neema Otieno', classSYSID })).status).toBe(
    200,
  );
  expect((await payIn(file)).body).toMatchObject({ created: 1, skipped: 2, errors: [], amount: 70 });
  expect((await payIn(file)).body).toMatchObject({ created: 0, skipped: 3, errors: [] });
  expect([...(await balances()), await balance('0099')]).toEqual([1500, 80, 70]);
});

it('a paid row that is corrected to another payment is an error until the former payment is reversed', async () => {
  const file = await list();
  await payIn(file, { partial: true });
  const other = { ...mends({ B2: '500' }), setAside: '[4]' };
  const refused = await payIn(file, { ...other, dryRun: true });
  expect(refused.body).toMatchObject({
    ...{ created: 0, skipped: 1, amountPaidBefore: 80, amountLeftOut: 500 },
    errors: [{ row: 2, cell: 'A2', why: 'paid-otherwise', params: { list: 'roll.xlsx' } }],
  });
  expect((await payIn(file, { ...other, partial: true })).body).toMatchObject({ created: 0 });
  expect(await balances()).toEqual([1500, 80]);
  const [line] = (await office.ask<{ sysid: string }[]>(getStatement, { admissionNumber: '0012' })).body;
  expect((await second.ask(reverse, { sysid: line?.sysid, reason: 'Another amount' })).status).toBe(200);
  expect((await payIn(file, other)).body).toMatchObject({ created: 1, skipped: 1, errors: [] });
  expect(await balances()).toEqual([500, 80]);
});

it('the file of an undone list pays in again, corrections and all', async () => {
  const file = await list();
  const { batchSYSID } = (await payIn(file, mends({ A4: '0013' }))).body;
  expect((await second.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).status).toBe(200);
  expect((await payIn(file, mends({ A4: '0013' }))).body).toMatchObject({ created: 3, skipped: 0 });
  expect(await balances()).toEqual([1500, 150]);
});

it('a differing total of a known list is asked about only where a correction changes the difference', async () => {
  const file = await list(['TOTAL', '2,000', '']);
  const first = await payIn(file, { ...BANK, setAside: '[5]', partial: true });
  expect(first.body).toMatchObject({ created: 2, totalsThatDiffer: [{ row: 5, amount: 2000, comesTo: 1650 }] });
  const check = async (cells: Record<string, string>): Promise<ImportAnswer> =>
    (await payIn(file, { ...BANK, ...mends(cells), dryRun: true })).body;
  expect(await check({ A4: '0013' })).toMatchObject({ created: 1, errors: [], totals: [], totalsThatDiffer: [] });
  expect(await check({ A4: '0013', B4: '700' })).toMatchObject({
    totalsThatDiffer: [{ row: 5, amount: 2000, comesTo: 2280 }],
    errors: [{ row: 5, why: 'total-differs' }],
  });
  expect(await check({ A4: '0013', B4: '420' })).toMatchObject({ totals: [{ row: 5 }], errors: [] });
});
