import { approveErase, eraseStudent } from '@mfuko/contract/erasure';
import { getImports, getLeftOutRows, type ImportRow, markSheet } from '@mfuko/contract/imports';
import { getClasses } from '@mfuko/contract/schools';
import { describe, expect, it } from 'vitest';
import { clientHeaders } from '../../../tests/kit.ts';
import { readSheet } from '../../platform/spreadsheets/read.ts';
import {
  balance,
  csv,
  HEAD,
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
import { dropOldLeftOut } from './left-out.ts';

openOffice();

const student = (number: string, names: string, more: readonly string[] = []) => {
  const [first = '', last = ''] = names.split(' ');
  return [number, first, last, 'Form 1', ...more];
};
const CHECK = { dryRun: true };
const mends = (cells: Record<string, string>) => ({ mends: JSON.stringify(cells) });

describe('corrected cells', () => {
  it('replace the cells of the file in the check and in the import', async () => {
    const file = await xlsx([student('41/7', 'Amina Otieno', ['', 'Grace', '05123']), student('42', 'Brian Mutua')]);
    const found = await upload(file, CHECK);
    expect(found.body.errors.map(({ cell }) => cell)).toEqual(['A2', 'G2']);
    const corrected = mends({ A2: '41', G2: '0712345678' });
    expect((await upload(file, { ...corrected, ...CHECK })).body).toMatchObject({ created: 2, errors: [] });
    expect((await upload(file, corrected)).body).toMatchObject({ created: 2, errors: [] });
    expect((await upload(await xlsx([student('41', 'Amina Otieno')]), {})).body).toMatchObject({ skipped: 1 });
  });

  it('are checked themselves', async () => {
    const file = await xlsx([student('41/7', 'Amina Otieno')]);
    expect((await upload(file, { ...mends({ A2: '41/8' }), ...CHECK })).body.errors).toMatchObject([
      { cell: 'A2', value: '41/8' },
    ]);
  });

  it('are not taken for numbers that lost their zeros', async () => {
    await upload(await xlsx([student('0041', 'Amina Otieno')]));
    const file = csv('Admission Number,Names,Class\n41,Brian Mutua,Form 1');
    expect((await upload(file, CHECK)).body.errors).toMatchObject([{ why: 'lost-zeros', known: '0041' }]);
    expect((await upload(file, { ...mends({ A2: '41' }), ...CHECK })).body).toMatchObject({ created: 1 });
  });

  it('outside the sheet are ignored, and malformed ones refused', async () => {
    const file = await xlsx([student('41', 'Amina Otieno')]);
    const beside = mends({ AX2: 'x', A900: '77' });
    expect((await upload(file, { ...beside, ...CHECK })).body).toMatchObject({ rows: 1, created: 1 });
    expect((await upload(file, mends({ first: 'x' }))).status).toBe(400);
    expect((await upload(file, { mends: '{"A2":' })).status).toBe(400);
  });

  it('appear in the marked sheet', async () => {
    const file = await xlsx([student('41/7', 'Amina Otieno', ['274951', 'Grace', '0512'])]);
    const bytes = await markedUp(file, { A2: '41' });
    const { rows } = await readSheet(bytes, 'marked.xlsx');
    expect(rows[1]?.cells).toEqual(expect.arrayContaining(['41', '274951', '0512']));
  });
});

describe('unknown classes of a list', () => {
  it('are listed with their rows and the most similar class', async () => {
    const file = await xlsx([
      student('1', 'Amina Otieno').with(3, 'Form 2'),
      student('2', 'Brian Mutua').with(3, 'form 2'),
      student('3', 'David Kiprop').with(3, 'Fom 1'),
      student('4', 'Esther Njoroge'),
    ]);
    const classes = [
      { name: 'Form 2', rows: 2, like: null },
      { name: 'Fom 1', rows: 1, like: 'Form 1' },
    ];
    for (const createClasses of [false, true])
      expect((await upload(file, { createClasses, ...CHECK })).body.newClasses).toEqual(classes);
  });
});

describe('spellings of a class', () => {
  const spelt = (names: readonly string[]) =>
    xlsx(names.map((name, place) => student(String(place + 1), 'Amina Otieno').with(3, name)));
  const classesOf = async () => (await roll()).map(({ className }) => className).sort();

  it('match an existing class, or create one with the most frequent spelling', async () => {
    const file = await spelt(['FORM-1', 'form1', 'form 2 east', 'Form 2-East', 'Form 2 East', 'Form 2 East']);
    const { body } = await upload(file, CHECK);
    expect(body.newClasses).toEqual([{ name: 'Form 2 East', rows: 4, like: null }]);
    expect((await upload(file, { createClasses: true })).body).toMatchObject({ created: 6, errors: [] });
    expect(await classesOf()).toEqual(['Form 1', 'Form 1', ...Array(4).fill('Form 2 East')]);
    const classes = await office.ask<{ className: string }[]>(getClasses, {});
    expect(classes.body.map(({ className }) => className).sort()).toEqual(['Form 1', 'Form 2 East']);
  });

  it('numbers written together and apart are different classes', async () => {
    await server.aClass(school, 'Form 11');
    const file = await spelt(['Form 1-1', 'Form 1 1', 'Form 11']);
    expect((await upload(file, { createClasses: true })).body).toMatchObject({ created: 3 });
    expect(await classesOf()).toEqual(['Form 1-1', 'Form 1-1', 'Form 11']);
  });

  it('a name that matches two existing classes is refused as unknown', async () => {
    await server.aClass(school, 'Form-1');
    const file = await spelt(['Form1', 'form 1']);
    const { body } = await upload(file, { createClasses: true, ...CHECK });
    expect(body).toMatchObject({ created: 1, errors: [{ row: 2, why: 'class-unknown' }] });
    expect(body.newClasses).toMatchObject([{ name: 'Form1', rows: 1, like: expect.stringMatching(/^Form.1$/) }]);
  });
});

describe('deposit list preview', () => {
  it('sums the valid rows and the rows left out', async () => {
    await upload(await xlsx([student('41', 'Amina Otieno'), student('42', 'Brian Mutua')]));
    const file = await xlsx(
      [
        ['41', '1,500', 'a'],
        ['42', '250.50', 'b'],
        ['99', '300', 'c'],
        ['41', 'ten', 'd'],
      ],
      PAY,
    );
    expect((await payIn(file, CHECK)).body).toMatchObject({
      amount: 1750.5,
      amountLeftOut: 300,
    });
  });

  it("warns of a name that differs from the student's, and pays the row", async () => {
    await upload(await xlsx([student('41', 'Amina Otieno'), student('42', 'Brian Mutua')]));
    const file = await xlsx(
      [
        ['41', '100', 'a', 'OTIENO Amina'],
        ['42', '100', 'b', 'Halima Barasa'],
        ['99', '100', 'c', 'Nobody Here'],
      ],
      [...PAY, 'Student Name'],
    );
    const { body } = await payIn(file, { partial: true });
    expect(body.warnings).toMatchObject([
      {
        row: 3,
        cell: 'D3',
        why: 'names-differ',
        value: 'Halima Barasa',
        message: "differs from the student's: Brian Mutua",
      },
    ]);
    expect(body).toMatchObject({ created: 2 });
  });
});

describe("student list with another child's number", () => {
  const HALIMA = ['', 'Zainab Barasa', '0712345678'];

  it("warns of a name that differs from the student's", async () => {
    await upload(await xlsx([student('41', 'Amina Otieno'), student('42', 'Brian Mutua')]));
    const file = await xlsx([student('41', 'Aminah Otieno'), student('42', 'Halima Barasa', HALIMA)]);
    const { body } = await upload(file, CHECK);
    expect(body).toMatchObject({ updated: 2, errors: [] });
    expect(body.warnings).toMatchObject([
      { row: 3, cell: 'B3', why: 'names-differ', value: 'Halima Barasa', known: 'Brian Mutua' },
    ]);
  });

  it('warns at the single column of names', async () => {
    await upload(await xlsx([student('42', 'Brian Mutua')]));
    const file = csv('Admission Number,Names,Class\n42,Halima Barasa,Form 1');
    expect((await upload(file, CHECK)).body.warnings).toMatchObject([{ cell: 'B2', known: 'Brian Mutua' }]);
  });
});

describe('totals and rows set aside', () => {
  const head = [...PAY, 'Names'];
  const sheet = () =>
    xlsx(
      [
        ['', '90,000', '', 'Opening balance'],
        ['41', '1,000', 'a'],
        ['42', '500.50', 'b'],
        ['TOTAL', '1,500.50'],
        ['41', '700', 'c'],
        ['42', '300', 'd'],
        ['', '1,000', '', 'Sub total'],
        ['', '92,500.50', '', 'Total'],
        ['', '2,500.50', '', 'Paid in'],
        ['', '444', '', 'Unknown'],
      ],
      head,
    );
  const aside = (...rows: number[]) => ({ setAside: JSON.stringify(rows) });
  const enrol = async () => upload(await xlsx([student('41', 'Amina Otieno'), student('42', 'Brian Mutua')]));

  it('totals are recognised by their sums and are not counted as left out', async () => {
    await enrol();
    const { body } = await payIn(await sheet(), CHECK);
    expect(body.totals).toEqual([
      { row: 5, amount: 1500.5, comesTo: 1500.5, setAside: 0, titled: true },
      { row: 8, amount: 1000, comesTo: 1000, setAside: 0, titled: true },
      { row: 9, amount: 92_500.5, comesTo: 92_500.5, setAside: 0, titled: true },
      { row: 10, amount: 2500.5, comesTo: 2500.5, setAside: 0, titled: false },
    ]);
    expect(body).toMatchObject({ rows: 10, created: 4, amount: 2500.5, amountLeftOut: 90_444, setAside: 0 });
  });

  it("a sum of one row, or a row with a student's number, is no total", async () => {
    await enrol();
    const file = await xlsx(
      [
        ['41', '500', 'a'],
        ['', '500', 'b'],
        ['41', '500', 'c'],
        ['42', '1500', 'd'],
      ],
      PAY,
    );
    expect((await payIn(file, CHECK)).body.totals).toEqual([]);
  });

  it('rows can be set aside one by one and are not paid; the list is recognised again afterwards', async () => {
    await enrol();
    const file = await sheet();
    const most = aside(2, 5, 7, 8, 9, 10);
    expect((await payIn(file, { ...most, ...CHECK })).body).toMatchObject({
      ...{ rows: 10, created: 3, setAside: 6, amount: 2200.5 },
      ...{ amountSetAside: 90_300, amountLeftOut: 444, errors: [{ row: 11 }] },
    });
    expect(await payIn(file, most)).toMatchObject({ problem: 'import.has-errors' });
    const all = aside(2, 5, 7, 8, 9, 10, 11);
    expect((await payIn(file, all)).body).toMatchObject({ created: 3, amount: 2200.5, errors: [] });
    expect([await balance('41'), await balance('42')]).toEqual([1700, 500.5]);
    expect(await office.ask<ImportRow[]>(getImports, { kind: 'deposits' })).toMatchObject({
      body: [{ rows: 10, created: 3, leftOut: 7, leftOutKept: true, amount: 2200.5 }],
    });
    // The same rows are known again, with or without the totals and others of them; the row that was set aside can still be paid in.
    expect((await payIn(file, all)).body).toMatchObject({ created: 0, skipped: 3, setAside: 7 });
    expect((await payIn(file, aside(2, 7, 11))).body).toMatchObject({ created: 0, skipped: 7, errors: [] });
    const fewer = await payIn(file, aside(2, 3, 4, 5, 7, 8, 9, 10, 11));
    expect(fewer.body).toMatchObject({ created: 0, skipped: 1, errors: [] });
    expect([await balance('41'), await balance('42')]).toEqual([1700, 500.5]);
    expect((await payIn(file, aside(2, 11))).body).toMatchObject({ created: 1, skipped: 7, errors: [] });
    expect([await balance('41'), await balance('42')]).toEqual([1700, 800.5]);
  });

  it('rows set aside by hand are stored with the rows left out', async () => {
    await enrol();
    const { body } = await payIn(await sheet(), { ...aside(2, 5, 8, 9, 10), partial: true });
    const answer = await server.app.inject({
      method: 'GET',
      url: `/api/${getLeftOutRows.path}?batchSYSID=${body.batchSYSID}`,
      headers: clientHeaders(server.context, office.token),
    });
    const { rows } = await readSheet(answer.rawPayload, 'rows.xlsx');
    expect(rows.slice(1).map(({ cells }) => [cells[1], cells.at(-1)])).toEqual([
      ['90,000', 'Left out by hand'],
      ['1,500.50', 'Left out by hand'],
      ['1,000', 'Left out by hand'],
      ['92,500.50', 'Left out by hand'],
      ['2,500.50', 'Left out by hand'],
      ['444', 'Admission Number is required'],
    ]);
  });

  it('rows of a student list can be set aside by their numbers only', async () => {
    const file = await xlsx([student('41', 'Amina Otieno'), ['', 'Total', '1', '']]);
    expect((await upload(file)).problem).toBe('import.has-errors');
    for (const bad of ['{"3":1}', '["3"]', '[0]', '[3', '3'])
      expect(await upload(file, { setAside: bad }), bad).toMatchObject({ status: 400 });
    expect((await upload(file, aside(3))).body).toMatchObject({ rows: 2, created: 1, setAside: 1, errors: [] });
  });
});

describe('rows left out', () => {
  const wrong = () =>
    xlsx([student('41', 'Amina Otieno'), student('42/1', 'Brian Mutua', ['274951', 'Grace', '0712345678'])]);
  const fetchRows = (batchSYSID: string | null, who = office) =>
    server.app.inject({
      method: 'GET',
      url: `/api/${getLeftOutRows.path}?batchSYSID=${batchSYSID}`,
      headers: clientHeaders(server.context, who.token),
    });

  it('can be fetched later with their errors and without PINs', async () => {
    const { body } = await upload(await wrong(), { partial: true });
    const answer = await fetchRows(body.batchSYSID, second);
    const { rows } = await readSheet(answer.rawPayload, 'rows.xlsx');
    expect(rows.map(({ cells }) => cells.filter((cell) => cell !== ''))).toEqual([
      [...HEAD, 'What is wrong'],
      ['42/1', 'Brian', 'Mutua', 'Form 1', 'Grace', '0712345678', 'Admission Number must be 1 to 12 digits'],
    ]);
    expect(answer.rawPayload.includes('274951')).toBe(false);
    const list = await office.ask<ImportRow[]>(getImports, {});
    expect(list.body).toMatchObject([{ leftOut: 1, leftOutKept: true }]);
  });

  it('are stored sealed', async () => {
    await upload(await wrong(), { partial: true });
    const kept = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ sheet: Buffer }>('SELECT sheet FROM import_left_out WHERE school_id = $1', [school]),
    );
    expect(kept).toHaveLength(1);
    // A spreadsheet is a zip file: it begins with this signature and contains the names of its parts. Both are too long to occur in
    // sealed bytes by chance.
    const sheet = kept[0]?.sheet ?? Buffer.alloc(0);
    expect(sheet.length).toBeGreaterThan(1_000);
    expect(sheet.includes(Buffer.from('504b030414', 'hex'))).toBe(false);
    expect(sheet.includes('xl/worksheets')).toBe(false);
  });

  it('are visible to the own school only and deleted after 90 days', async () => {
    const { body } = await upload(await wrong(), { partial: true });
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await fetchRows(body.batchSYSID, stranger)).statusCode).toBe(404);
    // Rows of this table cannot be updated, so an older row is inserted in place of the old one.
    const age = (days: number) =>
      server.context.db.inSchool(school, async (tx) => {
        const kept = await tx.row<{ sheet: Buffer }>(
          'DELETE FROM import_left_out WHERE school_id = $1 RETURNING sheet',
          [school],
        );
        await tx.row(
          `INSERT INTO import_left_out (school_id, batch_id, sheet, at) VALUES ($1, $2, $3, now() - $4 * interval '1 day')`,
          [school, body.batchSYSID, kept?.sheet, days],
        );
      });
    const sweep = () => server.context.db.inSchool(school, dropOldLeftOut);
    await age(89);
    await sweep();
    expect((await fetchRows(body.batchSYSID)).statusCode).toBe(200);
    await age(91);
    await sweep();
    expect((await fetchRows(body.batchSYSID)).statusCode).toBe(404);
    expect((await office.ask<ImportRow[]>(getImports, {})).body).toMatchObject([{ leftOut: 1, leftOutKept: false }]);
  });

  it('are deleted with the erasure of a student they name', async () => {
    const named = [student('41', 'Amina Otieno'), student('42', 'Brian Mutua'), student('43', 'Brian Otieno')];
    await upload(await xlsx([...named, student('44', 'Amina Mutua')]));
    const leftOut = async (names: string, good: string) => {
      const file = await xlsx([student('4/2', names), student(good, 'Esther Njoroge')]);
      return (await upload(file, { partial: true })).body.batchSYSID;
    };
    const [his, others] = [await leftOut('Mutua Brian', '45'), await leftOut('Brian Otieno', '46')];
    const found = await server.context.db.readSchool(school, (tx) =>
      tx.row<{ sysid: string }>(`SELECT id AS sysid FROM students WHERE school_id = $1 AND admission_number = '42'`, [
        school,
      ]),
    );
    expect((await office.ask(eraseStudent, { sysid: found?.sysid, reason: 'The family asked for it' })).status).toBe(
      200,
    );
    expect((await second.ask(approveErase, { sysid: found?.sysid })).status).toBe(200);
    expect([(await fetchRows(his)).statusCode, (await fetchRows(others)).statusCode]).toEqual([404, 200]);
  });

  it('do not exist when every row was imported', async () => {
    const { body } = await upload(await xlsx([student('41', 'Amina Otieno')]));
    expect((await fetchRows(body.batchSYSID)).statusCode).toBe(404);
  });
});

async function markedUp(file: { filename: string; bytes: Uint8Array }, cells: Record<string, string>): Promise<Buffer> {
  const form = new FormData();
  form.set('Sheet', new Blob([new Uint8Array(file.bytes)]), file.filename);
  form.set('kind', 'students');
  form.set('mends', JSON.stringify(cells));
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const response = await server.app.inject({
    method: 'POST',
    url: `/api/${markSheet.path}`,
    headers: {
      ...clientHeaders(server.context, office.token),
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}
