import { describe, expect, it } from 'vitest';
import { balance, openOffice, PAY, payIn, upload, xlsx } from './imports.testkit.ts';

openOffice();

const CHECK = { dryRun: true };
const head = [...PAY, 'Names'];
const rows = [
  ['41', '1,000', 'a'],
  ['42', '500.50', 'b'],
];
const student = (number: string) => [number, 'Amina', 'Otieno', 'Form 1'];
const enrol = async () => upload(await xlsx([student('41'), student('42')]));
const sheet = (...more: string[][]) => xlsx([...rows, ...more], head);

describe('totals and rows set aside', () => {
  it('a total matches once a duplicate row is set aside, and the rest is paid once', async () => {
    await enrol();
    const file = await sheet(['41', '1,000', 'a'], ['TOTAL', '1,500.50']);
    const twice = await payIn(file, CHECK);
    expect(twice.body.totalsThatDiffer).toEqual([{ row: 5, amount: 1500.5, comesTo: 2500.5, setAside: 0 }]);
    const { body } = await payIn(file, { ...CHECK, setAside: '[4]' });
    expect(body).toMatchObject({
      totals: [{ row: 5, amount: 1500.5, titled: true, comesTo: 1500.5, setAside: 1000 }],
      totalsThatDiffer: [],
      amount: 1500.5,
      amountSetAside: 1000,
    });
    expect((await payIn(file, { setAside: '[4,5]' })).body).toMatchObject({ created: 2, amount: 1500.5, errors: [] });
    expect([await balance('41'), await balance('42')]).toEqual([1000, 500.5]);
  });

  it('a total that contains a row set aside matches and states its amount', async () => {
    await enrol();
    const { body } = await payIn(await sheet(['TOTAL', '1,500.50']), { ...CHECK, setAside: '[2]' });
    expect(body).toMatchObject({
      totals: [{ row: 4, amount: 1500.5, titled: true, comesTo: 500.5, setAside: 1000 }],
      totalsThatDiffer: [],
      amount: 500.5,
    });
  });

  it('a total that matches in neither way is an error with both sums', async () => {
    await enrol();
    const file = await sheet(['TOTAL', '1,900']);
    const { body } = await payIn(file, { ...CHECK, setAside: '[2]' });
    const both = { amount: 1900, comesTo: 500.5, setAside: 1000 };
    expect(body.totalsThatDiffer).toEqual([{ row: 4, ...both }]);
    expect(body.errors).toMatchObject([{ cell: 'A4', why: 'total-differs', params: both }]);
    expect(body.errors[0]?.message).toContain('its rows come to KES 500.50 without KES 1,000.00 that is set aside');
    expect((await payIn(file, { setAside: '[2]' })).problem).toBe('import.has-errors');
  });

  it('a subtotal is compared with its own part only', async () => {
    await enrol();
    const file = await sheet(['Sub total', '1,000'], ['41', '700', 'c'], ['Sub total', '700'], ['Total', '1,700']);
    const { body } = await payIn(file, { ...CHECK, setAside: '[3]' });
    expect(body.totals.map(({ row, comesTo, setAside }) => [row, comesTo, setAside])).toEqual([
      [4, 1000, 500.5],
      [6, 700, 0],
      [7, 1700, 500.5],
    ]);
    expect(body.totalsThatDiffer).toEqual([]);
  });

  it('an untitled total is recognised for the whole sheet only', async () => {
    await enrol();
    const file = await xlsx([...rows, ['41', '70', 'c'], ['', '1,500.50']], head);
    const { body } = await payIn(file, { ...CHECK, setAside: '[4]' });
    expect(body).toMatchObject({ totals: [], amountLeftOut: 1500.5, errors: [{ cell: 'A5', why: 'required' }] });
  });
});
