import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { enqueueMessage, sendNow } from './send.ts';

let server: TestServer;
let schoolId: string;

beforeAll(async () => {
  server = await openTestServer();
  schoolId = await server.aSchool();
});
afterAll(() => server.close());

/** Writes a waiting message; returns its id. */
async function aMessage(): Promise<string> {
  return server.context.db.inSchool(schoolId, async (tx) => {
    await enqueueMessage(tx, server.context, { to: '254711000001', text: 'Karibu', kind: 'receipt' }, 3_600);
    const row = await tx.row<{ id: string }>(
      'SELECT id FROM sms_messages WHERE school_id = $1 ORDER BY created_at DESC LIMIT 1',
      [tx.schoolId],
    );
    return row?.id ?? '';
  });
}

async function stateOf(id: string) {
  return server.context.db.readSchool(schoolId, (tx) =>
    tx.row('SELECT state, tries FROM sms_messages WHERE school_id = $1 AND id = $2', [schoolId, id]),
  );
}

it('a message whose job runs on two servers is sent once', async () => {
  const id = await aMessage();
  const begun = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let sends = 0;
  const gateway = {
    send: async () => {
      sends++;
      begun.resolve();
      // The first send ends only after the second has returned.
      if (sends === 1) await answered.promise;
      return { providerId: `at-${sends}`, cost: null };
    },
  };
  const first = sendNow(server.context, gateway, { id, schoolId });
  await begun.promise;
  expect(await sendNow(server.context, gateway, { id, schoolId })).toBe('over');
  answered.resolve();
  expect(await first).toBe('sent');
  expect(sends).toBe(1);
});

/** Returns a server whose database fails twice when it stores the provider's answer, and the gateway that took the message. */
function failingTwice(error: Error) {
  let left = 0;
  const { db } = server.context;
  const context = {
    ...server.context,
    db: {
      ...db,
      inSchool: (async (...given) => {
        if (left > 0 && left-- > 0) throw error;
        return db.inSchool(...given);
      }) as typeof db.inSchool,
    },
  };
  const gateway = {
    send: async () => {
      left = 2;
      return { providerId: 'at-1', cost: null };
    },
  };
  return { context, gateway };
}

const LOCKED = Object.assign(new pg.DatabaseError('canceling statement due to lock timeout', 0, 'error'), {
  code: '55P03',
});

it.each([
  ['its connection is lost', new Error('Connection terminated unexpectedly')],
  ['its row is held for long', LOCKED],
])('a message sent while %s is recorded as sent afterwards', async (_, error) => {
  const id = await aMessage();
  const { context, gateway } = failingTwice(error);
  expect(await sendNow(context, gateway, { id, schoolId })).toBe('sent');
  expect(await stateOf(id)).toMatchObject({ state: 'sent', tries: 1 });
});

it('a programming error is rethrown at once', async () => {
  const { context, gateway } = failingTwice(new TypeError('undefined is not a function'));
  await expect(sendNow(context, gateway, { id: await aMessage(), schoolId })).rejects.toThrow(TypeError);
});

it('sendNow locks the gateway row before the month, as other workers do', async () => {
  const { db } = server.context;
  const id = await aMessage();
  await db.inPlatform((tx) =>
    tx.row(`UPDATE sms_gateway SET unreachable_since = clock_timestamp(), probe_at = clock_timestamp()`),
  );
  const gateway = { send: async () => ({ providerId: 'at-1', cost: null }) };
  let sent: Promise<unknown> | undefined;
  const blocked = () =>
    db.readPlatform((look) =>
      look.rows(
        `SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    );
  await db.inSchool(schoolId, async (tx) => {
    // Lock the gateway's row, as another worker does that then counts its message in the month.
    await tx.row('SELECT one FROM sms_gateway FOR UPDATE');
    sent = sendNow(server.context, gateway, { id, schoolId }, { probing: true });
    await expect.poll(async () => (await blocked()).length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(
      await tx.rows('SELECT cost FROM sms_months WHERE school_id = $1 FOR UPDATE NOWAIT', [schoolId]),
    ).toHaveLength(1);
  });
  expect(await sent).toBe('sent');
  expect(await stateOf(id)).toMatchObject({ state: 'sent' });
});
