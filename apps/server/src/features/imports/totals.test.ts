import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { balance, csv, openOffice, PAY, payIn, school, server, upload, xlsx } from './imports.testkit.ts';

openOffice();

const CHECK = { dryRun: true };
const head = [...PAY, 'Names'];
const rows = [
  ['41', '1,000', 'a'],
  ['42', '500.50', 'b'],
];
const student = (number: string, names: string, more: readonly string[] = []) => {
  const [first = '', last = ''] = names.split(' ');
  return [number, first, last, 'Form 1', ...more];
};
const enrol = async () => upload(await xlsx([student('41', 'Amina Otieno'), student('42', 'Brian Mutua')]));
const sheet = (...more: string[][]) => xlsx([...rows, ...more], head);

/** Changes stored lists as an earlier version wrote them, which no call does any more. */
async function asOwner(statement: string, text: string): Promise<void> {
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
  await owner.query(`${statement} WHERE school_id = '${school}' AND kind = 'deposits'`, [Buffer.from(text)]);
  await owner.end();
}

const RIGHT = { row: 4, amount: 1500.5, titled: true, comesTo: 1500.5, setAside: 0 };

describe('row titled as a total', () => {
  it.each([
    'TOTAL',
    'Total:',
    'Grand Total',
    'sub-total',
    'TOTAL (2 rows)',
    'Total amount KES',
    'JUMLA',
    'Jumla kuu',
    'Jumla ya malipo',
  ])('is recognised when its sum matches: %s', async (title) => {
    await enrol();
    const { body } = await payIn(await sheet([title, '1,500.50']), CHECK);
    expect(body).toMatchObject({ totals: [RIGHT], totalsThatDiffer: [] });
    const named = await payIn(await sheet(['', '1,500.50', '', title]), CHECK);
    expect(named.body.totals).toEqual([RIGHT]);
  });

  it('is recognised after a single row, unlike an untitled sum', async () => {
    await enrol();
    const list = (title: string) =>
      xlsx(
        [
          ['41', '1,000', 'a'],
          [title, '1,000'],
        ],
        head,
      );
    expect((await payIn(await list('Total'), CHECK)).body.totals).toMatchObject([
      { row: 3, amount: 1000, titled: true },
    ]);
    expect((await payIn(await list(''), CHECK)).body.totals).toEqual([]);
  });

  it('is a payer when other words follow, and a student when it has a number', async () => {
    await enrol();
    const { body } = await payIn(await sheet(['', '900', '', 'Total Kenya Ltd'], ['42', '70', 'TOTAL']), CHECK);
    expect(body).toMatchObject({ totals: [], totalsThatDiffer: [], created: 3, amountLeftOut: 900 });
  });

  it('a differing total is an error with both sums, and nothing is paid until it is set aside', async () => {
    await enrol();
    const file = await sheet(['TOTAL', '1,900']);
    const { body } = await payIn(file, CHECK);
    expect(body).toMatchObject({
      totals: [],
      totalsThatDiffer: [{ row: 4, amount: 1900, comesTo: 1500.5, setAside: 0 }],
      created: 2,
      amount: 1500.5,
      // A total is not a payment, so its amount is not left out either.
      amountLeftOut: 0,
      errors: [{ cell: 'A4', why: 'total-differs', value: 'TOTAL', params: { amount: 1900, comesTo: 1500.5 } }],
    });
    expect(body.errors[0]?.message).toBe(
      'is missing: this total of the sheet says KES 1,900.00, and its rows come to KES 1,500.50',
    );
    expect((await payIn(file)).problem).toBe('import.has-errors');
    expect([await balance('41'), await balance('42')]).toEqual([0, 0]);
    const decided = await payIn(file, { setAside: '[4]' });
    expect(decided.body).toMatchObject({ created: 2, amountSetAside: 0, errors: [] });
    // The same list is known, with or without its total.
    expect((await payIn(file, { partial: true })).body).toMatchObject({ created: 0, skipped: 3 });
    expect([await balance('41'), await balance('42')]).toEqual([1000, 500.5]);
  });

  it('a list stored with its total among the rows is not paid again', async () => {
    await enrol();
    const file = await sheet(['TOTAL', '1,900']);
    await payIn(file, { partial: true });
    const former = JSON.stringify([...rows.map((row) => [...row]), ['TOTAL', '1,900', '']]);
    const asFormerly = `content_hash = sha256($1::bytea), file_hash = NULL, at = at - interval '20 days'`;
    await asOwner(`UPDATE import_batches SET ${asFormerly}`, former);
    expect((await payIn(file, { partial: true })).body).toMatchObject({ created: 0, skipped: 3 });
    expect([await balance('41'), await balance('42')]).toEqual([1000, 500.5]);
  });

  it('is compared with the nearest sum, of its part or of the whole list', async () => {
    await enrol();
    const file = await sheet(['Sub total', '1,500.50'], ['41', '700', 'c'], ['Sub total', '710'], ['Total', '2,200']);
    expect((await payIn(file, CHECK)).body.totalsThatDiffer).toEqual([
      { row: 6, amount: 710, comesTo: 700, setAside: 0 },
      { row: 7, amount: 2200, comesTo: 2200.5, setAside: 0 },
    ]);
  });

  it('matches once a mistyped cell is corrected', async () => {
    await enrol();
    const mends = JSON.stringify({ B2: '1,399.50' });
    const { body } = await payIn(await sheet(['TOTAL', '1,900']), { mends, ...CHECK });
    expect(body).toMatchObject({ totalsThatDiffer: [], totals: [{ row: 4, amount: 1900, titled: true }] });
  });
});

describe('apostrophe before a number', () => {
  it('is ignored in numbers, amounts, phones and PINs', async () => {
    const roll = await xlsx([student("'0041", 'Amina Otieno', ["'274951", 'Grace Otieno', "'0722000111"])]);
    expect((await upload(roll)).body).toMatchObject({ created: 1, errors: [] });
    const list = await xlsx(
      [
        ["'0041", "'1,500", 'a'],
        ['TOTAL', '\u20181500'],
      ],
      PAY,
    );
    expect((await payIn(list, CHECK)).body.totals).toMatchObject([{ row: 3, amount: 1500, titled: true }]);
    expect((await payIn(list, { setAside: '[3]' })).body).toMatchObject({ created: 1, amount: 1500 });
    expect(await balance('0041')).toBe(1500);
  });

  it('marks that zeros were kept, and stays in names', async () => {
    await upload(await xlsx([student('0041', "Amina O'Brien")]));
    const file = csv("Admission Number,Names,Class\n'41,'Ng'ang'a Wainaina,Form 1\n41,Brian Mutua,Form 1");
    const { body } = await upload(file, { ...CHECK, partial: true });
    expect(body.errors).toMatchObject([{ row: 3, why: 'duplicate-row' }]);
    const alone = csv('Admission Number,Names,Class\n41,Brian Mutua,Form 1');
    expect((await upload(alone, CHECK)).body.errors).toMatchObject([{ why: 'lost-zeros', known: '0041' }]);
  });
});
