import * as contract from '@mfuko/contract/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';
import { writeMessage } from './store.ts';

let server: TestServer;
let school: string;
let bursar: Person;
let deputy: Person;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  [bursar, deputy] = await Promise.all([server.aPerson('SchoolAdmin', school), server.aPerson('SchoolAdmin', school)]);
});

interface Made {
  readonly id: string;
  readonly to: string;
}

/** Writes a message of the school, and sets its state. */
async function aMessage(
  state = 'failed',
  more: { kind?: string; chain?: { id: string; turn: 2 } } = {},
): Promise<Made> {
  const to = `2547${String(70_000_000 + aNumber())}`;
  const { kind = 'cash-out-receipt', ...rest } = more;
  const id = await server.context.db.inSchool(school, (tx) =>
    writeMessage(tx, server.context, {
      sms: { to, text: `Receipt ${to}`, kind },
      lifeSeconds: 3600,
      about: 'Achieng O. (4417)',
      ...rest,
    }),
  );
  await set(id ?? '', `state = '${state}'`);
  return { id: id ?? '', to };
}
const set = (id: string, what: string) =>
  server.context.db.inSchool(school, (tx) =>
    tx.row(`UPDATE sms_messages SET ${what} WHERE school_id = $1 AND id = $2`, [school, id]),
  );

const preview = (which: object) =>
  bursar.ask<{ messages: number; cost: number; left: number; beyond: number; skipped: Record<string, number> }>(
    contract.previewSendAgain,
    which,
  );
const sendAll = (which: object, by = bursar) => by.ask<contract.SentAgain>(contract.sendAllAgain, which);
const again = () =>
  server.context.db.inSchool(school, (tx) =>
    tx.rows<{ again_of: string }>('SELECT again_of FROM sms_messages WHERE school_id = $1 AND again_of IS NOT NULL', [
      school,
    ]),
  );
const NONE = { moving: 0, again: 0, next: 0, notKept: 0, optedOut: 0 };

describe('sendAllAgain', () => {
  it('the preview counts messages, cost and skipped ones, and sending matches it', async () => {
    const failed = await Promise.all([aMessage(), aMessage('undelivered'), aMessage('stopped')]);
    const arrived = await aMessage('delivered');
    const forgotten = await aMessage();
    await set(forgotten.id, 'text_sealed = NULL');
    const unwanted = await aMessage();
    await server.context.db.inPlatform((tx) =>
      tx.row('INSERT INTO sms_opt_outs (phone_hash) VALUES ($1)', [server.context.keys.digest('phone', unwanted.to)]),
    );
    const first = await aMessage();
    const chained = await server.context.db.inSchool(school, (tx) =>
      tx.row<{ chain_id: string }>('SELECT chain_id FROM sms_messages WHERE school_id = $1 AND id = $2', [
        school,
        first.id,
      ]),
    );
    await aMessage('delivered', { chain: { id: chained?.chain_id ?? '', turn: 2 } });
    const sysids = [...failed, arrived, forgotten, unwanted, first].map(({ id }) => id);
    const { body } = await preview({ sysids });
    const skipped = { ...NONE, moving: 1, next: 1, notKept: 1, optedOut: 1 };
    expect(body).toEqual({ messages: 3, cost: 2.4, left: 5000, beyond: 0, skipped });
    expect(await again()).toEqual([]);
    expect((await sendAll({ sysids, messages: 3 })).body).toEqual({ messages: 3, cost: 2.4, skipped });
    expect((await again()).map(({ again_of }) => again_of).sort()).toEqual(failed.map(({ id }) => id).sort());
    await server.runJobs();
    const got = server.sent.map(({ to }) => to);
    expect(failed.every(({ to }) => got.includes(to))).toBe(true);
    expect(got).not.toContain(unwanted.to);
  });

  it('sends the messages of a filter', async () => {
    await Promise.all([aMessage(), aMessage(), aMessage('undelivered'), aMessage('failed', { kind: 'announcement' })]);
    await aMessage('delivered');
    expect((await preview({})).body.messages).toBe(4);
    expect((await preview({ state: 'failed' })).body.messages).toBe(3);
    expect((await preview({ state: 'failed', kind: 'announcement' })).body.messages).toBe(1);
    expect((await preview({ search: '4417' })).body.messages).toBe(4);
    expect((await preview({ search: '%' })).body.messages).toBe(0);
    expect((await sendAll({ state: 'failed', messages: 3 })).body.messages).toBe(3);
    expect((await preview({})).body.messages).toBe(1);
  });

  it('concurrent calls send each message again once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => aMessage()));
    const sysids = made.map(({ id }) => id);
    const input = { sysids, messages: 8 };
    const answers = await Promise.all([
      sendAll(input),
      sendAll(input, deputy),
      sendAll({ state: 'failed', messages: 8 }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await sendAll(input)).problem).toBe('message.nobody');
    const repeats = (await again()).map(({ again_of }) => again_of);
    expect([...repeats].sort()).toEqual([...sysids].sort());
    expect((await preview({ sysids })).body).toMatchObject({ messages: 0, skipped: { again: 8 } });
  });

  it('is refused when more would be sent than shown', async () => {
    await Promise.all([aMessage(), aMessage()]);
    const refused = await sendAll({ state: 'failed', messages: 1 });
    expect([refused.status, refused.problem]).toEqual([409, 'message.audience-changed']);
    expect(await again()).toEqual([]);
  });

  it('is refused beyond the monthly cap', async () => {
    await Promise.all([aMessage(), aMessage()]);
    await admin.ask(contract.updateMessageSettings, { cap: '1.59' }, { school });
    expect((await preview({})).body).toMatchObject({ cost: 1.6, left: 1.59 });
    expect((await sendAll({ messages: 2 })).problem).toBe('message.over-cap');
    expect(await again()).toEqual([]);
    await admin.ask(contract.updateMessageSettings, { cap: '1.60' }, { school });
    expect((await sendAll({ messages: 2 })).status).toBe(200);
  });

  it('sends no message of another school', async () => {
    const { id } = await aMessage();
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    const asked = await stranger.ask<{ messages: number }>(contract.previewSendAgain, { sysids: [id, newId()] });
    expect(asked.body.messages).toBe(0);
    expect((await sendAll({ sysids: [id], messages: 1 }, stranger)).problem).toBe('message.nobody');
  });

  it('is audited once with the user and the number', async () => {
    await Promise.all([aMessage(), aMessage()]);
    await sendAll({ messages: 2 });
    const written = await server.context.db.inSchool(school, (tx) =>
      tx.rows(`SELECT actor_id, detail FROM audit_events WHERE school_id = $1 AND action = 'message.again-many'`, [
        school,
      ]),
    );
    expect(written).toEqual([{ actor_id: bursar.userId, detail: { messages: 2 } }]);
  });
});
