import { sendCollectorCode } from '@mfuko/contract/collectors';
import { getContacts, getStudents } from '@mfuko/contract/students';
import { describe, expect, it } from 'vitest';
import { office, openOffice, type Row, school, server, upload, xlsx } from './imports.testkit.ts';

openOffice();

const CHECK = { dryRun: true };

describe("student list without guardians' names", () => {
  const head = ['ADM NO.', "STUDENT'S NAME", 'FORM', 'PARENTS’ PHONE NO.'];
  const contacts = async (number: string) => {
    const { body } = await office.ask<Row[]>(getStudents, { search: number });
    return (await office.ask<{ sysid: string }[]>(getContacts, { studentSYSID: body[0]?.sysid ?? '' })).body;
  };

  it("stores phones as the student's guardian and ignores cells for none", async () => {
    const rows = [
      ['41', 'Amina Otieno', 'Form 1', '0722 000 111'],
      ['42', 'Brian Mutua', 'Form 1', 'N/A'],
      ['43', 'Zainab Juma', 'Form 1', '-'],
    ];
    expect((await upload(await xlsx(rows, head))).body).toMatchObject({ created: 3, errors: [] });
    expect(await contacts('41')).toMatchObject([{ name: 'Guardian of Amina Otieno', mobileNumber: '254722000111' }]);
    expect([await contacts('42'), await contacts('43')]).toEqual([[], []]);
    expect((await upload(await xlsx(rows, head), CHECK)).body).toMatchObject({ skipped: 3, errors: [] });
  });

  it('is refused when the title does not say whose phones they are', async () => {
    const row = ['41', 'Amina Otieno', 'Form 1', '0722 000 111'];
    for (const title of ['PHONE', 'Mobile No.', 'Contact', 'TEL', 'Cell']) {
      const { body } = await upload(await xlsx([row], [...head.slice(0, 3), title]), { ...CHECK, partial: true });
      expect([title, body.created, body.errors]).toMatchObject([
        title,
        0,
        [{ cell: null, field: 'guardianName', why: 'no-name', params: { title } }],
      ]);
    }
    for (const title of ['Father Phone', 'SIMU YA MZAZI', 'Guardian’s contact'])
      expect((await upload(await xlsx([row], [...head.slice(0, 3), title]), CHECK)).body).toMatchObject({ errors: [] });
  });

  it('an error in a name reports no missing column', async () => {
    const { body } = await upload(await xlsx([['41', '', 'Form 1', '0722000111']], head), CHECK);
    expect(body.errors.map(({ cell, why }) => [cell, why])).toEqual([['B2', 'required']]);
  });

  it('a guardian added by such a list gets no collector code at once', async () => {
    await upload(await xlsx([['42', 'Brian', 'Mutua', 'Form 1', '', '', '']]));
    const rows = [
      ['41', 'Amina Otieno', 'Form 1', '0722 000 111'],
      ['42', 'Brian Mutua', 'Form 1', '0722 000 112'],
    ];
    expect((await upload(await xlsx(rows, head))).body).toMatchObject({ created: 1, updated: 1 });
    await upload(await xlsx([['43', 'Zainab', 'Juma', 'Form 1', '', 'Halima Juma', '0722000113']]));
    const guard = await server.aPerson('CheckAgent', school, ['gate']);
    const sent = async (admissionNumber: string) => {
      const [contact] = await contacts(admissionNumber);
      const answer = await guard.ask(sendCollectorCode, {
        ...{ admissionNumber, contactSYSID: contact?.sysid, name: 'Peter Kamau' },
      });
      return answer.problem ?? answer.status;
    };
    expect([await sent('41'), await sent('42'), await sent('43')]).toEqual([
      'collector.number',
      'collector.number',
      200,
    ]);
  });

  it('warns of a phone shared by more than three students', async () => {
    const row = (number: number, phone: string) => [String(number), `Child Number ${number}`, 'Form 1', phone];
    const teacher = [1, 2, 3, 4].map((number) => row(number, '0722 000 111'));
    const family = [5, 6, 7].map((number) => row(number, '0722 000 222'));
    const file = await xlsx([...teacher, ...family], head);
    const { body } = await upload(file);
    expect(body).toMatchObject({ created: 7, errors: [] });
    expect(body.warnings.map(({ cell, why, params }) => [cell, why, params])).toEqual(
      [2, 3, 4, 5].map((at) => [`D${at}`, 'shared-phone', { students: 4 }]),
    );
    // Guardians who exist already cause no second warning.
    expect((await upload(file, CHECK)).body).toMatchObject({ skipped: 7, warnings: [] });
    const named = teacher.map((cells) => [...cells, 'Grace Otieno']);
    const { body: of } = await upload(await xlsx(named, [...head, 'Parent’s name']), CHECK);
    expect(of).toMatchObject({ updated: 4, warnings: [] });
  });

  it('keeps the name of a guardian who exists', async () => {
    await upload(await xlsx([['41', 'Amina', 'Otieno', 'Form 1', '', 'Grace Otieno', '0722000111']]));
    const file = await xlsx([['41', 'Amina Otieno', 'Form 1', '0722000111', 'grace@example.com']], [...head, 'Email']);
    expect((await upload(file)).body).toMatchObject({ updated: 1, errors: [] });
    expect(await contacts('41')).toMatchObject([{ name: 'Grace Otieno', email: 'grace@example.com' }]);
  });

  it('a column for the name makes the name required', async () => {
    const file = await xlsx([['41', 'Amina Otieno', 'Form 1', '0722000111', '']], [...head, 'Parent’s name']);
    expect((await upload(file, CHECK)).body.errors).toMatchObject([{ cell: 'E2', why: 'no-name' }]);
  });
});
