import { randomBytes } from 'node:crypto';
import type { PasskeyProof } from '@mfuko/contract/passkey-answers';
import * as contract from '@mfuko/contract/passkeys';
import { seal } from '@mfuko/contract/seal';
import {
  confirmTotp,
  getSecondFactor,
  makeRecoveryCodes,
  removeTotp,
  type SecondFactor,
  startTotp,
  stepUp,
} from '@mfuko/contract/second-factor';
import * as auth from '@mfuko/contract/session';
import { closeAttempt } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { aPasskey, type SoftPasskey, softPasskey, stepUpBy, type Tampering } from './passkey.testkit.ts';
import { addPasskey } from './passkey-store.ts';
import { anAuthenticator, anotherSession, authenticatorOf } from './second-factor.testkit.ts';
import { lockFactor } from './second-factor-store.ts';
import { ageCodes, askForCode } from './sign-in.testkit.ts';

let server: TestServer;
let school: string;
let bursar: Person;
let device: Awaited<ReturnType<typeof aPasskey>>;
beforeAll(async () => {
  server = await openTestServer({ PUBLIC_URL: 'http://127.0.0.1:4000' });
  school = await server.aSchool();
});
afterAll(() => server.close());
beforeEach(async () => {
  bursar = await server.aPerson('SchoolAdmin', school);
  device = await aPasskey(bursar);
});

const rows = (sql: string, values: unknown[] = []) =>
  server.context.db.inPlatform((tx) => tx.rows<Record<string, unknown>>(sql, values));
const stands = async (person = bursar) => (await person.ask<SecondFactor>(getSecondFactor)).body;
const mine = async (person = bursar) => (await person.ask<contract.Passkeys>(contract.getPasskeys)).body.passkeys;
const texts = async () => {
  await server.runJobs();
  return server.sent.filter(({ to }) => to === bursar.phone).map(({ text }) => text);
};
const actions = async () =>
  (
    await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ action: string }>('SELECT action FROM audit_events WHERE subject_id = $1', [bursar.userId]),
    )
  ).map(({ action }) => action);
const question = async (person = bursar) =>
  (await person.ask<contract.PasskeyRequestOptions>(contract.askPasskey)).body;
const answer = (passkey: object, person = bursar) => person.ask(stepUp, { passkey });

async function smsCode(phone = bursar.phone) {
  await ageCodes(server, 3601);
  return askForCode(server, phone);
}
interface Asked {
  readonly detail: { readonly why?: string; readonly totp: boolean; readonly passkey: contract.PasskeyRequestOptions };
}
const enter = (input: object) => server.nobody().ask<Asked>(auth.validateCode, input);

describe('passkeys', () => {
  it('adding a passkey is audited and announced by SMS, and the first returns recovery codes', async () => {
    expect(device.recoveryCodes).toHaveLength(10);
    expect((await bursar.ask(contract.startPasskey)).problem).toBe('session.step-up');
    await stepUpBy(bursar, device);
    expect((await aPasskey(bursar, 'Phone')).recoveryCodes).toEqual([]);
    expect(await mine()).toMatchObject([
      { name: 'Laptop', lastUsed: expect.any(String), stopped: null },
      { name: 'Phone', lastUsed: null, stopped: null },
    ]);
    expect(await stands()).toMatchObject({ on: true, totp: false, passkeys: 2, recoveryLeft: 10 });
    expect((await actions()).filter((action) => action === 'user.passkey-added')).toHaveLength(2);
    expect(await texts()).toContainEqual(expect.stringContaining('A passkey was added to your'));
    const asked = await bursar.ask<{ excludeCredentials: object[]; pubKeyCredParams: { alg: number }[] }>(
      contract.startPasskey,
    );
    expect(asked.body.excludeCredentials).toHaveLength(2);
    // EdDSA, ES256 and RS256; some Windows devices support only the last.
    expect(asked.body.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
  });

  it('refuses an eleventh passkey', async () => {
    await stepUpBy(bursar, device);
    const { body } = await bursar.ask<{ challenge: string }>(contract.startPasskey);
    for (let more = 0; more < 9; more++) await aPasskey(bursar);
    expect(await mine()).toHaveLength(10);
    expect((await bursar.ask(contract.startPasskey)).problem).toBe('passkey.too-many');
    const late = await bursar.ask(contract.confirmPasskey, { name: 'Late', passkey: softPasskey().create(body) });
    expect(late.problem).toBe('passkey.too-many');
  });

  it.each<[string, Tampering]>([
    ['made on another page', { origin: 'http://localhost:4001' }],
    ['made for another name', { rpId: 'shule.example' }],
    ['made without finger, face or PIN', { verified: false }],
    ['made to another question', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('refuses a passkey %s', async (_how, tampering) => {
    const person = await server.aPerson('SchoolAdmin', school);
    const asked = await person.ask<{ challenge: string }>(contract.startPasskey);
    const passkey = softPasskey().create(asked.body, tampering);
    expect((await person.ask(contract.confirmPasskey, { name: 'Laptop', passkey })).problem).toBe('passkey.wrong');
    expect((await stands(person)).on).toBe(false);
  });

  it('accepts a passkey with an attestation statement without checking its certificates', async () => {
    const person = await server.aPerson('SchoolAdmin', school);
    const asked = await person.ask<{ challenge: string }>(contract.startPasskey);
    const x5c = [Buffer.from('no certificate')];
    const statement = { fmt: 'packed', attStmt: { alg: -7, sig: Buffer.alloc(70), x5c } };
    const passkey = softPasskey().create(asked.body, {}, statement);
    expect((await person.ask(contract.confirmPasskey, { name: 'Laptop', passkey })).status).toBe(200);
  });

  it('a set-up begun by another session is refused once the user has a passkey', async () => {
    const person = await server.aPerson('SchoolAdmin', school);
    const thief = await anotherSession(server, person);
    const asked = (await thief.ask<{ challenge: string }>(contract.startPasskey)).body;
    const { secret } = (await thief.ask<{ secret: string }>(startTotp)).body;
    await aPasskey(person);
    const passkey = softPasskey().create(asked);
    expect((await thief.ask(contract.confirmPasskey, { name: 'Mine', passkey })).problem).toBe('session.step-up');
    const totp = authenticatorOf(secret).code();
    expect((await thief.ask(confirmTotp, { totp })).problem).toBe('session.step-up');
    expect(await stands(person)).toMatchObject({ totp: false, passkeys: 1 });
  });

  it('a set-up that another session confirms is refused when a passkey is added while it waits', async () => {
    const person = await server.aPerson('SchoolAdmin', school);
    const thief = await anotherSession(server, person);
    const asked = (await thief.ask<{ challenge: string }>(contract.startPasskey)).body;
    const { secret } = (await thief.ask<{ secret: string }>(startTotp)).body;
    const ends = [
      () => thief.ask(confirmTotp, { totp: authenticatorOf(secret).code() }),
      () => thief.ask(contract.confirmPasskey, { name: 'Mine', passkey: softPasskey().create(asked) }),
    ];
    const kept = {
      name: 'Laptop',
      credentialId: randomBytes(16),
      publicKey: randomBytes(16),
      counter: 0,
      transports: [],
    };
    const under: Promise<{ problem?: string }>[] = [];
    await server.context.db.inPlatform(async (tx) => {
      await lockFactor(tx, person.userId);
      for (const end of ends) {
        under.push(end());
        expect(await isBlocked(server, Promise.all(under), under.length)).toBe(true);
      }
      await addPasskey(tx, person.userId, kept);
    });
    for (const end of under) expect((await end).problem).toBe('session.step-up');
    expect(await stands(person)).toMatchObject({ totp: false, passkeys: 1 });
  });

  it("refuses to add a passkey that another user has, and ignores the removal of another user's", async () => {
    const other = await server.aPerson('SchoolAdmin', school);
    const asked = await other.ask<{ challenge: string }>(contract.startPasskey);
    const taken = await other.ask(contract.confirmPasskey, { name: 'Mine', passkey: device.create(asked.body) });
    expect(taken.problem).toBe('passkey.wrong');
    await aPasskey(other);
    const [own] = await mine();
    const theirs = softPasskey();
    const more = await other.ask<{ challenge: string }>(contract.startPasskey);
    expect(more.problem).toBe('session.step-up');
    await rows('UPDATE sessions SET stepped_up_at = now() WHERE user_id = $1', [other.userId]);
    expect(
      (await other.ask<contract.Passkeys>(contract.removePasskey, { sysid: own?.sysid })).body.passkeys,
    ).toHaveLength(1);
    expect(await mine()).toHaveLength(1);
    expect((await answer(theirs.answer(await question()))).problem).toBe('passkey.wrong');
  });

  it('removing a passkey needs a step-up, and the recovery codes go with the last factor', async () => {
    await stepUpBy(bursar, device);
    await anAuthenticator(bursar);
    const [{ sysid } = { sysid: '' }] = await mine();
    const key = `remove-${sysid}`;
    expect((await bursar.ask<contract.Passkeys>(contract.removePasskey, { sysid }, { key })).body.passkeys).toEqual([]);
    expect((await bursar.ask<{ answer: object }>(closeAttempt, { key })).body).toMatchObject({
      outcome: 'recorded',
      answer: { passkeys: [] },
    });
    expect(await stands()).toMatchObject({ on: true, totp: true, passkeys: 0, recoveryLeft: 10 });
    expect(await texts()).toContainEqual(expect.stringContaining('A passkey was removed from your'));
    const again = await aPasskey(bursar);
    expect(await bursar.ask(removeTotp)).toMatchObject({
      body: { on: true, totp: false, passkeys: 1, recoveryLeft: 10, since: expect.any(String) },
    });
    expect((await stepUpBy(bursar, again)).status).toBe(200);
    await bursar.ask(contract.removePasskey, { sysid: (await mine())[0]?.sysid });
    expect(await stands()).toMatchObject({ on: false, passkeys: 0, recoveryLeft: 0 });
    expect((await enter(await smsCode())).status).toBe(200);
  });

  it('refuses passkeys at an address without a host name, and returns the reason', async () => {
    const lan = await openTestServer({ PUBLIC_URL: 'http://192.168.1.20:4000' });
    try {
      const person = await lan.aPerson('Admin');
      const refused = await person.ask<{ detail: object }>(contract.startPasskey);
      expect([refused.status, refused.problem, refused.body.detail]).toEqual([
        409,
        'passkey.no-place',
        { why: 'number' },
      ]);
      expect((await person.ask(contract.getPasskeys)).body).toEqual({
        passkeys: [],
        origin: 'http://192.168.1.20:4000',
        cannot: 'number',
      });
    } finally {
      await lan.close();
    }
  });
});

describe('passkey answers', () => {
  /** Presents the second answer as one of the first one's passkey. */
  const as = ({ id, rawId }: PasskeyProof, answer: PasskeyProof): PasskeyProof => ({ ...answer, id, rawId });

  it.each<[string, (asked: contract.PasskeyRequestOptions, by: SoftPasskey) => object]>([
    ['given on another page', (asked, by) => by.answer(asked, { origin: 'http://localhost:4001' })],
    ['given to another name', (asked, by) => by.answer(asked, { rpId: 'shule.example' })],
    ['without finger, face or PIN', (asked, by) => by.answer(asked, { verified: false })],
    ['to a question that nobody asked', (asked, by) => by.answer(asked, { challenge: 'A'.repeat(43) })],
    ['signed by another key', (asked, by) => as(by.answer(asked), softPasskey().answer(asked, { counter: 1_000 }))],
    ['of another key under its id', (asked, by) => ({ ...softPasskey().answer(asked), id: by.answer(asked).id })],
  ])('rejects a passkey answer: %s', async (_how, made) => {
    expect((await answer(made(await question(), device))).problem).toBe('passkey.wrong');
    expect((await bursar.ask(makeRecoveryCodes)).problem).toBe('session.step-up');
    expect((await stepUpBy(bursar, device)).status).toBe(200);
    expect((await bursar.ask(makeRecoveryCodes)).status).toBe(200);
  });

  it('a passkey challenge can be answered once, right or wrong', async () => {
    const asked = await question();
    expect((await answer(device.answer(asked, { verified: false }))).problem).toBe('passkey.wrong');
    expect((await answer(device.answer(asked))).problem).toBe('passkey.wrong');
    const next = await question();
    const right = Array.from({ length: 3 }, () => device.answer(next));
    const answers = await Promise.all(right.map((passkey) => answer(passkey)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it('a passkey challenge expires after five minutes', async () => {
    const age = (interval: string) =>
      rows(
        `WITH young AS (DELETE FROM passkey_challenges WHERE user_id = $1 RETURNING *)
         INSERT INTO passkey_challenges SELECT challenge_hash, user_id, purpose, bound_to, at - $2::interval FROM young`,
        [bursar.userId, interval],
      );
    const late = await question();
    await age('5 minutes');
    expect((await answer(device.answer(late))).problem).toBe('passkey.wrong');
    const inTime = await question();
    await age('4 minutes');
    expect((await answer(device.answer(inTime))).status).toBe(200);
  });

  it('a passkey answer is bound to the purpose and the session of its challenge', async () => {
    const sms = await smsCode();
    const { passkey: atSignIn } = (await enter(sms)).body.detail;
    expect((await answer(device.answer(atSignIn))).problem).toBe('passkey.wrong');
    const forStepUp = await question();
    expect((await enter({ ...sms, passkey: device.answer(forStepUp) })).problem).toBe('session.second-factor');
    await rows('UPDATE sessions SET stepped_up_at = now() WHERE user_id = $1', [bursar.userId]);
    const forNew = await bursar.ask<{ challenge: string }>(contract.startPasskey);
    expect((await answer(device.answer(forNew.body))).problem).toBe('passkey.wrong');
    const elsewhere = await enter({ ...sms, passkey: device.answer((await enter(sms)).body.detail.passkey) });
    expect(elsewhere.status).toBe(200);
    const { session } = elsewhere.body as unknown as { session: { sToken: string } };
    const opToken = seal(server.context.config.wireKey, 'opToken', session.sToken);
    const asked = await server
      .nobody()
      .ask<contract.PasskeyRequestOptions>(contract.askPasskey, {}, { headers: { opToken } });
    expect((await answer(device.answer(asked.body))).problem).toBe('passkey.wrong');
  });

  it("rejects an answer by another user's passkey", async () => {
    const other = await server.aPerson('SchoolAdmin', school);
    const theirs = await aPasskey(other);
    expect((await answer(theirs.answer(await question()))).problem).toBe('passkey.wrong');
    expect((await answer(device.answer(await question(other)))).problem).toBe('passkey.wrong');
    const sms = await smsCode();
    const { passkey } = (await enter(sms)).body.detail;
    expect((await enter({ ...sms, passkey: theirs.answer(passkey) })).problem).toBe('session.second-factor');
  });

  it.each([
    ['as it was', 0],
    ['further back', -1],
  ])('a passkey whose counter stands %s is stopped and its owner notified', async (_how, back) => {
    const other = await server.aPerson('SchoolAdmin', school);
    await aPasskey(other);
    expect((await stepUpBy(bursar, device, { counter: 7 })).status).toBe(200);
    const copy = await stepUpBy(bursar, device, { counter: 7 + back });
    expect([copy.status, copy.problem]).toEqual([422, 'passkey.stopped']);
    expect(await mine()).toMatchObject([{ stopped: expect.any(String) }]);
    expect(await mine(other)).toMatchObject([{ stopped: null }]);
    expect(await actions()).toContain('user.passkey-stopped');
    expect(await texts()).toContainEqual(expect.stringMatching(/A passkey .* was stopped/));
    // The passkey is no longer asked, and its answer to another's challenge proves nothing.
    expect((await bursar.ask(contract.askPasskey)).problem).toBe('session.step-up');
    const [recoveryCode] = device.recoveryCodes;
    expect((await enter(await smsCode())).problem).toBe('session.second-factor');
    expect((await bursar.ask(stepUp, { recoveryCode })).status).toBe(200);
    const second = await aPasskey(bursar, 'Phone');
    expect((await answer(device.answer(await question(), { counter: 90 }))).problem).toBe('passkey.stopped');
    expect((await stepUpBy(bursar, second)).status).toBe(200);
  });

  it('accepts a passkey without a counter each time', async () => {
    const person = await server.aPerson('SchoolAdmin', school);
    const synced = softPasskey({ counts: false });
    const { body } = await person.ask<{ challenge: string }>(contract.startPasskey);
    await person.ask(contract.confirmPasskey, { name: 'Synced', passkey: synced.create(body) });
    for (const _time of [1, 2]) expect((await stepUpBy(person, synced)).status).toBe(200);
  });

  it('wrong passkey answers count towards the limit of tries', async () => {
    for (let wrong = 0; wrong < 10; wrong++)
      expect((await stepUpBy(bursar, device, { verified: false })).problem).toBe('passkey.wrong');
    expect((await stepUpBy(bursar, device)).problem).toBe('session.too-many-tries');
  });
});

describe('sign-in with a passkey', () => {
  it('sign-in needs the SMS code and the passkey, whose challenge comes with the first refusal', async () => {
    const sms = await smsCode();
    const alone = await enter(sms);
    expect([alone.status, alone.problem]).toEqual([401, 'session.second-factor']);
    const { detail } = alone.body;
    expect(detail).toMatchObject({ totp: false, passkey: { rpId: 'localhost', userVerification: 'required' } });
    expect(detail.passkey.allowCredentials).toHaveLength(1);
    const wrong = await enter({ ...sms, passkey: device.answer(detail.passkey, { verified: false }) });
    expect(wrong.body.detail).toMatchObject({ why: 'wrong', passkey: { challenge: expect.any(String) } });
    const passkey = device.answer(wrong.body.detail.passkey);
    expect((await enter({ ...sms, passkey })).status).toBe(200);
    expect((await enter({ ...(await smsCode()), passkey })).problem).toBe('session.second-factor');
  });

  it('issues no passkey challenge for a wrong SMS code', async () => {
    const sms = await smsCode();
    const refused = await enter({ ...sms, otp: sms.otp === '000000' ? '000001' : '000000' });
    expect(refused.problem).toBe('session.wrong-code');
    expect(refused.body.detail?.passkey).toBeUndefined();
    expect(await rows('SELECT 1 FROM passkey_challenges WHERE user_id = $1', [bursar.userId])).toEqual([]);
  });

  it('a user with a passkey can sign in by recovery code or authenticator as well', async () => {
    const [recoveryCode] = device.recoveryCodes;
    expect((await enter({ ...(await smsCode()), recoveryCode })).status).toBe(200);
    await stepUpBy(bursar, device);
    const phone = await anAuthenticator(bursar);
    const sms = await smsCode();
    expect((await enter(sms)).body.detail).toMatchObject({ totp: true, passkey: { rpId: 'localhost' } });
    expect((await enter({ ...sms, totp: phone.code(1) })).status).toBe(200);
  });
});
