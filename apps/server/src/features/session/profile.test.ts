import type { Profile } from '@mfuko/contract/profile';
import * as contract from '@mfuko/contract/profile';
import { seal } from '@mfuko/contract/seal';
import * as auth from '@mfuko/contract/session';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { lockPerson } from './profile-store.ts';
import { ageCodes, sealedPhone } from './sign-in.testkit.ts';

let server: TestServer;
let school: string;
let nobody: Person;
let guard: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  nobody = server.nobody();
});
afterAll(() => server.close());
beforeEach(async () => {
  guard = await server.aPerson('CheckAgent', school, ['bus']);
});

const PASSWORD = 'tembo-anapanda-mlima';
const freePhone = () => `2541${String(50_000_000 + aNumber())}`;
const signedIn = async (person: Person) => (await person.ask(auth.whoAmI)).status === 200;
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

/** Returns the newest code sent to a number. */
async function codeAt(phone: string): Promise<string> {
  await server.runJobs();
  return server.sent.findLast(({ to, kind }) => to === phone && kind.endsWith('-code'))?.text.match(/\d{6}/)?.[0] ?? '';
}

interface Asked {
  readonly profileSYSID: string;
  readonly newPhoneSYSID: string;
}

async function ask(
  change: 'phoneNumber' | 'email' | 'password',
  phoneNumber?: string,
): Promise<Asked & { otp: string }> {
  const { status, body } = await guard.ask<Asked>(contract.requestProfileCode, { change, phoneNumber });
  expect(status).toBe(200);
  return { ...body, otp: await codeAt(guard.phone) };
}
const confirm = (input: object) => guard.ask<Profile>(contract.confirmProfileChange, input);

/** Opens another session of the same user. */
async function elsewhere(person: Person): Promise<Person> {
  await nobody.ask(auth.requestCode, sealedPhone(server, person.phone));
  const { id } = await theNewest();
  const otp = await codeAt(person.phone);
  const answer = await nobody.ask<{ session: { sToken: string } }>(auth.validateCode, { otp, profileSYSID: id });
  const opToken = seal(server.context.config.wireKey, 'opToken', answer.body.session.sToken);
  return {
    ...person,
    ask: (endpoint, input, options) => nobody.ask(endpoint, input, { ...options, headers: { opToken } }),
  };
}

async function theNewest(): Promise<{ id: string }> {
  const found = await server.context.db.inPlatform((tx) =>
    tx.row<{ id: string }>('SELECT id FROM sign_in_codes ORDER BY created_at DESC LIMIT 1'),
  );
  if (!found) throw new Error('no code was made');
  return found;
}

async function passwordHash(): Promise<string> {
  const found = await server.context.db.inPlatform((tx) =>
    tx.row<{ password_hash: string }>('SELECT password_hash FROM users WHERE id = $1', [guard.userId]),
  );
  return found?.password_hash ?? '';
}

describe('own profile', () => {
  it('updateProfile changes the names only, and audits real changes only', async () => {
    const { body } = await guard.ask<Profile>(contract.getProfile);
    expect(body).toMatchObject({ sysid: guard.userId, phoneNumber: guard.phone, role: 'CheckAgent', duties: ['bus'] });
    const changed = await guard.ask<Profile>(contract.updateProfile, {
      firstName: 'Auma',
      phoneNumber: freePhone(),
      email: 'x@example.com',
      role: 'Admin',
    });
    expect(changed.body).toEqual({ ...body, firstName: 'Auma', updated: expect.any(String) });
    const trail = () =>
      server.context.db.inSchool(school, (tx) =>
        tx.rows<{ detail: object }>(
          `SELECT detail FROM audit_events WHERE school_id = $1 AND action = 'user.update' AND subject_id = $2`,
          [school, guard.userId],
        ),
      );
    const first = await trail();
    expect(first).toMatchObject([{ detail: { changes: { firstName: { to: 'Auma' } } } }]);
    // The same names again cause no event.
    expect((await guard.ask(contract.updateProfile, { firstName: 'Auma' })).status).toBe(200);
    expect(await trail()).toEqual(first);
    const admin = await server.aPerson('Admin');
    const named = await admin.ask<Profile>(contract.updateProfile, { lastNames: 'Kariuki' }, { school });
    expect(named.body).toMatchObject({ lastNames: 'Kariuki', schoolName: null });
  });

  it('getProfile shows the last sign-in, which does not count as an update', async () => {
    const { body } = await guard.ask<Profile>(contract.getProfile);
    const signIn = 'UPDATE users SET last_sign_in_at = $3 WHERE school_id = $1 AND id = $2';
    const at = new Date('2026-03-02T06:30:00Z');
    await server.context.db.inSchool(school, (tx) => tx.row(signIn, [school, guard.userId, at]));
    const { body: now } = await guard.ask<Profile>(contract.getProfile);
    expect(now).toEqual({ ...body, lastSignIn: at.toISOString() });
  });

  it('of two concurrent updates of one profile one is refused with 409', async () => {
    const { body } = await guard.ask<Profile>(contract.getProfile);
    const to = (firstName: string) => guard.ask<Profile>(contract.updateProfile, { firstName, updated: body.updated });
    let both: ReturnType<typeof to>[] = [];
    await server.context.db.inSchool(school, async (tx) => {
      await lockPerson(tx, guard.userId);
      both = [to('Auma'), to('Achieng')];
      expect(await isBlocked(server, Promise.all(both), 2)).toBe(true);
    });
    const answers = await Promise.all(both);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("an update does not wait for another user's locked profile", async () => {
    const other = await server.aPerson('CheckAgent', school);
    await server.context.db.inSchool(school, async (tx) => {
      await lockPerson(tx, other.userId);
      const changed = guard.ask<Profile>(contract.updateProfile, { firstName: 'Auma' });
      expect(await isBlocked(server, changed)).toBe(false);
      expect((await changed).status).toBe(200);
    });
  });

  it('a change of the e-mail address needs a code, which works once and keeps other sessions', async () => {
    const { profileSYSID, otp } = await ask('email');
    const change = { change: 'email', profileSYSID, email: 'auma@example.com' };
    const refused = await confirm({ ...change, otp: wrong(otp) });
    expect([refused.status, refused.problem]).toEqual([422, 'profile.wrong-code']);
    const other = await elsewhere(guard);
    expect((await confirm({ ...change, otp })).body).toMatchObject({ email: 'auma@example.com' });
    expect((await confirm({ ...change, otp })).problem).toBe('profile.wrong-code');
    expect(await signedIn(other)).toBe(true);
  });

  it("a change of the phone number needs both phones' codes and ends the other sessions", async () => {
    const phoneNumber = freePhone();
    const { profileSYSID, newPhoneSYSID, otp } = await ask('phoneNumber', phoneNumber);
    const newPhoneOtp = await codeAt(phoneNumber);
    expect(newPhoneOtp).toMatch(/^\d{6}$/);
    const change = { change: 'phoneNumber', profileSYSID, newPhoneSYSID, otp, newPhoneOtp, phoneNumber };
    const other = await elsewhere(guard);

    const typo = await confirm({ ...change, newPhoneOtp: wrong(newPhoneOtp) });
    expect(typo.body).toMatchObject({ detail: { fields: { newPhoneOtp: 'is wrong or no longer valid' } } });
    const both = await confirm({ ...change, otp: wrong(otp), newPhoneOtp: wrong(newPhoneOtp) });
    expect(Object.keys((both.body as unknown as { detail: { fields: object } }).detail.fields)).toHaveLength(2);
    // The code for one number is not valid for another, and neither code in place of the other.
    expect((await confirm({ ...change, phoneNumber: freePhone() })).problem).toBe('profile.wrong-code');
    const swapped = { ...change, profileSYSID: newPhoneSYSID, otp: newPhoneOtp };
    expect((await confirm(swapped)).problem).toBe('profile.wrong-code');

    expect((await confirm(change)).body).toMatchObject({ phoneNumber });
    const open = 'SELECT 1 AS one FROM sign_in_codes WHERE id = ANY ($1) AND ended_at IS NULL';
    expect(await server.context.db.inPlatform((tx) => tx.rows(open, [[profileSYSID, newPhoneSYSID]]))).toEqual([]);
    expect(await signedIn(guard)).toBe(true);
    expect(await signedIn(other)).toBe(false);
    await server.runJobs();
    expect(server.sent.at(-1)).toMatchObject({ to: guard.phone, kind: 'account-notice' });
    expect(server.sent.at(-1)?.text).not.toContain(phoneNumber);
    expect((await guard.ask<{ userName: string }>(auth.whoAmI)).body.userName).toBe(phoneNumber);
  });

  it('a code sent to the old number cannot sign in after the number changed', async () => {
    const phoneNumber = freePhone();
    const { otp, ...ids } = await ask('phoneNumber', phoneNumber);
    await nobody.ask(auth.requestCode, sealedPhone(server, guard.phone));
    const { id } = await theNewest();
    const late = await codeAt(guard.phone);
    const newPhoneOtp = await codeAt(phoneNumber);
    expect((await confirm({ change: 'phoneNumber', ...ids, otp, newPhoneOtp, phoneNumber })).status).toBe(200);
    expect((await nobody.ask(auth.validateCode, { otp: late, profileSYSID: id })).problem).toBe('session.wrong-code');
  });

  it('a sign-in by the old number is refused when it waited for the number change', async () => {
    await nobody.ask(auth.requestCode, sealedPhone(server, guard.phone));
    const { id } = await theNewest();
    const late = await codeAt(guard.phone);
    let answer: Promise<{ problem: string | undefined }> | undefined;
    await server.context.db.inSchool(school, async (tx) => {
      await tx.row('UPDATE users SET phone = $3 WHERE school_id = $1 AND id = $2', [school, guard.userId, freePhone()]);
      answer = nobody.ask(auth.validateCode, { otp: late, profileSYSID: id });
      // Use another transaction: within one, pg_stat_activity is a snapshot.
      const waits = () =>
        server.context.db.inSchool(school, (look) =>
          look.rows(
            `SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        );
      await expect.poll(async () => (await waits()).length, { timeout: 10_000 }).toBeGreaterThan(0);
    });
    expect((await answer)?.problem).toBe('session.wrong-code');
  });

  it("refuses a number of another user, only after its code was given, and the user's own number", async () => {
    const neighbour = await server.aPerson('CheckAgent', school);
    const { otp, ...ids } = await ask('phoneNumber', neighbour.phone);
    const newPhoneOtp = await codeAt(neighbour.phone);
    const change = { change: 'phoneNumber', ...ids, otp, newPhoneOtp, phoneNumber: neighbour.phone };
    expect((await confirm(change)).problem).toBe('user.duplicate-phone');
    const own = await guard.ask(contract.requestProfileCode, { change: 'phoneNumber', phoneNumber: guard.phone });
    expect(own.body).toMatchObject({ detail: { fields: { phoneNumber: 'is already your number' } } });
  });

  it('a change of the password stores a hash and ends the other sessions', async () => {
    const { profileSYSID, otp } = await ask('password');
    const change = { change: 'password', profileSYSID, otp };
    const other = await elsewhere(guard);
    expect((await confirm({ ...change, password: PASSWORD, confirmPassword: 'tembo' })).status).toBe(400);
    expect((await confirm({ ...change, password: 'password-123', confirmPassword: 'password-123' })).status).toBe(400);
    expect((await confirm({ ...change, password: guard.phone, confirmPassword: guard.phone })).status).toBe(400);
    expect((await confirm({ ...change, password: PASSWORD, confirmPassword: PASSWORD })).status).toBe(200);
    expect(await passwordHash()).toMatch(/^\$argon2id\$/);
    expect(await verify(await passwordHash(), PASSWORD)).toBe(true);
    expect(await signedIn(guard)).toBe(true);
    const refused = await other.ask(auth.whoAmI);
    expect(refused.body).toMatchObject({ problem: 'session.none', detail: { why: 'credentials' } });
  });
});

describe('profile codes', () => {
  it('a code is valid only for the change it was requested for', async () => {
    const email = await ask('email');
    const password = { change: 'password', password: PASSWORD, confirmPassword: PASSWORD };
    expect((await confirm({ ...password, profileSYSID: email.profileSYSID, otp: email.otp })).problem).toBe(
      'profile.wrong-code',
    );
    const signIn = { otp: email.otp, profileSYSID: email.profileSYSID };
    expect((await nobody.ask(auth.validateCode, signIn)).problem).toBe('session.wrong-code');
    const reset = { ...signIn, password: PASSWORD, confirmPassword: PASSWORD };
    expect((await nobody.ask(contract.resetPassword, reset)).problem).toBe('session.wrong-code');

    await nobody.ask(auth.requestCode, sealedPhone(server, guard.phone));
    const { id } = await theNewest();
    const otp = await codeAt(guard.phone);
    expect((await confirm({ change: 'email', profileSYSID: id, otp, email: 'a@example.com' })).problem).toBe(
      'profile.wrong-code',
    );
    expect((await nobody.ask(auth.validateCode, { otp, profileSYSID: id })).status).toBe(200);
  });

  it('a code of one user cannot confirm a change of another', async () => {
    const phoneNumber = freePhone();
    const { profileSYSID, newPhoneSYSID, otp } = await ask('phoneNumber', phoneNumber);
    const thief = await server.aPerson('CheckAgent', school);
    const own = await thief.ask<Asked>(contract.requestProfileCode, {
      change: 'phoneNumber',
      phoneNumber: freePhone(),
    });
    const change = { change: 'phoneNumber', phoneNumber, newPhoneSYSID, newPhoneOtp: await codeAt(phoneNumber) };
    for (const proof of [
      { profileSYSID, otp },
      { profileSYSID: own.body.profileSYSID, otp: await codeAt(thief.phone) },
    ]) {
      const tried = await thief.ask(contract.confirmProfileChange, { ...change, ...proof });
      expect(tried.problem).toBe('profile.wrong-code');
    }
  });

  it('a profile code has five tries, expires after five minutes and works once', async () => {
    const { profileSYSID, otp } = await ask('email');
    const change = { change: 'email', profileSYSID, email: 'a@example.com' };
    await Promise.all(Array.from({ length: 12 }, () => confirm({ ...change, otp: wrong(otp) })));
    expect((await confirm({ ...change, otp })).problem).toBe('profile.wrong-code');
    await ageCodes(server, 31);
    const second = await ask('email');
    await ageCodes(server, 301);
    expect((await confirm({ ...change, ...second })).problem).toBe('profile.wrong-code');
    const third = await ask('email');
    const tries = await Promise.all(Array.from({ length: 5 }, () => confirm({ ...change, ...third })));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('a profile code can be resent after 30 seconds, five times an hour for all changes', async () => {
    await ask('email');
    expect((await guard.ask(contract.requestProfileCode, { change: 'email' })).problem).toBe('session.resend-too-soon');
    await ask('password');
    await ageCodes(server, 31);
    await ask('email');
    await ask('password');
    await ageCodes(server, 31);
    await ask('email');
    await ageCodes(server, 31);
    expect((await guard.ask(contract.requestProfileCode, { change: 'email' })).problem).toBe('session.too-many-codes');
  });
});
