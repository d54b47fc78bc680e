import { getContacts, getStudents } from '@mfuko/contract/students';
import { describe, expect, it } from 'vitest';
import { office, openOffice, type Row, upload, xlsx } from './imports.testkit.ts';

openOffice();

const CHECK = { dryRun: true };

describe('a roll with phones and without guardians’ names', () => {
  const head = ['ADM NO.', "STUDENT'S NAME", 'FORM', 'PARENTS’ PHONE NO.'];
  const contacts = async (number: string) => {
    const { body } = await office.ask<Row[]>(getStudents, { search: number });
    return (await office.ask<object[]>(getContacts, { studentSYSID: body[0]?.sysid ?? '' })).body;
  };

  it('keeps each phone under the student’s name, and passes over cells that say there is none', async () => {
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

  it('takes no name from a guardian whom the school knows', async () => {
    await upload(await xlsx([['41', 'Amina', 'Otieno', 'Form 1', '', 'Grace Otieno', '0722000111']]));
    const file = await xlsx([['41', 'Amina Otieno', 'Form 1', '0722000111', 'grace@example.com']], [...head, 'Email']);
    expect((await upload(file)).body).toMatchObject({ updated: 1, errors: [] });
    expect(await contacts('41')).toMatchObject([{ name: 'Grace Otieno', email: 'grace@example.com' }]);
  });

  it('still asks for a name where the list has a column for it', async () => {
    const file = await xlsx([['41', 'Amina Otieno', 'Form 1', '0722000111', '']], [...head, 'Parent’s name']);
    expect((await upload(file, CHECK)).body.errors).toMatchObject([{ cell: 'E2', why: 'no-name' }]);
  });
});
