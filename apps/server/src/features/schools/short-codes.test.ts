import { getSchoolConfig, schoolConfig } from '@mfuko/contract/schools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());

function set(schoolSYSID: string, accountPrefix: string | undefined, shortCode: string) {
  return admin.ask<{ problem: string; detail: { fieldCodes: object } }>(schoolConfig, {
    schoolSYSID,
    contactName: 'Achieng Odhiambo',
    contactNumber: '254722000111',
    contactEmail: 'bursar@example.com',
    shortCode,
    lnmShortCode: shortCode,
    ...(accountPrefix === undefined ? {} : { accountPrefix }),
    initiator: 'schoolapi',
    apiUser: 'portal',
  });
}

describe('short code shared by schools', () => {
  it('needs a prefix per school, none the beginning of another', async () => {
    const [first, second, third] = [await server.aSchool(), await server.aSchool(), await server.aSchool()];
    const code = String(610000 + aNumber());
    const refusal = async (answer: ReturnType<typeof set>) => {
      const { status, body } = await answer;
      return status === 200 ? 'set' : body.problem;
    };
    for (const bad of ['A', 'ABCDEFGHI', 'A-B', '1234', 'Ä1'])
      expect((await set(first, bad, code)).body).toMatchObject({
        detail: { fieldCodes: { accountPrefix: { code: 'account-prefix' } } },
      });
    expect(await refusal(set(first, undefined, code))).toBe('set');
    // The first school has no prefix yet, so it does not share its code.
    expect(await refusal(set(second, 'AB', code))).toBe('payment.short-code-taken');
    // Grouping does not matter: it is the same code.
    for (const typed of [`${code.slice(0, 3)} ${code.slice(3)}`, `${code.slice(0, 3)}-${code.slice(3)}`])
      expect(await refusal(set(second, 'AB', typed))).toBe('payment.short-code-taken');
    expect(await refusal(set(first, 'ab1', code))).toBe('set');
    expect(await refusal(set(second, undefined, code))).toBe('payment.short-code-taken');
    for (const like of ['AB', 'AB1', 'AB12'])
      expect(await refusal(set(second, like, code))).toBe('payment.prefix-taken');
    expect(await refusal(set(second, 'AC', code))).toBe('set');
    // An omitted prefix stays; an empty one is refused while another school shares the code.
    expect(await refusal(set(first, undefined, code))).toBe('set');
    expect(await refusal(set(first, '', code))).toBe('payment.short-code-taken');
    expect((await admin.ask(getSchoolConfig, { schoolSYSID: first })).body).toMatchObject({
      accountPrefix: 'AB1',
    });
    // Guardians keep typing a prefix that a school gave up, so no other school can have it.
    expect(await refusal(set(first, 'XY', code))).toBe('set');
    expect(await refusal(set(third, 'AB1', code))).toBe('payment.prefix-taken');
    expect(await refusal(set(third, 'XY1', code))).toBe('payment.prefix-taken');
  });

  it('of two overlapping prefixes claimed at once only one school gets one', async () => {
    const sharers = await Promise.all(Array.from({ length: 6 }, () => server.aSchool()));
    const code = String(620000 + aNumber());
    const answers = await Promise.all(sharers.map((each, place) => set(each, place % 2 ? 'KIL' : 'KILI', code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });
});
