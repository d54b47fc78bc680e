import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { asOwner } from '../../../tests/owner.testkit.ts';
import { PLATFORM_SCHOOL } from '../database/database.ts';
import { enqueue } from './jobs.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => server.close());

it("a delayed job is due by the database's clock, whatever this machine's says", async () => {
  for (const hours of [-5, 5]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS });
    await server.context.db.inPlatform((tx) => enqueue(tx, `late-${hours}`, {}, { afterMs: HOUR_MS }));
    vi.useRealTimers();
  }
  await server.context.db.inPlatform((tx) => enqueue(tx, 'now', {}));
  const due = await asOwner(
    server,
    PLATFORM_SCHOOL,
    `SELECT t.identifier AS task, j.run_at <= now() AS "isDue", round(extract(epoch FROM j.run_at - j.created_at) / 3600)::int AS hours
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'now' OR t.identifier LIKE 'late-%' ORDER BY t.identifier`,
  );
  expect(due).toEqual([
    { task: 'late--5', isDue: false, hours: 1 },
    { task: 'late-5', isDue: false, hours: 1 },
    { task: 'now', isDue: true, hours: expect.any(Number) },
  ]);
});
