import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { createStudent, getCheckStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import type { Actor, ReadCall } from '../../platform/http/call.ts';
import { openRateLimiters } from '../../platform/http/rate-limiters.ts';
import { newId } from '../../platform/records/id.ts';
import { openLookupLimiter } from './lookup-limiter.ts';

const admissionNumber = '4401';

let server: TestServer;
let school: string;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  await bursar.ask(createStudent, {
    admissionNumber,
    names: 'Achieng Otieno',
    classSYSID: await server.aClass(school),
  });
});
afterAll(() => server.close());

it('an agent may look up 150 students at once, then three a second, each agent alone', () => {
  let now = 1_000_000;
  const { config, db, keys } = server.context;
  const alone = { config: { ...config, databaseUrl: null }, db, keys, clock: { now: () => now } };
  const look = openLookupLimiter(openRateLimiters(alone), 'look');
  const agent = (role: Actor['role'] = 'CheckAgent') =>
    ({ actor: { userId: newId(), role, names: 'Otieno' } }) as ReadCall;
  const fits = (call: ReadCall) => {
    try {
      look(call);
      return true;
    } catch {
      return false;
    }
  };
  const one = agent();
  expect(Array.from({ length: 151 }, () => fits(one)).filter(Boolean)).toHaveLength(150);
  expect(fits(agent())).toBe(true);
  now += 1_000;
  expect(Array.from({ length: 9 }, () => fits(one)).filter(Boolean)).toHaveLength(3);
  const office = agent('SchoolAdmin');
  expect(Array.from({ length: 400 }, () => fits(office)).every(Boolean)).toBe(true);
});

it('the office is notified of an agent over the lookup limit', async () => {
  const guard = await server.aPerson('CheckAgent', school, ['gate']);
  const look = () => guard.ask(getCheckStudent, { admissionNumber });
  // Stop the clock, so that a slow machine refills nothing.
  const now = Date.now();
  Object.assign(server.context, { clock: { now: () => now } });
  const answers = await Promise.all(Array.from({ length: 200 }, look));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(150);
  const refused = answers.find(({ status }) => status !== 200);
  expect([refused?.status, refused?.problem]).toEqual([429, 'server.too-many-requests']);
  expect(Number(refused?.headers['retry-after'])).toBe(1);
  await server.runJobs();
  const told = (await bursar.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'students.copied');
  expect(told).toMatchObject([{ subject: { kind: 'user', id: guard.userId } }]);
});
