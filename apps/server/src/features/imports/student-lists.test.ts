import {
  getImportProgress,
  getImports,
  type ImportRow,
  readSheet as readCall,
  undoImport,
  uploadStudents,
} from '@mfuko/contract/imports';
import { choosePin } from '@mfuko/contract/own-pin';
import { getClasses } from '@mfuko/contract/schools';
import { getContacts, getStudent, updateStudent } from '@mfuko/contract/students';
import { cashOutPin, deposit } from '@mfuko/contract/wallet';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/records/id.ts';
import {
  amina,
  brian,
  csv,
  HEAD,
  office,
  openOffice,
  roll,
  school,
  second,
  server,
  upload,
  xlsx,
} from './imports.testkit.ts';

openOffice();

describe('uploadStudents', () => {
  it('a PIN chosen at the desk of who uploaded the list is held, at another desk it is not', async () => {
    await upload(await xlsx(['1', '2'].map((number) => [number, 'A', 'B', 'Form 1', '4827', '', '', ''])));
    const choose = (by: typeof office, admissionNumber: string) =>
      by.ask<{ heldUntil: string | null }>(choosePin, { admissionNumber, pin: '4827', newPin: '6194' });
    expect((await choose(second, '1')).body.heldUntil).toBeNull();
    expect((await choose(office, '2')).body.heldUntil).toEqual(expect.any(String));
  });

  it('adds students with class, PIN and guardian, and the same file adds nothing again', async () => {
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

  it('a dry run records nothing and returns the counts', async () => {
    const answer = await upload(await xlsx([amina, brian]), { dryRun: true });
    expect([answer.status, answer.body.created, answer.body.batchSYSID]).toEqual([200, 2, null]);
    expect(await roll()).toEqual([]);
  });

  it('updates names, class and guardians, and never an existing PIN', async () => {
    await upload(await xlsx([amina, brian]));
    await server.aClass(school, 'Form 2');
    const moved = ['0012', 'Amina', 'Wanjiku', 'Form 2', '9999', 'Grace W', '+254 712 345 678', 'grace@example.com'];
    const answer = await upload(await xlsx([moved, [...brian.slice(0, 5), 'Peter Otieno', '0722000111', '']]));
    // A weak PIN is an error even for a student who already has a PIN.
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

  it('sets a first PIN for a student without one', async () => {
    await upload(await xlsx([[...amina.slice(0, 4), '', '', '', ''], brian]));
    const row = [...amina.slice(0, 5), '', '', ''];
    expect((await upload(await xlsx([row]), { dryRun: true })).body).toMatchObject({ updated: 1, skipped: 0 });
    expect((await upload(await xlsx([row]))).body).toMatchObject({ created: 0, updated: 1, skipped: 0 });
    await office.ask(deposit, { admissionNumber: '0012', amount: 100 });
    expect((await office.ask(cashOutPin, { admissionNumber: '0012', pin: '4827', amount: 10 })).status).toBe(200);
    expect((await upload(await xlsx([[...row.slice(0, 4), '6194', '', '', '']]))).body).toMatchObject({ skipped: 1 });
    expect((await office.ask(cashOutPin, { admissionNumber: '0012', pin: '6194', amount: 11 })).problem).toBe(
      'pin.wrong',
    );
  });

  it('imports the month of birth, ignores empty cells, and the undo restores it', async () => {
    const head = [...HEAD, 'Date of Birth'];
    const born = async () => {
      const [first] = await roll();
      return (await office.ask<{ birthMonth: string | null }>(getStudent, { admissionNumber: first?.admissionNumber }))
        .body.birthMonth;
    };
    await upload(await xlsx([[...amina, '14/3/2015']], head));
    expect(await born()).toBe('2015-03');
    const same = await upload(await xlsx([[...amina, '']], head));
    expect(same.body).toMatchObject({ updated: 0, skipped: 1 });
    const changed = await upload(await xlsx([[...amina, '2015-04']], head));
    expect(changed.body).toMatchObject({ updated: 1 });
    expect(await born()).toBe('2015-04');
    await office.ask(undoImport, { batchSYSID: changed.body.batchSYSID });
    expect(await born()).toBe('2015-03');
    for (const wrong of ['3/14/2015', 'Mar-15', '2999-01', '1949-12']) {
      const answer = await upload(await xlsx([[...amina, wrong]], head));
      expect(answer.body.detail.errors).toMatchObject([{ cell: 'I2', why: 'month' }]);
    }
  });

  it('the undo keeps a month of birth that the office changed since', async () => {
    const head = [...HEAD, 'Date of Birth'];
    await upload(await xlsx([amina]));
    const { body } = await upload(await xlsx([[...amina, '2015-04']], head));
    const sysid = (await roll())[0]?.sysid ?? '';
    await office.ask(updateStudent, { sysid, birthMonth: '2015-05' });
    const undone = await office.ask<{ kept: object[] }>(undoImport, { batchSYSID: body.batchSYSID });
    expect(undone.body.kept).toMatchObject([{ why: 'changed' }]);
  });

  it('reports each error at its cell and records nothing', async () => {
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
    const toldOf = (fault: string) => answer.body.detail.errors.find(({ why }) => why === fault);
    expect(toldOf('pin-weak')).toMatchObject({ fieldCode: 'pin-in-sequence' });
    expect(toldOf('duplicate-row')).toMatchObject({ params: { first: 15 } });
    expect(named).toMatchObject({ row: 7, column: 'Class', value: 'Form 9', message: 'is no class of the school' });
  });

  it('an answer never contains a PIN, whatever the column mapping', async () => {
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

  it('partial imports the valid rows only', async () => {
    const answer = await upload(await xlsx([amina, ['x', 'A', 'B', 'Form 1', '', '', '', '']]), { partial: true });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ rows: 2, created: 1, errors: [{ row: 3 }] });
    expect(await roll()).toHaveLength(1);
    expect((await office.ask<ImportRow[]>(getImports)).body).toMatchObject([
      { created: 1, leftOut: 1, own: true, fileName: 'roll.xlsx' },
    ]);
  });

  it('createClasses creates each missing class once, in any case', async () => {
    const rows = [
      ['1', 'A', 'B', 'Grade 7 East', '', '', '', ''],
      ['2', 'C', 'D', 'GRADE 7 EAST', '', '', '', ''],
    ];
    expect((await upload(await xlsx(rows), { createClasses: true })).body).toMatchObject({ created: 2 });
    const names = (await office.ask<{ className: string }[]>(getClasses)).body.map(({ className }) => className);
    expect(names).toEqual(['Form 1', 'Grade 7 East']);
  });

  it('recognises other titles, a line above the header, and form and stream columns', async () => {
    await server.aClass(school, 'Form 1 East');
    const text =
      'Class list 2026,,,,\nADM NO.,Name of Student,Form,Stream,Parent Phone,Parent\n7,Ann  Njeri,Form 1,East,712345678,Mary Njeri\n';
    const answer = await upload(csv(text));
    expect(answer.body).toMatchObject({ rows: 1, created: 1, errors: [] });
    expect(await roll()).toMatchObject([{ admissionNumber: '7', names: 'Ann Njeri', className: 'Form 1 East' }]);
  });

  it('accepts a column mapping and reports missing columns', async () => {
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

  it('reports a number that may have lost its zeros', async () => {
    await upload(await xlsx([amina]));
    const answer = await upload(csv('Adm,Name,Class\n12,Amina Juma,Form 1\n'));
    expect(answer.body.detail.errors).toMatchObject([{ why: 'lost-zeros', value: '12' }]);
    expect((await upload(await xlsx([['12', 'Other', 'Child', 'Form 1', '', '', '', '']]))).body).toMatchObject({
      created: 1,
    });
  });

  it('refuses damaged, empty and missing spreadsheets', async () => {
    const damaged = { filename: 'a.xlsx', mimetype: '', bytes: Buffer.from('PK\u0003\u0004nothing') };
    for (const [file, words] of [
      [damaged, 'is damaged'],
      [await xlsx([]), 'no rows below its header'],
    ] as const)
      expect(await upload(file)).toMatchObject({
        status: 400,
        problem: 'sheet.unreadable',
        body: { detail: { fields: { Students: expect.stringContaining(words) } } },
      });
    const none = await office.ask<{ message: string }>(uploadStudents, {});
    expect([none.status, none.body.message]).toEqual([
      400,
      'Please check your input: Students Please choose a valid document.',
    ]);
  });

  it('a repeated key returns the first answer and records once', async () => {
    const file = await xlsx([amina]);
    const first = await upload(file, {}, { key: 'k1' });
    const again = await upload(file, {}, { key: 'k1' });
    expect(again.body).toEqual(first.body);
    expect((await upload(await xlsx([brian]), {}, { key: 'k1' })).problem).toBe('idempotency.other-input');
  });

  it('a list sent four times at once by two users is recorded once', async () => {
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

  it('getImportProgress shows the progress to its sender only', async () => {
    const progress = newId();
    await upload(await xlsx([amina]), { progress });
    expect((await office.ask(getImportProgress, { sysid: progress })).body).toMatchObject({ step: 'recording' });
    expect((await second.ask(getImportProgress, { sysid: progress })).body).toEqual({
      step: 'reading',
      done: 0,
      total: 0,
    });
  });

  it("another school's user can neither see nor undo the list", async () => {
    const { batchSYSID } = (await upload(await xlsx([amina]))).body;
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await stranger.ask(getImports)).body).toEqual([]);
    expect((await stranger.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).problem).toBe('import.not-found');
  });
});
