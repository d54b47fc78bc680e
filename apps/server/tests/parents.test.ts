import { seal } from '@mfuko/contract/seal';
import { requestCode, validateCode } from '@mfuko/contract/session';
import { addContact, createStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from './kit.ts';

let server: TestServer;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer();
  bursar = await server.aPerson('SchoolAdmin', await server.aSchool());
});
afterAll(() => server.close());

async function aGuardian(mobileNumber: string): Promise<void> {
  const classSYSID = await server.aClass((await schoolOf(bursar)) ?? '');
  const child = await bursar.ask(createStudent, {
    admissionNumber: String(5000 + aNumber()),
    names: 'Atieno Ouma',
    classSYSID,
  });
  const input = { name: 'Mama Atieno', mobileNumber, studentSYSID: child.body.sysid };
  expect((await bursar.ask(addContact, input)).status).toBe(200);
}

async function schoolOf({ userId }: Person): Promise<string | undefined> {
  const [row] = await server.context.db.inPlatform((tx) =>
    tx.rows<{ school_id: string }>('SELECT school_id FROM users WHERE id = $1', [userId]),
  );
  return row?.school_id;
}

async function signIn(phone: string) {
  const nobody = server.nobody();
  const userName = seal(server.context.config.wireKey, 'userName', phone);
  const before = server.sent.length;
  const asked = await nobody.ask(requestCode, { userName, password: 'placeholder' });
  await server.runJobs();
  const message = server.sent[before];
  const otp = message?.text.match(/\d{6}/)?.[0] ?? '';
  return { to: message?.to, answer: await nobody.ask(validateCode, { otp, profileSYSID: asked.body.profileSYSID }) };
}

it('a guardian gets a sign-in code but is refused with session.parent', async () => {
  const phone = `2547${String(30_000_000 + aNumber())}`;
  await aGuardian(phone);
  const { to, answer } = await signIn(phone);
  expect(to).toBe(phone);
  expect([answer.status, answer.problem]).toEqual([403, 'session.parent']);
  expect(answer.body.message).toBe('If you are a parent please use the wallet app.');
  const sessions = await server.context.db.inPlatform((tx) =>
    tx.rows('SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.phone = $1', [phone]),
  );
  expect(sessions).toEqual([]);
});

it('a staff member who is also a guardian can sign in', async () => {
  const teacher = await server.aPerson('SchoolAdmin', await server.aSchool());
  await aGuardian(teacher.phone);
  expect((await signIn(teacher.phone)).answer.status).toBe(200);
});
