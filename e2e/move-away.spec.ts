import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';

let server: RunningServer;
let office: Journey;
let gate: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  [office, gate] = await Promise.all([openJourney(server), openJourney(server)]);
  ({ page } = office);
});
afterAll(async () => {
  await office?.close();
  await gate?.close();
  await server?.stop();
});

/** Runs `npm run school:close` beside the server. */
async function closeSchool(...more: string[]): Promise<string> {
  const ports = { PORT: '0', DARAJA_SIMULATOR_PORT: '0', SMS_SIMULATOR_PORT: '0' };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['apps/server/src/school-close.ts', '--school', 'DEMO', ...more],
    { env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', SEED: 'none', DATA_DIR: server.dataDir, ...ports } },
  );
  return stdout;
}

describe('school that moves to another installation', () => {
  recordFailures(() => page);

  it("ends a guard's session when the school is closed for a move, and tells the bursar why", async () => {
    await gate.signIn(GUARD);
    await gate.page.getByLabel('Admission number').waitFor();
    expect(await closeSchool()).toContain('DEMO is closed');
    await gate.page.reload();
    await gate.page.getByLabel('Phone number').waitFor();

    await office.signIn(BURSAR);
    await office.told('This school is being moved to another server. Please contact the platform.');
    await checkScreen(page, 'dashboard of a school that moves');
    await page.getByRole('button', { name: /^SW: / }).click();
    await office.told('Shule hii inahamishiwa seva nyingine.');
  });

  it('shows the platform that a school is moving, and does not offer to resume it', async () => {
    const admin = await openJourney(server);
    try {
      await admin.signIn(ADMIN);
      await admin.open('school.view', 'Schools');
      const row = admin.page.getByRole('row').filter({ hasText: 'Moving away' });
      await row.waitFor();
      await checkScreen(admin.page, 'schools, one moving');
      await row.getByRole('button', { name: /^View / }).click();
      const drawer = admin.page.getByRole('dialog');
      await drawer.getByText('This school is closed here: nobody can sign in').waitFor();
      expect(await drawer.getByRole('button', { name: 'Resume' }).count()).toBe(0);
      await checkScreen(admin.page, 'school that moves');
    } finally {
      await admin.close();
    }
  });

  it('opens the school again when the move is undone', async () => {
    expect(await closeSchool('--undo')).toContain('DEMO is open again');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Kilimo Academy' }).waitFor();
    expect([...office.complaints, ...gate.complaints]).toEqual([]);
  });
});
