import { find } from '@mfuko/contract/search';
import { addContact } from '@mfuko/contract/students';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';

interface Found {
  students: {
    admissionNumber: string;
    names: string;
    className: string;
    status?: string;
    guardian?: { name: string; phone: string } | null;
  }[];
  users: { sysid: string; names: string; role: string }[];
  schools: { sysid: string; shortName: string }[];
}

const NAMES: readonly (readonly [string, string])[] = [
  ['4001', 'Wanjiku Kamau'],
  ['4002', 'Achieng Odhiambo'],
  ['4003', 'Peter Njoroge Mwangi'],
  ['4004', 'Faith Chebet Kiprop'],
  ['40010', 'Brian Otieno'],
  ['5001', 'Wanjiru Kamau'],
  ['5002', "Nyong'o Akinyi"],
];
const PHONE = '254712345678';

let server: TestServer;
let school: string;
let bursar: Person;
let guard: Person;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool('Bahati');
  bursar = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school);
  admin = await server.aPerson('Admin');
  const classId = await server.aClass(school, 'Grade 4 East');
  for (const [admissionNumber, names] of NAMES) {
    const id = newId();
    await server.context.db.inSchool(school, (tx) =>
      addStudent(tx, { id, admissionNumber, names, classId, pinHash: null }),
    );
    if (admissionNumber !== '4002') continue;
    await bursar.ask(addContact, { studentSYSID: id, name: 'Mama Achieng', mobileNumber: PHONE });
  }
});
afterAll(() => server.close());

async function search(text: string, person = bursar, options: { school?: string } = {}): Promise<Found> {
  const answer = await person.ask<Found>(find, { text }, options);
  expect(answer.status).toBe(200);
  return answer.body;
}

const numbers = ({ students }: Found) => students.map(({ admissionNumber }) => admissionNumber);

describe('a student is found', () => {
  it.each([
    ['Wanjikuu', '4001'],
    ['wanjiku', '4001'],
    ['Acheng', '4002'],
    ['Achien', '4002'],
    ['Odiambo', '4002'],
    ['Joroge', '4003'],
    ['Njorogge', '4003'],
    ['mwangy', '4003'],
    ['Chebett', '4004'],
    ['Otino', '40010'],
    ['kamao wanjiku', '4001'],
    ['njoroge peter', '4003'],
    ["nyong'o", '5002'],
    ['Nyongo', '5002'],
  ])('by %s', async (text, admissionNumber) => expect(numbers(await search(text))[0]).toBe(admissionNumber));

  it('without merely similar names where one matches exactly', async () => {
    expect(numbers(await search('Wanj'))).toEqual(['4001', '5001']);
    expect(numbers(await search('Wanjiku'))).toEqual(['4001']);
    expect(numbers(await search('Wanjiru Kamau'))).toEqual(['5001']);
  });

  it('by the beginning of the admission number, the exact number first', async () => {
    expect(numbers(await search('4001'))).toEqual(['4001', '40010']);
    expect(numbers(await search('500'))).toEqual(['5001', '5002']);
    expect(numbers(await search('001'))).toEqual([]);
  });

  it.each(['0712345678', '+254 712 345 678', '254712345678', '345678', '5678'])(
    "by a guardian's phone %s, which is returned masked",
    async (text) => {
      const found = await search(text);
      expect(found.students).toMatchObject([
        { admissionNumber: '4002', guardian: { name: 'Mama Achieng', phone: '2547…678' } },
      ]);
      expect(JSON.stringify(found)).not.toContain('345678');
    },
  );

  it.each(['712345', '678', '0712345679', '%', '_____', 'xyzzy', 'Mama Achieng Otieno'])('not by %s', async (text) =>
    expect(numbers(await search(text))).toEqual([]),
  );

  it('after leaving by the office only, and not once deleted', async () => {
    const change = (sql: string) => server.context.db.inSchool(school, (tx) => tx.row(sql, [school]));
    await change(`UPDATE students SET status = 'left' WHERE school_id = $1 AND admission_number = '5002'`);
    expect((await search('akinyi')).students).toMatchObject([{ admissionNumber: '5002', status: 'left' }]);
    expect(numbers(await search('akinyi', guard))).toEqual([]);
    expect(numbers(await search('5002', guard))).toEqual([]);
    await change(`UPDATE students SET deleted_at = now() WHERE school_id = $1 AND admission_number = '5002'`);
    expect(numbers(await search('akinyi'))).toEqual([]);
  });
});

describe('search', () => {
  it('of students only returns no users or schools', async () => {
    const found = await admin.ask<Found>(find, { text: 'Otino', of: 'students' }, { school });
    expect(found.body).toMatchObject({ students: [{ admissionNumber: '40010' }], users: [], schools: [] });
    expect((await search('Otino', admin, { school })).users).not.toEqual([]);
  });

  it('returns number, name and class to an agent, who cannot search by phone', async () => {
    const found = await search('acheng', guard);
    expect(found).toEqual({
      students: [{ admissionNumber: '4002', names: 'Achieng Odhiambo', className: 'Grade 4 East' }],
      users: [],
      schools: [],
    });
    expect(await search(PHONE, guard)).toEqual({ students: [], users: [], schools: [] });
  });

  it('is limited to the own school', async () => {
    const other = await server.aSchool('Elsewhere');
    const stranger = await server.aPerson('SchoolAdmin', other);
    for (const text of ['Wanjiku', '4001', PHONE]) expect(numbers(await search(text, stranger))).toEqual([]);
    expect((await stranger.ask(find, { text: 'Wanjiku' }, { school })).problem).toBe('session.school');
    expect(numbers(await search('Wanjiku', admin, { school: other }))).toEqual([]);
    expect(numbers(await search('Wanjiku', admin))).toEqual([]);
    expect(numbers(await search('Wanjiku', admin, { school }))[0]).toBe('4001');
  });

  it('finds users by name and phone, those of the platform for an Admin', async () => {
    const found = await search('Otino');
    expect(found.users.map(({ sysid }) => sysid)).toEqual(expect.arrayContaining([bursar.userId, guard.userId]));
    expect(found.users.map(({ sysid }) => sysid)).not.toContain(admin.userId);
    expect((await search(guard.phone)).users).toEqual([
      { sysid: guard.userId, names: 'Wanjiru Otieno', role: 'CheckAgent' },
    ]);
    expect(JSON.stringify(await search(guard.phone))).not.toContain(guard.phone);
    expect((await search('Wanjiru', admin)).users.map(({ sysid }) => sysid)).toContain(admin.userId);
  });

  it('finds schools for Admins only', async () => {
    expect((await search('Bahatti', admin)).schools.map(({ shortName }) => shortName)).toContain('Bahati');
    expect((await search('Bahatti', admin, { school })).schools[0]).toMatchObject({ sysid: school });
    expect((await search('Bahati')).schools).toEqual([]);
  });

  it.each(["'; DROP TABLE students; --", '%%%', '\\', '((((', '🙂', 'a'.repeat(60)])(
    'finds no student by %j',
    async (text) => {
      expect(numbers(await search(text))).toEqual([]);
    },
  );
});
