import { createMenu, deleteMenu, restoreMenu, updateMenu } from '@mfuko/contract/canteen';
import { addDevice, updateDevice } from '@mfuko/contract/devices';
import { getHistory, type HistoryRow, RECORD_KINDS } from '@mfuko/contract/reports';
import { schoolConfig } from '@mfuko/contract/schools';
import { createStudent } from '@mfuko/contract/students';
import { cashOutPin, deposit } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { audit } from '../../platform/audit/audit.ts';

let server: TestServer;
let school: string;
let admin: Person;
let head: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool('Nyota');
  admin = await server.aPerson('Admin');
  head = await server.aPerson('SchoolAdmin', school);
});
afterAll(() => server.close());

async function history(who: Person, kind: string, sysid: string, options = {}): Promise<HistoryRow[]> {
  const answer = await who.ask<HistoryRow[]>(getHistory, { kind, sysid }, options);
  expect(answer.status).toBe(200);
  expect(answer.headers['x-total-count']).toBe(String(answer.body.length));
  return answer.body;
}

const config = {
  contactName: 'Mwalimu Otieno',
  contactNumber: '254711222333',
  contactEmail: 'ofisi@nyota.example',
  shortCode: '600100',
  lnmShortCode: '600101',
  initiator: 'nyota',
  apiUser: 'nyota-api',
  consumerKey: 'a-consumer-key-0001',
  consumerSecret: 'a-consumer-secret-0002',
  securityCredential: 'a-credential-0003',
  lnmPassWord: 'a-passkey-0004',
  apiPassword: 'an-api-password-0005',
};

describe('getHistory', () => {
  it('lists who changed what, newest first', async () => {
    const made = await head.ask<{ sysid: string }>(createMenu, { name: 'Githeri', quantityPerPerson: 1, price: 50 });
    const { sysid } = made.body;
    await admin.ask(updateMenu, { sysid, name: 'Githeri special', price: 60.5 }, { school });
    await head.ask(updateMenu, { sysid, price: 60.5 });
    await head.ask(deleteMenu, { sysid });
    await head.ask(restoreMenu, { sysid });
    const rows = await history(head, 'menu-item', sysid);
    expect(rows.map((row) => row.action)).toEqual(['menu.restore', 'menu.delete', 'menu.update', 'menu.create']);
    expect(rows[2]).toMatchObject({
      by: 'Wanjiru Otieno',
      changes: [
        { field: 'name', from: 'Githeri', to: 'Githeri special', secret: false },
        { field: 'price', from: 50, to: 60.5, secret: false },
      ],
    });
    expect(rows.every((row) => Math.abs(Date.parse(row.date) - Date.now()) < 60_000)).toBe(true);
    const second = await head.ask<HistoryRow[]>(getHistory, { kind: 'menu-item', sysid, page: 2, pageSize: 3 });
    expect(second.body.map((row) => row.action)).toEqual(['menu.create']);
    expect(second.headers['x-total-count']).toBe('4');
  });

  it('is hidden from other schools and agents, and an Admin must choose the school', async () => {
    const made = await admin.ask<{ sysid: string }>(addDevice, {
      serialNumber: 'FP-77',
      deviceLabel: 'Main gate',
      deviceRole: 'CHECKIN',
      schoolSYSID: school,
    });
    const { sysid } = made.body;
    await admin.ask(updateDevice, { sysid, deviceRole: 'CANTEEN' }, { school });
    const seen = await history(admin, 'device', sysid, { school });
    expect(seen[0]).toMatchObject({ changes: [{ field: 'deviceRole', from: 'CHECKIN', to: 'CANTEEN' }] });
    const other = await server.aSchool();
    expect(await history(await server.aPerson('SchoolAdmin', other), 'device', sysid)).toEqual([]);
    expect(await history(admin, 'device', sysid, { school: other })).toEqual([]);
    expect((await admin.ask(getHistory, { kind: 'device', sysid })).status).toBe(400);
    const agent = await server.aPerson('CheckAgent', school);
    expect((await agent.ask(getHistory, { kind: 'device', sysid })).problem).toBe('session.role');
    for (const kind of RECORD_KINDS) expect(await history(head, kind, crypto.randomUUID())).toEqual([]);
  });

  it("shows a school the platform's changes, and schools and users to Admins without a school", async () => {
    const other = await server.aSchool();
    const elsewhere = await server.aPerson('SchoolAdmin', other);
    expect((await history(elsewhere, 'school', other)).map((row) => row.action)).toEqual(['school.register']);
    expect(await history(elsewhere, 'school', school)).toEqual([]);
    expect(await history(admin, 'school', other)).toMatchObject([{ action: 'school.register', by: 'Mfuko' }]);
    expect(await history(admin, 'user', elsewhere.userId)).toMatchObject([{ action: 'user.create' }]);
    expect(await history(admin, 'user', admin.userId)).toMatchObject([{ action: 'user.create' }]);
    expect(await history(elsewhere, 'user', head.userId)).toEqual([]);
    expect(await history(head, 'user', admin.userId)).toEqual([]);
  });

  it('leaves out deposits, cash-outs and wrong PINs of a student', async () => {
    const classSYSID = await server.aClass(school);
    const student = { admissionNumber: '900', names: 'Amina Juma', classSYSID, checkPin: '274951' };
    const { sysid } = (await head.ask<{ sysid: string }>(createStudent, student)).body;
    await head.ask(deposit, { admissionNumber: '900', amount: 100 });
    await head.ask(cashOutPin, { admissionNumber: '900', amount: 10, pin: '274951' });
    await head.ask(cashOutPin, { admissionNumber: '900', amount: 10, pin: '999999' });
    expect((await history(head, 'student', sysid)).map((row) => row.action)).toEqual(['student.create']);
  });
});

describe('private values in the history', () => {
  it('secrets and phone numbers are shown as changed only', async () => {
    const answer = await admin.ask(schoolConfig, { schoolSYSID: school, ...config });
    expect(answer.status).toBe(200);
    await admin.ask(schoolConfig, {
      schoolSYSID: school,
      ...config,
      contactNumber: '254799888777',
      consumerKey: 'another-key-0009',
    });
    const rows = await history(admin, 'school', school);
    const text = JSON.stringify(rows);
    for (const secret of [config.consumerKey, config.consumerSecret, config.apiPassword, 'another-key-0009']) {
      expect(text).not.toContain(secret);
    }
    for (const phone of ['254711222333', '254799888777']) expect(text).not.toContain(phone);
    const [newest] = rows;
    expect(newest?.changes.find(({ field }) => field === 'consumerKey')).toEqual({
      field: 'consumerKey',
      from: null,
      to: null,
      secret: true,
    });
    expect(newest?.changes.find(({ field }) => field === 'contactNumber')?.to).toBe('2547…777');
    expect(newest?.changes.some(({ field }) => field === 'shortCode')).toBe(false);
    const own = await history(head, 'school', school);
    expect(own.map((row) => row.action)).toEqual(['school.register']);
  });

  it('are hidden even when an audit row contains them', async () => {
    const subjectId = crypto.randomUUID();
    const said = { from: '739152', to: '846213' };
    const changes = { checkPin: said, password: said, sToken: said, apiPassword: said, mobileNumber: said };
    const detail = {
      changes: { ...changes, mobileNumber: { from: '254711222333', to: ['254799888777'] } },
      pin: '739152',
    };
    await server.context.db.inSchool(school, (tx) =>
      audit(tx, { tool: 'test' }, { action: 'student.update', subjectKind: 'student', subjectId, detail }),
    );
    const text = JSON.stringify(await history(head, 'student', subjectId));
    for (const hidden of ['739152', '846213', '254711222333', '254799888777']) expect(text).not.toContain(hidden);
    expect(text).toContain('2547…333');
  });
});
