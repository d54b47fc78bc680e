import { failedMessages } from '@mfuko/contract/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enqueueMessage, sendNow } from '../src/features/messages/send.ts';
import { SmsError } from '../src/gateways/sms/index.ts';
import { openTestServer, type TestServer } from './kit.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

it('a failed SMS keeps its reason and a masked number, but not its text', async () => {
  const { db } = server.context;
  await db.inPlatform((tx) =>
    enqueueMessage(tx, server.context, { to: '254712345678', text: '123456 is your code', kind: 'sign-in-code' }, 300),
  );
  const waiting = await db.inPlatform((tx) => tx.row<{ id: string }>('SELECT id FROM sms_messages'));
  const refusing = { send: () => Promise.reject(new SmsError('the gateway refused with 403', 'number')) };
  await sendNow(server.context, refusing, { id: waiting?.id ?? '' });
  const admin = await server.aPerson('Admin');
  const listed = await admin.ask<unknown[]>(failedMessages);
  expect(listed.body).toMatchObject([
    { kind: 'sign-in-code', mobileNumber: '2547…678', reason: 'the gateway refused with 403' },
  ]);
  expect(JSON.stringify(listed.body)).not.toMatch(/123456|254712345678/);
  const left = await db.inPlatform((tx) => tx.row('SELECT to_sealed, text_sealed FROM sms_messages'));
  expect(left).toEqual({ to_sealed: null, text_sealed: null });
});
