import * as contract from '@mfuko/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { askForCode } from './sign-in.testkit.ts';

let server: TestServer;
let nobody: Person;
beforeAll(async () => {
  server = await openTestServer();
  nobody = server.nobody();
});
afterAll(() => server.close());

describe('audit of sign-ins', () => {
  const trail = (who: { readonly userId: string }) =>
    server.context.db.inPlatform((tx) =>
      tx.rows<{ action: string; detail: object; actor: string | null }>(
        `SELECT action, detail, actor_id AS actor FROM audit_events
         WHERE school_id = $1 AND subject_id = $2 AND action IN ('user.sign-in', 'user.wrong-code') ORDER BY id`,
        [tx.schoolId, who.userId],
      ),
    );

  it('each sign-in and each wrong try of a valid code is audited', async () => {
    const admin = await server.aPerson('Admin');
    const code = await askForCode(server, admin.phone);
    const wrong = { ...code, otp: code.otp === '111111' ? '222222' : '111111' };
    for (let tries = 0; tries < 2; tries++) expect((await nobody.ask(contract.validateCode, wrong)).status).toBe(401);
    expect((await nobody.ask(contract.validateCode, code)).status).toBe(200);
    const missed = { action: 'user.wrong-code', detail: { purpose: 'sign-in' }, actor: null };
    const entered = { action: 'user.sign-in', detail: {}, actor: admin.userId };
    expect(await trail(admin)).toEqual([missed, missed, entered]);
    // The code is used up, so nothing is tried.
    expect((await nobody.ask(contract.validateCode, wrong)).status).toBe(401);
    expect(await trail(admin)).toHaveLength(3);
  });
});
