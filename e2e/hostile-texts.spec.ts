import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '../apps/server/src/platform/spreadsheets/read.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { follow, pickSchool, readMenu } from './screens.ts';
import { type RunningServer, startServer } from './server.ts';

const OPERATOR = '254700000001';
const BURSAR = '254700000002';

/** Script for a page that writes texts as markup, a formula for a spreadsheet that takes them for one, and the end of a quoted attribute. */
const HOSTILE = `=1+1<img src=x onerror="window.ran=true"><script>window.ran=true</script>'"`;
/** Columns with text that a person wrote, in all tables. */
const WRITTEN =
  /^(names?|first_name|last_names|label|reason|note|description|official_name|short_name|town|po_box|file_name|item_name|window_name|class_name|stop|text|text_en|text_sw|goes_with|given_by|withdrawn_by|contact_name|payer_name|sender|(override|blocked|cancel)_reason|why|details?|account|reference|slip)$/;

let server: RunningServer;
let journey: Journey;
let page: Page;

/** Writes the text into every such column that accepts it, in every row, past all checks of the calls; returns those columns. */
async function writeEverywhere({ dataDir }: RunningServer): Promise<string[]> {
  const password = encodeURIComponent(readFileSync(join(dataDir, 'keys/postgres-superuser.key'), 'utf8').trim());
  const port = readFileSync(join(dataDir, 'postgres.port'), 'utf8').trim();
  const client = new pg.Client({ connectionString: `postgresql://postgres:${password}@127.0.0.1:${port}/mfuko` });
  await client.connect();
  // Without triggers: some tables are never changed.
  await client.query(`SET session_replication_role = 'replica'`);
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
       JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'text' AND is_generated = 'NEVER'
        AND table_name NOT IN ('migrations', 'counties', 'sql_functions')`,
  );
  const written: string[] = [];
  for (const { table, column } of rows.filter((each) => WRITTEN.test(each.column))) {
    const { rowCount } = await client
      .query(`UPDATE ${table} SET ${column} = $1 || ctid::text WHERE ${column} IS NOT NULL`, [HOSTILE])
      // A column that is held to certain words takes it nowhere.
      .catch((error: { code?: string }) => {
        if (error.code === '23514' || error.code === '22001') return { rowCount: 0 };
        throw error;
      });
    if ((rowCount ?? 0) > 0) written.push(`${table}.${column}`);
  }
  await client.end();
  return written;
}

beforeAll(async () => {
  server = await startServer({ SEED: 'demo', SCANNER_URL: 'ws://127.0.0.1:9' });
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

/** Opens the screens one after the other and returns those that show the text; none may run it or parse it as markup. */
async function screensThatShow(addresses: readonly string[]): Promise<string[]> {
  const shown: string[] = [];
  for (const address of addresses) {
    await follow(page, address);
    const found = await page.evaluate(() => ({
      elements: document.querySelectorAll('img[src="x"], img[onerror], body script:not([src])').length,
      ran: 'ran' in window,
      shows: document.querySelector('main')?.innerText.includes('onerror=') ?? false,
    }));
    expect([address, found.elements, found.ran]).toEqual([address, 0, false]);
    if (found.shows) shown.push(address);
  }
  return shown;
}

async function signInAs(phone: string): Promise<string[]> {
  await journey?.close();
  journey = await openJourney(server);
  ({ page } = journey);
  await journey.signIn(phone);
  return [...(await readMenu(page)).values()].flat();
}

describe('stored texts with script or formula', () => {
  recordFailures(() => page);

  it('stores the hostile text in the names of students, classes, users, schools and guardians', async () => {
    const written = await writeEverywhere(server);
    for (const column of ['students.names', 'classes.name', 'users.first_name', 'schools.short_name', 'guardians.name'])
      expect(written).toContain(column);
  });

  const ofSchool = new Set<string>();

  it('runs no stored script on any screen of a school', async () => {
    for (const address of await signInAs(BURSAR)) ofSchool.add(address);
    const shown = await screensThatShow([...ofSchool]);
    expect(shown.length).toBeGreaterThanOrEqual(12);
    // There is no scanner here.
    expect(journey.complaints.filter((each) => !each.startsWith('WebSocket'))).toEqual([]);
  }, 300_000);

  it('exports a stored formula to a spreadsheet as text', async () => {
    await journey.open('student.view', 'Students');
    await page.getByText('onerror=').first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /xlsx/ }).click(),
    ]);
    const file = await readFile(await download.path());
    const { rows } = await readSheet(file, download.suggestedFilename());
    // A cell with a formula is read as its value.
    expect(rows.flatMap(({ cells }) => cells).some((cell) => cell.startsWith(HOSTILE))).toBe(true);
  });

  it('runs no stored script on any screen of the platform', async () => {
    await signInAs(OPERATOR);
    await pickSchool(page);
    const addresses = [...(await readMenu(page)).values()].flat();
    const shown = await screensThatShow(addresses.filter((address) => !ofSchool.has(address)));
    expect(shown.length).toBeGreaterThanOrEqual(3);
    // There is no scanner here.
    expect(journey.complaints.filter((each) => !each.startsWith('WebSocket'))).toEqual([]);
  }, 300_000);
});
