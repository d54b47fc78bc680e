// A stolen session without the second factor must not suffice to fill wallets by a list, or to replace a guardian by one.
import { getImports, undoImport } from '@mfuko/contract/imports';
import { stepUp } from '@mfuko/contract/second-factor';
import { getContacts, getStudents } from '@mfuko/contract/students';
import { expect, it } from 'vitest';
import { newId } from '../../platform/records/id.ts';
import { anAuthenticator } from '../session/second-factor.testkit.ts';
import {
  amina,
  balance,
  brian,
  office,
  openOffice,
  PAY,
  payIn,
  type Row,
  second,
  upload,
  xlsx,
} from './imports.testkit.ts';

openOffice();

const withGuardian = (name: string, phone: string, email = '') => [...amina.slice(0, 5), name, phone, email];
async function guardians(): Promise<unknown[]> {
  const [student] = (await second.ask<Row[]>(getStudents)).body;
  return (await second.ask<unknown[]>(getContacts, { studentSYSID: student?.sysid })).body;
}

it('a deposit list needs a step-up, its key succeeds afterwards, and a dry run needs none', async () => {
  await upload(await xlsx([amina, brian]));
  const phone = await anAuthenticator(office);
  const file = await xlsx([['0012', '700', '']], PAY);
  const key = newId();
  const refused = await payIn(file, {}, { key });
  expect([refused.status, refused.problem]).toEqual([403, 'session.step-up']);
  expect((await payIn(file, { dryRun: true })).body).toMatchObject({ created: 1 });
  expect(await balance('0012')).toBe(0);
  await office.ask(stepUp, { totp: phone.code() });
  expect((await payIn(file, {}, { key })).body).toMatchObject({ created: 1 });
  expect(await balance('0012')).toBe(700);
});

it('a deposit list that was paid before needs no step-up', async () => {
  await upload(await xlsx([amina]));
  const file = await xlsx([['0012', '700', '']], PAY);
  await payIn(file, {}, {}, second);
  await anAuthenticator(office);
  expect((await payIn(file)).body).toMatchObject({ created: 0, skipped: 1 });
});

it.each([
  ['name', withGuardian('Peter Thief', '0712345678')],
  ['e-mail', withGuardian('Grace Juma', '0712345678', 'thief@example.com')],
])("a list that changes a guardian's %s needs a step-up", async (_what, row) => {
  const list = await xlsx([amina]);
  await upload(list);
  const before = await guardians();
  const phone = await anAuthenticator(office);
  const file = await xlsx([row]);
  const refused = await upload(file);
  expect([refused.status, refused.problem]).toEqual([403, 'session.step-up']);
  expect(await guardians()).toEqual(before);
  expect((await upload(file, { dryRun: true })).body).toMatchObject({ updated: 1 });
  // A list without changes is accepted.
  expect((await upload(list)).body).toMatchObject({ skipped: 1 });
  await office.ask(stepUp, { totp: phone.code() });
  expect((await upload(file)).body).toMatchObject({ updated: 1 });
  expect(await guardians()).not.toEqual(before);
});

it('a list that adds a guardian needs no step-up', async () => {
  await upload(await xlsx([amina]));
  await anAuthenticator(office);
  const answer = await upload(await xlsx([withGuardian('Ann Juma', '0722000111')]));
  expect(answer.body).toMatchObject({ updated: 1 });
});

it('undoing a deposit list needs a step-up', async () => {
  await upload(await xlsx([amina]));
  await payIn(await xlsx([['0012', '700', '']], PAY));
  const [list] = (await second.ask<{ sysid: string }[]>(getImports, { kind: 'deposits' })).body;
  const phone = await anAuthenticator(second);
  const undo = () => second.ask(undoImport, { batchSYSID: list?.sysid });
  expect((await undo()).problem).toBe('session.step-up');
  expect(await balance('0012')).toBe(700);
  await second.ask(stepUp, { totp: phone.code() });
  expect((await undo()).status).toBe(200);
  expect(await balance('0012')).toBe(0);
});
