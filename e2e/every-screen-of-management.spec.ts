import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('every screen of a school’s management is in order in both themes and sizes, filled, without a match, and where the server fails', async () => {
  await visit.signIn(BURSAR);
  const screens = (await offered(visit.page)).get(MANAGEMENT) ?? [];
  expect(screens).toContain('/app/student.view');
  for (const address of screens) await lookThrough(visit, server.url, address);
}, 400_000);
