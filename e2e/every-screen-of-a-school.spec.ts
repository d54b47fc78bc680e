import { afterAll, beforeAll, it } from 'vitest';
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

it('shows every screen of a school except management without a fault, in each size, theme and language', async () => {
  await journey.signIn(BURSAR);
  // Screens of the school's management have their own walk.
  const others = [...(await readMenu(journey.page))].filter(([section]) => section !== MANAGEMENT);
  await checkScreens(
    journey,
    server.url,
    others.flatMap(([, screens]) => screens),
  );
}, 400_000);
