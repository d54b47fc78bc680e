import { afterAll, beforeAll, it } from 'vitest';
import { lookThrough, MANAGEMENT, offered } from './screens.ts';
import { type RunningServer, startServer } from './server.ts';
import { keepFailures, openVisit, type Visit } from './visit.ts';

const BURSAR = '254700000002';

let server: RunningServer;
let visit: Visit;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo', SCANNER_URL: 'ws://127.0.0.1:9' });
  visit = await openVisit(server);
});
afterAll(async () => {
  await visit?.close();
  await server?.stop();
});
keepFailures(() => visit.page);

it('every other screen of a school is in order in both themes and sizes, filled, without a match, and where the server fails', async () => {
  await visit.signIn(BURSAR);
  // Those of its management have a walk of their own.
  for (const [section, screens] of await offered(visit.page))
    if (section !== MANAGEMENT) for (const address of screens) await lookThrough(visit, server.url, address);
}, 400_000);
