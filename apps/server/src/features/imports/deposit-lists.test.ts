import { getImports, type ImportRow, undoImport } from '@mfuko/contract/imports';
import { updateStudent } from '@mfuko/contract/students';
import { cashOutPin, deposit, getStatement, reverse } from '@mfuko/contract/wallet';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  amina,
  balance,
  brian,
  csv,
  office,
  openOffice,
  PAY,
  payIn,
  roll,
  school,
  second,
  server,
  upload,
  xlsx,
} from './imports.testkit.ts';

openOffice();

describe('uploadDeposits', () => {
  beforeEach(async () => {
    await upload(await xlsx([amina, brian]));
  });

  /** Moves the school's lists some days into the past. */
  const aged = async (days: number) => {
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    await owner.query(`SET app.school_id = '${school}'`);
    const { rowCount } = await owner.query('UPDATE import_batches SET at = at - make_interval(days => $1)', [days]);
    await owner.end();
    expect(rowCount).toBeGreaterThan(0);
  };

  it('pays each row once, and the same file pays nothing again', async () => {
    const file = await xlsx(
      [
        ['0012', '1,500', 'S1'],
        ['0013', '250.50', ''],
        ['0012', '20', 'S2'],
      ],
      PAY,
    );
    expect((await payIn(file)).body).toMatchObject({ rows: 3, created: 3, skipped: 0, errors: [] });
    expect([await balance('0012'), await balance('0013')]).toEqual([1520, 250.5]);
    expect((await payIn(file)).body).toMatchObject({ rows: 3, created: 0, skipped: 3, errors: [], batchSYSID: null });
    expect((await payIn({ ...file, filename: 'other name.xlsx' })).body).toMatchObject({ created: 0, skipped: 3 });
    expect(await balance('0012')).toBe(1520);
    expect((await office.ask<ImportRow[]>(getImports, { kind: 'deposits' })).body).toMatchObject([
      { created: 3, amount: 1770.5 },
    ]);
  });

  it('the same file uploaded 20 days later pays nothing and reports the rows that were not paid', async () => {
    const file = await xlsx(
      [
        ['0012', '1,500', 'S1'],
        ['0012', '1,500', 'S1'],
        ['0099', '70', 'S2'],
        ['0013', '80', 'S3'],
      ],
      PAY,
    );
    expect((await payIn(file, { partial: true })).body).toMatchObject({ created: 2, errors: [{ row: 3 }, { row: 4 }] });
    await aged(20);
    const left = (await roll()).find(({ admissionNumber }) => admissionNumber === '0013');
    await office.ask(updateStudent, { sysid: left?.sysid ?? '', status: 'left' });
    const again = await payIn(file);
    expect(again.body).toMatchObject({
      ...{ rows: 4, created: 0, skipped: 2, amountLeftOut: 1570 },
      errors: [
        { row: 3, why: 'duplicate-row' },
        { row: 4, why: 'student-unknown' },
      ],
    });
    expect(await balance('0012')).toBe(1500);
  });

  it('a number that lost its zeros in the sheet is told from one typed without', async () => {
    const typed = await payIn(await xlsx([['12', '10', '']], PAY));
    expect(typed.body.detail.errors).toMatchObject([{ row: 2, why: 'student-unknown' }]);
    const lost = await payIn(csv(`${PAY.join(',')}\n12,10,\n777,10,`));
    expect(lost.body.detail.errors).toMatchObject([
      { row: 2, why: 'lost-zeros', known: '0012' },
      { row: 3, why: 'student-unknown' },
    ]);
  });

  it('each bank slip pays in once, across lists and the desk, until it is reversed', async () => {
    await office.ask(deposit, { admissionNumber: '0012', amount: 40, channel: 'bank', reference: 'fx 100' });
    const file = await xlsx(
      [
        ['0012', '10', 'FX100'],
        ['0012', '20', 'FX101'],
        ['0013', '20', 'fx 101'],
        ['0013', '30', ''],
        ['0013', '35', ''],
      ],
      PAY,
    );
    const { body } = await payIn(file, { channel: 'bank' });
    expect(body.detail.errors).toMatchObject([
      { row: 2, field: 'reference', why: 'reference-taken' },
      { row: 4, field: 'reference', why: 'reference-taken', params: { first: 3 } },
    ]);
    const paid = { date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), amount: 40, names: expect.any(String) };
    expect(body.detail.errors[0]?.params).toEqual(paid);
    expect((await payIn(file, { channel: 'bank', partial: true })).body).toMatchObject({ created: 3 });
    expect([await balance('0012'), await balance('0013')]).toEqual([60, 65]);
    const again = { admissionNumber: '0013', amount: 5, channel: 'bank', reference: 'FX 101' };
    expect((await office.ask(deposit, again)).problem).toBe('wallet.reference-taken');
    const rows = await office.ask<{ channel: string }[]>(getStatement, { admissionNumber: '0013' });
    expect(rows.body.map(({ channel }) => channel)).toEqual(['bank', 'bank']);
    // A slip whose payment was reversed may pay in again, also by a list.
    const slip = await xlsx([['0013', '7', 'FX 900']], PAY);
    expect((await payIn(slip, { channel: 'bank' })).body).toMatchObject({ created: 1 });
    const [line] = (await office.ask<{ sysid: string }[]>(getStatement, { admissionNumber: '0013' })).body;
    expect((await second.ask(reverse, { sysid: line?.sysid, reason: 'Another slip' })).status).toBe(200);
    const later = await xlsx([['0012', '7', 'FX 900']], PAY);
    expect((await payIn(later, { channel: 'bank' })).body).toMatchObject({ created: 1 });
    // For cash, a reference is not a bank slip.
    const cash = await xlsx([['0012', '10', 'FX100']], PAY);
    expect((await payIn(cash)).body).toMatchObject({ created: 1 });
  });

  it("recognises banks' titles of the slip column", async () => {
    for (const title of ['Bank Ref', 'Deposit Slip No.', 'Transaction Ref']) {
      const slip = title.slice(0, 7);
      const file = await xlsx(
        [
          ['1/11/2026', '0012', 'Amina Otieno', '1,000', slip],
          ['1/11/2026', '0013', 'Brian Mutua', '500', slip],
        ],
        ['Date', 'Adm No', 'Name', 'Amount Paid', title],
      );
      expect((await payIn(file, { channel: 'bank' })).body.detail.errors).toMatchObject([
        { row: 3, column: title, why: 'reference-taken', params: { first: 2 } },
      ]);
    }
  });

  it('a list sent four times at once by two users is paid once', async () => {
    const file = await xlsx(
      Array.from({ length: 60 }, (_, place) => [place % 2 ? '0012' : '0013', '1', `R${place}`]),
      PAY,
    );
    const senders = [office, second, office, second];
    const answers = await Promise.all(senders.map((who) => payIn(file, {}, {}, who)));
    expect(answers.map(({ status, body }) => [status, body.created, body.skipped]).toSorted()).toEqual([
      [200, 0, 60],
      [200, 0, 60],
      [200, 0, 60],
      [200, 60, 0],
    ]);
    expect([await balance('0012'), await balance('0013')]).toEqual([30, 30]);
  });

  it('reports each error at its row, with parameters', async () => {
    const wrong: [string[], string][] = [
      [['77', '100', ''], 'student-unknown'],
      [['0012', '', ''], 'required'],
      [['0012', '0', ''], 'amount'],
      [['0012', '10.555', ''], 'amount'],
      [['0012', '-5', ''], 'amount'],
      [['0012', '20001', ''], 'over-limit'],
      [['0012', '100', 'x'.repeat(61)], 'too-long'],
      [['0013', '100', 'A'], ''],
      [['0013', '100', 'a'], 'duplicate-row'],
      [['', '100', ''], 'required'],
    ];
    const answer = await payIn(
      await xlsx(
        wrong.map(([row]) => row),
        PAY,
      ),
    );
    expect(answer.status).toBe(422);
    expect(answer.body.detail.errors.map(({ row, why }) => [row, why])).toEqual(
      wrong.flatMap(([, why], place) => (why ? [[place + 2, why]] : [])),
    );
    // The parameters are for clients that show the error in another language.
    const toldOf = (fault: string) => answer.body.detail.errors.find(({ why }) => why === fault);
    expect(toldOf('over-limit')).toMatchObject({ params: { most: 20_000 } });
    expect(toldOf('too-long')).toMatchObject({
      fieldCode: 'too-long',
      params: { longest: 60 },
      message: expect.stringContaining('60'),
    });
    expect(toldOf('duplicate-row')).toMatchObject({ value: 'a', params: { first: 9 } });
    expect(await balance('0013')).toBe(0);
  });

  it('an equal payment in another list is refused for seven days', async () => {
    const pay = async (amount: string) =>
      payIn(
        await xlsx(
          [
            ['0012', '40', ''],
            ['0013', amount, ''],
          ],
          PAY,
        ),
      );
    expect((await pay('1')).status).toBe(200);
    await aged(6);
    expect((await pay('2')).body.detail.errors).toMatchObject([{ row: 2, why: 'paid-in-before' }]);
    await aged(2);
    expect((await pay('2')).status).toBe(200);
    expect(await balance('0012')).toBe(80);
  });

  it('a payment made by another list is refused unless it has another reference', async () => {
    await payIn(
      await xlsx(
        [
          ['0012', '100', ''],
          ['99', '5', ''],
        ],
        PAY,
      ),
      { partial: true },
    );
    const corrected = await payIn(
      await xlsx(
        [
          ['0012', '100', ''],
          ['0013', '5', ''],
        ],
        PAY,
      ),
    );
    expect(corrected.body.detail.errors).toMatchObject([{ row: 2, why: 'paid-in-before' }]);
    expect(
      (
        await payIn(
          await xlsx(
            [
              ['0012', '100', 'second'],
              ['0013', '5', ''],
            ],
            PAY,
          ),
        )
      ).body,
    ).toMatchObject({ created: 2 });
    expect(await balance('0012')).toBe(200);
  });

  it('refuses a payment to a student who has left', async () => {
    await office.ask(updateStudent, { sysid: (await roll())[0]?.sysid ?? '', status: 'left' });
    expect((await payIn(await xlsx([['0012', '100', '']], PAY))).body.detail.errors).toMatchObject([
      { why: 'student-left' },
    ]);
  });

  it('a second person can undo the list once, and it can then be paid again', async () => {
    const file = await xlsx(
      [
        ['0012', '100', ''],
        ['0013', '200', ''],
      ],
      PAY,
    );
    const { batchSYSID } = (await payIn(file)).body;
    expect((await office.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).problem).toBe('wallet.same-person');
    expect(await balance('0012')).toBe(100);
    expect((await second.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).body).toMatchObject({
      reversed: 2,
      deleted: 0,
      kept: [],
    });
    expect([await balance('0012'), await balance('0013')]).toEqual([0, 0]);
    const trail = await server.context.db.inSchool(school, (tx) =>
      tx.rows(
        `SELECT count(DISTINCT subject_id)::int AS students, count(DISTINCT detail ->> 'reverses')::int AS payments
         FROM audit_events WHERE action = 'wallet.reverse' AND actor_id = $1`,
        [second.userId],
      ),
    );
    expect(trail).toEqual([{ students: 2, payments: 2 }]);
    const twice = await second.ask(undoImport, { batchSYSID: batchSYSID ?? '' });
    expect([twice.status, twice.problem]).toEqual([409, 'import.undone-already']);
    expect((await payIn(file)).body).toMatchObject({ created: 2, skipped: 0 });
  });

  it('the undo is refused whole when money of the list was spent', async () => {
    const { batchSYSID } = (
      await payIn(
        await xlsx(
          [
            ['0012', '100', ''],
            ['0013', '200', ''],
          ],
          PAY,
        ),
      )
    ).body;
    await office.ask(cashOutPin, { admissionNumber: '0012', pin: '4827', amount: 30 });
    const refused = await second.ask<{ detail: { rows: object[] } }>(undoImport, { batchSYSID: batchSYSID ?? '' });
    expect([refused.status, refused.problem]).toEqual([422, 'import.not-undone']);
    expect(refused.body.detail.rows).toMatchObject([{ row: 2, admissionNumber: '0012' }]);
    expect([await balance('0012'), await balance('0013')]).toEqual([70, 200]);
  });

  it('the undo omits payments that were reversed before', async () => {
    const { batchSYSID } = (
      await payIn(
        await xlsx(
          [
            ['0012', '100', ''],
            ['0013', '200', ''],
          ],
          PAY,
        ),
      )
    ).body;
    const [row] = (await office.ask<{ sysid: string }[]>(getStatement, { admissionNumber: '0012' })).body;
    await second.ask(reverse, { sysid: row?.sysid ?? '', reason: 'wrong child' });
    expect((await second.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).body).toMatchObject({ reversed: 1 });
    expect([await balance('0012'), await balance('0013')]).toEqual([0, 0]);
  });
});
