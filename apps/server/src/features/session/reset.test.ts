import * as contract from '@mfuko/contract/profile';
import * as auth from '@mfuko/contract/session';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { sealedPhone } from './sign-in.testkit.ts';

let server: TestServer;
let nobody: Person;

beforeAll(async () => {
  server = await openTestServer();
  nobody = server.nobody();
});
afterAll(() => server.close());

const PASSWORD = 'simba-wa-tsavo-leo';
const twice = (password: string) => ({ password, confirmPassword: password });

async function forget(phone: string): Promise<{ profileSYSID: string; otp: string }> {
  const before = server.sent.length;
  const { status, body } = await nobody.ask<{ profileSYSID: string }>(
    contract.forgotPassword,
    sealedPhone(server, phone),
  );
  expect([status, Object.keys(body)]).toEqual([200, ['profileSYSID']]);
  await server.runJobs();
  const sent = server.sent.slice(before).find(({ kind }) => kind === 'password-reset-code');
  return { ...body, otp: sent?.text.match(/\d{6}/)?.[0] ?? '' };
}
const reset = (input: object) => nobody.ask(contract.resetPassword, input);

async function hashOf(person: Person): Promise<string> {
  const found = await server.context.db.inPlatform((tx) =>
    tx.row<{ password_hash: string }>('SELECT password_hash FROM users WHERE id = $1', [person.userId]),
  );
  return found?.password_hash ?? '';
}

describe('password reset', () => {
  it('a reset by SMS code sets the password, ends every session and does not sign in', async () => {
    const bursar = await server.aPerson('SchoolAdmin', await server.aSchool());
    const code = await forget(bursar.phone);
    const answer = await reset({ ...code, ...twice(PASSWORD) });
    expect(answer.body).toEqual({ status: 'ok' });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await verify(await hashOf(bursar), PASSWORD)).toBe(true);
    expect((await bursar.ask(auth.whoAmI)).body).toMatchObject({ detail: { why: 'credentials' } });
    expect((await reset({ ...code, ...twice('another-password-7') })).problem).toBe('session.wrong-code');
    await server.runJobs();
    expect(server.sent.at(-1)).toMatchObject({ to: bursar.phone, kind: 'account-notice' });
  });

  it('an Admin can reset a forgotten password', async () => {
    const admin = await server.aPerson('Admin');
    expect((await reset({ ...(await forget(admin.phone)), ...twice(PASSWORD) })).status).toBe(200);
    expect(await verify(await hashOf(admin), PASSWORD)).toBe(true);
  });

  it('a reset for an unknown or disabled number is answered and limited alike, and no SMS is sent', async () => {
    const unknown = `2541${String(60_000_000 + aNumber())}`;
    const { profileSYSID, otp } = await forget(unknown);
    expect(otp).toBe('');
    expect((await reset({ profileSYSID, otp: '123456', ...twice(PASSWORD) })).problem).toBe('session.wrong-code');
    const again = await nobody.ask(contract.forgotPassword, sealedPhone(server, unknown));
    expect(again.problem).toBe('session.resend-too-soon');
    const disabled = await server.aPerson('Admin');
    await server.context.db.inPlatform((tx) =>
      tx.row(`UPDATE users SET status = 'disabled' WHERE id = $1`, [disabled.userId]),
    );
    expect((await forget(disabled.phone)).otp).toBe('');
  });

  it('a refused new password leaves the reset code usable', async () => {
    const admin = await server.aPerson('Admin');
    const code = await forget(admin.phone);
    const own = await reset({ ...code, ...twice(`+${admin.phone}`) });
    expect(own.body).toMatchObject({ detail: { fields: { password: 'must not be the phone number' } } });
    expect((await reset({ ...code, ...twice('1234567890') })).status).toBe(400);
    expect((await reset({ ...code, password: PASSWORD, confirmPassword: 'x' })).status).toBe(400);
    expect((await reset({ ...code, ...twice(PASSWORD) })).status).toBe(200);
  });

  it("refuses a reset code after the account's number has changed", async () => {
    const admin = await server.aPerson('Admin');
    const code = await forget(admin.phone);
    await server.context.db.inPlatform((tx) =>
      tx.row('UPDATE users SET phone = $2 WHERE id = $1', [admin.userId, `2541${String(60_000_000 + aNumber())}`]),
    );
    expect((await reset({ ...code, ...twice(PASSWORD) })).problem).toBe('session.wrong-code');
    expect(await hashOf(admin)).toBe('none');
  });

  it('refuses a reset code after the account was disabled', async () => {
    const admin = await server.aPerson('Admin');
    const code = await forget(admin.phone);
    await server.context.db.inPlatform((tx) =>
      tx.row(`UPDATE users SET status = 'disabled' WHERE id = $1`, [admin.userId]),
    );
    expect((await reset({ ...code, ...twice(PASSWORD) })).problem).toBe('session.wrong-code');
    expect(await hashOf(admin)).toBe('none');
  });

  it('ten concurrent wrong guesses use up a reset code', async () => {
    const admin = await server.aPerson('Admin');
    const code = await forget(admin.phone);
    const guess = { ...code, otp: code.otp === '000000' ? '000001' : '000000', ...twice(PASSWORD) };
    await Promise.all(Array.from({ length: 10 }, () => reset(guess)));
    expect((await reset({ ...code, ...twice(PASSWORD) })).problem).toBe('session.wrong-code');
    expect(await hashOf(admin)).toBe('none');
  });
});
