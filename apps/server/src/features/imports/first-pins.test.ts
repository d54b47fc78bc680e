// A list of one row needs the second factor too, as the same change by hand does.
import { stepUp } from '@mfuko/contract/second-factor';
import { expect, it } from 'vitest';
import { newId } from '../../platform/records/id.ts';
import { anAuthenticator } from '../session/second-factor.testkit.ts';
import { amina, brian, office, openOffice, second, upload, xlsx } from './imports.testkit.ts';

openOffice();

const withoutPin = (row: readonly string[]) => row.map((cell, column) => (column === 4 ? '' : cell));

it('a list that sets a PIN for an existing student needs a step-up, and its key succeeds afterwards', async () => {
  const phone = await anAuthenticator(office);
  expect((await upload(await xlsx([withoutPin(amina)]))).status).toBe(200);
  const key = newId();
  const file = await xlsx([amina, brian]);
  const refused = await upload(file, {}, { key });
  expect([refused.status, refused.problem]).toEqual([403, 'session.step-up']);
  // The refused list recorded nothing; a dry run and new students need no second factor.
  expect((await upload(file, { dryRun: true })).body).toMatchObject({ created: 1, updated: 1 });
  expect((await upload(await xlsx([withoutPin(amina), brian]))).body).toMatchObject({ created: 1, updated: 0 });
  await office.ask(stepUp, { totp: phone.code() });
  expect((await upload(file, {}, { key })).body).toMatchObject({ updated: 1, skipped: 1 });
});

it('in a trial a user without a factor can set PINs by a list', async () => {
  expect((await upload(await xlsx([withoutPin(amina)]), {}, {}, second)).status).toBe(200);
  expect((await upload(await xlsx([amina]), {}, {}, second)).body).toMatchObject({ updated: 1 });
});
