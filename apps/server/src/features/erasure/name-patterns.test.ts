import * as students from '@mfuko/contract/students';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import type { NamePattern } from '../../platform/audit/name-pattern.ts';
import { readNamePatterns } from './name-patterns.ts';

const NAMES = "Nanjala Wekesa Ng'ang'a";
const GUARDIAN = { name: 'Philomena Jerotich', mobileNumber: '254722000111' };

let server: TestServer;
/** Patterns for other rows: others may have the same names, so that a single name identifies nobody. */
let others: NamePattern;
let own: NamePattern;

beforeAll(async () => {
  server = await openTestServer();
  ({ own, others } = await tellingsOf({ names: NAMES, admissionNumber: '740199', guardian: GUARDIAN }, [
    {
      names: NAMES.split(' ')
        .map((word) => `${word} Barasa`)
        .join(' '),
    },
  ]));
});
afterAll(() => server.close());

interface Somebody {
  readonly names: string;
  readonly admissionNumber?: string;
  readonly guardian?: typeof GUARDIAN;
}

/** Reads the patterns that name a child, in a school with other children. */
async function tellingsOf(child: Somebody, beside: readonly Somebody[] = []) {
  const school = await server.aSchool();
  const head = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school);
  const id = await add(head, classSYSID, child);
  for (const each of beside) await add(head, classSYSID, each);
  return server.context.db.readSchool(school, (tx) => readNamePatterns(tx, id));
}

async function add(head: Person, classSYSID: string, { names, guardian, ...rest }: Somebody): Promise<string> {
  const admissionNumber = rest.admissionNumber ?? String(60_000_000 + aNumber());
  const made = await head.ask<{ sysid: string }>(students.createStudent, { admissionNumber, names, classSYSID });
  expect(made.status).toBe(200);
  if (guardian)
    expect((await head.ask(students.addContact, { studentSYSID: made.body.sysid, ...guardian })).status).toBe(200);
  return made.body.sysid;
}

/** Tests the same pattern in PostgreSQL, which redacts plaintext columns, while JavaScript redacts sealed ones. */
async function namesThere(pattern: NamePattern, text: string): Promise<boolean | undefined> {
  const school = await server.aSchool();
  const found = await server.context.db.readSchool(school, (tx) =>
    tx.row<{ named: boolean }>('SELECT $1::text ~* $2 AS named', [text, pattern.sql]),
  );
  return found?.named;
}

describe('NamePattern for any row', () => {
  it.each([
    'Nanjala Wekesa lost a shoe',
    'for WEKESA, NANJALA.',
    'ng’ang’a wekesa amechelewa',
    'Paid for 740199 by mistake',
    'nanjala_wekesa is no name, but Nanjala  Wekesa is',
    'Called 0722 000 111 twice',
    'the mother (+254722000111) came',
    'Jerotich Philomena signed',
  ])('matches: %s', async (text) => {
    expect([others.names(text), await namesThere(others, text)]).toEqual([true, true]);
  });

  it.each([
    'Nanjala Barasa lost a shoe',
    'Wekesa lost a shoe',
    'Paid 7401990',
    'Paid KES 740,199',
    'Called 0722 000 112',
    'Philomena signed',
  ])('does not match while others share the name: %s', async (text) => {
    expect([others.names(text), await namesThere(others, text)]).toEqual([false, false]);
  });

  it('a single name matches when nobody else has it, and short words never', async () => {
    const alone = await tellingsOf({ names: NAMES }, [{ names: 'Wekesa Barasa' }]);
    expect(alone.others.names('nanjala lost a shoe')).toBe(true);
    expect(alone.others.names('Wekesa lost a shoe')).toBe(false);
    expect((await tellingsOf({ names: 'Ann Lee' })).others.names('Ann lost a shoe')).toBe(false);
  });

  it('a short number matches only where it is marked as one', async () => {
    const short = (await tellingsOf({ names: NAMES, admissionNumber: '17' })).others;
    for (const text of ['Adm. 17 was late', 'student no 17', '17', 'namba 0017', 'Juma (17)'])
      expect([text, short.names(text), await namesThere(short, text)]).toEqual([text, true, true]);
    for (const text of ['17 plates', 'KES 17', 'number 170'])
      expect([text, short.names(text), await namesThere(short, text)]).toEqual([text, false, false]);
  });

  it('a guardian of another student of the school does not match', async () => {
    const sibling = { names: 'Amina Juma', guardian: GUARDIAN };
    const told = (await tellingsOf({ names: NAMES, guardian: GUARDIAN }, [sibling])).others;
    expect(told.names('Philomena Jerotich, 0722000111')).toBe(false);
  });

  it('without() replaces only what names the student', () => {
    expect(others.without('Late: Nanjala Wekesa Ng’ang’a and Otieno (740199)')).toBe('Late: … and Otieno (…)');
  });
});

it("in the student's own rows each single name matches", () => {
  for (const text of ['The aunt of Nanjala paid', 'Philomena signed', '0722000111'])
    expect([text, own.names(text)]).toEqual([text, true]);
  expect(own.names('Slip 17')).toBe(false);
});

it('special characters in a name are matched literally', async () => {
  const { others: told } = await tellingsOf({ names: 'A.*B W(e)k[e]sa$' });
  for (const text of ['A.*B W(e)k[e]sa$ ran', 'w(e)k[e]sa$, a.*b'])
    expect([text, told.names(text), await namesThere(told, text)]).toEqual([text, true, true]);
  expect(told.names('Axx Otieno and everybody else')).toBe(false);
});
