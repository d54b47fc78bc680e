import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreens, MANAGEMENT, readMenu } from './screens.ts';
import { type RunningServer, startServer } from './server.ts';

const BURSAR = '254700000002';

let server: RunningServer;
let journey: Journey;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo', SCANNER_URL: 'ws://127.0.0.1:9' });
  journey = await openJourney(server);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});
recordFailures(() => journey.page);

it('shows every management screen of a school without a fault, in each size, theme and language', async () => {
  await journey.signIn(BURSAR);
  const screens = (await readMenu(journey.page)).get(MANAGEMENT) ?? [];
  expect(screens).toContain('/app/student.view');
  await checkScreens(journey, server.url, screens);
}, 400_000);
