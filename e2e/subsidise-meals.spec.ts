import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, checkScreenFully } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People and a student of the demo school.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const NUMBER = '4001';

let server: RunningServer;
let journey: Journey;
let page: Page;
let admin: WireClient;
let student: { sysid: string; names: string };

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  student = (await admin.call('student/getStudent', { admissionNumber: NUMBER }, 'GET'))
    .body as unknown as typeof student;
  journey = await openJourney(server);
  ({ page } = journey);
  await journey.enter(BURSAR);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const card = () => page.getByRole('region', { name: 'Who pays for the meals' });
const plan = async () =>
  (await admin.call('school/getMealSubsidy', { sysid: student.sysid }, 'GET')).body as unknown as { kind: string };

describe('meal subsidy of a student', () => {
  recordFailures(() => page);

  it('proposes a meal subsidy that the proposer can only withdraw', async () => {
    await page.goto(`${server.url}/app/student.details?admissionNumber=${NUMBER}`);
    await card().getByRole('button', { name: 'Change' }).click();
    const drawer = page.getByRole('dialog', { name: `Who pays for the meals of ${student.names}` });
    await drawer.getByRole('combobox', { name: 'Who pays' }).click();
    await page.getByRole('option', { name: 'Free: the school pays' }).click();
    await drawer.getByRole('button', { name: 'Propose' }).click();
    await card()
      .getByText(/proposes: Free: the school pays$/)
      .waitFor();
    expect(await card().getByRole('button', { name: 'Approve' }).count()).toBe(0);
    expect((await plan()).kind).toBe('none');
    await card().getByRole('button', { name: 'Withdraw' }).click();
    await card().getByRole('button', { name: 'Change' }).waitFor();
  });

  it('lists a proposed meal subsidy as a task, and applies it once another person approves', async () => {
    const input = { sysid: student.sysid, kind: 'percent', percent: 60 };
    expect((await admin.call('school/setMealSubsidy', input)).status).toBe(200);
    await page.goto(`${server.url}/app/school.dash`);
    await page.getByRole('link', { name: /meal subsidy waiting for approval$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Meal Subsidies' }).waitFor();
    await page.getByText('Waiting for approval').waitFor();
    await checkScreen(page, 'subsidies-waiting');
    await page.getByRole('link', { name: student.names }).click();
    await card()
      .getByText(/proposes: The school pays 60 %$/)
      .waitFor();
    await checkScreenFully(page, 'subsidy-to-approve');
    await card().getByRole('button', { name: 'Approve' }).click();
    await card().getByText('The school pays 60 %', { exact: true }).waitFor();
    expect((await plan()).kind).toBe('percent');
    await page.goto(`${server.url}/app/report.subsidies`);
    await page
      .getByRole('row')
      .filter({ hasText: student.names })
      .filter({ hasText: 'The school pays 60 %' })
      .waitFor();
    await checkScreen(page, 'meal subsidies');
    expect(journey.complaints).toEqual([]);
  });
});
