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

/** A message that waits; answers its id. */
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

it('a message whose job the queue gave to a second server goes out once, though the first is still sending', async () => {
  const id = await aMessage();
  const begun = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let sends = 0;
  const gateway = {
    send: async () => {
      sends++;
      begun.resolve();
      await answered.promise;
      return { providerId: `at-${sends}`, cost: null };
    },
  };
  const first = sendNow(server.context, gateway, { id, schoolId });
  await begun.promise;
  const second = sendNow(server.context, gateway, { id, schoolId });
  // Without a claim the second waits at the provider too.
  const outcome = await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 2_000, 'sending'))]);
  answered.resolve();
  expect(outcome).toBe('over');
  expect(await first).toBe('sent');
  expect(sends).toBe(1);
});

it('a message that was handed over while the connection was lost is written down as sent once it is back', async () => {
  const id = await aMessage();
  let lost = 0;
  const { db } = server.context;
  const cutOff = {
    ...server.context,
    db: {
      ...db,
      inSchool: (async (...given) => {
        if (lost > 0 && lost-- > 0) throw new Error('Connection terminated unexpectedly');
        return db.inSchool(...given);
      }) as typeof db.inSchool,
    },
  };
  const gateway = {
    send: async () => {
      lost = 2;
      return { providerId: 'at-1', cost: null };
    },
  };
  expect(await sendNow(cutOff, gateway, { id, schoolId })).toBe('sent');
  expect(await stateOf(id)).toMatchObject({ state: 'sent', tries: 1 });
});
