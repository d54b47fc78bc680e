import { createHash } from 'node:crypto';
import {
  getDepositTemplate,
  getImportProgress,
  getImports,
  getStudentTemplate,
  type ImportAnswer,
  type ImportRow,
  markSheet,
  readSheet as readCall,
  undoImport,
  uploadDeposits,
  uploadStudents,
} from '@mfuko/contract/imports';
import { createClass, getClasses } from '@mfuko/contract/schools';
import { addContact, getContacts, getStudents, updateContact, updateStudent } from '@mfuko/contract/students';
import { cashOutPin, deposit, getStatement, getWallet, reverse } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AskOptions, clientHeaders, openTestHouse, type Person, type TestHouse } from '../../../tests/kit.ts';
import { newId } from '../../platform/id.ts';
import { readSheet } from '../../platform/spreadsheets/read.ts';
import { writeSheet } from '../../platform/spreadsheets/write.ts';

const HEAD = [
  'Admission Number',
  'First Name',
  'Last Name',
  'Class',
  'Check PIN',
  'Guardian Name',
  'Guardian Phone',
  'Guardian Email',
];
const PAY = ['Admission Number', 'Amount', 'Reference'];

let house: TestHouse;
let office: Person;
let second: Person;
let school: string;

beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  school = await house.aSchool();
  office = await house.aPerson('SchoolAdmin', school);
  second = await house.aPerson('SchoolAdmin', school);
  await house.aClass(school, 'Form 1');
});
afterAll(() => house.close());

async function xlsx(rows: readonly string[][], head = HEAD, filename = 'roll.xlsx') {
  return { filename, mimetype: 'application/octet-stream', bytes: await writeSheet(head, rows) };
}

function csv(text: string) {
  return { filename: 'roll.csv', mimetype: 'text/csv', bytes: Buffer.from(text) };
}

async function upload(file: object, options: Record<string, unknown> = {}, how: AskOptions = {}, who = office) {
  return who.ask<ImportAnswer & { detail: ImportAnswer }>(uploadStudents, { Students: file, ...options }, how);
}

async function payIn(file: object, options: Record<string, unknown> = {}, how: AskOptions = {}, who = office) {
  return who.ask<ImportAnswer & { detail: ImportAnswer }>(uploadDeposits, { Deposits: file, ...options }, how);
}

interface Row {
  sysid: string;
  admissionNumber: string;
  names: string;
  className: string;
}

async function roll(): Promise<Row[]> {
  return (await office.ask<Row[]>(getStudents)).body;
}

async function balance(admissionNumber: string): Promise<number> {
  return (await office.ask<{ balance: number }>(getWallet, { admissionNumber })).body.balance;
}

const amina = ['0012', 'Amina', 'Juma', 'Form 1', '4827', 'Grace Juma', '0712345678', ''];
const brian = ['0013', 'Brian', 'Otieno', 'form 1', '', '', '', ''];

describe('taking a list of students in', () => {
  it('adds them with class, PIN and guardian, and the same file again adds nothing', async () => {
    const file = await xlsx([amina, brian]);
    const first = await upload(file);
    expect(first.body).toMatchObject({ rows: 2, created: 2, updated: 0, skipped: 0, errors: [] });
    expect(first.body.batchSYSID).toMatch(/^[0-9a-f-]{36}$/);
    const rows = await roll();
    expect(rows.map(({ admissionNumber, names, className }) => [admissionNumber, names, className])).toEqual([
      ['0012', 'Amina Juma', 'Form 1'],
      ['0013', 'Brian Otieno', 'Form 1'],
    ]);
    const guardians = await office.ask<object[]>(getContacts, { studentSYSID: rows[0]?.sysid ?? '' });
    expect(guardians.body).toMatchObject([{ name: 'Grace Juma', mobileNumber: '254712345678' }]);
    await office.ask(deposit, { admissionNumber: '0012', amount: 100 });
    expect((await office.ask(cashOutPin, { admissionNumber: '0012', pin: '4827', amount: 10 })).status).toBe(200);

    const again = await upload(file);
    expect(again.body).toMatchObject({ rows: 2, created: 0, updated: 0, skipped: 2, batchSYSID: null });
    expect(await roll()).toHaveLength(2);
    expect((await office.ask<ImportRow[]>(getImports)).body).toHaveLength(1);
  });

  it('records nothing on a dry run, and answers what it would do', async () => {
    const answer = await upload(await xlsx([amina, brian]), { dryRun: true });
    expect([answer.status, answer.body.created, answer.body.batchSYSID]).toEqual([200, 2, null]);
    expect(await roll()).toEqual([]);
  });

  it('changes names, class and guardians of those who are there, and never a PIN', async () => {
    await upload(await xlsx([amina, brian]));
    await house.aClass(school, 'Form 2');
    const moved = ['0012', 'Amina', 'Wanjiku', 'Form 2', '9999', 'Grace W', '+254 712 345 678', 'grace@example.com'];
    const answer = await upload(await xlsx([moved, [...brian.slice(0, 5), 'Peter Otieno', '0722000111', '']]));
    // A weak PIN is an error of the list, whoever it is for.
    expect(answer.status).toBe(422);
    moved[4] = '6194';
    const done = await upload(await xlsx([moved, [...brian.slice(0, 5), 'Peter Otieno', '0722000111', '']]));
    expect(done.body).toMatchObject({ created: 0, updated: 2, skipped: 0 });
    const rows = await roll();
    expect(rows[0]).toMatchObject({ names: 'Amina Wanjiku', className: 'Form 2' });
    const guardians = await office.ask<object[]>(getContacts, { studentSYSID: rows[0]?.sysid ?? '' });
    expect(guardians.body).toMatchObject([
      { name: 'Grace W', mobileNumber: '254712345678', email: 'grace@example.com' },
    ]);
    await office.ask(deposit, { admissionNumber: '0012', amount: 100 });
    expect((await office.ask(cashOutPin, { admissionNumber: '0012', pin: '4827', amount: 10 })).status).toBe(200);
  });

  it('finds each thing that is wrong at its cell, and records nothing', async () => {
    await upload(await xlsx([amina]));
    await office.ask(updateStudent, { sysid: (await roll())[0]?.sysid ?? '', status: 'left' });
    const ok = ['Ken', 'Mwangi', 'Form 1', '', '', '', ''];
    const wrong: [string[], string, string][] = [
      [['', ...ok], 'A', 'required'],
      [['ADM/7', ...ok], 'A', 'admission-number'],
      [['1234567890123', ...ok], 'A', 'admission-number'],
      [['20', '', 'Mwangi', 'Form 1', '', '', '', ''], 'B', 'required'],
      [['21', 'x'.repeat(150), 'Mwangi', 'Form 1', '', '', '', ''], 'B', 'too-long'],
      [['22', 'Ken', 'Mwangi', 'Form 9', '', '', '', ''], 'D', 'class-unknown'],
      [['23', 'Ken', 'Mwangi', 'Form 1', '12', '', '', ''], 'E', 'pin-form'],
      [['24', 'Ken', 'Mwangi', 'Form 1', '1234', '', '', ''], 'E', 'pin-weak'],
      [['25', 'Ken', 'Mwangi', 'Form 1', '', 'Jane', '0512345678', ''], 'G', 'phone'],
      [['26', 'Ken', 'Mwangi', 'Form 1', '', 'Jane', '', ''], 'G', 'no-phone'],
      [['27', 'Ken', 'Mwangi', 'Form 1', '', '', '0712345678', ''], 'F', 'no-name'],
      [['28', 'Ken', 'Mwangi', 'Form 1', '', 'Jane', '2.547E+11', ''], 'G', 'lost-digits'],
      [['29', 'Ken', 'Mwangi', 'Form 1', '', 'Jane', '0712345678', 'jane@'], 'H', 'email'],
      [['30', ...ok], 'A', ''],
      [['30', ...ok], 'A', 'duplicate-row'],
      [['0012', ...ok], 'A', 'student-left'],
    ];
    const answer = await upload(await xlsx(wrong.map(([row]) => row)));
    expect([answer.status, answer.problem]).toEqual([422, 'import.has-errors']);
    const found = answer.body.detail.errors.map(({ row, cell, why }) => [row, cell, why]);
    expect(found).toEqual(
      wrong.flatMap(([, column, why], place) => (why ? [[place + 2, `${column}${place + 2}`, why]] : [])),
    );
    expect(answer.body.detail).toMatchObject({
      rows: wrong.length,
      created: 1,
      updated: 0,
      skipped: 0,
      batchSYSID: null,
    });
    expect(await roll()).toHaveLength(1);
    const named = answer.body.detail.errors.find(({ why }) => why === 'class-unknown');
    expect(named).toMatchObject({ row: 7, column: 'Class', value: 'Form 9', message: 'is no class of the school' });
  });

  it('never tells a PIN, whatever column it is said to be', async () => {
    const rows = [['31', 'Ken', 'Mwangi', 'Form 1', '12345678901', 'Jane', '0712345678', '']];
    const plain = await upload(await xlsx(rows));
    const askew = await upload(await xlsx(rows), {
      mapping: JSON.stringify({
        A: 'admissionNumber',
        B: 'firstName',
        C: 'lastName',
        E: 'className',
        G: 'guardianPhone',
        F: 'guardianName',
      }),
    });
    const seen = await office.ask(readCall, { Sheet: await xlsx(rows), kind: 'students' });
    expect(plain.status).toBe(422);
    expect(askew.status).toBe(422);
    expect(seen.status).toBe(200);
    expect(JSON.stringify([plain.body, askew.body, seen.body])).not.toContain('12345678901');
  });

  it('records the good rows of a list where that is asked for', async () => {
    const answer = await upload(await xlsx([amina, ['x', 'A', 'B', 'Form 1', '', '', '', '']]), { partial: true });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ rows: 2, created: 1, errors: [{ row: 3 }] });
    expect(await roll()).toHaveLength(1);
    expect((await office.ask<ImportRow[]>(getImports)).body).toMatchObject([
      { created: 1, leftOut: 1, own: true, fileName: 'roll.xlsx' },
    ]);
  });

  it('makes the classes that are missing where that is asked for, once whatever the case', async () => {
    const rows = [
      ['1', 'A', 'B', 'Grade 7 East', '', '', '', ''],
      ['2', 'C', 'D', 'GRADE 7 EAST', '', '', '', ''],
    ];
    expect((await upload(await xlsx(rows), { createClasses: true })).body).toMatchObject({ created: 2 });
    const names = (await office.ask<{ className: string }[]>(getClasses)).body.map(({ className }) => className);
    expect(names).toEqual(['Form 1', 'Grade 7 East']);
  });

  it('understands other titles, a line above the header, and a form and a stream of their own', async () => {
    await house.aClass(school, 'Form 1 East');
    const text =
      'Class list 2026,,,,\nADM NO.,Name of Student,Form,Stream,Parent Phone,Parent\n7,Ann  Njeri,Form 1,East,712345678,Mary Njeri\n';
    const answer = await upload(csv(text));
    expect(answer.body).toMatchObject({ rows: 1, created: 1, errors: [] });
    expect(await roll()).toMatchObject([{ admissionNumber: '7', names: 'Ann Njeri', className: 'Form 1 East' }]);
  });

  it('takes a mapping of columns in place of titles, and says which column is missing', async () => {
    const file = csv('a,b,c\n7,Ann Njeri,Form 1\n');
    const missing = await upload(file);
    expect(missing.body.detail.errors.map(({ field, why, row }) => [field, why, row])).toContainEqual([
      'admissionNumber',
      'no-column',
      1,
    ]);
    const mapping = JSON.stringify({ A: 'admissionNumber', B: 'names', C: 'className' });
    expect((await upload(file, { mapping })).body).toMatchObject({ created: 1 });
    for (const bad of ['{', '[]', '{"A":"names","B":"names"}', '{"A":"pin"}'])
      expect((await upload(file, { mapping: bad })).status).toBe(400);
  });

  it('suspects a number that may have lost its zeros', async () => {
    await upload(await xlsx([amina]));
    const answer = await upload(csv('Adm,Name,Class\n12,Amina Juma,Form 1\n'));
    expect(answer.body.detail.errors).toMatchObject([{ why: 'lost-zeros', value: '12' }]);
    expect((await upload(await xlsx([['12', 'Other', 'Child', 'Form 1', '', '', '', '']]))).body).toMatchObject({
      created: 1,
    });
  });

  it('refuses what is no spreadsheet, an empty one, and none at all', async () => {
    expect(
      (await upload({ filename: 'a.xlsx', mimetype: '', bytes: Buffer.from('PK\u0003\u0004nothing') })).problem,
    ).toBe('sheet.unreadable');
    expect((await upload(await xlsx([]))).problem).toBe('sheet.unreadable');
    const none = await office.ask<{ message: string }>(uploadStudents, {});
    expect([none.status, none.body.message]).toEqual([
      400,
      'Please check your input: Students Please choose a valid document.',
    ]);
  });

  it('answers a key that was used with the first answer, and records once', async () => {
    const file = await xlsx([amina]);
    const first = await upload(file, {}, { key: 'k1' });
    const again = await upload(file, {}, { key: 'k1' });
    expect(again.body).toEqual(first.body);
    expect((await upload(await xlsx([brian]), {}, { key: 'k1' })).problem).toBe('idempotency.other-input');
  });

  it('records a list once that two people send at the same moment', async () => {
    const rows = Array.from({ length: 40 }, (_, place) => [
      String(500 + place),
      'Ken',
      'Mwangi',
      'Form 1',
      '',
      '',
      '',
      '',
    ]);
    const file = await xlsx(rows);
    const answers = await Promise.all([
      upload(file),
      upload(file, {}, {}, second),
      upload(file),
      upload(file, {}, {}, second),
    ]);
    expect(answers.map(({ body }) => body.created).toSorted()).toEqual([0, 0, 0, 40]);
    expect(await roll()).toHaveLength(40);
  });

  it('tells its sender how far it is, and nobody else', async () => {
    const progress = newId();
    await upload(await xlsx([amina]), { progress });
    expect((await office.ask(getImportProgress, { sysid: progress })).body).toMatchObject({ step: 'recording' });
    expect((await second.ask(getImportProgress, { sysid: progress })).body).toEqual({
      step: 'reading',
      done: 0,
      total: 0,
    });
  });

  it('lets no other school see or undo it', async () => {
    const { batchSYSID } = (await upload(await xlsx([amina]))).body;
    const stranger = await house.aPerson('SchoolAdmin', await house.aSchool());
    expect((await stranger.ask(getImports)).body).toEqual([]);
    expect((await stranger.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).problem).toBe('import.not-found');
  });
});

describe('what a spreadsheet comes back as', () => {
  async function fileOf(endpoint: { path: string }, method: 'GET' | 'POST' = 'GET'): Promise<string[][]> {
    const response = await house.app.inject({
      method,
      url: `/api/${endpoint.path}`,
      headers: clientHeaders(house.house, office.token),
    });
    expect([response.statusCode, response.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename=".*\.xlsx"$/),
    ]);
    return (await readSheet(response.rawPayload, 'x.xlsx')).rows.map(({ cells }) => [...cells]);
  }

  it('hands out the templates of the contract', async () => {
    expect(await fileOf(getStudentTemplate)).toEqual([HEAD]);
    expect(await fileOf(getDepositTemplate)).toEqual([PAY]);
  });

  it('shows a file with its columns known and its PINs hidden', async () => {
    const { body } = await office.ask<{ columns: { field: string | null }[]; rows: { cells: string[] }[] }>(readCall, {
      Sheet: await xlsx([amina], [...HEAD, 'Remarks']),
      kind: 'students',
    });
    expect(body.columns.map(({ field }) => field)).toEqual([
      'admissionNumber',
      'firstName',
      'lastName',
      'className',
      'checkPin',
      'guardianName',
      'guardianPhone',
      'guardianEmail',
      null,
    ]);
    expect(body.rows[0]?.cells.slice(0, 6)).toEqual(['0012', 'Amina', 'Juma', 'Form 1', '••••', 'Grace Juma']);
  });

  it('marks the rows that are wrong, to be mended and sent again', async () => {
    const bad = ['x9', 'Ken', '', 'Form 1', '4827', '', '', ''];
    const response = await markedUp(await xlsx([amina, bad]), true);
    expect(response).toEqual([
      [...HEAD, 'What is wrong'],
      ['x9', 'Ken', '', 'Form 1', '4827', '', '', '', 'Admission Number must be 1 to 12 digits; Last Name is required'],
    ]);
    const all = await markedUp(await xlsx([amina, bad]), false);
    expect(all).toHaveLength(3);
    // Mended and sent as it came, with the column that told what was wrong.
    const mended = [...(all[2] ?? [])];
    mended[0] = '99';
    mended[2] = 'Mwangi';
    const again = await xlsx([all[1] ?? [], mended], all[0]);
    expect((await upload(again)).body).toMatchObject({ created: 2, errors: [] });
  });

  async function markedUp(file: { filename: string; bytes: Uint8Array }, onlyWrong: boolean): Promise<string[][]> {
    const form = new FormData();
    form.set('Sheet', new Blob([new Uint8Array(file.bytes)]), file.filename);
    form.set('kind', 'students');
    form.set('onlyWrong', String(onlyWrong));
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const response = await house.app.inject({
      method: 'POST',
      url: `/api/${markSheet.path}`,
      headers: {
        ...clientHeaders(house.house, office.token),
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    expect(response.statusCode).toBe(200);
    return (await readSheet(response.rawPayload, 'x.xlsx')).rows.map(({ cells }) => [...cells]);
  }
});

describe('paying a list in', () => {
  beforeEach(async () => {
    await upload(await xlsx([amina, brian]));
  });

  /** Makes the lists of the school older, as if the days had passed. */
  const aged = async (days: number) => {
    const owner = new pg.Client({ connectionString: house.ownerUrl });
    await owner.connect();
    await owner.query(`SET app.school_id = '${school}'`);
    const { rowCount } = await owner.query('UPDATE import_batches SET at = at - make_interval(days => $1)', [days]);
    await owner.end();
    expect(rowCount).toBeGreaterThan(0);
  };

  it('pays each row once; the same file again pays nothing', async () => {
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

  it('pays a list once that two people send at the same moment', async () => {
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

  it('finds each thing that is wrong at its cell', async () => {
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
    expect(await balance('0013')).toBe(0);
  });

  it('takes the same payment for another one once the earlier list is older than seven days', async () => {
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

  it('refuses a payment that another list of these days has made, until it gets a reference of its own', async () => {
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
    const mended = await payIn(
      await xlsx(
        [
          ['0012', '100', ''],
          ['0013', '5', ''],
        ],
        PAY,
      ),
    );
    expect(mended.body.detail.errors).toMatchObject([{ row: 2, why: 'paid-in-before' }]);
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

  it('pays nothing to who has left', async () => {
    await office.ask(updateStudent, { sysid: (await roll())[0]?.sysid ?? '', status: 'left' });
    expect((await payIn(await xlsx([['0012', '100', '']], PAY))).body.detail.errors).toMatchObject([
      { why: 'student-left' },
    ]);
  });

  it('is taken back by another person, once, and may then come in again', async () => {
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
    const twice = await second.ask(undoImport, { batchSYSID: batchSYSID ?? '' });
    expect([twice.status, twice.problem]).toEqual([409, 'import.undone-already']);
    expect((await payIn(file)).body).toMatchObject({ created: 2, skipped: 0 });
  });

  it('is taken back whole or not at all: money that is spent keeps it', async () => {
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

  it('leaves out of the undo what was taken back by itself', async () => {
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

describe('taking a list of students back', () => {
  it('hides who was added, with their classes, and lets the same list in again', async () => {
    const file = await xlsx([['1', 'A', 'B', 'Grade 9', '4827', 'Jane', '0712345678', '']]);
    const { batchSYSID } = (await upload(file, { createClasses: true })).body;
    expect((await office.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).body).toMatchObject({
      deleted: 1,
      restored: 0,
      kept: [],
    });
    expect(await roll()).toEqual([]);
    expect((await office.ask<{ className: string }[]>(getClasses)).body.map(({ className }) => className)).toEqual([
      'Form 1',
    ]);
    expect((await office.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).problem).toBe('import.undone-already');
    expect((await upload(file, { createClasses: true })).body).toMatchObject({ created: 1 });
    expect((await office.ask<ImportRow[]>(getImports)).body).toMatchObject([
      { undoneAt: null },
      { undoneBy: 'Wanjiru Otieno' },
    ]);
  });

  it('gives who was changed what they had', async () => {
    await upload(await xlsx([amina, brian]));
    await office.ask(createClass, { className: 'Form 2' });
    const changed = ['0012', 'Amina', 'Wanjiku', 'Form 2', '', 'Grace W', '0712345678', 'g@example.com'];
    const added = [...brian.slice(0, 5), 'Peter Otieno', '0722000111', ''];
    const { batchSYSID } = (await upload(await xlsx([changed, added]))).body;
    expect((await office.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).body).toMatchObject({
      deleted: 0,
      restored: 2,
      kept: [],
    });
    const rows = await roll();
    expect(rows[0]).toMatchObject({ names: 'Amina Juma', className: 'Form 1' });
    expect((await office.ask(getContacts, { studentSYSID: rows[0]?.sysid ?? '' })).body).toMatchObject([
      { name: 'Grace Juma', email: null },
    ]);
    expect((await office.ask(getContacts, { studentSYSID: rows[1]?.sysid ?? '' })).body).toEqual([]);
  });

  it('keeps whoever was touched since, and names them', async () => {
    const numbers = ['1', '2', '3', '4', '5', '6'];
    const { batchSYSID } = (
      await upload(await xlsx(numbers.map((number) => [number, 'A', 'B', 'Form 1', '4827', '', '', ''])))
    ).body;
    const ids = new Map((await roll()).map(({ admissionNumber, sysid }) => [admissionNumber, sysid]));
    const id = (number: string) => ids.get(number) ?? '';
    await office.ask(deposit, { admissionNumber: '1', amount: 10 });
    await office.ask(updateStudent, { sysid: id('2'), names: 'A C' });
    await office.ask(addContact, { studentSYSID: id('3'), name: 'Jane', mobileNumber: '254712345678' });
    await office.ask(updateStudent, { sysid: id('4'), checkPin: '6194' });
    await office.ask(updateStudent, { sysid: id('5'), status: 'left' });
    const { body } = await office.ask<{
      deleted: number;
      kept: { admissionNumber: string; row: number; reason: string }[];
    }>(undoImport, { batchSYSID: batchSYSID ?? '' });
    expect(body.deleted).toBe(1);
    expect(body.kept.map(({ admissionNumber, row, reason }) => [admissionNumber, row, reason])).toEqual([
      ['1', 2, 'has money recorded'],
      ['2', 3, 'was changed since'],
      ['3', 4, 'was changed since'],
      ['4', 5, 'was changed since'],
      ['5', 6, 'has left meanwhile'],
    ]);
    expect((await roll()).map(({ admissionNumber }) => admissionNumber)).toEqual(['1', '2', '3', '4', '5']);
  });

  it("keeps a guardian's number that was mended since, with the student", async () => {
    await upload(await xlsx([brian]));
    const named = [...brian.slice(0, 5), 'Peter Otieno', '0722000111', ''];
    const { batchSYSID } = (await upload(await xlsx([amina, named]))).body;
    const guardians = async () => {
      const lists = (await roll()).map(({ sysid }) =>
        office.ask<{ sysid: string; mobileNumber: string }[]>(getContacts, { studentSYSID: sysid }),
      );
      return (await Promise.all(lists)).flatMap(({ body }) => body);
    };
    for (const [place, { sysid }] of (await guardians()).entries()) {
      await office.ask(updateContact, { sysid, mobileNumber: `25473300000${place}` });
    }
    expect((await office.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).body).toMatchObject({
      deleted: 0,
      restored: 0,
      kept: [{ reason: 'was changed since' }, { reason: 'was changed since' }],
    });
    expect((await guardians()).map(({ mobileNumber }) => mobileNumber)).toEqual(['254733000000', '254733000001']);
  });

  it('keeps of the list no PIN, nor its hash', async () => {
    await upload(await xlsx([amina]));
    const kept = await house.house.db.inSchool(school, (tx) =>
      tx.rows<{ text: string }>('SELECT r::text AS text FROM import_rows r WHERE school_id = $1', [school]),
    );
    expect(kept).toHaveLength(1);
    const told = await house.house.db.inSchool(school, (tx) =>
      tx.rows<{ text: string }>('SELECT detail::text AS text FROM audit_events WHERE school_id = $1', [school]),
    );
    const all = JSON.stringify([kept, told]);
    expect(all).not.toContain('4827');
    expect(all).not.toContain('argon2');
    expect(all).not.toContain('254712345678');
    expect(all).not.toContain(createHash('sha256').update('4827').digest('hex'));
  });
});
