import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  journey = await openJourney(server);
});
beforeEach(async () => {
  page = await journey.context.newPage();
});
afterEach(async () => {
  await page.close();
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});
recordFailures(() => page);

it.each(['/auth', '/app/check.start'])(
  '%s says to a browser below the lowest one, in both languages, that it is too old',
  async (path) => {
    // As in Chrome 109.
    await page.addInitScript('delete Array.prototype.toSorted');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(server.url + path, { waitUntil: 'load' });
    await page.getByRole('heading', { name: 'This browser is too old' }).waitFor();
    await page.getByRole('heading', { name: 'Kivinjari hiki ni cha zamani mno' }).waitFor();
    // The console has had its turn, and has left the page as it is.
    expect(await page.locator('#root').count()).toBe(0);
    expect(asked.filter((each) => each.startsWith('/api/'))).toEqual([]);
  },
);
