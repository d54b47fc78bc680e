import { getClasses, updateSchoolSettings } from '@mfuko/contract/schools';
import { getSecondFactor, startTotp, stepUp } from '@mfuko/contract/second-factor';
import * as contract from '@mfuko/contract/staff';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { aPasskey, stepUpBy } from '../session/passkey.testkit.ts';
import { type Authenticator, anAuthenticator } from '../session/second-factor.testkit.ts';

let server: TestServer;
let school: string;
let bursar: Person;
let phone: Authenticator;
let first: Person;
let second: Person;

beforeAll(async () => {
  server = await openTestServer({ PUBLIC_URL: 'http://127.0.0.1:4000' });
});
beforeEach(async () => {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  [first, second] = [await server.aPerson('Admin'), await server.aPerson('Admin')];
  phone = await anAuthenticator(bursar);
});
afterAll(() => server.close());

const ask = (by: Person, sysid = bursar.userId) =>
  by.ask<contract.UserDetails>(contract.proposeFactorRemoval, { sysid, reason: 'The phone was stolen' });
const agree = (by: Person, sysid = bursar.userId) =>
  by.ask<contract.UserDetails>(contract.approveFactorRemoval, { sysid });
const stands = async () => (await bursar.ask<{ on: boolean }>(getSecondFactor)).body.on;

describe('removal of a lost second factor', () => {
  it('needs two people, tells the owner at both steps and signs them out', async () => {
    const asked = await ask(first);
    expect(asked.body.secondFactor).toEqual({
      on: true,
      removal: { by: expect.any(String), reason: 'The phone was stolen', date: expect.any(String), own: true },
      waitsUntil: null,
    });
    const seen = await second.ask<contract.UserDetails>(contract.getUser, { sysid: bursar.userId });
    expect(seen.body.secondFactor.removal?.own).toBe(false);
    expect(await stands()).toBe(true);
    const removed = await agree(second);
    expect(removed.body.secondFactor).toEqual({ on: false, removal: null, waitsUntil: null });
    expect((await bursar.ask(getClasses)).problem).toBe('session.none');
    await server.runJobs();
    const told = server.sent.filter(({ to }) => to === bursar.phone).map(({ kind, text }) => [kind, text]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['security', expect.stringContaining('Someone asked to remove the authenticator')],
        ['security', expect.stringContaining('Two people have removed the authenticator')],
      ]),
    );
  });

  it('is refused for one person, for the owner, without a request and without a factor', async () => {
    expect((await second.ask(startTotp).then(() => ask(first, second.userId))).problem).toBe('session.no-factor');
    expect((await agree(second)).problem).toBe('session.no-removal');
    await ask(first);
    expect((await agree(first)).problem).toBe('session.same-remover');
    expect((await ask(second)).problem).toBe('session.removal-under-way');
    const factor = await anAuthenticator(second);
    await second.ask(stepUp, { totp: factor.code(1) });
    expect((await ask(second, second.userId)).problem).toBe('session.same-remover');
    await ask(first, second.userId);
    expect((await agree(second, second.userId)).problem).toBe('session.same-remover');
    expect(await stands()).toBe(true);
  });

  it('is refused when the factor was used since the request', async () => {
    await ask(first);
    expect((await bursar.ask(stepUp, { totp: phone.code() })).status).toBe(200);
    expect((await agree(second)).problem).toBe('session.factor-in-use');
    expect(await stands()).toBe(true);
    await second.ask(contract.rejectFactorRemoval, { sysid: bursar.userId });
    // A use before the removal was requested does not count.
    await ask(first);
    expect((await agree(second)).status).toBe(200);
  });

  it('is refused when a recovery code was used since the request', async () => {
    await ask(first);
    expect((await bursar.ask(stepUp, { recoveryCode: phone.recoveryCodes[0] })).status).toBe(200);
    expect((await agree(second)).problem).toBe('session.factor-in-use');
  });

  it('removes passkeys too, unless one was used since the request', async () => {
    const owner = await server.aPerson('SchoolAdmin', school);
    expect((await ask(first, owner.userId)).problem).toBe('session.no-factor');
    const device = await aPasskey(owner);
    await ask(first, owner.userId);
    expect((await stepUpBy(owner, device)).status).toBe(200);
    expect((await agree(second, owner.userId)).problem).toBe('session.factor-in-use');
    await second.ask(contract.rejectFactorRemoval, { sysid: owner.userId });
    await ask(first, owner.userId);
    expect((await agree(second, owner.userId)).body.secondFactor).toEqual({
      on: false,
      removal: null,
      waitsUntil: null,
    });
    const left = await server.context.db.inPlatform((tx) =>
      tx.rows('SELECT 1 FROM passkeys WHERE user_id = $1', [owner.userId]),
    );
    expect(left).toEqual([]);
  });

  it('can be rejected and requested again', async () => {
    await ask(first);
    expect(
      (await first.ask<contract.UserDetails>(contract.rejectFactorRemoval, { sysid: bursar.userId })).body,
    ).toMatchObject({ secondFactor: { on: true, removal: null } });
    expect((await agree(second)).problem).toBe('session.no-removal');
    expect((await ask(second)).status).toBe(200);
  });

  it('is refused to users without rights over the owner', async () => {
    const colleague = await server.aPerson('SchoolAdmin', school);
    for (const answer of [await ask(colleague), await agree(colleague)]) expect(answer.problem).toBe('session.role');
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await ask(stranger)).problem).toBe('user.not-found');
    const agent = await server.aPerson('CheckAgent', school);
    expect((await ask(colleague, agent.userId)).problem).toBe('session.no-factor');
  });

  it('the database rejects an approval by the requester or the owner', async () => {
    await ask(first);
    const approveBy = (by: string) =>
      server.context.db.inSchool(school, (tx) =>
        tx.row(
          `UPDATE factor_removals SET decision = 'approved', decided_by = $2, decided_at = clock_timestamp()
           WHERE school_id = $1 AND decision IS NULL`,
          [school, by],
        ),
      );
    await expect(approveBy(first.userId)).rejects.toThrow('factor_removals_two_people');
    await expect(approveBy(bursar.userId)).rejects.toThrow('factor_removals_not_own');
  });
});

describe('requireSecondFactor', () => {
  it('stops SchoolAdmins without a factor and nobody else', async () => {
    const newcomer = await server.aPerson('SchoolAdmin', school);
    const agent = await server.aPerson('CheckAgent', school);
    expect((await newcomer.ask(getClasses)).status).toBe(200);
    await first.ask(updateSchoolSettings, { sysid: school, requireSecondFactor: true });
    expect((await newcomer.ask(getClasses)).problem).toBe('session.factor-due');
    expect((await newcomer.ask<{ due: boolean }>(getSecondFactor)).body.due).toBe(true);
    expect((await bursar.ask(getClasses)).status).toBe(200);
    expect((await first.ask(getClasses, {}, { school })).status).toBe(200);
    expect((await agent.ask(getClasses)).problem).toBe('session.role');
    await anAuthenticator(newcomer);
    expect((await newcomer.ask(getClasses)).status).toBe(200);
  });
});
