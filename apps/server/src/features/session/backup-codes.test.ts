import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import * as profile from '@mfuko/contract/profile';
import { seal } from '@mfuko/contract/seal';
import * as auth from '@mfuko/contract/session';
import { deleteUser, updateUser } from '@mfuko/contract/staff';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { ageCodes, sealedPhone } from './sign-in.testkit.ts';

let server: TestServer;
let school: string;
let nobody: Person;
let admin: Person;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  nobody = server.nobody();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());
beforeEach(async () => {
  bursar = await server.aPerson('SchoolAdmin', school);
});

const db = () => server.context.db;
const unknownPhone = () => `2541${String(90_000_000 + aNumber())}`;

async function codeAt(phone: string): Promise<string> {
  await server.runJobs();
  return server.sent.findLast(({ to, kind }) => to === phone && kind.endsWith('-code'))?.text.match(/\d{6}/)?.[0] ?? '';
}

async function proof(person: Person) {
  const { body } = await person.ask<{ profileSYSID: string }>(profile.requestProfileCode, { change: 'backupCodes' });
  return { profileSYSID: body.profileSYSID, otp: await codeAt(person.phone) };
}

interface Made extends profile.BackupCodes {
  codes: string[];
}
async function codesOf(person: Person): Promise<string[]> {
  const made = await person.ask<Made>(profile.makeBackupCodes, await proof(person));
  expect(made.status).toBe(200);
  return made.body.codes;
}
const howItStands = async (person: Person) => (await person.ask<profile.BackupCodes>(profile.getBackupCodes)).body;

/** Requests a sign-in code. No SMS is sent, since this test does not run the job. */
async function begin(phone: string): Promise<string> {
  await ageCodes(server, 31);
  const { body } = await nobody.ask<{ profileSYSID: string }>(auth.requestCode, sealedPhone(server, phone));
  return body.profileSYSID;
}
const enter = (profileSYSID: string, otp: string) =>
  nobody.ask<{ session: { sToken: string } }>(auth.validateCode, { profileSYSID, otp });
async function signIn(phone: string, otp: string) {
  return enter(await begin(phone), otp);
}

const rows = (sql: string, values: unknown[] = []) =>
  db().inPlatform((tx) => tx.rows<Record<string, unknown>>(sql, values));

describe('backup codes', () => {
  it('makeBackupCodes returns ten codes against a fresh SMS code and stores keyed hashes only', async () => {
    expect(await howItStands(bursar)).toEqual({ left: 0, made: null, lastUsed: null });
    const codes = await codesOf(bursar);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await howItStands(bursar)).toMatchObject({ left: 10, lastUsed: null });
    const kept = await rows('SELECT * FROM backup_codes WHERE user_id = $1', [bursar.userId]);
    expect(kept).toHaveLength(10);
    const answers = await rows('SELECT * FROM idempotency_keys');
    const audited = await db().inSchool(school, (tx) => tx.rows('SELECT * FROM audit_events'));
    const written = JSON.stringify([kept, answers, audited]);
    for (const code of codes) for (const form of [code, code.replace('-', '')]) expect(written).not.toContain(form);
  });

  it('a repeated makeBackupCodes is refused, also with the same idempotency key', async () => {
    const input = await proof(bursar);
    const key = crypto.randomUUID();
    const first = await bursar.ask<Made>(profile.makeBackupCodes, input, { key });
    const second = await bursar.ask<Made>(profile.makeBackupCodes, input, { key });
    expect([first.status, second.status, second.problem]).toEqual([200, 422, 'profile.wrong-code']);
    expect(await howItStands(bursar)).toMatchObject({ left: 10 });
  });

  it("makeBackupCodes rejects a wrong code, another user's code and one for another change", async () => {
    const { profileSYSID, otp } = await proof(bursar);
    const wrong = otp === '000000' ? '000001' : '000000';
    const make = (by: Person, input: object) => by.ask(profile.makeBackupCodes, input);
    expect((await make(bursar, { profileSYSID, otp: wrong })).problem).toBe('profile.wrong-code');
    expect((await make(admin, { profileSYSID, otp })).problem).toBe('profile.wrong-code');
    const other = await bursar.ask<{ profileSYSID: string }>(profile.requestProfileCode, { change: 'email' });
    const forEmail = { profileSYSID: other.body.profileSYSID, otp: await codeAt(bursar.phone) };
    expect((await make(bursar, forEmail)).problem).toBe('profile.wrong-code');
    expect(await howItStands(bursar)).toMatchObject({ left: 0 });
    expect((await make(bursar, { profileSYSID, otp })).status).toBe(200);
  });

  it('a backup code cannot be used to make new backup codes', async () => {
    const [code = ''] = await codesOf(bursar);
    await ageCodes(server, 31);
    const { profileSYSID } = await proof(bursar);
    expect((await bursar.ask(profile.makeBackupCodes, { profileSYSID, otp: code })).status).toBe(400);
  });

  it('new backup codes replace the old ones', async () => {
    const [old = ''] = await codesOf(bursar);
    await ageCodes(server, 31);
    const [fresh = ''] = await codesOf(bursar);
    expect((await signIn(bursar.phone, old)).problem).toBe('session.wrong-code');
    expect((await signIn(bursar.phone, fresh)).status).toBe(200);
  });

  it('a CheckAgent can sign in by a backup code', async () => {
    const agent = await server.aPerson('CheckAgent', school);
    const [code = ''] = await codesOf(agent);
    expect((await signIn(agent.phone, code)).status).toBe(200);
  });

  it('an Admin can make backup codes and sign in by one', async () => {
    const operator = await server.aPerson('Admin');
    const [code = ''] = await codesOf(operator);
    expect(await howItStands(operator)).toMatchObject({ left: 10 });
    expect((await signIn(operator.phone, code)).status).toBe(200);
  });
});

describe('sign-in by backup code', () => {
  it('a backup code signs in once, in any spelling, and notifies its user by bell and SMS', async () => {
    const codes = await codesOf(bursar);
    const typed = ` ${codes[0]?.toLowerCase().replace('-', ' ').replace('0', 'o').replace('1', 'l')}`;
    const answer = await signIn(bursar.phone, typed);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['role', 'session']);
    const opToken = seal(server.context.config.wireKey, 'opToken', answer.body.session.sToken);
    expect((await nobody.ask(auth.whoAmI, {}, { headers: { opToken } })).status).toBe(200);
    expect((await signIn(bursar.phone, codes[0] ?? '')).problem).toBe('session.wrong-code');
    const stands = await howItStands(bursar);
    expect(stands.left).toBe(9);
    expect(stands.lastUsed).not.toBeNull();

    await server.runJobs();
    const bell = async (person: Person) =>
      (await person.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'account.backup-code');
    expect(await bell(bursar)).toMatchObject([{ params: { count: 9 }, subject: { kind: 'profile' } }]);
    expect(await bell(await server.aPerson('SchoolAdmin', school))).toEqual([]);
    const told = server.sent.filter(({ to, kind }) => to === bursar.phone && kind === 'account-notice');
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('Codes left: 9');
    const audited = await db().inSchool(school, (tx) =>
      tx.rows(`SELECT actor_id, detail FROM audit_events WHERE action = 'user.backup-code' AND subject_id = $1`, [
        bursar.userId,
      ]),
    );
    expect(audited).toEqual([{ actor_id: bursar.userId, detail: { left: 9 } }]);
  });

  it('of four concurrent sign-ins with one backup code one succeeds', async () => {
    const [code = ''] = await codesOf(bursar);
    const requests: string[] = [];
    for (let each = 0; each < 4; each++) requests.push(await begin(bursar.phone));
    // A new request ends the older ones; here all stay valid, as if they had been made at once.
    await rows('UPDATE sign_in_codes SET ended_at = NULL WHERE id = ANY($1)', [requests]);
    const answers = await Promise.all(requests.map((id) => enter(id, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('backup codes count towards the five tries of a sign-in request', async () => {
    const [code = ''] = await codesOf(bursar);
    const id = await begin(bursar.phone);
    await Promise.all(Array.from({ length: 12 }, () => enter(id, 'ZZZZ-ZZZZ')));
    expect((await enter(id, code)).problem).toBe('session.wrong-code');
    const hash = server.context.keys.digest('phone', bursar.phone);
    expect(await rows('SELECT 1 FROM backup_code_tries WHERE phone_hash = $1', [hash])).toHaveLength(5);
  });

  it('15 wrong backup codes an hour or 30 a day block backup codes, but not SMS codes', async () => {
    const codes = await codesOf(bursar);
    const guess = async (times: number) => {
      for (let left = times; left > 0; left -= 5) {
        const id = await begin(bursar.phone);
        for (let each = 0; each < Math.min(left, 5); each++) await enter(id, 'ZZZZ-ZZZZ');
        await ageCodes(server, 3600);
      }
    };
    await guess(14);
    expect((await signIn(bursar.phone, codes[0] ?? '')).status).toBe(200);
    await ageCodes(server, 3600);
    await guess(1);
    expect((await signIn(bursar.phone, codes[1] ?? '')).problem).toBe('session.wrong-code');
    const id = await begin(bursar.phone);
    expect((await enter(id, await codeAt(bursar.phone))).status).toBe(200);

    const later = () =>
      rows(`WITH before AS (DELETE FROM backup_code_tries RETURNING *)
            INSERT INTO backup_code_tries SELECT gen_random_uuid(), phone_hash, at - interval '1 hour' FROM before`);
    await later();
    await ageCodes(server, 86_400);
    expect((await signIn(bursar.phone, codes[1] ?? '')).status).toBe(200);
    await guess(15);
    await later();
    await ageCodes(server, 86_400);
    expect((await signIn(bursar.phone, codes[2] ?? '')).problem).toBe('session.wrong-code');
    for (let hour = 0; hour < 24; hour++) await later();
    expect((await signIn(bursar.phone, codes[2] ?? '')).status).toBe(200);
  });

  it('a wrong backup code is answered and counted alike for unknown numbers and users without codes', async () => {
    const count = async () => (await rows('SELECT count(*)::int AS n FROM backup_code_tries'))[0]?.n;
    const bare = await server.aPerson('SchoolAdmin', school);
    const answers = [];
    for (const phone of [unknownPhone(), bare.phone, bursar.phone]) {
      const before = Number(await count());
      const answer = await signIn(phone, 'ZZZZ-ZZZZ');
      answers.push([answer.status, answer.body, Number(await count()) - before]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[0]?.[2]).toBe(1);
  });

  it("refuses another user's backup code", async () => {
    const [code = ''] = await codesOf(bursar);
    const other = await server.aPerson('SchoolAdmin', school);
    await codesOf(other);
    expect((await signIn(other.phone, code)).problem).toBe('session.wrong-code');
    expect(await howItStands(bursar)).toMatchObject({ left: 10 });
  });

  it('a backup code cannot reset a password', async () => {
    const [code = ''] = await codesOf(bursar);
    const asked = await nobody.ask<{ profileSYSID: string }>(profile.forgotPassword, sealedPhone(server, bursar.phone));
    const password = 'tembo-anapanda-mlima';
    const input = { profileSYSID: asked.body.profileSYSID, otp: code, password, confirmPassword: password };
    expect((await nobody.ask(profile.resetPassword, input)).status).toBe(400);
    expect((await enter(asked.body.profileSYSID, code)).problem).toBe('session.wrong-code');
  });
});

describe('deletion of backup codes', () => {
  const newPhone = () => `2541${String(80_000_000 + aNumber())}`;

  it.each([
    ['who is disabled', { status: 'disabled' }, { status: 'active' }],
    ['whose phone the office changes', () => ({ phoneNumber: newPhone() }), {}],
  ])('deletes the backup codes of a user %s, for good', async (_, change, back) => {
    const [code = ''] = await codesOf(bursar);
    const changed = typeof change === 'function' ? change() : change;
    expect((await admin.ask(updateUser, { sysid: bursar.userId, ...changed }, { school })).status).toBe(200);
    expect(await rows('SELECT 1 FROM backup_codes WHERE user_id = $1', [bursar.userId])).toEqual([]);
    await admin.ask(updateUser, { sysid: bursar.userId, phoneNumber: bursar.phone, ...back }, { school });
    expect((await signIn(bursar.phone, code)).problem).toBe('session.wrong-code');
  });

  it('deletes the backup codes of a deleted user', async () => {
    await codesOf(bursar);
    await admin.ask(deleteUser, { sysid: bursar.userId }, { school });
    expect(await rows('SELECT 1 FROM backup_codes WHERE user_id = $1', [bursar.userId])).toEqual([]);
  });

  it('deletes the backup codes of a user who changes their own phone number', async () => {
    await codesOf(bursar);
    const phoneNumber = newPhone();
    const { body } = await bursar.ask<Record<string, string>>(profile.requestProfileCode, {
      change: 'phoneNumber',
      phoneNumber,
    });
    const codes = { otp: await codeAt(bursar.phone), newPhoneOtp: await codeAt(phoneNumber) };
    const input = { change: 'phoneNumber', phoneNumber, ...body, ...codes };
    expect((await bursar.ask(profile.confirmProfileChange, input)).status).toBe(200);
    expect(await rows('SELECT 1 FROM backup_codes WHERE user_id = $1', [bursar.userId])).toEqual([]);
  });

  it('makeBackupCodes is refused when the account is disabled while it waits for the row lock', async () => {
    const input = await proof(bursar);
    let answer: Promise<{ problem: string | undefined }> | undefined;
    await db().inSchool(school, async (tx) => {
      await tx.row(`UPDATE users SET status = 'disabled' WHERE school_id = $1 AND id = $2`, [school, bursar.userId]);
      answer = bursar.ask(profile.makeBackupCodes, input);
      const waits = () =>
        db().inSchool(school, (look) =>
          look.rows(
            `SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        );
      await expect.poll(async () => (await waits()).length, { timeout: 10_000 }).toBeGreaterThan(0);
    });
    expect((await answer)?.problem).toBe('profile.wrong-code');
    expect(await rows('SELECT 1 FROM backup_codes WHERE user_id = $1', [bursar.userId])).toEqual([]);
  });
});

it('requestCode answers alike while the SMS gateway is unreachable', async () => {
  const away = () => rows(`UPDATE sms_gateway SET unreachable_since = now(), probe_at = now() + interval '1 hour'`);
  const before = await nobody.ask(auth.requestCode, sealedPhone(server, bursar.phone));
  await away();
  await ageCodes(server, 31);
  const during = await nobody.ask(auth.requestCode, sealedPhone(server, bursar.phone));
  expect([during.status, Object.keys(during.body)]).toEqual([before.status, Object.keys(before.body)]);
  await rows('UPDATE sms_gateway SET unreachable_since = NULL, probe_at = NULL');
});
