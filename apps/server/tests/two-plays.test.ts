import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from '../../../e2e/client.ts';
import { createRecord } from './chaos/setting.ts';
import { aNumber, openTestServer, type TestServer } from './kit.ts';

/** Two attacks by staff of a school, played over HTTP in their order: the attacker gains nothing, and others are notified. */
const PIN = '274951';
const OTHER_PIN = '836042';
const MOTHER = '254722000111';
const ACCOMPLICE = '254733999888';

let server: TestServer;
let school: string;
let admin: WireClient;
let bursar: WireClient;
let bursarPhone: string;
let head: WireClient;
let classSYSID: unknown;

beforeAll(async () => {
  server = await openTestServer();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  school = await server.aSchool();
  const [one, two] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
  bursarPhone = one.phone;
  [bursar, head] = [await connect(url, one.token), await connect(url, two.token)];
  admin = await connect(url, (await server.aPerson('Admin')).token);
  classSYSID = (await createRecord(bursar, 'school/createClass', { className: 'Grade 4' })).sysid;
});
afterAll(() => server.close());

const gone = async (to: string) => {
  await server.runJobs();
  return server.sent.filter((sms) => sms.to === to);
};

describe('a dishonest bursar alone with a wallet', () => {
  it('cannot draw cash after changing number and PIN, and all changes are notified and recorded', async () => {
    const admissionNumber = String(9_000 + aNumber());
    const names = 'Amina Juma';
    const student = await createRecord(bursar, 'student/createStudent', {
      admissionNumber,
      names,
      classSYSID,
      checkPin: PIN,
    });
    const contact = { studentSYSID: student.sysid, name: 'Mama Amina', mobileNumber: MOTHER };
    const { sysid: guardian } = await createRecord(bursar, 'student/addContact', contact);
    await createRecord(bursar, 'wallet/deposit', { admissionNumber, amount: 5_000 });
    const before = { mother: (await gone(MOTHER)).length, accomplice: (await gone(ACCOMPLICE)).length };

    await createRecord(bursar, 'student/updateContact', { sysid: guardian, mobileNumber: ACCOMPLICE });
    await createRecord(bursar, 'student/updateStudent', { sysid: student.sysid, checkPin: OTHER_PIN });
    const draw = (amount: number, pin: string) =>
      bursar.call('wallet/cashOutPin', { admissionNumber, amount, pin, userName: bursarPhone });
    for (const amount of [5_000, 4_999, 100, 1])
      expect((await draw(amount, OTHER_PIN)).body, `KES ${amount}`).toMatchObject({ problem: 'wallet.hold' });
    await createRecord(bursar, 'student/updateStudent', { sysid: student.sysid, checkPin: PIN });
    await createRecord(bursar, 'student/updateContact', { sysid: guardian, mobileNumber: MOTHER });
    expect((await draw(5_000, PIN)).body).toMatchObject({ problem: 'wallet.hold' });

    const wallet = await bursar.call('wallet/getWallet', { admissionNumber }, 'GET');
    expect(wallet.body.balance).toBe(5_000);
    const texts = (await gone(MOTHER)).slice(before.mother).map(({ text }) => text);
    // The PIN was changed twice while the number was the accomplice's.
    expect(texts).toEqual([
      expect.stringMatching(/to one that ends in 888/),
      expect.stringMatching(/the PIN of Amina Juma was changed/),
      expect.stringMatching(/the PIN of Amina Juma was changed/),
      expect.stringMatching(/to one that ends in 111/),
    ]);
    const theirs = (await gone(ACCOMPLICE)).slice(before.accomplice).map(({ text }) => text);
    expect(theirs).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/changed to one that ends in 888/),
        expect.stringMatching(/the PIN of Amina Juma was changed/),
      ]),
    );
    expect([...texts, ...theirs].join()).not.toMatch(new RegExp(`${PIN}|${OTHER_PIN}`));
    const steps = async (kind: string, sysid: unknown) => {
      const { body } = await head.call('reports/getHistory', { kind, sysid: String(sysid) }, 'GET');
      return (body as unknown as { action: string }[]).map(({ action }) => action);
    };
    expect(await steps('student', student.sysid)).toEqual([
      'guardian.update',
      'student.pin',
      'student.pin',
      'guardian.update',
      'guardian.create',
      'student.create',
    ]);
    expect(await steps('guardian', guardian)).toEqual(['guardian.update', 'guardian.update', 'guardian.create']);
  });

  it('cannot send a pickup code or a refund to a guardian just added, and the mother is notified', async () => {
    const admissionNumber = String(9_000 + aNumber());
    const student = await createRecord(bursar, 'student/createStudent', {
      admissionNumber,
      names: 'Amina Juma',
      classSYSID,
    });
    const contact = { studentSYSID: student.sysid, name: 'Mama Amina', mobileNumber: MOTHER };
    const { sysid: guardian } = await createRecord(bursar, 'student/addContact', contact);
    await createRecord(bursar, 'wallet/deposit', { admissionNumber, amount: 5_000 });
    await server.context.db.inSchool(school, (tx) =>
      tx.row(`UPDATE guardians SET created_at = created_at - interval '2 days' WHERE school_id = $1`, [school]),
    );
    const before = (await gone(MOTHER)).length;

    await createRecord(bursar, 'student/deleteContact', { sysid: guardian });
    const theirs = { ...contact, name: 'Uncle', mobileNumber: ACCOMPLICE };
    const { sysid: contactSYSID } = await createRecord(bursar, 'student/addContact', theirs);
    const code = await bursar.call('check/sendCollectorCode', { admissionNumber, contactSYSID, name: 'Tom Were' });
    expect(code.body).toMatchObject({ problem: 'collector.number' });
    await createRecord(bursar, 'student/updateStudent', { sysid: student.sysid, status: 'left' });
    const refund = { admissionNumber, mobileNumber: ACCOMPLICE, reason: 'Leaves the school' };
    expect((await bursar.call('wallet/refund', refund)).body).toMatchObject({ problem: 'wallet.hold' });

    expect((await gone(MOTHER)).slice(before).map(({ text }) => text)).toEqual([
      expect.stringMatching(/is no longer a guardian number of Amina Juma/),
      expect.stringMatching(/number that ends in 888 was added for Amina Juma/),
    ]);
  });
});

describe('a false paybill', () => {
  const text = (code: string) => `Dear parents, pay pocket money to Paybill ${code} from today.`;

  it('of another school cannot be configured, by a bursar or by an Admin', async () => {
    const other = await server.aSchool();
    const secrets = {
      consumerKey: 'a',
      consumerSecret: 'b',
      securityCredential: 'c',
      lnmPassWord: 'd',
      apiPassword: 'e',
    };
    const config = (schoolSYSID: string, shortCode: string, lnmShortCode: string) => ({
      ...{
        schoolSYSID,
        shortCode,
        lnmShortCode,
        contactName: 'A',
        contactNumber: MOTHER,
        contactEmail: 'a@example.com',
      },
      ...{ initiator: 'a', apiUser: 'a', ...secrets },
    });
    await createRecord(admin, 'school/schoolConfig', config(other, '511001', '511002'));
    expect((await bursar.call('school/schoolConfig', config(school, '511001', '511003'))).body).toMatchObject({
      problem: 'session.role',
    });
    for (const [code, lnmCode] of [
      ['511001', '511003'],
      ['511003', '511001'],
      ['511002', '511002'],
    ] as const)
      expect((await admin.call('school/schoolConfig', config(school, code, lnmCode))).body).toMatchObject({
        problem: 'payment.short-code-taken',
      });
  });

  it('of another school or of nobody is announced to no guardian without a second person', async () => {
    const mobileNumber = `2547${String(60_000_000 + aNumber())}`;
    const admissionNumber = String(9_000 + aNumber());
    const child = await createRecord(bursar, 'student/createStudent', {
      admissionNumber,
      names: 'Otieno Ouma',
      classSYSID,
    });
    await createRecord(bursar, 'student/addContact', { studentSYSID: child.sysid, name: 'Baba', mobileNumber });
    const { body } = await bursar.call('messages/countAudience', {}, 'GET');
    for (const code of ['511001', '400200']) {
      const announced = { textEn: text(code), recipients: Number(body.recipients) };
      const { sysid, approval } = await createRecord(bursar, 'messages/announce', announced);
      expect(approval).toMatchObject({ state: 'waiting', why: ['payment'] });
      expect((await bursar.call('messages/approveAnnouncement', { sysid })).body).toMatchObject({
        problem: 'message.same-person',
      });
      expect((await gone(mobileNumber)).filter((sms) => sms.text === text(code))).toEqual([]);
      await createRecord(head, 'messages/rejectAnnouncement', { sysid });
      expect((await gone(mobileNumber)).filter((sms) => sms.text === text(code))).toEqual([]);
    }
  });
});
