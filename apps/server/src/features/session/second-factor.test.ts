import { getClasses, getSchools, schoolConfig } from '@mfuko/contract/schools';
import { seal } from '@mfuko/contract/seal';
import * as contract from '@mfuko/contract/second-factor';
import * as auth from '@mfuko/contract/session';
import { createCheckAgent, createUser, getProfiles } from '@mfuko/contract/staff';
import { createStudent, getStudents, updateStudent } from '@mfuko/contract/students';
import { closeAttempt, getBalances } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { anAuthenticator, anotherSession, authenticatorOf } from './second-factor.testkit.ts';
import { ageCodes, askForCode } from './sign-in.testkit.ts';

let server: TestServer;
let school: string;
let nobody: Person;
let bursar: Person;
beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  nobody = server.nobody();
});
afterAll(() => server.close());
beforeEach(async () => {
  bursar = await server.aPerson('SchoolAdmin', school);
});

const db = () => server.context.db;
const rows = (sql: string, values: unknown[] = []) =>
  db().inPlatform((tx) => tx.rows<Record<string, unknown>>(sql, values));
const stands = async (person: Person) => (await person.ask<contract.SecondFactor>(contract.getSecondFactor)).body;

/** Requests a sign-in code, after dating earlier codes back so that none delays it. */
async function smsCode(phone: string) {
  await ageCodes(server, 3601);
  return askForCode(server, phone);
}
const enter = (input: object) => nobody.ask<{ session: { sToken: string } }>(auth.validateCode, input);

describe('authenticator set-up', () => {
  it('setting up an authenticator needs one of its codes and returns ten recovery codes once', async () => {
    expect(await stands(bursar)).toEqual({
      on: false,
      since: null,
      totp: false,
      passkeys: 0,
      recoveryLeft: 0,
      due: false,
      waitsUntil: null,
    });
    const { body } = await bursar.ask<{ secret: string; otpauth: string }>(contract.startTotp);
    expect(body.otpauth).toMatch(/^otpauth:\/\/totp\/[^?]+\?secret=[A-Z2-7]{32}&issuer=/);
    expect(body.otpauth).not.toContain(bursar.phone);
    await server.context.db.inSchool(school, (tx) =>
      tx.row('UPDATE users SET first_name = $2 WHERE id = $1', [bursar.userId, 'Wa'.repeat(20)]),
    );
    const long = await bursar.ask<{ otpauth: string }>(contract.startTotp);
    expect(long.body.otpauth).toMatch(new RegExp(`:${'Wa'.repeat(15)}\\?secret=`));
    const phone = authenticatorOf(body.secret);
    const wrong = await bursar.ask(contract.confirmTotp, { totp: phone.wrong() });
    expect([wrong.status, wrong.problem]).toEqual([422, 'profile.wrong-code']);
    expect((await stands(bursar)).on).toBe(false);
    const right = await bursar.ask<{ recoveryCodes: string[] }>(contract.confirmTotp, { totp: phone.code() });
    expect(new Set(right.body.recoveryCodes).size).toBe(10);
    expect(await stands(bursar)).toMatchObject({ on: true, recoveryLeft: 10, due: false });
    const again = await bursar.ask(contract.confirmTotp, { totp: phone.code() });
    expect(again.problem).toBe('session.step-up');
    await server.runJobs();
    expect(server.sent.findLast(({ to }) => to === bursar.phone)?.text).toContain('An authenticator was added');
  });

  it('the secret is stored sealed and the recovery codes as keyed hashes', async () => {
    const { body } = await bursar.ask<{ secret: string }>(contract.startTotp);
    const { code } = authenticatorOf(body.secret);
    const confirmed = await bursar.ask<{ recoveryCodes: string[] }>(contract.confirmTotp, { totp: code() });
    const kept = await rows(
      `SELECT encode(secret, 'escape') AS secret FROM second_factors WHERE user_id = $1
       UNION ALL SELECT encode(code_hash, 'escape') FROM recovery_codes WHERE user_id = $1
       UNION ALL SELECT row_to_json(k)::text FROM idempotency_keys k`,
      [bursar.userId],
    );
    const written = JSON.stringify(kept);
    for (const secret of [body.secret, ...confirmed.body.recoveryCodes]) expect(written).not.toContain(secret);
  });

  it('each session gets its own secret, which only that session can confirm', async () => {
    const thief = await anotherSession(server, bursar);
    const { secret } = (await thief.ask<{ secret: string }>(contract.startTotp)).body;
    const mine = (await bursar.ask<{ secret: string }>(contract.startTotp)).body;
    expect(mine.secret).not.toBe(secret);
    expect((await bursar.ask<{ secret: string }>(contract.startTotp)).body).toEqual(mine);
    const code = authenticatorOf(mine.secret).code();
    expect((await thief.ask(contract.confirmTotp, { totp: code })).problem).toBe('profile.wrong-code');
    // Nor does a thief's session replace the owner's set-up, however often it begins one.
    expect((await thief.ask<{ secret: string }>(contract.startTotp)).body.secret).toBe(secret);
    expect((await (await anotherSession(server, bursar)).ask(contract.startTotp)).status).toBe(200);
    expect((await bursar.ask<{ secret: string }>(contract.startTotp)).body).toEqual(mine);
    expect((await bursar.ask(contract.confirmTotp, { totp: code })).status).toBe(200);
  });

  it('replacing an authenticator needs a step-up with the old one, which then stops working', async () => {
    const first = await anAuthenticator(bursar);
    const refused = await bursar.ask(contract.startTotp);
    expect([refused.status, refused.problem]).toEqual([403, 'session.step-up']);
    expect((await bursar.ask(contract.stepUp, { totp: first.code() })).status).toBe(200);
    const second = await anAuthenticator(bursar);
    const { profileSYSID, otp } = await smsCode(bursar.phone);
    const signIn = (totp: string) => enter({ profileSYSID, otp, totp });
    expect((await signIn(first.code(1))).problem).toBe('session.second-factor');
    expect((await signIn(second.code())).status).toBe(200);
  });
});

describe('sign-in with a second factor', () => {
  it('sign-in needs the SMS code and the factor; a missing or wrong factor does not use up the SMS code', async () => {
    const phone = await anAuthenticator(bursar);
    const sms = await smsCode(bursar.phone);
    const alone = await enter(sms);
    expect([alone.status, alone.problem]).toEqual([401, 'session.second-factor']);
    // Only a user with a passkey is told of alternatives.
    expect(alone.body).not.toHaveProperty('detail');
    const wrong = await enter({ ...sms, totp: phone.wrong() });
    expect([wrong.status, wrong.problem]).toEqual([401, 'session.second-factor']);
    expect((await enter({ ...sms, totp: phone.code() })).status).toBe(200);
  });

  it('the second factor is not asked for when the SMS code is wrong', async () => {
    const phone = await anAuthenticator(bursar);
    const sms = await smsCode(bursar.phone);
    const otp = sms.otp === '000000' ? '000001' : '000000';
    for (const input of [
      { ...sms, otp },
      { ...sms, otp, totp: phone.code() },
    ])
      expect((await enter(input)).problem).toBe('session.wrong-code');
  });

  it('an authenticator code works once, for sign-in and step-up together', async () => {
    const phone = await anAuthenticator(bursar);
    const totp = phone.code();
    expect((await enter({ ...(await smsCode(bursar.phone)), totp })).status).toBe(200);
    expect((await enter({ ...(await smsCode(bursar.phone)), totp })).problem).toBe('session.second-factor');
    expect((await bursar.ask(contract.stepUp, { totp })).problem).toBe('profile.wrong-code');
  });

  it('a recovery code works once, in any spelling', async () => {
    const [code = ''] = (await anAuthenticator(bursar)).recoveryCodes;
    const typed = ` ${code.toLowerCase().replace('-', ' ')}`;
    expect((await enter({ ...(await smsCode(bursar.phone)), recoveryCode: typed })).status).toBe(200);
    expect((await stands(bursar)).recoveryLeft).toBe(9);
    const again = await enter({ ...(await smsCode(bursar.phone)), recoveryCode: code });
    expect(again.problem).toBe('session.second-factor');
  });

  it("rejects another user's authenticator and recovery codes", async () => {
    const other = await server.aPerson('SchoolAdmin', school);
    await anAuthenticator(bursar);
    const theirs = await anAuthenticator(other);
    const sms = await smsCode(bursar.phone);
    for (const proof of [{ totp: theirs.code() }, { recoveryCode: theirs.recoveryCodes[0] }])
      expect((await enter({ ...sms, ...proof })).problem).toBe('session.second-factor');
  });

  it('ten wrong codes an hour block the second factor, also for the right code', async () => {
    const phone = await anAuthenticator(bursar);
    const guesses = Array.from({ length: 14 }, () => bursar.ask(contract.stepUp, { totp: phone.wrong() }));
    const answers = (await Promise.all(guesses)).map(({ problem }) => problem);
    expect(answers.filter((problem) => problem === 'profile.wrong-code')).toHaveLength(10);
    expect(answers.filter((problem) => problem === 'session.too-many-tries')).toHaveLength(4);
    const right = await bursar.ask(contract.stepUp, { totp: phone.code() });
    expect([right.status, right.problem]).toEqual([429, 'session.too-many-tries']);
    await rows('DELETE FROM second_factor_tries WHERE user_id = $1', [bursar.userId]);
    expect((await bursar.ask(contract.stepUp, { totp: phone.code() })).status).toBe(200);
  });

  it('of four concurrent sign-ins with the same two codes one succeeds', async () => {
    const phone = await anAuthenticator(bursar);
    const input = { ...(await smsCode(bursar.phone)), totp: phone.code() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => enter(input)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('step-up', () => {
  it('a step-up lasts ten minutes and counts for its own session only', async () => {
    const phone = await anAuthenticator(bursar);
    const refused = await bursar.ask(contract.makeRecoveryCodes);
    expect([refused.status, refused.problem]).toEqual([403, 'session.step-up']);
    const { body } = await bursar.ask<{ until: string }>(contract.stepUp, { totp: phone.code() });
    const minutes = (Date.parse(body.until) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9.2);
    expect(minutes).toBeLessThanOrEqual(10.1);
    const made = await bursar.ask<{ recoveryCodes: string[] }>(contract.makeRecoveryCodes);
    expect(made.body.recoveryCodes).toHaveLength(10);
    const [recoveryCode] = made.body.recoveryCodes;
    const entered = await enter({ ...(await smsCode(bursar.phone)), recoveryCode });
    const opToken = seal(server.context.config.wireKey, 'opToken', entered.body.session.sToken);
    const elsewhere = await nobody.ask(contract.makeRecoveryCodes, {}, { headers: { opToken } });
    expect(elsewhere.problem).toBe('session.step-up');
    await rows(`UPDATE sessions SET stepped_up_at = stepped_up_at - interval '10 minutes' WHERE user_id = $1`, [
      bursar.userId,
    ]);
    expect((await bursar.ask(contract.makeRecoveryCodes)).problem).toBe('session.step-up');
  });

  it('removing the second factor needs a step-up', async () => {
    const phone = await anAuthenticator(bursar);
    expect((await bursar.ask(contract.removeTotp)).problem).toBe('session.step-up');
    await bursar.ask(contract.stepUp, { totp: phone.code() });
    const key = `remove-${bursar.userId}`;
    expect((await bursar.ask<contract.SecondFactor>(contract.removeTotp, {}, { key })).body.on).toBe(false);
    expect((await bursar.ask(closeAttempt, { key })).body).toMatchObject({
      outcome: 'recorded',
      answer: { on: false },
    });
    expect((await enter(await smsCode(bursar.phone))).status).toBe(200);
    const left = await rows('SELECT 1 FROM recovery_codes WHERE user_id = $1', [bursar.userId]);
    expect(left).toHaveLength(0);
  });

  it('stepUp is refused for a user without a second factor', async () => {
    const answer = await bursar.ask(contract.stepUp, { totp: '000000' });
    expect([answer.status, answer.problem]).toEqual([403, 'session.step-up']);
  });
});

it('endpoints with stepUp ask users with a factor for it before checking the input', async () => {
  const admin = await server.aPerson('Admin');
  const asks = server.registry.served.filter((endpoint) => endpoint.stepUp);
  const answersOf = (person: Person) =>
    Promise.all(asks.map(async (endpoint) => [endpoint.path, (await person.ask(endpoint, {}, { school })).problem]));
  // In a trial, a user without a factor is refused for the input or succeeds.
  for (const [path, problem] of await answersOf(admin))
    if (!String(path).startsWith('profile/')) expect([path, problem]).not.toEqual([path, 'session.step-up']);
  await anAuthenticator(admin);
  const answers = await answersOf(admin);
  expect(answers.filter(([, problem]) => problem !== 'session.step-up')).toEqual([]);
  expect(answers.map(([path]) => path).sort()).toEqual([
    'clock/decideStatement',
    'messages/approveAnnouncement',
    'payment/checkConfig',
    'profile/makeRecoveryCodes',
    'profile/removePasskey',
    'profile/removeTotp',
    'program/createKey',
    'program/renewKey',
    'program/revokeKey',
    'program/updateKey',
    'reports/decideAmendment',
    'school/approveFactorRemoval',
    'school/approveMealSubsidy',
    'school/cancelNumber',
    'school/confirmUser',
    'school/createCheckAgent',
    'school/createUser',
    'school/deleteUser',
    'school/pairReader',
    'school/proposeFactorRemoval',
    'school/restoreUser',
    'school/schoolConfig',
    'school/setMealSubsidy',
    'school/settleFactor',
    'school/undoImport',
    'school/updateSchoolSettings',
    'school/updateUser',
    'student/addCollector',
    'student/approveErase',
    'student/erase',
    'student/makePins',
    'student/setCollectorPhoto',
    'student/updateContact',
    'student/updateGuardian',
    'wallet/approve',
    'wallet/approveBankTransfer',
    'wallet/approveMpesaStatement',
    'wallet/approveRefund',
    'wallet/approveSettlement',
    'wallet/refund',
    'wallet/reverse',
    'wallet/setLimits',
  ]);
});

describe('step-up that depends on the input', () => {
  async function aStudent(person: Person): Promise<string> {
    const classSYSID = await server.aClass(school);
    const input = { admissionNumber: String(7_000 + aNumber()), names: 'Wanjala Simiyu', classSYSID };
    return (await person.ask<{ sysid: string }>(createStudent, input)).body.sysid;
  }

  it("a change of a student's PIN needs a step-up, a change of the name does not", async () => {
    const sysid = await aStudent(bursar);
    await anAuthenticator(bursar);
    expect((await bursar.ask(updateStudent, { sysid, names: 'Wanjala Wekesa' })).status).toBe(200);
    const refused = await bursar.ask(updateStudent, { sysid, checkPin: '274951' });
    expect([refused.status, refused.problem]).toEqual([403, 'session.step-up']);
  });

  it.each([getStudents, getBalances])(
    'reading more of $path than a class or 100 rows needs a step-up',
    async (list) => {
      const classSYSID = await server.aClass(school);
      const whole = [{}, { page: 1, pageSize: 101 }, { page: 2, pageSize: 10_000 }];
      const part = [{ page: 1 }, { page: 3, pageSize: 100 }, { classSYSID }, { classSYSID, page: 1, pageSize: 10_000 }];
      // In a trial, a user without a second factor may read all of these.
      for (const input of whole) expect((await bursar.ask(list, input)).status).toBe(200);
      const phone = await anAuthenticator(bursar);
      for (const input of whole) expect((await bursar.ask(list, input)).problem).toBe('session.step-up');
      for (const input of part) expect((await bursar.ask(list, input)).status).toBe(200);
      await bursar.ask(contract.stepUp, { totp: phone.code(1) });
      for (const input of whole) expect((await bursar.ask(list, input)).status).toBe(200);
    },
  );
});

describe('second factor in production', () => {
  let production: TestServer;
  beforeAll(async () => {
    production = await openTestServer({
      NODE_ENV: 'production',
      APP_WIRE_KEY: 'Kq7fTz2mWv9xLb4h',
      MASTER_KEY: 'hJ0Vq3m9x2TzR5wY8cKd1fGn4sLp7uAeBiOoQrStUvE=',
      AFRICASTALKING_USERNAME: 'school',
      AFRICASTALKING_API_KEY: 'key',
      TIME_SERVER: 'none',
    });
  });
  afterAll(() => production.close());

  it('an Admin without a second factor can call only what sets one up', async () => {
    const admin = await production.aPerson('Admin');
    const open = production.registry.served.filter(({ withoutFactor }) => withoutFactor).map(({ path }) => path);
    expect(open.sort()).toEqual([
      'auth/getProfile',
      'auth/logout',
      'auth/me',
      'auth/stepUp',
      'profile/confirmPasskey',
      'profile/confirmTotp',
      'profile/getPasskeys',
      'profile/getSecondFactor',
      'profile/startPasskey',
      'profile/startTotp',
    ]);
    for (const endpoint of [getSchools, createUser, getProfiles, schoolConfig]) {
      const { status, problem } = await admin.ask(endpoint);
      expect([endpoint.path, status, problem]).toEqual([endpoint.path, 403, 'session.factor-due']);
    }
    expect(await admin.ask(contract.getSecondFactor)).toMatchObject({ body: { on: false, due: true } });
    expect((await admin.ask(auth.whoAmI)).status).toBe(200);
    const phone = await anAuthenticator(admin);
    expect(await admin.ask(contract.getSecondFactor)).toMatchObject({ body: { on: true, due: false } });
    expect((await admin.ask(getSchools)).status).toBe(200);
    expect((await admin.ask(createUser)).problem).toBe('session.step-up');
    await admin.ask(contract.stepUp, { totp: phone.code(1) });
    expect((await admin.ask(createUser)).problem).toBe('input.malformed');
  });

  it('a SchoolAdmin without a second factor is refused only where a step-up is needed', async () => {
    const own = await production.aSchool();
    const person = await production.aPerson('SchoolAdmin', own);
    expect((await person.ask(getClasses)).status).toBe(200);
    const refused = await person.ask<{ detail: object }>(createCheckAgent);
    expect([refused.status, refused.problem]).toEqual([403, 'session.step-up']);
    expect(refused.body.detail).toEqual({ hasFactor: false, why: 'none' });
  });
});
